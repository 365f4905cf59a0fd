"""The compiled search: integers and vectors, independent of any game."""
