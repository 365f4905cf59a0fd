"""Steps a second of `VectorGame` beside a PettingZoo environment of the same game.

python bench/vector_game.py --games 4096
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter

import numpy as np

from plyground.adapters.pettingzoo import env
from plyground.adapters.vector_game import VectorGame
from plyground.games.registry import game_names


def measure(step: Callable[[], int], seconds: float) -> float:
    """Steps a second; `step` returns how many it made."""
    step()
    steps, started = 0, perf_counter()
    while perf_counter() - started < seconds:
        steps += step()
    return steps / (perf_counter() - started)


def make_batch(name: str, count: int) -> Callable[[], int]:
    games = VectorGame(name, count)

    def step() -> int:
        games.step(games.sample())
        return count

    return step


def make_environment(name: str) -> Callable[[], int]:
    environment, generator = env(name), np.random.default_rng(1)
    environment.reset()

    def step() -> int:
        observation, _, ended, _, _ = environment.last()
        if ended:
            environment.reset()
            return 0
        environment.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
        return 1

    return step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4096, help="games at a time")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    given = parser.parse_args()
    print(f"{'game':12} {'VectorGame':>12} {'PettingZoo':>12} {'ratio':>7}")
    for name in game_names():
        ours = measure(make_batch(name, given.games), given.seconds)
        theirs = measure(make_environment(name), given.seconds)
        print(f"{name:12} {ours:12,.0f} {theirs:12,.0f} {ours / theirs:6.0f}x")


if __name__ == "__main__":
    main()
