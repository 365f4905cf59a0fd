"""Records of games: JSON, move text, the formats of other programs, and variations."""
