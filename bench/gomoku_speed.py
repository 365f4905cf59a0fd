"""How fast gomoku's own machinery is: keeping the patterns, and searching a middle game.

    python bench/gomoku_speed.py
    python bench/gomoku_speed.py --rule renju --seconds 5

Positions are the engine's own games from random openings. Those that are decided at once tell
little of speed and are left out. Nodes are all positions looked at, those of the searches for fours
and threats included, as engines of other games count their quiescence search. Times are of the
processor, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

from plyground.arena.openings import generate_openings
from plyground.core.contract import Vector
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.jit import compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.games.gomoku import Gomoku
from plyground.games.gomoku.pattern_state import add_stone, remove_stone
from plyground.games.position import Position

POSITIONS = 6
STONES = 16
UPDATES = 500_000
_V = "int64[::1]"


@kernel
def update(times: int, cells: Vector, features: Vector, tables: Vector) -> int:
    """Put stones on cells and take them away, one at a time."""
    for number in range(times):
        cell = cells[number % cells.shape[0]]
        add_stone(cell, number & 1, True, features, tables)
        remove_stone(cell, number & 1, features, tables)
    return times


def middle_game(opening: Position, search: AlphaBeta) -> Position | None:
    """Where the engine's own quick play leads from an opening, if the game goes on so long."""
    position = opening
    while len(position.history) < STONES:
        if position.is_over:
            return None
        position = position.play(search.run(position.state, Limit(nodes=2_000), Stop()).best.move)
    return None if position.is_over else position


def update_seconds(position: Position) -> float:
    rules, native = position.game.rules, position.game.native()
    features, out = np.zeros(rules.features_size, np.int64), np.zeros(rules.branching, np.int64)
    native.compiled["init_features"].call(np.array(position.state), features, rules.tables)
    count = native.compiled["candidates"].call(
        np.array(position.state), out, features, rules.tables
    )
    call = compile_kernel(update, f"int64(int64, {_V}, {_V}, {_V})").call
    cells = out[: abs(count)].copy()
    call(1_000, cells, features, rules.tables)
    began = process_time()
    call(UPDATES, cells, features, rules.tables)
    return (process_time() - began) / UPDATES


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each position")
    given = parser.parse_args()
    game = Gomoku(rule=given.rule, size=15)
    search = AlphaBeta(game.rules, game.native(), 64)
    openings = generate_openings(game.start(), 4, 0)
    found = (middle_game(opening, search) for opening in openings)
    nodes, seconds, updates = 0, 0.0, []
    for position in (one for one in found if one is not None):
        began = process_time()
        with Stop(given.seconds) as stop:
            result = search.run(position.state, Limit(time=given.seconds), stop)
        spent = process_time() - began
        if result.stopped_by != "time":
            continue
        nodes, seconds = nodes + result.nodes, seconds + spent
        updates.append(update_seconds(position))
        print(f"{result.nodes / spent:12,.0f} nodes/s, depth {result.depth}")
        if len(updates) == POSITIONS:
            break
    print(f"{nodes / seconds:12,.0f} nodes/s in all")
    print(f"{sum(updates) / len(updates) * 1e6:12.2f} microseconds to put a stone and take it back")


if __name__ == "__main__":
    main()
