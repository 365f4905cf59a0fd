"""The compiled search: speaks integers and arrays, and has never heard of a game."""
