"""Dots and Boxes: who draws the fourth side of a box gets it and draws again."""

from __future__ import annotations

from dataclasses import dataclass, replace

SCORING = True

Box = tuple[int, int]


def sides(box: Box) -> set[str]:
    """The four lines around a box, by name."""
    x, y = box
    letter, after = "abcdef"[x], "abcdef"[x + 1]
    return {
        f"{letter}{y + 1}-{after}{y + 1}",
        f"{letter}{y + 2}-{after}{y + 2}",
        f"{letter}{y + 1}-{letter}{y + 2}",
        f"{after}{y + 1}-{after}{y + 2}",
    }


@dataclass(frozen=True)
class Position:
    width: int
    height: int
    drawn: frozenset[str] = frozenset()
    lead: int = 0
    """Of the first player."""
    side: int = 0

    @property
    def boxes(self) -> list[Box]:
        return [(x, y) for x in range(self.width) for y in range(self.height)]

    @property
    def moves(self) -> list[str]:
        return sorted(set().union(*map(sides, self.boxes)) - self.drawn)

    def play(self, move: str) -> Position:
        drawn = self.drawn | {move}
        closed = sum(move in sides(box) and sides(box) <= drawn for box in self.boxes)
        if not closed:
            return replace(self, drawn=drawn, side=1 - self.side)
        return replace(self, drawn=drawn, lead=self.lead + (closed, -closed)[self.side])

    @property
    def result(self) -> int | None:
        return None if self.moves else self.lead


def start(width: int = 4, height: int = 4) -> Position:
    return Position(width, height)
