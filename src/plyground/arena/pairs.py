"""The unit of an event: one opening played twice with colours swapped, as a self-contained task.

A task is a JSON document, so that it can be played in this process, in another, or on another
machine; so is its answer. A process that plays pairs keeps its game, referee and agents from one to
the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache, partial
from time import monotonic, thread_time
from typing import Any

from plyground.agents.agent import release_agent
from plyground.arena.adjudication import Adjudication, DrawRule, ResignRule
from plyground.arena.match import Contender, MatchGame, PairPlayer
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Clock, Limit
from plyground.core.playout import Playouts
from plyground.games.position import Position
from plyground.games.registry import load_game

Document = dict[str, Any]
Report = Callable[[Document], None]
"""Takes the progress of a task."""

REPORT_SECONDS = 1.0
"""Between two reports: nobody watches faster, and most games are over sooner."""

MEASURE_SECONDS = 0.3
BATCH = 10


@dataclass(frozen=True)
class EventSetup:
    """What all pairs of an event share."""

    game: str
    """A name, or a user's own file or `module:Class`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    position: str = ""
    """Where the moves of the openings begin; empty for the start of the game."""
    limit: Limit = field(default_factory=Limit)
    adjudication: Adjudication = field(default_factory=Adjudication)

    def to_json(self) -> Document:
        return {
            "game": self.game,
            "options": dict(self.options),
            "position": self.position,
            "limit": asdict(self.limit),
            "adjudication": asdict(self.adjudication),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> EventSetup:
        limit, rules = document["limit"], document["adjudication"]
        clock, resign, draw = limit["clock"], rules["resign"], rules["draw"]
        return cls(
            document["game"],
            document["options"],
            document["position"],
            Limit(limit["time"], clock and Clock(**clock), limit["depth"], limit["nodes"]),
            Adjudication(resign and ResignRule(**resign), draw and DrawRule(**draw)),
        )

    def make_origin(self) -> Position:
        """The position in which the moves of all openings begin."""
        return load_game(self.game, True, **self.options).position(self.position)


@dataclass(frozen=True)
class Pair:
    """Two games of two players from one opening; `a` moves first in the first of them."""

    number: int
    """From 1; the games of all pairs are numbered through, two for each pair."""
    a: str
    b: str
    opening: str
    """Moves, separated by spaces."""
    games: int = 2
    """1: only the first game, at the end of a match with an odd number of them."""

    @property
    def first_game(self) -> int:
        return 2 * self.number - 1


@dataclass(frozen=True)
class PlayedPair:
    """A pair with its games as JSON documents."""

    pair: Pair
    games: list[Document]


def make_task(setup: EventSetup, pair: Pair) -> Document:
    return {"setup": setup.to_json(), "pair": asdict(pair)}


class PairTable:
    """Plays the pairs of one event."""

    def __init__(self, setup: EventSetup) -> None:
        self.setup = setup
        self._origin = setup.make_origin()
        self._watchdog = Watchdog().__enter__()
        referee = Referee(setup.limit, self._watchdog, adjudication=setup.adjudication)
        self._player = PairPlayer(referee)
        self._find_contender = lru_cache(maxsize=None)(Contender.from_spec)

    def play(self, pair: Pair, report: Report) -> Iterator[MatchGame]:
        contenders = self._find_contender(pair.a), self._find_contender(pair.b)
        opening = self._origin.play_all(pair.opening)
        on_game = partial(_ProgressReport, report)
        yield from self._player.play(contenders, opening, pair.first_game, pair.games, on_game)

    def close(self) -> None:
        self._player.release()
        self._watchdog.__exit__(None, None, None)


_tables: list[PairTable] = []
"""The table of this process, if it has played a pair."""


class _ProgressReport:
    """Reports the moves of a game in progress from time to time."""

    def __init__(self, report: Report, a_side: int) -> None:
        self._report = report
        self._a_side = a_side
        self._next = monotonic() + REPORT_SECONDS

    def __call__(self, position: Position) -> None:
        if monotonic() >= self._next:
            self._next = monotonic() + REPORT_SECONDS
            self._report({"a_side": self._a_side, "moves": list(position.line)})


def play_pair(task: Document, report: Report) -> list[Document]:
    """Play a task, and return its games."""
    setup = EventSetup.from_json(task["setup"])
    if not _tables or _tables[0].setup != setup:
        close_table()
        _tables.append(PairTable(setup))
    return [game.to_json() for game in _tables[0].play(Pair(**task["pair"]), report)]


def prepare_machine(task: Document, report: Report) -> float:
    """Compile all that an event needs, and return how fast this machine is: random games of it
    for a second of a core."""
    game = EventSetup.from_json(task["setup"]).make_origin().game
    for player in task["players"]:
        release_agent(Contender.from_spec(player).make_prepared(game))
    playouts = Playouts(game.rules, game.native())
    count = seconds = 0.0
    while seconds < MEASURE_SECONDS:
        started = thread_time()
        playouts.run(game.rules.start, BATCH)
        seconds += thread_time() - started
        count += BATCH
    return count / seconds


def close_table() -> None:
    """Free what this process keeps between pairs."""
    while _tables:
        _tables.pop().close()
