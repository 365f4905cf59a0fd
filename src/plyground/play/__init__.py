"""One game in progress: turns, clocks, undo, results and events."""
