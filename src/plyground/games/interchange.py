"""The common form of games read from and written to file formats of other programs (SGF, PSQ).

Moves are in Plyground's notation. The formats of a game (`Game.formats`) convert between their
text and this form; whether the moves are legal is checked when they are replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from plyground.games.game import Game
from plyground.games.options import Setting
from plyground.games.position import Outcome

UNNAMED_PLAYERS = ("human", "human")
"""The players of a file that names none."""


@dataclass(frozen=True)
class MoveNode:
    """One move of a file, with its place in the tree of variations."""

    move: str
    after: int | None = None
    """Index of the parent move, which comes earlier in the file; None for a first move. Of several
    children of one move, the first was played and the others are variations."""
    comment: str = ""


@dataclass(frozen=True)
class GameFile:
    """A game with its variations, as a file of another program holds it."""

    options: Mapping[str, Setting] = field(default_factory=dict)
    start: str | None = None
    """Text of the first position, if it is not the usual one."""
    steps: tuple[MoveNode, ...] = ()
    comment: str = ""
    """On the starting position."""
    players: tuple[str, str] = UNNAMED_PLAYERS
    result: Outcome | None = None


class Format(Protocol):
    """What the module of a format defines."""

    def can_read(self, text: str) -> bool:
        """Does the text look like this format?"""

    def read(self, text: str) -> GameFile:
        """Parse a text; a `Problem` if it is not valid."""

    def write(self, game: Game, game_file: GameFile) -> str:
        """The text of a game; a `Problem` if the format cannot express it."""


def list_main_line(game_file: GameFile) -> tuple[MoveNode, ...]:
    """The moves that were played, without the variations."""
    line: list[MoveNode] = []
    last: int | None = None
    for number, step in enumerate(game_file.steps):
        if step.after == last:
            line.append(step)
            last = number
    return tuple(line)
