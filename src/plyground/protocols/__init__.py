"""Strangers' programs, and how they are spoken to."""
