"""What outlives the process: games, their moves, and studies. It knows rows, not rules."""
