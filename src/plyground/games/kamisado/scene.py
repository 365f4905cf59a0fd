"""The scene of a Kamisado position: coloured squares, towers with rings, points and buttons."""

from __future__ import annotations

from dataclasses import replace

from plyground.core.contract import Vector
from plyground.games.grid import grid_spots
from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES, GLYPHS, SQUARE_COLOURS
from plyground.games.kamisado.notation import FILLS, square_name
from plyground.games.scene import Button, Piece, Scene
from plyground.locale import say

SPOTS = tuple(
    replace(spot, tone=COLOUR_NAMES[colour], glyph=GLYPHS[colour])
    for spot, colour in zip(grid_spots(8, 8), SQUARE_COLOURS, strict=True)
)


def make_scene(state: Vector, match: bool) -> Scene:
    pieces = tuple(
        Piece(
            spot=square_name(rules.square_of(state, side, colour)),
            side=side,
            glyph=GLYPHS[colour],
            tone=COLOUR_NAMES[colour],
            rank=int(rules.rank_of(state, side, colour)),
        )
        for side in (0, 1)
        for colour in range(8)
    )
    filling = state[rules.FORCED] == rules.FILL
    buttons = tuple(Button(name, say(f"game.kamisado.fill.{name}")) for name in FILLS if filling)
    points = (int(state[rules.POINTS]), int(state[rules.POINTS + 1]))
    return Scene("cells", SPOTS, pieces, buttons=buttons, score=points if match else None)
