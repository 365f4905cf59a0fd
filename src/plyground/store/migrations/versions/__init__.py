"""One module per version of the tables."""
