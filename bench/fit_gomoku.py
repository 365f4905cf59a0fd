"""Finds the weights of gomoku's evaluation and of its order of moves, from games against itself.

    python bench/fit_gomoku.py                          # ten minutes, both cores
    python bench/fit_gomoku.py --seconds 3000 --rule renju --out weights.json

Both players search so many nodes for a move, from random openings near the centre, and go astray
now and then. Weights of the evaluation are found by logistic regression on who won: how many cells
of each code each side has, and what there is to do. Weights of the order are found by a soft-max
over all cells: which one the search chose. What a code is worth is put together from its patterns
and from its two strongest together. The unit of the evaluation is given: it is `SCALE`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np
import numpy.typing as npt

from plyground.core.contract import INFO_SIZE, LINE_SIZE, Vector
from plyground.core.iterative_deepening import AlphaBeta
from plyground.core.limits import Limit, Stop
from plyground.core.values import DECIDED
from plyground.games.gomoku import Gomoku
from plyground.games.gomoku.evaluate import SCALE, SITUATIONS, is_decided, situation
from plyground.games.gomoku.pattern_state import CELLS
from plyground.games.gomoku.patterns import CODES, NOTHING, PATTERNS, WEIGHTS, codes
from plyground.games.position import Position
from regression import Floats, accuracy, logistic

OPENING_MOVES = (2, 3, 4, 5, 6, 7, 8)
# How far from the centre openings are played.
SPREAD = 2.2
ASTRAY = 0.04
LONGEST = 140
# Units of a prior for a factor of e in how likely a move is chosen.
PRIOR_SCALE = 1_000.0

Words = npt.NDArray[np.uint32]


@dataclass
class Games:
    """What was seen of the positions of many games: a row each."""

    cells: list[Words] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    situations: list[int] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    """The move that the search chose, or -1 where its choice says nothing."""
    count: int = 0

    def add(self, other: Games) -> None:
        self.cells += other.cells
        self.movers += other.movers
        self.situations += other.situations
        self.won += other.won
        self.chosen += other.chosen
        self.count += other.count


class Study:
    """Plays games of one variant."""

    def __init__(self, rule: str, nodes: int, seed: int) -> None:
        self.game = Gomoku(rule=rule)
        self.games = Games()
        self._limit = Limit(nodes=nodes)
        self._search = AlphaBeta(self.game.rules, self.game.native(), 16)
        self._chance = Random(seed)

    def play_game(self) -> None:
        position = self._opening()
        seen = Games()
        while not position.is_over and len(position.history) < LONGEST:
            features = self._features(position)
            found = self._search.run(position.state, self._limit, Stop()).best
            if not self._is_plain(position, features):
                position = position.play(found.move)
                continue
            seen.cells.append(
                (features[CELLS : CELLS + self.game.size**2] & 0xFFFFFFFF).astype("u4")
            )
            seen.movers.append(position.side)
            seen.situations.append(int(situation(position.side, features)))
            seen.chosen.append(found.move if found.score > -DECIDED else -1)
            move = found.move
            if self._chance.random() < ASTRAY:
                move = int(self._chance.choice(self._candidates(position, features)))
            position = position.play(move)
        if position.outcome is not None and position.outcome.winner is not None:
            seen.won = [float(side == position.outcome.winner) for side in seen.movers]
            seen.count = 1
            self.games.add(seen)

    def _opening(self) -> Position:
        position = self.game.start()
        middle, last = self.game.size // 2, self.game.size - 1
        for _ in range(self._chance.choice(OPENING_MOVES)):
            x, y = (min(max(int(self._chance.gauss(middle, SPREAD)), 0), last) for _ in range(2))
            if y * self.game.size + x in position.codes:
                position = position.play(y * self.game.size + x)
        return position

    def _candidates(self, position: Position, features: Vector) -> Vector:
        out = np.zeros(self.game.rules.branching, np.int64)
        state, tables = position.state, self.game.rules.tables
        candidates = self.game.native().compiled["candidates"].call
        info = np.zeros(INFO_SIZE, np.int64)
        return out[: candidates(np.array(state), out, info, features, tables)]

    def _features(self, position: Position) -> Vector:
        features = np.zeros(self.game.rules.features_size, np.int64)
        init_features = self.game.native().compiled["init_features"].call
        init_features(np.array(position.state), features, self.game.rules.tables)
        return features

    def _is_plain(self, position: Position, features: Vector) -> bool:
        """Is it for the evaluation to say who is better, and not for the search for fours?"""
        line, info = np.full(LINE_SIZE, -1, np.int64), np.zeros(INFO_SIZE, np.int64)
        state, tables = np.array(position.state), self.game.rules.tables
        if is_decided(position.side, features):
            return False
        search = self.game.native().compiled["threat_search"].call
        return bool(search(state, 50, line, info, features, tables) == 0)


def study(task: tuple[str, int, int, float]) -> Games:
    rule, nodes, seed, seconds = task
    end = perf_counter() + seconds
    work = Study(rule, nodes, seed)
    while perf_counter() < end:
        work.play_game()
    return work.games


# Fitting.

# How strongly weights are held to zero: of patterns, of pairs of them, of situations, and of all.
PENALTIES = (0.1, 100.0, 30.0, 0.1)
SWEEPS = 10
BATCH = 256


def fit_values(games: Games) -> tuple[Floats, Floats, Floats]:
    """Weights of each code to the side to move and to the other, and of what there is to do."""
    shape = features_of_codes()
    own, enemy = (_counts(games, moving) @ shape for moving in (True, False))
    tasks = np.zeros((len(games.won), SITUATIONS), np.float32)
    tasks[np.arange(len(games.won)), games.situations] = 1
    rows = np.concatenate([own, -enemy, tasks, np.ones((len(own), 1), np.float32)], axis=1)
    of_pattern, of_pair, of_task, of_all = PENALTIES
    side = [of_pattern] * PATTERNS + [of_pair] * PATTERNS**2
    ridge = np.array([*side, *side, *[of_task] * SITUATIONS, of_all])
    won = np.array(games.won, np.float32)
    weights = logistic(rows, won, ridge, tolerance=1e-3)
    print(f"# the weights tell the winner of {accuracy(rows, won, weights):.1%}")
    moving, waiting, worth, level = np.split(weights, np.cumsum([len(side), len(side), SITUATIONS]))
    return shape @ moving, shape @ waiting, worth + level


def fit_priors(games: Games) -> tuple[Floats, Floats]:
    """Weights of each code, one's own and the enemy's, for choosing a cell, by soft-max."""
    code, shape = codes(), features_of_codes()
    rows = [row for row, move in enumerate(games.chosen) if move >= 0]
    weights = np.zeros((2, shape.shape[1]), np.float32)
    speeds = np.full_like(weights, 1e-3)
    chance = np.random.default_rng(0)
    for sweep in range(SWEEPS):
        chance.shuffle(rows)
        for start in range(0, len(rows), BATCH):
            gain, harm = weights @ shape.T
            slopes = np.zeros((2, CODES), np.float32)
            for row in rows[start : start + BATCH]:
                cells = np.flatnonzero(games.cells[row])
                words, colour = games.cells[row][cells], games.movers[row]
                own = code[words >> 16 * colour & 0xFFFF]
                enemy = code[words >> 16 * (1 - colour) & 0xFFFF]
                odds = np.exp(gain[own] + harm[enemy])
                slope = (cells == games.chosen[row]) - odds / odds.sum()
                np.add.at(slopes[0], own, slope)
                np.add.at(slopes[1], enemy, slope)
            # Adagrad: rare features learn as fast as frequent ones.
            steps = slopes @ shape - 0.02 * weights
            speeds += steps * steps
            weights += 0.3 / (1 + sweep) * steps / np.sqrt(speeds)
    return shape @ weights[0], shape @ weights[1]


def features_of_codes() -> npt.NDArray[np.float32]:
    """What is in each code: how often each pattern, and which two are the strongest."""
    features = np.zeros((CODES, PATTERNS + PATTERNS**2), np.float32)
    index = np.arange(len(codes()))
    lines = np.sort(np.stack([index >> 4 * direction & 15 for direction in range(4)], axis=1))
    for patterns, code in zip(lines, codes(), strict=True):
        if patterns[3] < PATTERNS:
            features[code] = 0
            features[code, :PATTERNS] = np.bincount(patterns, minlength=PATTERNS)
            features[code, PATTERNS * (1 + patterns[3]) + patterns[2]] = 1
    # A cell that promises nothing is the measure of all others.
    features[:, NOTHING] = 0
    features[0] = 0
    return features


def _counts(games: Games, moving: bool) -> npt.NDArray[np.float32]:
    """How many cells of each code a side has, a row for each position."""
    counts = np.zeros((len(games.won), CODES), np.float32)
    for row, (words, mover) in enumerate(zip(games.cells, games.movers, strict=True)):
        colour = mover if moving else 1 - mover
        counts[row] = np.bincount(codes()[words >> 16 * colour & 0xFFFF], minlength=CODES)
    return counts


def main() -> None:
    given = arguments()
    tasks = [
        (given.rule, given.nodes, given.seed + number, given.seconds)
        for number in range(given.processes)
    ]
    games = Games()
    with Pool(given.processes) as pool:
        for part in pool.imap_unordered(study, tasks):
            games.add(part)
    print(f"# {games.count} games, {len(games.won)} positions")
    moving, waiting, tasks_worth = (np.rint(SCALE * part) for part in fit_values(games))
    gain, harm = (np.rint(PRIOR_SCALE * (part - part[0])) for part in fit_priors(games))
    found = {
        "moving": moving, "waiting": waiting, "situations": tasks_worth, "gain": gain, "harm": harm,
    }  # fmt: skip
    text = json.dumps({name: [int(value) for value in row] for name, row in found.items()})
    given.out.write_text(text.replace("], ", "],\n") + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--nodes", type=int, default=1500, help="for each move")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
