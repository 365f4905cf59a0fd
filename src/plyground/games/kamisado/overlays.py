"""Overlays of a Kamisado board: the tower that must move, and where it can go."""

from __future__ import annotations

from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES
from plyground.games.kamisado.notation import square_name
from plyground.games.position import Position
from plyground.games.scene import Mark, Overlay
from plyground.locale import say

FORCED = "called"


def overlay(position: Position) -> Overlay:
    state, forced = position.state, int(position.state[rules.FORCED])
    if position.is_over or forced >= rules.ANY:
        return Overlay()
    start = square_name(int(rules.square_of(state, position.side, forced)))
    colour = say(f"game.kamisado.colour.{COLOUR_NAMES[forced]}")
    must = Mark(start, "!", say("game.kamisado.overlay.must", colour=colour), "reply")
    reached = [square_name(code % 64) for code in position.codes]
    about = say("game.kamisado.overlay.reach")
    return Overlay(
        marks=(must, *(Mark(spot, "", about, "good", 0.5) for spot in reached if spot != start))
    )
