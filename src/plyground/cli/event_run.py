"""Plays a match or tournament: finds it in the store, starts workers, and ends them again."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.arguments import note_isolation
from plyground.cli.event_options import OpeningSource, fingerprint_files
from plyground.cli.interrupts import record_interrupts
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.arena.event import Workers
    from plyground.arena.match import Contender, MatchGame
    from plyground.arena.pairs import EventSetup, Pair, PlayedPair
    from plyground.games.position import Position
    from plyground.store.database import Database
    from plyground.store.event_store import EventStore
    from plyground.workers.ray_cluster import Node

MAX_WAITING = 0.05
"""The share of their time for which agents may wait for a core without a warning."""
MAX_SPEED_RATIO = 1.2
"""Of the fastest to the slowest node of a cluster, without a warning."""
WORK = "plyground.arena.pairs:play_pair"
PREPARATION = "plyground.arena.pairs:prepare_machine"


@dataclass(frozen=True)
class EventPlan:
    """What is played: the same plan is the same event, if that is resumed."""

    kind: str
    setup: EventSetup
    start: Position
    players: tuple[str, ...]
    openings: OpeningSource
    parameters: Mapping[str, Any]
    """What else decides the schedule."""
    make_schedule: Callable[[Iterator[Position]], Iterator[Pair]]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "setup": self.setup.to_json(),
            "start": " ".join(self.start.line),
            "players": list(self.players),
            "openings": asdict(self.openings),
            "files": fingerprint_files([self.setup.game, *self.players]),
            **self.parameters,
        }

    @property
    def key(self) -> str:
        text = json.dumps(self.to_json(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Hosting:
    """Where an event runs and is stored."""

    database: str
    workers: int = 1
    resume: bool = False
    ray: str | None = None
    """The address of a Ray cluster, or `local`."""
    threads: int = 1
    """Of the agents, each of which needs a core."""


@dataclass(frozen=True)
class EventEnd:
    """How an event ended."""

    seconds: float
    is_interrupted: bool


def check_players(specs: Sequence[str]) -> list[Contender]:
    """All players can be made, or a Problem."""
    from plyground.arena.match import Contender

    note_isolation(*specs)
    return [Contender.from_spec(spec) for spec in specs]


def prepare_players(players: Sequence[Contender], start: Position) -> None:
    """Compile all that the game and the players need; every worker finds it in the cache."""
    from plyground.agents.agent import list_kernels, release_agent
    from plyground.cli.progress import compile_entries, prepare

    prepare(start.game)
    entries = []
    for player in players:
        made = player.make()
        entries += list_kernels(made, start.game)
        release_agent(made)
    compile_entries(list(dict.fromkeys(entries)))


def run_event(plan: EventPlan, hosting: Hosting, on_pair: Callable[[PlayedPair], bool]) -> EventEnd:
    """Play a plan; `on_pair` gets every pair, and returns whether to stop."""
    from plyground.arena.event import play_event
    from plyground.arena.pairs import close_table
    from plyground.store.database import Database
    from plyground.store.event_store import EventStore

    started = perf_counter()
    is_interrupted = False
    # Before anything is stored: openings may be impossible.
    openings = plan.openings.generate(plan.start)
    schedule = plan.make_schedule(openings)
    with ExitStack() as stack:
        interrupted = stack.enter_context(record_interrupts())
        database = Database(hosting.database)
        stack.callback(database.close)
        stack.callback(close_table)
        first = next(schedule)
        store = stack.enter_context(EventStore(database, find_event(plan, hosting, database)))
        report = partial(_report_progress, store)
        workers = stack.enter_context(make_workers(plan, hosting, report))
        try:
            pairs = play_event(plan.setup, _chain(first, schedule), store, workers, _report_wait)
            for played in pairs:
                if on_pair(played):
                    break
                if interrupted.is_set():
                    is_interrupted = True
                    break
        except KeyboardInterrupt:
            is_interrupted = True
    return EventEnd(perf_counter() - started, is_interrupted)


def _chain(first: Pair, rest: Iterator[Pair]) -> Iterator[Pair]:
    yield first
    yield from rest


def find_event(plan: EventPlan, hosting: Hosting, database: Database) -> str:
    """The id of the event in the store: to resume, the last one of the plan, else a new one."""
    from plyground.store.event_store import add_event
    from plyground.store.event_store import find_event as find_stored_event

    key = plan.key
    found = None
    if hosting.resume:
        found = database.read(lambda connection: find_stored_event(connection, key))
        if found is None:
            print(say("cli.match.afresh"), file=sys.stderr)
    if found is not None:
        return found
    game = plan.start.game
    return database.write(
        lambda connection: add_event(
            connection, key, plan.kind, game.name, game.changed_settings, plan.to_json()
        )
    ).result()


def _report_progress(store: EventStore, task: Mapping[str, Any], progress: dict[str, Any]) -> None:
    store.report(task["pair"]["number"], progress)


@contextmanager
def make_workers(
    plan: EventPlan, hosting: Hosting, on_report: Callable[[Any, Any], None]
) -> Iterator[Workers]:
    if hosting.ray is not None:
        from plyground.workers.ray_cluster import RayWorkers

        size = hosting.workers if hosting.workers > 1 else None
        folder = os.getcwd() if fingerprint_files([plan.setup.game, *plan.players]) else None
        with RayWorkers(WORK, hosting.ray, size, hosting.threads, folder) as cluster:
            task = {"setup": plan.setup.to_json(), "players": list(plan.players)}
            compare_speeds(cluster.run_everywhere(PREPARATION, task))
            yield cluster
    elif hosting.workers == 1:
        from plyground.workers.inline import InlineWorkers

        with InlineWorkers(WORK, on_report) as inline:
            yield inline
    else:
        from plyground.workers.processes import ProcessWorkers

        with ProcessWorkers(WORK, hosting.workers, on_report) as processes:
            yield processes


def compare_speeds(rates: Mapping[Node, float]) -> None:
    """Say how fast the nodes of a cluster are, if that differs."""
    slow, fast = min(rates.values()), max(rates.values())
    if fast > MAX_SPEED_RATIO * slow:
        for node, rate in sorted(rates.items(), key=lambda item: item[1], reverse=True):
            share = f"{rate / fast:.0%}"
            print(say("workers.speed", node=node.address, share=share), file=sys.stderr)
        print(say("workers.unequal"), file=sys.stderr, flush=True)


def _report_wait(pairs: int) -> None:
    print(say("cli.match.elsewhere", pairs=pairs), file=sys.stderr, flush=True)


def list_warnings(
    games: Sequence[MatchGame], plan: EventPlan, wanted: int, allowed: int
) -> list[str]:
    """What makes the results less fair than they look."""
    from plyground.agents.specs import parse_spec

    warnings = []
    if allowed < wanted:
        warnings.append(say("cli.match.warning.workers", wanted=wanted, allowed=allowed))
    for name in ("threads", "hash"):
        given = {parse_spec(spec).settings.get(name) for spec in plan.players}
        if len(given) > 1:
            warnings.append(say(f"cli.match.warning.{name}"))
    limit = plan.setup.limit
    spent = sum(timed.seconds for game in games for timed in game.result.timed_moves)
    waited = sum(game.result.waited for game in games)
    if (limit.time or limit.clock) and spent and waited / spent > MAX_WAITING:
        warnings.append(say("cli.match.warning.overload", share=f"{waited / spent:.0%}"))
    return warnings


def print_resume(context: typer.Context) -> None:
    """Print the command that continues this one."""
    line = [argument for argument in context.find_root().obj or () if argument != "--resume"]
    command = shlex.join(["plyground", *line, "--resume"])
    print(say("cli.match.continue", command=command), file=sys.stderr, flush=True)
