"""The picture of a game: a position a few moves in, since an empty board shows little of it."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from plyground.games.game import Game
from plyground.games.position import Position
from plyground.locale import current_language
from plyground.web.views import View, make_board_view, make_position_view

MAX_MOVES = 11
JITTER = 1.6
"""Random spread of the distance from the centre when a move is chosen, in spots."""


def make_thumbnail(game: Game) -> View:
    """Board and position for the page to draw, always the same; no move can be played in it."""
    return _draw_thumbnail(game, current_language())


@lru_cache(maxsize=64)
def _draw_thumbnail(game: Game, _language: str) -> View:
    position = game.start()
    random = Random(5)
    limit = max(len(position.scene.spots) // 3, len(position.moves) // 2)
    for _ in range(min(MAX_MOVES, limit)):
        after = position.play(_choose_central_move(position, random))
        if after.is_over:
            break
        position = after
    return {
        "board": make_board_view(position),
        "position": {**make_position_view(position), "paths": {}},
    }


def _choose_central_move(position: Position, random: Random) -> int:
    """Choose a legal move that ends near the centre of the board, with some randomness."""
    scene = position.scene
    spots = {spot.name: spot for spot in scene.spots}
    x = sum(spot.x for spot in scene.spots) / len(scene.spots)
    y = sum(spot.y for spot in scene.spots) / len(scene.spots)

    def measure_distance(path: tuple[str, ...]) -> float:
        end = spots.get(path[-1])
        away = abs(end.x - x) + abs(end.y - y) if end else 0.0
        return away + random.uniform(-JITTER, JITTER)

    move = min(scene.paths, key=lambda text: measure_distance(scene.paths[text]))
    return position.find(move)
