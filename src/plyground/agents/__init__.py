"""Agents: whatever chooses a move, by search, by rule or at random."""
