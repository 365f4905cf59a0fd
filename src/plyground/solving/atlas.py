"""The atlas: positions solved once and for all, shipped beside the game with their proofs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache

from plyground.core.limits import Stop
from plyground.core.solver import Solver
from plyground.games.atlas_task import AtlasTask
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import find_atlas_file
from plyground.locale import Failure
from plyground.solving.proofs import SolvedPosition, load_start, make_document, prove

OnSolved = Callable[[Position, SolvedPosition], None]


@cache
def load_atlas(kind: type[Game]) -> tuple[SolvedPosition, ...]:
    """What is shipped; empty if there is nothing."""
    path = find_atlas_file(kind)
    if path is None or not path.is_file():
        return ()
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return tuple(map(SolvedPosition.from_json, document["entries"]))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Failure("solving.problem.atlas", path=path) from error


def build_atlas(
    kind: type[Game], stop: Stop, on_solved: OnSolved, memory: float = 1024
) -> list[SolvedPosition] | None:
    """Solve all tasks of a game; None if stopped."""
    entries = []
    for task in kind.list_atlas_tasks():
        solver: Solver | None = None
        for position in list_positions(kind, task):
            game = position.game
            # What is found out about one move helps with the next.
            solver = solver or Solver(game.rules, game.native(), memory)
            entry = prove(solver, position, stop, distance=not game.rules.scoring)
            if entry is None:
                return None
            on_solved(position, entry)
            entries.append(entry)
    return entries


def load_task(kind: type[Game], task: AtlasTask) -> Position:
    return load_start(kind, task.options, task.position)


def list_positions(kind: type[Game], task: AtlasTask) -> Iterator[Position]:
    start = load_task(kind, task)
    yield start
    if task.every_move:
        yield from map(start.play, start.moves)


def write_atlas(kind: type[Game], entries: list[SolvedPosition]) -> str:
    """The text of the file: one line an entry, so that a change can be read."""
    document = make_document(kind, entries)
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in document["entries"])
    head = json.dumps({"game": document["game"]})[:-1]
    return f'{head}, "entries": [\n{lines}\n]}}\n'
