"""Protocols between engines and the programs that manage them."""
