"""`plyground perft`: the number of move sequences, the classic test of a move generator."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.arguments import (
    GameName,
    Json,
    Language,
    Moves,
    NoCheck,
    PositionText,
    Settings,
    read_game,
    read_integer,
    read_position,
)
from plyground.cli.interrupts import run_interruptibly
from plyground.cli.output import print_json
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.core.contract import Vector
    from plyground.core.perft import Perft
    from plyground.games.position import Position

MAX_DEPTH = 100
"""No computer counts this far; the bound keeps a typo from allocating all memory."""


def perft(
    game: GameName,
    depth: Annotated[str, typer.Option("--depth", metavar="N", help="cli.perft.depth")],
    settings: Settings = None,
    no_check: NoCheck = False,
    moves: Moves = "",
    position: PositionText = "",
    divide: Annotated[bool, typer.Option("--divide", help="cli.perft.divide")] = False,
    as_json: Json = False,
    lang: Language = None,
) -> None:
    plies = read_integer("--depth", depth, 0, MAX_DEPTH)
    start = read_position(read_game(game, settings), position, moves)
    counter = PerftCounter(start, plies)
    started = perf_counter()
    counts: dict[str, int] = {}
    for move, count in counter.counts():
        counts[move] = count
        if divide and not as_json:
            print(say("cli.perft.move", move=move, count=count), flush=True)
    seconds = perf_counter() - started
    nodes = sum(counts.values()) if plies else 1
    if as_json:
        document = {"nodes": nodes, "depth": plies, "seconds": round(seconds, 6)}
        print_json({**document, "divide": counts} if divide else document)
    else:
        print(say("cli.perft.total", depth=plies, nodes=nodes, seconds=f"{seconds:.2f}"))


class PerftCounter:
    """Counts the sequences below each move of a position, in native code."""

    def __init__(self, position: Position, depth: int) -> None:
        self._position = position
        self._depth = depth
        self._perft: Perft | None = None
        if depth > 1:
            from plyground.cli.progress import prepare
            from plyground.core import perft

            prepare(position.game, perft.ENTRIES)
            self._perft = perft.Perft(position.game.rules, position.game.native(), depth)

    def counts(self) -> Iterator[tuple[str, int]]:
        """Each legal move, with the number of sequences that begin with it."""
        for move in self._position.moves if self._depth else ():
            yield move, self._count_below(self._position.play(move).state)

    def _count_below(self, state: Vector) -> int:
        perft = self._perft
        if perft is None:
            return 1
        return run_interruptibly(lambda: perft.count(state, self._depth - 1))
