"""The interface between the protocol and the game that is played over it.

A game that supports the protocol names a module in `Game.protocols`; that module is a `Dialect`.
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
from plyground.protocols.gomocup.wire_format import Point

NAME = "gomocup"


class Dialect(Protocol):
    """The functions that the module of a game must have."""

    def make_options(self, width: int, height: int, rule: int) -> dict[str, Setting]:
        """The options of the game for a board and a mask of rules; a Problem if unsupported."""

    def find_rule(self, game: Game) -> int:
        """The mask for the rules of a game; a Problem if there is none."""

    def get_size(self, game: Game) -> int: ...

    def to_move(self, game: Game, point: Point) -> str:
        """The move that places a stone on a point, which may be off the board."""

    def to_point(self, game: Game, move: str) -> Point: ...

    def write_position(
        self, game: Game, own: Sequence[Point], enemy: Sequence[Point], holds_black: bool
    ) -> str:
        """The text of the position with these stones and their owner to move."""

    def list_common(self, game: Game) -> Iterable[Game]:
        """The games with the rules that a manager may ask for next, on the same board."""

    def list_stones(self, position: Position) -> Sequence[tuple[Point, bool]]:
        """The stones in the order of play, and whether the side to move owns them."""

    def list_forbidden(self, position: Position) -> Iterable[Point]:
        """The points that are forbidden to the side to move."""

    def is_opening(self, position: Position) -> bool:
        """Is the next move part of swap2?"""

    def list_opening_moves(self, position: Position, answer: Sequence[Point]) -> Sequence[str]:
        """The moves for an answer to swap2: the stones to place, none for `SWAP`."""


def find_game() -> type[Game]:
    """The game that is played over this protocol."""
    for name in game_names():
        kind = find_game_class(name)
        if NAME in kind.protocols:
            return kind
    raise Problem("gomocup.problem.nobody")


def load_dialect(kind: type[Game]) -> Dialect:
    if NAME not in kind.protocols:
        raise Problem("gomocup.problem.game", game=kind.name)
    return cast(Dialect, importlib.import_module(kind.protocols[NAME]))
