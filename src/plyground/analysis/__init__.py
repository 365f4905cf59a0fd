"""Many positions at once: the search tree as a picture."""
