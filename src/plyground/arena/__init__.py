"""Matches of many games: openings, game pairs, a referee, and ratings."""
