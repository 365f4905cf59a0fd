"""The games, one folder each, and what every game is made of."""
