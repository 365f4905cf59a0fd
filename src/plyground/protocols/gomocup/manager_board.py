"""The board as the manager describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plyground.locale import Problem
from plyground.protocols.gomocup.wire_format import Point, quote, read_numbers, read_point

OWN, ENEMY = 1, 2
"""The owner of a stone in the lines of a board."""


@dataclass(frozen=True)
class Board:
    width: int
    height: int
    stones: Mapping[Point, int] = field(default_factory=dict)
    """The owner of each stone, in the order in which they were received."""

    def place(self, text: str, owner: int) -> Board:
        """The board with one more stone, on the point that a text describes."""
        x, y = read_point(text)
        if not (0 <= x < self.width and 0 <= y < self.height):
            x, y = self.width - 1, self.height - 1
            raise Problem("gomocup.problem.outside", point=quote(text), x=x, y=y)
        if (x, y) in self.stones:
            raise Problem("gomocup.problem.taken", point=quote(text))
        return replace(self, stones={**self.stones, (x, y): owner})

    def remove(self, text: str) -> Board:
        """The board without the stone on a point."""
        point = read_point(text)
        if point not in self.stones:
            raise Problem("gomocup.problem.no_stone", point=quote(text))
        rest = {stone: owner for stone, owner in self.stones.items() if stone != point}
        return replace(self, stones=rest)

    def place_line(self, line: str) -> Board:
        """The board with the stone of a line `x,y,f`; without `f`, as in swap2, it has no owner."""
        if line.count(",") < 2:
            return self.place(line, 0)
        point, _, text = line.rpartition(",")
        [owner] = read_numbers(text, 1)
        if owner not in (OWN, ENEMY):
            raise Problem("gomocup.problem.owner", given=quote(line))
        return self.place(point, owner)

    @property
    def own(self) -> list[Point]:
        return [stone for stone, owner in self.stones.items() if owner == OWN]

    @property
    def enemy(self) -> list[Point]:
        return [stone for stone, owner in self.stones.items() if owner == ENEMY]

    @property
    def holds_black(self) -> bool:
        """Does the engine, which is to move, have the colour that began?

        If the numbers of stones cannot come from alternating moves, their order decides.
        """
        ahead = len(self.enemy) - len(self.own)
        if ahead in (0, 1):
            return ahead == 0
        return next(iter(self.stones.values())) == OWN
