"""Games in the database: setup, moves and state.

Whoever changes a game names the version that it knows: if the row has another one, somebody else
has changed it, and nothing is written.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from plyground.play.session import Event, MovePlayed, MovesUndone
from plyground.store.errors import ConcurrentChange
from plyground.store.schema import games, moves

Document = dict[str, Any]


@dataclass(frozen=True)
class SavedMove:
    move: str
    seconds: float


@dataclass(frozen=True)
class SavedGame:
    """One game as stored."""

    id: str
    game: str
    setup: Document
    """Options, players and time control, which never change."""
    state: Document = field(default_factory=dict)
    """Everything that changes besides the moves."""
    moves: tuple[SavedMove, ...] = ()
    version: int = 0
    """Grows by one with every change."""
    deadline: float | None = None
    """When its clock runs out, if it was put away with a running clock."""


@dataclass(frozen=True)
class GameSummary:
    """A game in a list of games."""

    id: str
    game: str
    setup: Document
    state: Document
    plies: int
    updated: float


def add_game(connection: Connection, game: SavedGame) -> None:
    now = time.time()
    connection.execute(
        insert(games).values(
            id=game.id,
            game=game.game,
            setup=game.setup,
            state=game.state,
            plies=0,
            created=now,
            updated=now,
            visited=now,
        )
    )


def save_events(
    connection: Connection,
    id: str,
    version: int,
    events: Sequence[Event],
    plies: int,
    state: Document,
) -> None:
    """Save what one action has done to a session; the game has `plies` moves after it."""
    for event in events:
        if isinstance(event, MovePlayed):
            move = SavedMove(event.timed.move, event.timed.seconds)
            return add_move(connection, id, version, plies - 1, move, state)
        if isinstance(event, MovesUndone):
            return truncate_moves(connection, id, version, plies, state)
    return set_state(connection, id, version, state)


def add_move(
    connection: Connection, id: str, version: int, ply: int, move: SavedMove, state: Document
) -> None:
    """Store the move number `ply`, from 0, and the state after it."""
    _update(connection, id, version, state, plies=ply + 1)
    connection.execute(
        insert(moves).values(game_id=id, ply=ply, move=move.move, seconds=move.seconds)
    )


def truncate_moves(
    connection: Connection, id: str, version: int, plies: int, state: Document
) -> None:
    """Keep the first `plies` moves only."""
    _update(connection, id, version, state, plies=plies)
    connection.execute(delete(moves).where(moves.c.game_id == id, moves.c.ply >= plies))


def set_state(connection: Connection, id: str, version: int, state: Document) -> None:
    _update(connection, id, version, state)


def _update(connection: Connection, id: str, version: int, state: Document, **values: int) -> None:
    indexed = None if state.get("result") is None else False
    changed = connection.execute(
        update(games)
        .where(games.c.id == id, games.c.version == version)
        .values(
            state=state,
            updated=time.time(),
            version=version + 1,
            deadline=None,
            indexed=indexed,
            **values,
        )
    )
    if not changed.rowcount:
        raise ConcurrentChange("store.problem.changed")


def set_deadline(connection: Connection, id: str, version: int, deadline: float) -> None:
    """Put a game away whose clock goes on running."""
    changed = connection.execute(
        update(games).where(games.c.id == id, games.c.version == version).values(deadline=deadline)
    )
    if not changed.rowcount:
        raise ConcurrentChange("store.problem.changed")


def clear_deadlines(connection: Connection, ids: Collection[str] | None = None) -> None:
    """Let the clocks of these games wait for a player, or those of all games."""
    chosen = games.c.deadline.is_not(None) if ids is None else games.c.id.in_(ids)
    connection.execute(update(games).where(chosen).values(deadline=None))


def list_overdue(connection: Connection, now: float, limit: int) -> list[str]:
    """Games that were put away and whose clocks have run out, the longest first."""
    overdue = select(games.c.id).where(games.c.deadline <= now)
    return list(connection.execute(overdue.order_by(games.c.deadline).limit(limit)).scalars())


def find_game(connection: Connection, id: str) -> SavedGame | None:
    row = connection.execute(select(games).where(games.c.id == id)).first()
    if row is None:
        return None
    played = connection.execute(
        select(moves.c.move, moves.c.seconds).where(moves.c.game_id == id).order_by(moves.c.ply)
    )
    saved_moves = tuple(SavedMove(move, seconds) for move, seconds in played)
    return SavedGame(row.id, row.game, row.setup, row.state, saved_moves, row.version, row.deadline)


def has_game(connection: Connection, id: str) -> bool:
    return connection.execute(select(games.c.id).where(games.c.id == id)).first() is not None


def delete_unplayed(connection: Connection, before: float) -> int:
    """Delete games without moves that were last updated before a time."""
    statement = delete(games).where(games.c.plies == 0, games.c.updated < before)
    return connection.execute(statement).rowcount


def delete_game(connection: Connection, id: str) -> bool:
    """Delete a game with its moves; False if there is no such game."""
    return connection.execute(delete(games).where(games.c.id == id)).rowcount > 0


def list_recent_games(connection: Connection, limit: int) -> list[GameSummary]:
    """The games that were updated last and may be shown to everybody."""
    is_listed = games.c.setup["listed"].as_boolean().is_not(False)
    query = select(games).where(is_listed).order_by(games.c.updated.desc()).limit(limit)
    return _summarise(connection, query)


def list_games(connection: Connection, ids: Collection[str]) -> list[GameSummary]:
    """Those of these games that exist."""
    return _summarise(connection, select(games).where(games.c.id.in_(ids)))


def _summarise(connection: Connection, query: Select[Any]) -> list[GameSummary]:
    return [
        GameSummary(row.id, row.game, row.setup, row.state, row.plies, row.updated)
        for row in connection.execute(query)
    ]
