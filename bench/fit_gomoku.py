"""Fits the weights of gomoku's evaluation and move priors to games of the engine with itself.

    python bench/fit_gomoku.py                          # ten minutes, both cores
    python bench/fit_gomoku.py --seconds 3000 --rule renju --out weights.json

Both players search a fixed number of nodes per move, from random openings near the centre, and play
a random move now and then. The weights of the evaluation come from a logistic regression of the
winner on the number of cells of each code of each side, and on the situation. The weights of the
priors come from a softmax over all cells for the one that the search chose. The weight of a code is
the sum of those of its patterns and of the pair of its two strongest ones. The unit of the
evaluation is fixed: it is `SCALE`.
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
from plyground.games.gomoku.evaluate import SCALE, SITUATIONS, is_decided, threat_bits
from plyground.games.gomoku.pattern_state import CELLS
from plyground.games.gomoku.patterns import CODES, NOTHING, PATTERNS, WEIGHTS, build_codes
from plyground.games.position import Position
from regression import Floats, fit_logistic, measure_accuracy

OPENING_MOVES = (2, 3, 4, 5, 6, 7, 8)
# Standard deviation of opening moves around the centre.
SPREAD = 2.2
RANDOM_SHARE = 0.04
MAX_MOVES = 140
# Units of a prior for a factor of e in the probability of a move.
PRIOR_SCALE = 1_000.0

Words = npt.NDArray[np.uint32]


@dataclass
class Samples:
    """Samples from the positions of many games, a row each."""

    cells: list[Words] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    situations: list[int] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    """The move that the search chose; -1 in lost positions."""
    count: int = 0

    def add(self, other: Samples) -> None:
        self.cells += other.cells
        self.movers += other.movers
        self.situations += other.situations
        self.won += other.won
        self.chosen += other.chosen
        self.count += other.count


class SelfPlay:
    """Plays games of one variant."""

    def __init__(self, rule: str, nodes: int, seed: int) -> None:
        self.game = Gomoku(rule=rule)
        self.games = Samples()
        self._limit = Limit(nodes=nodes)
        self._search = AlphaBeta(self.game.rules, self.game.native(), 16)
        self._random = Random(seed)

    def play_game(self) -> None:
        position = self._play_opening()
        samples = Samples()
        while not position.is_over and len(position.history) < MAX_MOVES:
            features = self._features(position)
            found = self._search.run(position.state, self._limit, Stop()).best
            if not self._is_quiet(position, features):
                position = position.play(found.move)
                continue
            samples.cells.append(
                (features[CELLS : CELLS + self.game.size**2] & 0xFFFFFFFF).astype("u4")
            )
            samples.movers.append(position.side)
            samples.situations.append(int(threat_bits(position.side, features)))
            samples.chosen.append(found.move if found.score > -DECIDED else -1)
            move = found.move
            if self._random.random() < RANDOM_SHARE:
                move = int(self._random.choice(self._candidates(position, features)))
            position = position.play(move)
        if position.outcome is not None and position.outcome.winner is not None:
            samples.won = [float(side == position.outcome.winner) for side in samples.movers]
            samples.count = 1
            self.games.add(samples)

    def _play_opening(self) -> Position:
        position = self.game.start()
        middle, last = self.game.size // 2, self.game.size - 1
        for _ in range(self._random.choice(OPENING_MOVES)):
            x, y = (min(max(int(self._random.gauss(middle, SPREAD)), 0), last) for _ in range(2))
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

    def _is_quiet(self, position: Position, features: Vector) -> bool:
        """Is the position left to the evaluation, without a win by threats?"""
        line, info = np.full(LINE_SIZE, -1, np.int64), np.zeros(INFO_SIZE, np.int64)
        state, tables = np.array(position.state), self.game.rules.tables
        if is_decided(position.side, features):
            return False
        search = self.game.native().compiled["threat_search"].call
        return bool(search(state, 50, line, info, features, tables) == 0)


def play_games(task: tuple[str, int, int, float]) -> Samples:
    rule, nodes, seed, seconds = task
    end = perf_counter() + seconds
    self_play = SelfPlay(rule, nodes, seed)
    while perf_counter() < end:
        self_play.play_game()
    return self_play.games


# Fitting.

# Penalties on the weights of patterns, of pairs of them, of situations, and on the constant.
PENALTIES = (0.1, 100.0, 30.0, 0.1)
EPOCHS = 10
BATCH = 256


def fit_values(games: Samples) -> tuple[Floats, Floats, Floats]:
    """Weights of each code for the side to move and for the other, and of each situation."""
    shape = make_code_features()
    own, enemy = (_count_codes(games, moving) @ shape for moving in (True, False))
    tasks = np.zeros((len(games.won), SITUATIONS), np.float32)
    tasks[np.arange(len(games.won)), games.situations] = 1
    rows = np.concatenate([own, -enemy, tasks, np.ones((len(own), 1), np.float32)], axis=1)
    of_pattern, of_pair, of_task, of_all = PENALTIES
    side = [of_pattern] * PATTERNS + [of_pair] * PATTERNS**2
    ridge = np.array([*side, *side, *[of_task] * SITUATIONS, of_all])
    won = np.array(games.won, np.float32)
    weights = fit_logistic(rows, won, ridge, tolerance=1e-3)
    print(f"# the weights predict the winner of {measure_accuracy(rows, won, weights):.1%}")
    moving, waiting, worth, level = np.split(weights, np.cumsum([len(side), len(side), SITUATIONS]))
    return shape @ moving, shape @ waiting, worth + level


def fit_priors(games: Samples) -> tuple[Floats, Floats]:
    """Weights of each code, own and enemy, in the softmax over cells."""
    code, shape = build_codes(), make_code_features()
    rows = [row for row, move in enumerate(games.chosen) if move >= 0]
    weights = np.zeros((2, shape.shape[1]), np.float32)
    squares = np.full_like(weights, 1e-3)
    chance = np.random.default_rng(0)
    for epoch in range(EPOCHS):
        chance.shuffle(rows)
        for start in range(0, len(rows), BATCH):
            gain, harm = weights @ shape.T
            gradients = np.zeros((2, CODES), np.float32)
            for row in rows[start : start + BATCH]:
                cells = np.flatnonzero(games.cells[row])
                words, colour = games.cells[row][cells], games.movers[row]
                own = code[words >> 16 * colour & 0xFFFF]
                enemy = code[words >> 16 * (1 - colour) & 0xFFFF]
                odds = np.exp(gain[own] + harm[enemy])
                gradient = (cells == games.chosen[row]) - odds / odds.sum()
                np.add.at(gradients[0], own, gradient)
                np.add.at(gradients[1], enemy, gradient)
            # Adagrad: rare features learn as fast as frequent ones.
            steps = gradients @ shape - 0.02 * weights
            squares += steps * steps
            weights += 0.3 / (1 + epoch) * steps / np.sqrt(squares)
    return shape @ weights[0], shape @ weights[1]


def make_code_features() -> npt.NDArray[np.float32]:
    """The features of each code: the counts of its patterns, and its two strongest ones."""
    features = np.zeros((CODES, PATTERNS + PATTERNS**2), np.float32)
    index = np.arange(len(build_codes()))
    lines = np.sort(np.stack([index >> 4 * direction & 15 for direction in range(4)], axis=1))
    for patterns, code in zip(lines, build_codes(), strict=True):
        if patterns[3] < PATTERNS:
            features[code] = 0
            features[code, :PATTERNS] = np.bincount(patterns, minlength=PATTERNS)
            features[code, PATTERNS * (1 + patterns[3]) + patterns[2]] = 1
    # A cell without any pattern has weight zero.
    features[:, NOTHING] = 0
    features[0] = 0
    return features


def _count_codes(games: Samples, moving: bool) -> npt.NDArray[np.float32]:
    """The number of cells of each code of a side, a row for each position."""
    counts = np.zeros((len(games.won), CODES), np.float32)
    for row, (words, mover) in enumerate(zip(games.cells, games.movers, strict=True)):
        colour = mover if moving else 1 - mover
        counts[row] = np.bincount(build_codes()[words >> 16 * colour & 0xFFFF], minlength=CODES)
    return counts


def main() -> None:
    given = parse_arguments()
    tasks = [
        (given.rule, given.nodes, given.seed + number, given.seconds)
        for number in range(given.processes)
    ]
    games = Samples()
    with Pool(given.processes) as pool:
        for part in pool.imap_unordered(play_games, tasks):
            games.add(part)
    print(f"# {games.count} games, {len(games.won)} positions")
    moving, waiting, tasks_worth = (np.rint(SCALE * part) for part in fit_values(games))
    gain, harm = (np.rint(PRIOR_SCALE * (part - part[0])) for part in fit_priors(games))
    found = {
        "moving": moving, "waiting": waiting, "situations": tasks_worth, "gain": gain, "harm": harm,
    }  # fmt: skip
    text = json.dumps({name: [int(value) for value in row] for name, row in found.items()})
    given.out.write_text(text.replace("], ", "],\n") + "\n", encoding="utf-8")


def parse_arguments() -> argparse.Namespace:
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
