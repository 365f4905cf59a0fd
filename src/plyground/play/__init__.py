"""One game in time: whose turn it is, what was taken back, and how it ended."""
