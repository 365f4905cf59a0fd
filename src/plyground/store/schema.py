"""The tables. What is specific to a game or a page is a JSON document in a column."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

VERSION = "0004"
"""The newest migration; Alembic is imported for a database that has an older one."""

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
    Column("version", Integer, nullable=False, server_default="0"),
    Column("visited", Float, nullable=False, server_default="0"),
    Column("deadline", Float, nullable=True),
    Column("indexed", Boolean, nullable=True),
    Index(None, "updated"),
    Index(None, "visited"),
    Index(None, "deadline"),
    Index(None, "indexed"),
)
"""`setup` (options, players, seats, time control) never changes; `state` does, with the moves.

Every change raises `version`, and a writer names the one it knows. `visited` is when somebody with
a seat was last there; `deadline`, of a game that is not in memory, when its clock runs out.
`indexed` is null until it is finished, and then whether its moves are in `position_moves`."""

moves = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", String(200), nullable=False),
    Column("seconds", Float, nullable=False),
)

position_moves = Table(
    "position_moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("following", BigInteger, nullable=False),
    Column("result", Integer, nullable=False),
    Index(None, "position"),
)
"""The first moves of finished games as keys of the positions before and after them, which count
together what symmetry makes equal; `result` is 1, 0 or -1 for who made the move."""

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("document", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("visited", Float, nullable=False, server_default="0"),
    Index(None, "updated"),
    Index(None, "visited"),
)
"""Analysed games; the key, stored as a hash, grants the right to edit one."""

creations = Table(
    "creations",
    metadata,
    Column("client", String(100), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), primary_key=True),
    Column("count", Integer, nullable=False),
)
"""How many games and studies a client has created on a day; earlier days are deleted."""

health_checks = Table(
    "health_checks",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)
"""One row, which a check of the database writes."""

events = Table(
    "events",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("game", String(100), nullable=False),
    Column("options", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Index(None, "key"),
    Index(None, "game"),
)
"""Matches and tournaments; the same command has the same key."""

event_pairs = Table(
    "event_pairs",
    metadata,
    Column("event_id", ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("a", String(500), nullable=False),
    Column("b", String(500), nullable=False),
    Column("opening", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("points", Float, nullable=True),
    Column("finished", Float, nullable=True),
    Column("owner", String(200), nullable=True),
    Column("expires", Float, nullable=True),
    Column("progress", JSON(none_as_null=True), nullable=True),
)
"""Pairs of games, from when they are first claimed. While one is played, it is leased to `owner`
until `expires`, and `progress` has the moves of its current game; when it is finished, `points` are
those of `a`."""

event_games = Table(
    "event_games",
    metadata,
    Column("event_id", ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("pair", Integer, nullable=False),
    Column("document", JSON, nullable=False),
)
"""The games of finished pairs."""
