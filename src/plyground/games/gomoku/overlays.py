"""What can be laid over a board of gomoku: forbidden points with their reason, and fives."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from plyground.core.contract import Vector
from plyground.games.gomoku import rules
from plyground.games.gomoku.fouls import DOUBLE_FOUR, DOUBLE_THREE, LONG_ROW, judge, suspects
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.variants import FOULS, SIZE
from plyground.games.grid import spot_name
from plyground.games.scene import Mark, Overlay
from plyground.locale import say

FORBIDDEN = "forbidden"
FIVES = "fives"

FOUL_REASONS = {
    DOUBLE_THREE: "game.gomoku.reason.double_three",
    DOUBLE_FOUR: "game.gomoku.reason.double_four",
    LONG_ROW: "game.gomoku.reason.overline",
}
_SIGNS = {DOUBLE_THREE: "33", DOUBLE_FOUR: "44", LONG_ROW: "6"}


def names(tables: Vector) -> tuple[str, ...]:
    """Forbidden points are shown where the rule has them."""
    has_fouls = bool(tables[FOULS : FOULS + 2].any())
    return (FORBIDDEN, FIVES) if has_fouls else (FIVES,)


def overlay(name: str, state: Vector, tables: Vector) -> Overlay:
    if state[rules.STAGE] != rules.PLAYING or state[rules.RESULT]:
        return Overlay()
    marks = _forbidden(state, tables) if name == FORBIDDEN else _fives(state, tables)
    return Overlay(marks=tuple(marks))


def _forbidden(state: Vector, tables: Vector) -> Iterator[Mark]:
    """The points that the rules forbid to the colour to move."""
    size, colour = int(tables[SIZE]), int(rules.colour_to_move(state))
    if not tables[FOULS + colour]:
        return
    board = np.array(state)
    for row in range(size):
        doubtful = int(suspects(state, rules.BOARD, row, colour, tables))
        for column in _empty(state, row, size):
            if not doubtful >> column & 1:
                continue
            verdict = int(judge(board, rules.BOARD, row * size + column, colour, tables))
            if verdict in _SIGNS:
                about = say(FOUL_REASONS[verdict])
                yield Mark(spot_name(column, row), _SIGNS[verdict], about, "bad")


def _fives(state: Vector, tables: Vector) -> Iterator[Mark]:
    """Where the side to move wins at once; and where its opponent would, if it were not stopped."""
    size, own = int(tables[SIZE]), int(rules.colour_to_move(state))
    for row in range(size):
        for column in _empty(state, row, size):
            cell = row * size + column
            if rules.wins(state, cell, own, tables):
                about = say("game.gomoku.overlay.wins")
                yield Mark(spot_name(column, row), "5", about, "best")
            elif rules.wins(state, cell, 1 - own, tables):
                about = say("game.gomoku.overlay.stops")
                yield Mark(spot_name(column, row), "!", about, "reply")


def _empty(state: Vector, row: int, size: int) -> Iterator[int]:
    stones = int(state[rules.BOARD + row])
    taken = stones | stones >> PLANE
    return (column for column in range(size) if not taken >> column & 1)
