"""Options of matches and tournaments: limits, openings, adjudication, workers, database."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.arguments import read_integer
from plyground.locale import Problem

if TYPE_CHECKING:
    from plyground.arena.adjudication import Adjudication
    from plyground.core.limits import Limit
    from plyground.games.position import Position

MAX_GAMES = 1_000_000
MAX_PLIES = 1_000
MAX_WORKERS = 1_024

BALANCED_AGENT = "engine"
BALANCED_NODES = 20_000
"""A number of nodes, not a time: every process must find the same openings."""
BALANCED_WITHIN = 0.08

Time = Annotated[str | None, typer.Option("--time", metavar="T", help="cli.match.time")]
GameClock = Annotated[
    str | None, typer.Option("--clock", metavar="S+INCREMENT", help="cli.match.clock")
]
Depth = Annotated[str | None, typer.Option("--depth", metavar="D", help="cli.match.depth")]
Nodes = Annotated[str | None, typer.Option("--nodes", metavar="N", help="cli.match.nodes")]
OpeningPlies = Annotated[
    str | None, typer.Option("--opening-plies", metavar="K", help="cli.match.plies")
]
Openings = Annotated[
    str | None,
    typer.Option("--openings", metavar="FILE|random:PLIES|balanced", help="cli.match.openings"),
]
Seed = Annotated[str, typer.Option("--seed", metavar="S", help="cli.match.seed")]
Resign = Annotated[
    str | None, typer.Option("--resign", metavar="MOVES,PERCENT", help="cli.match.resign")
]
Draw = Annotated[
    str | None, typer.Option("--draw", metavar="NUMBER,MOVES,PERCENT", help="cli.match.draw")
]
WorkerCount = Annotated[str, typer.Option("--workers", metavar="N", help="cli.match.workers")]
RayAddress = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS|local", help="cli.match.ray")
]
DatabaseUrl = Annotated[str | None, typer.Option("--db", metavar="URL", help="cli.match.db")]
Resume = Annotated[bool, typer.Option("--resume", help="cli.match.resume")]
Anchor = Annotated[
    str | None, typer.Option("--anchor", metavar="PLAYER", help="cli.tournament.anchor")
]
Export = Annotated[str | None, typer.Option("--export", metavar="FILE", help="cli.match.export")]
Verbose = Annotated[bool, typer.Option("--verbose", help="cli.match.verbose")]


def read_event_limit(
    time: str | None, clock: str | None, depth: str | None, nodes: str | None
) -> Limit:
    """What each player may spend; one second for a move by default."""
    from dataclasses import replace

    from plyground.cli.limit_options import read_limit

    if time is not None and clock is not None:
        raise Problem("cli.problem.time_or_clock")
    if clock is None:
        return read_limit(time, depth, nodes)
    # Without a time of its own it would get one second.
    return replace(read_limit("1", depth, nodes), time=None, clock=_read_clock(clock))


def _read_clock(given: str) -> Any:
    """Parse `10+0.1`: ten seconds for the game, and a tenth for each move; `5:00+3` has minutes."""
    from plyground.cli.limit_options import MAX_SECONDS
    from plyground.core.limits import Clock

    base, plus, increment = given.partition("+")
    minutes, colon, seconds = base.rpartition(":")
    try:
        left = 60 * float(minutes) + float(seconds) if colon else float(base)
        clock = Clock(left, float(increment) if plus else 0.0)
    except ValueError:
        clock = Clock(-1.0)
    if not (0 < clock.left <= MAX_SECONDS and 0 <= clock.increment <= MAX_SECONDS):
        raise Problem("cli.match.problem.clock", given=given)
    return clock


def read_adjudication(resign: str | None, draw: str | None) -> Adjudication:
    from plyground.arena.adjudication import Adjudication, DrawRule, ResignRule

    return Adjudication(
        None if resign is None else ResignRule.parse(resign),
        None if draw is None else DrawRule.parse(draw),
    )


@dataclass(frozen=True)
class OpeningSource:
    """Where openings come from: the text of a file, or random moves, balanced or not."""

    text: str | None = None
    plies: int | None = None
    is_balanced: bool = False
    seed: int = 0

    def generate(self, start: Position) -> Iterator[Position]:
        """An endless sequence of openings, the same whenever it is made."""
        from plyground.arena.openings import (
            generate_balanced_openings,
            generate_openings,
            read_openings,
        )

        if self.text is not None:
            return cycle(read_openings(self.text, start))
        if not self.is_balanced:
            return generate_openings(start, self.plies, self.seed)
        balanced = generate_balanced_openings(
            start, _make_evaluation(start), self.plies, self.seed, BALANCED_WITHIN
        )
        return (opening.position for opening in balanced)


def read_opening_source(
    openings: str | None, opening_plies: str | None, seed: str
) -> OpeningSource:
    from plyground.records.files import read_text

    number = read_integer("--seed", seed, 0, 2**63 - 1)
    if openings is not None and opening_plies is not None:
        raise Problem("cli.match.problem.both")
    kind, _, plies = (openings or "random").partition(":")
    if kind not in ("random", "balanced"):
        return OpeningSource(read_text(Path(str(openings))), seed=number)
    option = "--openings" if opening_plies is None else "--opening-plies"
    given = plies or None if opening_plies is None else opening_plies
    length = None if given is None else read_integer(option, given, 0, MAX_PLIES)
    return OpeningSource(None, length, kind == "balanced", number)


def _make_evaluation(start: Position) -> Any:
    from plyground.agents.specs import agent
    from plyground.cli.progress import prepare_agents
    from plyground.core.limits import Limit

    evaluator: Any = agent(BALANCED_AGENT)
    prepare_agents([evaluator], start.game)
    return lambda opening: evaluator.choose(opening, Limit(nodes=BALANCED_NODES)).score.chance


def find_database_url(given: str | None) -> str:
    """The database that is given, or the one of the web server."""
    from plyground.store.connections import make_default_url

    return given or os.environ.get("PLYGROUND_DATABASE") or make_default_url()


def fingerprint_files(references: Sequence[str]) -> dict[str, str]:
    """The hashes of the users' files among games and specs: edited, it is another event."""
    from plyground.agents.specs import parse_spec

    prints = {}
    for reference in references:
        name = parse_spec(reference).name
        if name.endswith(".py") and Path(name).is_file():
            prints[name] = hashlib.sha256(Path(name).read_bytes()).hexdigest()
    return prints


def count_workers(given: str, specs: Sequence[str], limit: Limit) -> tuple[int, int]:
    """The workers that are wanted, and those that may search at the same time on this machine.

    Under a time limit each needs cores of its own, or the clocks would measure the neighbours.
    """
    from plyground.play.run_queue import count_cores

    wanted = read_integer("--workers", given, 1, MAX_WORKERS)
    if limit.time is None and limit.clock is None:
        return wanted, wanted
    return wanted, min(wanted, max(1, count_cores() // count_threads(specs)))


def count_threads(specs: Sequence[str]) -> int:
    """The most threads that one of these agents has."""
    from plyground.agents.specs import parse_spec

    given = (parse_spec(spec).settings.get("threads", "1") for spec in specs)
    return max((int(threads) for threads in given if threads.isdigit()), default=1) or 1
