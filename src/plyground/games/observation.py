"""A position as plain Python values, for agents that want a board and not our classes.

Everything in an observation is read-only. Rows are counted from below, as in the names of squares:
`board[0][0]` is `a1`, so a square's number is `row * width + column`. A game with more to tell has
an observation class of its own (`Game.observe`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from plyground.games.position import Position
from plyground.games.scene import Scene

Board = tuple[tuple[int, ...], ...]

_NUMBERS = {0: 1, 1: 2, None: 3}


@dataclass(frozen=True)
class Observation:
    """What an agent can see of a position."""

    game: str
    options: Mapping[str, Any]
    """All options of the game with their values."""
    side: int
    """Who is to move: 0 (first) or 1 (second)."""
    own: int
    """What the pieces of the side to move are on the board: 1 or 2."""
    board: Board
    """By row and column: 0 is empty, 1 the first player's, 2 the second player's, 3 a piece of
    neither. Of a game without rows and columns, nothing."""
    moves: tuple[str, ...]
    """The legal moves as people write them."""
    numbers: tuple[int, ...]
    """The same moves as numbers, in the same order."""
    history: tuple[str, ...]
    """The moves played so far."""
    score: tuple[int, int] | None
    """Points of both sides, where the game counts them."""

    @property
    def opponent(self) -> int:
        """What the pieces of the other side are on the board: 2 or 1."""
        return 3 - self.own


def observe(position: Position) -> Observation:
    """The observation of any game, read from its scene."""
    return Observation(**collect_common_fields(position))


def collect_common_fields(position: Position) -> dict[str, Any]:
    """What every observation has, for the classes of games with more to tell."""
    return {
        "game": position.game.name,
        "options": MappingProxyType(position.game.settings),
        "side": position.side,
        "own": position.side + 1,
        "board": read_board(position.scene),
        "moves": position.moves,
        "numbers": position.codes,
        "history": position.line,
        "score": position.scene.score,
    }


def read_board(scene: Scene) -> Board:
    """The pieces of a scene by row and column, if its spots are those of a full grid."""
    if scene.board == "plane":
        return ()
    sides = {piece.spot: _NUMBERS[piece.side] for piece in scene.pieces}
    cells = {(spot.y, spot.x): sides.get(spot.name, 0) for spot in scene.spots}
    rows, columns = (sorted({place[axis] for place in cells}) for axis in (0, 1))
    if len(cells) != len(rows) * len(columns):
        return ()
    return tuple(tuple(cells[row, column] for column in columns) for row in rows)
