"""Games drawn as differences are the games."""

from __future__ import annotations

from random import Random

import pytest

from plyground.arena.replay import ReplayData
from plyground.games.drawing.svg import draw_layers
from plyground.games.registry import load_game


@pytest.mark.parametrize("name", ["gomoku", "kamisado", "triangles", "tictactoe"])
def test_every_ply_is_drawn_as_it_is(name):
    random = Random(1)
    origin = load_game(name).start()
    replay = ReplayData(origin)
    games = []
    for _ in range(2):
        position, line = origin, [origin]
        while not position.is_over and len(line) < 20:
            position = position.play(random.choice(position.codes))
            line.append(position)
        games.append((line, replay.add(position.line)))
    document = replay.to_json()
    for line, plies in games:
        shown: list[int] = []
        for position, changes in zip(line, plies, strict=True):
            for start, count, numbers in changes:
                shown[start : start + count] = numbers
            layers = draw_layers(position.scene)
            assert tuple(document["elements"][number] for number in shown) == layers.pieces
            assert document["board"] == "".join(layers.board)
