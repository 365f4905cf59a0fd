"""Checking a game against the contract: the built-in games and those of users."""
