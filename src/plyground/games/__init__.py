"""The games, one folder each, and the classes they share."""
