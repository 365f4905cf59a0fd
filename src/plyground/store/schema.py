"""The tables. What is specific to a game or a page is a JSON document in a column."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(100), nullable=False),
    Column("setup", JSON, nullable=False),
    Column("state", JSON, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Index(None, "updated"),
)
"""`setup` (options, players, seats, time control) never changes; `state` does, with the moves."""

moves = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", String(200), nullable=False),
    Column("seconds", Float, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("document", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Index(None, "updated"),
)
"""Analysed games; the key, stored as a hash, grants the right to edit one."""
