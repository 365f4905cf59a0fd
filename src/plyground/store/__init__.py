"""The database of games, their moves, and studies. It stores rows and has no rules."""
