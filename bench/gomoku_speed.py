"""The speed of gomoku: incremental updates of the patterns, and searches of middle games.

    python bench/gomoku_speed.py
    python bench/gomoku_speed.py --rule renju --seconds 5

Positions are from games of the engine against itself from random openings; those that are decided
at once are left out. Nodes include those of the searches for fours and threats, as engines of other
games count their quiescence search. Times are CPU times, so that other work on the machine does not
count.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

from plyground.arena.openings import generate_openings
from plyground.core.contract import INFO_SIZE, Vector
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
    """Place a stone and remove it again, on one cell after the other."""
    for number in range(times):
        cell = cells[number % cells.shape[0]]
        add_stone(cell, number & 1, True, features, tables)
        remove_stone(cell, number & 1, features, tables)
    return times


def play_to_middle_game(opening: Position, search: AlphaBeta) -> Position | None:
    """The position after fast play of the engine from an opening, unless the game ends before."""
    position = opening
    while len(position.history) < STONES:
        if position.is_over:
            return None
        position = position.play(search.run(position.state, Limit(nodes=2_000), Stop()).best.move)
    return None if position.is_over else position


def time_update(position: Position) -> float:
    rules, native = position.game.rules, position.game.native()
    features, out = np.zeros(rules.features_size, np.int64), np.zeros(rules.branching, np.int64)
    native.compiled["init_features"].call(np.array(position.state), features, rules.tables)
    info = np.zeros(INFO_SIZE, np.int64)
    count = native.compiled["candidates"].call(
        np.array(position.state), out, info, features, rules.tables
    )
    call = compile_kernel(update, f"int64(int64, {_V}, {_V}, {_V})").call
    cells = out[:count].copy()
    call(1_000, cells, features, rules.tables)
    started = process_time()
    call(UPDATES, cells, features, rules.tables)
    return (process_time() - started) / UPDATES


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each position")
    given = parser.parse_args()
    game = Gomoku(rule=given.rule, size=15)
    search = AlphaBeta(game.rules, game.native(), 64)
    openings = generate_openings(game.start(), 4, 0)
    found = (play_to_middle_game(opening, search) for opening in openings)
    nodes, seconds, updates = 0, 0.0, []
    for position in (one for one in found if one is not None):
        started = process_time()
        with Stop(given.seconds) as stop:
            result = search.run(position.state, Limit(time=given.seconds), stop)
        elapsed = process_time() - started
        if result.stopped_by != "time":
            continue
        nodes, seconds = nodes + result.nodes, seconds + elapsed
        updates.append(time_update(position))
        print(f"{result.nodes / elapsed:12,.0f} nodes/s, depth {result.depth}")
        if len(updates) == POSITIONS:
            break
    print(f"{nodes / seconds:12,.0f} nodes/s in all")
    print(f"{sum(updates) / len(updates) * 1e6:12.2f} microseconds to place a stone and remove it")


if __name__ == "__main__":
    main()
