"""What a position of Kamisado looks like."""

from __future__ import annotations

from dataclasses import replace

from plyground.core.contract import Vector
from plyground.games.grid import grid_spots
from plyground.games.kamisado import rules
from plyground.games.kamisado.board import GLYPHS, NAMES, PAINT
from plyground.games.kamisado.notation import FILLS, square_name
from plyground.games.scene import Button, Piece, Scene
from plyground.locale import say

SPOTS = tuple(
    replace(spot, tone=NAMES[colour], glyph=GLYPHS[colour])
    for spot, colour in zip(grid_spots(8, 8), PAINT, strict=True)
)


def picture(state: Vector, match: bool) -> Scene:
    pieces = tuple(
        Piece(
            spot=square_name(rules.place_of(state, side, colour)),
            side=side,
            glyph=GLYPHS[colour],
            tone=NAMES[colour],
            rank=int(rules.rank_of(state, side, colour)),
        )
        for side in (0, 1)
        for colour in range(8)
    )
    filling = state[rules.CALLED] == rules.FILL
    buttons = tuple(Button(name, say(f"game.kamisado.fill.{name}")) for name in FILLS if filling)
    points = (int(state[rules.POINTS]), int(state[rules.POINTS + 1]))
    return Scene("cells", SPOTS, pieces, buttons=buttons, score=points if match else None)
