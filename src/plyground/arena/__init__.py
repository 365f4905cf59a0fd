"""Many games: openings, pairs, a referee, and what the results say of strength."""
