"""Matches and tournaments in the database, and the leases of their pairs.

A lease ends after `LEASE_SECONDS` unless its owner renews it, which a thread does; the lease of a
process of this machine that has died ends at once. Only the owner of a lease can store its pair.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from plyground.arena.bradley_terry import Encounter
from plyground.arena.pairs import Document, Pair, PlayedPair
from plyground.locale import Problem
from plyground.store.database import Database
from plyground.store.schema import event_games, event_pairs, events

T = TypeVar("T")

LEASE_SECONDS = 60.0
RENEWAL_SECONDS = 10.0


@dataclass(frozen=True)
class StoredPair:
    """A pair that is played, or finished."""

    number: int
    a: str
    b: str
    opening: str
    games: int
    points: float | None
    finished: float | None
    owner: str | None
    expires: float
    progress: Document | None
    """The moves of its current game, as they were reported last."""

    @property
    def encounter(self) -> Encounter:
        """The result of a finished pair."""
        assert self.points is not None
        return Encounter(self.a, self.b, self.points, self.games)


@dataclass(frozen=True)
class SavedEvent:
    """A match or a tournament as it was set up."""

    id: str
    kind: str
    game: str
    options: Mapping[str, Any]
    setup: Mapping[str, Any]
    created: float


def add_event(
    connection: Connection,
    key: str,
    kind: str,
    game: str,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
) -> str:
    """Add an event, and return its id."""
    id = uuid4().hex
    connection.execute(
        insert(events).values(
            id=id, key=key, kind=kind, game=game, options=options, setup=setup, created=time.time()
        )
    )
    return id


def find_event(connection: Connection, key: str) -> str | None:
    """The last event of a key."""
    query = select(events.c.id).where(events.c.key == key).order_by(events.c.created.desc())
    return connection.execute(query.limit(1)).scalar()


def list_events(connection: Connection, game: str) -> list[SavedEvent]:
    """The events of a game, oldest first."""
    query = select(events).where(events.c.game == game).order_by(events.c.created)
    return [
        SavedEvent(row.id, row.kind, row.game, row.options, row.setup, row.created)
        for row in connection.execute(query)
    ]


def list_recent_events(
    connection: Connection, limit: int
) -> list[tuple[SavedEvent, int, list[str]]]:
    """The newest events, each with the number of its finished games, and the owners of leases."""
    query = select(events).order_by(events.c.created.desc()).limit(limit)
    found = []
    pair = event_pairs.c
    for row in connection.execute(query).all():
        is_its = pair.event_id == row.id
        games = select(func.sum(pair.games)).where(is_its, pair.finished.is_not(None))
        owners = select(pair.owner).where(is_its, pair.owner.is_not(None)).distinct()
        event = SavedEvent(row.id, row.kind, row.game, row.options, row.setup, row.created)
        played = connection.execute(games).scalar() or 0
        found.append((event, int(played), list(connection.execute(owners).scalars())))
    return found


def get_event(connection: Connection, id: str) -> SavedEvent | None:
    row = connection.execute(select(events).where(events.c.id == id)).one_or_none()
    if row is None:
        return None
    return SavedEvent(row.id, row.kind, row.game, row.options, row.setup, row.created)


def list_pairs(connection: Connection, event: str) -> list[StoredPair]:
    """All pairs of an event, finished or not, without their games."""
    pair = event_pairs.c
    columns = (pair.number, pair.a, pair.b, pair.opening, pair.games, pair.points, pair.finished,
               pair.owner, pair.expires, pair.progress)  # fmt: skip
    query = select(*columns).where(pair.event_id == event).order_by(pair.number)
    return [
        StoredPair(*row[:8], row.expires or 0.0, row.progress) for row in connection.execute(query)
    ]


def list_last_games(connection: Connection, event: str, limit: int) -> list[tuple[int, Document]]:
    """The games that were numbered last, newest first, with the numbers of their pairs."""
    game = event_games.c
    query = select(game.pair, game.document).where(game.event_id == event)
    rows = connection.execute(query.order_by(game.number.desc()).limit(limit))
    return [(row.pair, row.document) for row in rows]


def list_encounters(connection: Connection, event: str) -> list[Encounter]:
    """The points of all finished pairs of an event."""
    pair = event_pairs.c
    query = select(pair.a, pair.b, pair.points, pair.games)
    query = query.where(pair.event_id == event, pair.finished.is_not(None)).order_by(pair.number)
    return [Encounter(*row) for row in connection.execute(query)]


def list_played(connection: Connection, event: str, number: int | None = None) -> list[PlayedPair]:
    """The finished pairs of an event, or only the one of that number."""
    pair = event_pairs.c
    query = (
        select(pair.number, pair.a, pair.b, pair.opening, pair.games, event_games.c.document)
        .join(
            event_games,
            (event_games.c.event_id == pair.event_id) & (event_games.c.pair == pair.number),
        )
        .where(pair.event_id == event, pair.finished.is_not(None))
        .order_by(event_games.c.number)
    )
    if number is not None:
        query = query.where(pair.number == number)
    played: dict[int, PlayedPair] = {}
    for row in connection.execute(query):
        made = Pair(row.number, row.a, row.b, row.opening, row.games)
        played.setdefault(row.number, PlayedPair(made, [])).games.append(row.document)
    return list(played.values())


class EventStore:
    """The pairs of one event; a context manager, which gives up its leases at the end."""

    def __init__(self, database: Database, event: str) -> None:
        self._database = database
        self.event = event
        self._owner = name_owner()
        self._ended = threading.Event()
        self._renewal = threading.Thread(target=self._renew, name="leases", daemon=True)

    def __enter__(self) -> EventStore:
        self._renewal.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._renewal.join()
        # If that fails, the leases end with this process.
        with suppress(Problem):
            self._write(partial(_release, event=self.event, owner=self._owner))

    def list_played(self) -> list[PlayedPair]:
        return self._database.read(partial(list_played, event=self.event))

    def find_played(self, number: int) -> PlayedPair | None:
        found = self._database.read(partial(list_played, event=self.event, number=number))
        return found[0] if found else None

    def claim(self, pair: Pair) -> bool:
        return self._write(partial(_claim, event=self.event, pair=pair, owner=self._owner))

    def finish(self, played: PlayedPair) -> bool:
        return self._write(partial(_finish, event=self.event, played=played, owner=self._owner))

    def report(self, number: int, progress: Document) -> None:
        """Store the progress of a pair, some time soon."""
        self._database.write(
            partial(_report, event=self.event, number=number, owner=self._owner, progress=progress)
        )

    def _write(self, change: Callable[[Connection], T]) -> T:
        return self._database.write(change).result()

    def _renew(self) -> None:
        while not self._ended.wait(RENEWAL_SECONDS):
            # A database that is away may be back for the next one.
            with suppress(Problem):
                self._write(partial(_renew, event=self.event, owner=self._owner))


# Changes.


def _claim(connection: Connection, event: str, pair: Pair, owner: str) -> bool:
    now = _read_time(connection)
    lease = {"owner": owner, "expires": now + LEASE_SECONDS}
    values = {"event_id": event, **vars(pair), **lease}
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    added = connection.execute(dialect.insert(event_pairs).values(values).on_conflict_do_nothing())
    if added.rowcount == 1:
        return True
    column = event_pairs.c
    is_it = (column.event_id == event) & (column.number == pair.number)
    holder = connection.execute(select(column.owner).where(is_it)).scalar()
    is_free = or_(column.owner.is_(None), column.expires < now)
    if holder is not None and (holder == owner or is_gone(holder)):
        is_free = or_(is_free, column.owner == holder)
    taken = update(event_pairs).where(is_it, column.finished.is_(None), is_free).values(lease)
    return connection.execute(taken).rowcount == 1


def _finish(connection: Connection, event: str, played: PlayedPair, owner: str) -> bool:
    pair = played.pair
    points = sum(_count_points(game) for game in played.games)
    stored = connection.execute(
        update(event_pairs)
        .where(_is_leased(event, owner), event_pairs.c.number == pair.number)
        .values(finished=time.time(), points=points, owner=None, expires=None, progress=None)
    )
    if stored.rowcount != 1:
        return False
    rows = [
        {"event_id": event, "number": game["number"], "pair": pair.number, "document": game}
        for game in played.games
    ]
    connection.execute(insert(event_games), rows)
    return True


def _report(
    connection: Connection, event: str, number: int, owner: str, progress: Document
) -> None:
    is_it = _is_leased(event, owner) & (event_pairs.c.number == number)
    connection.execute(update(event_pairs).where(is_it).values(progress=progress))


def _renew(connection: Connection, event: str, owner: str) -> None:
    expires = _read_time(connection) + LEASE_SECONDS
    connection.execute(update(event_pairs).where(_is_leased(event, owner)).values(expires=expires))


def _release(connection: Connection, event: str, owner: str) -> None:
    connection.execute(delete(event_pairs).where(_is_leased(event, owner)))


def _is_leased(event: str, owner: str) -> ColumnElement[bool]:
    pair = event_pairs.c
    return (pair.event_id == event) & (pair.owner == owner) & pair.finished.is_(None)


def _count_points(game: Document) -> float:
    """The points of `a`."""
    winner = game["outcome"]["winner"]
    return 0.5 if winner is None else float(winner == game["a_side"])


def _read_time(connection: Connection) -> float:
    """The time by the clock that all owners share."""
    if connection.dialect.name == "sqlite":
        return time.time()
    clock = select(func.date_part("epoch", func.clock_timestamp()))
    return float(connection.execute(clock).scalar_one())


# Owners of leases.


def name_owner() -> str:
    """This process in the world: machine, process, when it was started, and which lease of it."""
    pid = os.getpid()
    return f"{socket.gethostname()} {pid} {_read_start(pid)} {uuid4().hex[:8]}"


def is_gone(owner: str) -> bool:
    """Is it a process of this machine that has ended?"""
    host, pid, start, _ = owner.rsplit(" ", 3)
    if host != socket.gethostname():
        return False
    return _read_start(int(pid)) != start


def _read_start(pid: int) -> str:
    """When a process was started, as its system counts; empty if it has ended."""
    if Path("/proc/self/stat").exists():
        try:
            # The name of the program, in brackets, may contain anything.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] == "Z" else fields[19]
    if os.name == "nt":
        # It cannot be asked without being ended; its leases end by themselves.
        return "running"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    return "running"
