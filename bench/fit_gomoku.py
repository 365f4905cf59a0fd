"""Finds the weights of gomoku's evaluation, by logistic regression on games against itself.

    python bench/fit_gomoku.py                    # five minutes
    python bench/fit_gomoku.py --seconds 3000 --rule renju

Both players search so many nodes for a move, from random openings near the centre, and go astray
now and then. Every position is a row: how often each pattern and each kind of cell occurs, for the
side to move less for the other, what there is to do, and who won. Positions that the evaluation
takes for decided are left out. The unit of the weights is given: it is `SCALE`.
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

import numpy as np

from plyground.core.contract import Vector
from plyground.core.deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.games.gomoku import Gomoku
from plyground.games.gomoku.evaluate import CELLS, SCALE
from plyground.games.gomoku.patterns import (
    BLOCKED_ONE,
    CELL_TABLE,
    FIVE,
    FOUR_AND_THREE,
    KINDS,
    OPEN_FOUR,
    SIMPLE_FOUR,
    TWO_THREES,
    WINNING,
    WINNING_FOUR,
)
from plyground.games.position import Position
from regression import Floats, accuracy, logistic

PATTERNS = range(BLOCKED_ONE, OPEN_FOUR + 1)
VALUED_KINDS = (FOUR_AND_THREE, WINNING_FOUR)
# As `appraise` asks for them; the first that holds is the one.
SITUATIONS = (
    "STOP_FIVE",
    "ANSWER_THREE",
    "ANSWER_THREE_BY_FOUR",
    "MAKE_FOUR_AND_THREE",
    "MAKE_TWO_THREES",
    "ANYTHING",
)
OPENING_MOVES = (3, 4, 5, 6, 7)
# How far from the centre openings are played.
SPREAD = 2.0
ASTRAY = 0.05
LONGEST = 140


class Study:
    """Plays games of one variant, and keeps what the evaluation sees of their positions."""

    def __init__(self, rule: str, nodes: int, seed: int) -> None:
        self.game = Gomoku(rule=rule)
        self.games = 0
        self.rows: list[list[float]] = []
        self.won: list[bool] = []
        self._limit = Limit(nodes=nodes)
        self._search = AlphaBeta(self.game.rules, self.game.native(), 16)
        self._chance = Random(seed)

    def play_game(self) -> None:
        position = self._opening()
        seen: list[tuple[int, list[float]]] = []
        while not position.is_over and len(position.history) < LONGEST:
            memory = self._memory(position)
            row = self._row(position.side, memory)
            if row is not None:
                seen.append((position.side, row))
            position = position.play(self._choose(position, memory))
        self.games += 1
        if position.outcome is not None and position.outcome.winner is not None:
            self.rows += (row for _, row in seen)
            self.won += (side == position.outcome.winner for side, _ in seen)

    def _opening(self) -> Position:
        position = self.game.start()
        middle, last = self.game.size // 2, self.game.size - 1
        for _ in range(self._chance.choice(OPENING_MOVES)):
            x, y = (min(max(int(self._chance.gauss(middle, SPREAD)), 0), last) for _ in range(2))
            if y * self.game.size + x in position.codes:
                position = position.play(y * self.game.size + x)
        return position

    def _choose(self, position: Position, memory: Vector) -> int:
        if self._chance.random() < ASTRAY:
            rules = self.game.rules
            out = np.zeros(rules.branching, np.int64)
            count = self.game.kernel("candidates")(position.state, out, memory, rules.tables)
            return int(self._chance.choice(out[:count]))
        return self._search.run(position.state, self._limit, Stop()).best.move

    def _memory(self, position: Position) -> Vector:
        memory = np.zeros(self.game.rules.memory_size, np.int64)
        self.game.kernel("remember")(position.state, memory, self.game.rules.tables)
        return memory

    def _row(self, side: int, memory: Vector) -> list[float] | None:
        """What there is of each weight; None where `appraise` sees a win."""
        (own_patterns, own), (enemy_patterns, enemy) = (
            self._counts(colour, memory) for colour in (side, 1 - side)
        )
        fours = own[SIMPLE_FOUR] + own[FOUR_AND_THREE] > 0
        if own[WINNING] or enemy[WINNING] > 1 or (own[WINNING_FOUR] and not enemy[WINNING]):
            return None
        if enemy[WINNING]:
            situation = "STOP_FIVE"
        elif enemy[WINNING_FOUR]:
            situation = "ANSWER_THREE_BY_FOUR" if fours else "ANSWER_THREE"
        elif own[FOUR_AND_THREE]:
            situation = "MAKE_FOUR_AND_THREE"
        elif own[TWO_THREES]:
            situation = "MAKE_TWO_THREES"
        else:
            situation = "ANYTHING"
        return [
            *(float(own_patterns[pattern] - enemy_patterns[pattern]) for pattern in PATTERNS),
            *(float(own[kind] - enemy[kind]) for kind in VALUED_KINDS),
            *(float(name == situation) for name in SITUATIONS),
        ]

    def _counts(self, colour: int, memory: Vector) -> tuple[Vector, Vector]:
        """How many patterns there are of each sort, and how many cells of each kind."""
        tables = self.game.rules.tables
        cells = memory[CELLS:] >> 16 * colour & 0xFFFF
        patterns = sum(
            np.bincount(cells >> 4 * direction & 15, minlength=FIVE + 1) for direction in range(4)
        )
        kinds = np.bincount(tables[tables[CELL_TABLE + colour] + cells] & 255, minlength=KINDS)
        return np.asarray(patterns), kinds


def show(weights: Floats) -> None:
    """The weights as the source has them.

    What would win at once, and is left out of the rows, gets the value of what nearly does.
    """
    rounded = [round(SCALE * weight) for weight in weights]
    values = rounded[: len(PATTERNS)]
    threatening, winning = rounded[len(PATTERNS) : len(PATTERNS) + len(VALUED_KINDS)]
    print(f"_PATTERN_VALUES = {(0, *values, values[-1])}")
    print(f"_KIND_VALUES = {{FOUR_AND_THREE: {threatening}, WINNING_FOUR: {winning}, "
          f"WINNING: {winning}}}")  # fmt: skip
    for name, value in zip(SITUATIONS, rounded[-len(SITUATIONS) :], strict=True):
        print(f"{name} = {value}")


def main() -> None:
    given = arguments()
    study = Study(given.rule, given.nodes, given.seed)
    end = perf_counter() + given.seconds
    while perf_counter() < end:
        study.play_game()
    rows, won = np.array(study.rows), np.array(study.won, float)
    weights = logistic(rows, won)
    print(f"# {study.games} games, {len(won)} positions")
    print(f"# the weights tell the winner of {accuracy(rows, won, weights):.0%}")
    show(weights)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--nodes", type=int, default=600, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
