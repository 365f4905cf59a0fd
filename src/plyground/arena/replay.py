"""Many games drawn for a page: what is on the board at every ply, as differences.

Every element of SVG is stored once, and a ply is a list of changes to the list of elements before
it. So a page holds thousands of games of any kind, and the script that shows them knows no game.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from plyground.games.drawing.svg import draw_layers
from plyground.games.position import Position

Splice = tuple[int, int, list[int]]
"""From an index on, so many elements are replaced by these."""


class ReplayData:
    """The drawings of the games of one event."""

    def __init__(self, origin: Position) -> None:
        self._origin = origin
        self._board = draw_layers(origin.scene).board
        self._elements: dict[str, int] = {}
        self._drawn: dict[tuple[bytes, tuple[int, ...]], list[int]] = {}
        """By state and last move, which is marked."""
        self._box = (0.0, 0.0, 0.0, 0.0)

    def add(self, moves: tuple[str, ...]) -> list[list[Splice]]:
        """The changes of each ply, from the start of the game on."""
        before: list[int] = []
        plies = []
        position = self._origin
        for move in (None, *moves):
            if move is not None:
                position = position.play(move)
            after = self._draw(position)
            plies.append(_list_changes(before, after))
            before = after
        return plies

    def to_json(self) -> dict[str, Any]:
        left, top, right, bottom = self._box
        return {
            "board": "".join(self._board),
            "box": [round(number, 1) for number in (left, top, right - left, bottom - top)],
            "elements": list(self._elements),
        }

    def _draw(self, position: Position) -> list[int]:
        """The elements of a position, by their numbers."""
        key = position.state.tobytes(), position.history[-1:]
        found = self._drawn.get(key)
        if found is None:
            layers = draw_layers(position.scene, self._board)
            position.drop_cache()
            sides = zip(self._box[:2], layers.box[:2], strict=True)
            ends = zip(self._box[2:], layers.box[2:], strict=True)
            left, top = (min(pair) for pair in sides)
            right, bottom = (max(pair) for pair in ends)
            self._box = left, top, right, bottom
            numbers = self._elements
            found = [numbers.setdefault(one, len(numbers)) for one in layers.pieces]
            self._drawn[key] = found
        return found


def _list_changes(before: list[int], after: list[int]) -> list[Splice]:
    """What makes the one list of the other, the last change first: no index moves."""
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [
        (start, end - start, after[first:last])
        for kind, start, end, first, last in reversed(changes)
        if kind != "equal"
    ]
