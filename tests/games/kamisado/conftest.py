"""Random positions: crowded ones with rings, and what follows from them."""

from __future__ import annotations

import random

import pytest

from plyground.games.registry import load_game

COLOURS = ["brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"]

VARIANTS = [
    {},
    {"deadlock": "two"},
    {"deadlock": "printed"},
    {"points": 3},
    {"points": 15, "fill_order": "advanced_first"},
]


def crowd_towers(chance, match):
    """The text of a position with all towers in four rows, so that they block and push."""
    lowest = chance.choice([2, 3, 4])
    squares = [c + str(r) for c in "abcdefgh" for r in range(lowest, lowest + 4)]
    rings = chance.choice([[""], ["", "", "+", "++", "+++"]])
    towers = [square + chance.choice(rings) for square in chance.sample(squares, 16)]
    forced = chance.choice([*COLOURS, "-"])
    parts = [" ".join(towers[:8]), " ".join(towers[8:]), f"{chance.randrange(2)} {forced}"]
    return " / ".join([*parts, "2 1"] if match else parts)


@pytest.fixture(scope="session")
def random_walk():
    """A generator of the ongoing positions of a random walk: from the start, or from a crowd."""
    games = [load_game("kamisado", **options) for options in VARIANTS]
    for game in games:
        game.native()

    def walk(seed):
        chance = random.Random(seed)
        game = chance.choice(games)
        is_crowded = chance.random() < 0.7
        position = (
            game.position(crowd_towers(chance, game.is_match)) if is_crowded else game.start()
        )
        for _ in range(10):
            if position.is_over:
                return
            yield position
            position = position.play(chance.choice(position.moves))

    return walk
