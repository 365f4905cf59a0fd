"""What can be laid over a board of Kamisado: the tower that must move, and where it can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyground.games.kamisado import rules
from plyground.games.kamisado.board import NAMES
from plyground.games.kamisado.notation import square_name
from plyground.games.scene import Mark, Overlay
from plyground.locale import say

if TYPE_CHECKING:
    from plyground.games.position import Position

CALLED = "called"


def overlay(position: Position) -> Overlay:
    state, called = position.state, int(position.state[rules.CALLED])
    if position.is_over or called >= rules.ANY:
        return Overlay()
    home = square_name(int(rules.place_of(state, position.side, called)))
    colour = say(f"game.kamisado.colour.{NAMES[called]}")
    must = Mark(home, "!", say("game.kamisado.overlay.must", colour=colour), "reply")
    reached = [square_name(code % 64) for code in position.codes]
    about = say("game.kamisado.overlay.reach")
    return Overlay(
        marks=(must, *(Mark(spot, "", about, "good", 0.5) for spot in reached if spot != home))
    )
