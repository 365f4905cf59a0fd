"""Which game is meant by this protocol, and how it translates rules and points.

A game that speaks it says so in `Game.protocols`; the module named there is a `Dialect`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from typing import Protocol, cast

from plyground.games.game import Game
from plyground.games.options import Setting
from plyground.games.position import Position
from plyground.games.registry import find_game_class, game_names
from plyground.locale import Problem
from plyground.protocols.gomocup.message_parsing import Point

NAME = "gomocup"


class Dialect(Protocol):
    """What the module of a game must have."""

    def options(self, width: int, height: int, rule: int) -> dict[str, Setting]:
        """The options of the game on such a board by such a mask; a Problem if there are none."""

    def rule(self, game: Game) -> int:
        """The mask that says the rule of a game; a Problem if none does."""

    def size(self, game: Game) -> int: ...

    def move(self, game: Game, point: Point) -> str:
        """The move that puts a stone on a point, which may be beyond the edge."""

    def point(self, game: Game, move: str) -> Point: ...

    def text(
        self, game: Game, own: Sequence[Point], enemy: Sequence[Point], holds_black: bool
    ) -> str:
        """The position with these stones, in which their owner is to move."""

    def reflex(self, position: Position) -> str:
        """A legal move at once, when nothing is compiled yet."""

    def stones(self, position: Position) -> Sequence[tuple[Point, bool]]:
        """The stones in playing order, and whether the side to move owns them."""

    def forbidden(self, position: Position) -> Iterable[Point]:
        """The points that the rules forbid to the side to move."""

    def is_opening(self, position: Position) -> bool:
        """Is the next move one of swap2?"""

    def opening_moves(self, position: Position, answer: Sequence[Point]) -> Sequence[str]:
        """Our moves for an answer to swap2: the stones to put, or none of them for `SWAP`."""


def speaker() -> type[Game]:
    """The game that is played in this protocol."""
    for name in game_names():
        kind = find_game_class(name)
        if NAME in kind.protocols:
            return kind
    raise Problem("gomocup.problem.nobody")


def dialect_of(kind: type[Game]) -> Dialect:
    if NAME not in kind.protocols:
        raise Problem("gomocup.problem.game", game=kind.name)
    return cast(Dialect, importlib.import_module(kind.protocols[NAME]))
