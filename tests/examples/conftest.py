"""The examples beside an oracle each: the same rules, written slowly and obviously.

An oracle is a position that can be hashed. It has `side`, `moves` (their texts), `play(text)` and
`result`, which is None or the result for the first player. Those of `tools/rules` also serve to
check certificates.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from plyground import Game, load_game

FOLDER = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def load_example() -> Callable[..., Game]:
    @cache
    def load(name: str, **options: int) -> Game:
        game = load_game(str(FOLDER / f"{name}.py"), True, **options)
        game.native()
        return game

    return load


@pytest.fixture(scope="session")
def compare_random_games() -> Callable[[Game, Any, int], None]:
    def compare(game: Game, start: Any, positions: int) -> None:
        """Play random games until so many positions had the same moves, side and result."""
        chooser = random.Random(7)
        compared = 0
        while compared < positions:
            ours, oracle = game.start(), start
            while True:
                compared += 1
                assert ours.is_over == (oracle.result is not None), ours
                if ours.is_over:
                    assert ours.utility() == oracle.result, ours
                    break
                assert ours.side == oracle.side, ours
                assert sorted(ours.moves) == sorted(oracle.moves), ours
                move = chooser.choice(ours.moves)
                ours, oracle = ours.play(move), oracle.play(move)

    return compare


@pytest.fixture(scope="session")
def find_value() -> Callable[..., int]:
    def find(start: Any, most: int = 1000) -> int:
        """The value for the first player, by minimax over all positions; a move that reaches the
        most that can be had spares the others."""

        @cache
        def search(position: Any) -> int:
            if position.result is not None:
                return int(position.result)
            sign = 1 if position.side == 0 else -1
            best = -1000
            for move in position.moves:
                best = max(best, sign * search(position.play(move)))
                if best == most:
                    break
            return sign * best

        return search(start)

    return find
