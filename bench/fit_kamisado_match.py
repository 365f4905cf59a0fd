"""Finds how rings decide the rounds of a Kamisado match, in rounds of the engine against itself.

    python bench/fit_kamisado_match.py                        # 60 matches to 15 points
    python bench/fit_kamisado_match.py --matches 200 --nodes 20000 --seed 1

Each side plays every round for itself, as the naive player of `kamisado_match.py` does, but fills
at random; the first moves of every round are random, so that rounds differ. A logistic regression
over the towers of each rank that the challenger has more than the defender gives the chance of a
round; the weights of arrivals say how often a tower of each rank is the winning one, compared with
a plain tower (a Plackett-Luce model, fitted by the iteration of Hunter 2004; a round between one
tower of each rank and a plain one counts as half won, which keeps rare ranks above zero).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random

import numpy as np

from kamisado_match import NaivePlayer
from plyground.core.limits import Limit
from plyground.games.kamisado.match import RANKS, Towers, count_towers
from plyground.games.kamisado.rules import FILL, FORCED, POINTS
from plyground.games.position import Position
from plyground.games.registry import load_game
from regression import estimate_errors, fit_logistic, measure_accuracy

ITERATIONS = 200


@dataclass(frozen=True)
class Round:
    """The towers of both sides, and which of them won."""

    towers: tuple[Towers, Towers]
    """Of the challenger, then of the defender."""
    winner: int
    rank: int


def main() -> None:
    options = read_arguments()
    rounds = play_rounds(options.matches, Limit(nodes=options.nodes), options.plies, options.seed)
    rows = np.array([(1, *count_difference(each)) for each in rounds], float)
    won = np.array([each.winner == 0 for each in rounds], float)
    weights = fit_logistic(rows, won)
    errors = estimate_errors(rows, weights)
    print(f"# {len(rounds)} rounds, {won.mean():.1%} won by the challenger")
    print(f"# the weights predict the winner of {measure_accuracy(rows, won, weights):.0%}")
    print(f"CHALLENGE = {weights[0]:.2f}  # +/- {errors[0]:.2f}")
    print(f"RINGS = (0.0, {', '.join(f'{weight:.2f}' for weight in weights[1:])})  # +/- "
          f"{', '.join(f'{error:.2f}' for error in errors[1:])}")  # fmt: skip
    print(f"ARRIVAL = ({', '.join(f'{weight:.2f}' for weight in fit_arrivals(rounds))})")
    counts = [sum(each.rank == rank for each in rounds) for rank in RANKS]
    print(f"# rounds won by each rank: {counts}")


def play_rounds(matches: int, limit: Limit, plies: int, seed: int) -> list[Round]:
    random = Random(seed)
    game = load_game("kamisado", points=15)
    game.native()
    player = NaivePlayer()
    rounds: list[Round] = []
    for _ in range(matches):
        player.release()
        player.prepare(game)
        position, begun = game.start(), 0
        challenger = position.side
        while not position.is_over:
            if position.state[FORCED] == FILL:
                position = position.play(random.choice(position.codes))
                challenger, begun = position.side, len(position.history)
            elif len(position.history) - begun < plies:
                position = play_noted(position, random.choice(position.codes), challenger, rounds)
            else:
                move = player.choose(position, limit).move
                position = play_noted(position, position.find(move), challenger, rounds)
    return rounds


def play_noted(position: Position, move: int, challenger: int, rounds: list[Round]) -> Position:
    """Play a move, and note the round if it ends it."""
    after = position.play(move)
    for side in (0, 1):
        made = int(after.state[POINTS + side] - position.state[POINTS + side])
        if made:
            first, second = (count_towers(position.state, each ^ challenger) for each in (0, 1))
            rounds.append(Round((first, second), side ^ challenger, made.bit_length() - 1))
    return after


def count_difference(each: Round) -> list[int]:
    """Sumos, double and triple sumos of the challenger, less those of the defender."""
    return [own - other for own, other in zip(*each.towers, strict=True)][1:]


def fit_arrivals(rounds: list[Round]) -> list[float]:
    """The weight of a tower of each rank, that of a plain tower being 1."""
    weights = np.ones(len(RANKS))
    towers = np.array([each.towers[each.winner] for each in rounds], float)
    wins = np.array([0.5 + sum(each.rank == rank for each in rounds) for rank in RANKS])
    for _ in range(ITERATIONS):
        expected = (towers / (towers @ weights)[:, None]).sum(axis=0) + 1 / (weights + weights[0])
        weights = wins / expected
        weights /= weights[0]
    return [float(weight) for weight in weights]


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=20_000, help="positions a move")
    parser.add_argument("--plies", type=int, default=2, help="random moves of each round")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
