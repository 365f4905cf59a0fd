"""The stones that a manager told of, and what may be said about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plyground.locale import Problem
from plyground.protocols.gomocup.message_parsing import Point, quoted, read_numbers, read_point

OWN, ENEMY = 1, 2
"""Whose stone it is, in the lines of a board."""


@dataclass(frozen=True)
class Board:
    width: int
    height: int
    stones: Mapping[Point, int] = field(default_factory=dict)
    """The owner of each, in the order in which they were told."""

    def put(self, text: str, owner: int) -> Board:
        """With one more stone, on the point that a text means."""
        x, y = read_point(text)
        if not (0 <= x < self.width and 0 <= y < self.height):
            x, y = self.width - 1, self.height - 1
            raise Problem("gomocup.problem.outside", point=quoted(text), x=x, y=y)
        if (x, y) in self.stones:
            raise Problem("gomocup.problem.taken", point=quoted(text))
        return replace(self, stones={**self.stones, (x, y): owner})

    def take(self, text: str) -> Board:
        """Without the stone on a point."""
        point = read_point(text)
        if point not in self.stones:
            raise Problem("gomocup.problem.no_stone", point=quoted(text))
        kept = {stone: owner for stone, owner in self.stones.items() if stone != point}
        return replace(self, stones=kept)

    def put_line(self, line: str) -> Board:
        """With the stone of a line `x,y,f`; without `f`, as in openings, it is nobody's."""
        if line.count(",") < 2:
            return self.put(line, 0)
        point, _, text = line.rpartition(",")
        [owner] = read_numbers(text, 1)
        if owner not in (OWN, ENEMY):
            raise Problem("gomocup.problem.owner", given=quoted(line))
        return self.put(point, owner)

    @property
    def own(self) -> list[Point]:
        return [stone for stone, owner in self.stones.items() if owner == OWN]

    @property
    def enemy(self) -> list[Point]:
        return [stone for stone, owner in self.stones.items() if owner == ENEMY]

    @property
    def holds_black(self) -> bool:
        """Have we, who move now, the colour that began?

        Where the numbers of stones cannot come from turns, only their order tells.
        """
        ahead = len(self.enemy) - len(self.own)
        if ahead in (0, 1):
            return ahead == 0
        return next(iter(self.stones.values())) == OWN
