"""A game as strangers' files tell it: options, a start, and moves in our own notation.

A game that has formats of its own (`Game.formats`) reads and writes such sheets; what a sheet
claims is checked by whoever plays it through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from plyground.games.game import Game
from plyground.games.options import Setting
from plyground.games.position import Outcome

NOBODY = ("human", "human")
"""The players where no names are given."""


@dataclass(frozen=True)
class Step:
    """One move of a sheet."""

    move: str
    after: int | None = None
    """The place of the step before it, which comes earlier on the sheet; None at the start. Of
    the steps after the same one, the first is what was played and the others are variations."""
    comment: str = ""


@dataclass(frozen=True)
class Sheet:
    options: Mapping[str, Setting] = field(default_factory=dict)
    start: str | None = None
    """Text of the first position, if it is not the usual one."""
    steps: tuple[Step, ...] = ()
    comment: str = ""
    """To the start."""
    players: tuple[str, str] = NOBODY
    result: Outcome | None = None


class Format(Protocol):
    """What the module of a format must have."""

    def recognises(self, text: str) -> bool:
        """Does the text look like this format?"""

    def read(self, text: str) -> Sheet:
        """The sheet of a text; a Problem if there is none."""

    def write(self, game: Game, sheet: Sheet) -> str:
        """The text of a sheet; a Problem if the format has no room for it."""


def main_line(sheet: Sheet) -> tuple[Step, ...]:
    """The steps that were played, without the variations."""
    line: list[Step] = []
    last: int | None = None
    for number, step in enumerate(sheet.steps):
        if step.after == last:
            line.append(step)
            last = number
    return tuple(line)
