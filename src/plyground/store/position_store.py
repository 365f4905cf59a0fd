"""The index of positions: which moves were played in them, and how those games ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, distinct, func, insert, select, update

from plyground.store.schema import games, position_moves


@dataclass(frozen=True)
class IndexedMove:
    """A move of a finished game: keys of the positions before and after it."""

    position: int
    following: int
    result: int
    """1, 0 or -1 for who made the move."""


@dataclass(frozen=True)
class MoveCount:
    """How many games went from one position to another, with this result for who moved."""

    following: int
    result: int
    count: int


def list_unindexed_games(connection: Connection, limit: int) -> list[str]:
    """Ids of finished games that are not in the index."""
    query = select(games.c.id).where(games.c.indexed.is_(False)).limit(limit)
    return list(connection.execute(query).scalars())


def index_game(connection: Connection, id: str, version: int, moves: Sequence[IndexedMove]) -> None:
    """Put a game into the index, in the place of what was there of it; not if it has changed."""
    marked = connection.execute(
        update(games).where(games.c.id == id, games.c.version == version).values(indexed=True)
    )
    if not marked.rowcount:
        return
    connection.execute(delete(position_moves).where(position_moves.c.game_id == id))
    rows = [
        {
            "game_id": id,
            "ply": ply,
            "position": move.position,
            "following": move.following,
            "result": move.result,
        }
        for ply, move in enumerate(moves)
    ]
    if rows:
        connection.execute(insert(position_moves), rows)


def count_moves(connection: Connection, position: int) -> list[MoveCount]:
    """What was played in a position."""
    columns = position_moves.c.following, position_moves.c.result
    query = (
        select(*columns, func.count(distinct(position_moves.c.game_id)))
        .where(position_moves.c.position == position)
        .group_by(*columns)
    )
    return [MoveCount(*row) for row in connection.execute(query)]
