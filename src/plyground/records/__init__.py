"""A game on paper: what was played, by whom, under which rules."""
