"""The scene of a Kamisado position: coloured squares, towers with rings, points and buttons."""

from __future__ import annotations

from dataclasses import replace

from plyground.core.contract import Vector
from plyground.games.grid import grid_spots
from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES, GLYPHS, SQUARE_COLOURS
from plyground.games.kamisado.notation import FILLS, square_name
from plyground.games.scene import Button, Path, Piece, Scene
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
    buttons = tuple(Button(name, say(f"game.kamisado.choice.{name}")) for name in FILLS if filling)
    points = (int(state[rules.POINTS]), int(state[rules.POINTS + 1]))
    return Scene(
        "cells",
        SPOTS,
        pieces,
        buttons=buttons,
        score=points if match else None,
        winning=_winning_spots(state),
        prompt=_make_prompt(state),
    )


def _winning_spots(state: Vector) -> Path:
    """The tower on its far row; none after a deadlock."""
    if not state[rules.WINNER]:
        return ()
    winner = int(state[rules.WINNER]) - 1
    squares = [int(rules.square_of(state, winner, colour)) for colour in range(8)]
    return tuple(square_name(square) for square in squares if square >> 3 == 7 - 7 * winner)


def _make_prompt(state: Vector) -> str:
    """Which tower must move, or that the home rows are to be filled."""
    forced = int(state[rules.FORCED])
    if state[rules.WINNER] or forced == rules.ANY:
        return ""
    if forced == rules.FILL:
        return say("game.kamisado.prompt.fill")
    return say(
        "game.kamisado.prompt.tower",
        colour=say(f"game.kamisado.colour.{COLOUR_NAMES[forced]}"),
        spot=square_name(int(rules.square_of(state, int(state[rules.SIDE]), forced))),
    )
