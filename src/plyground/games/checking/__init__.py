"""Checking a game against the contract, for our games and for everybody's."""
