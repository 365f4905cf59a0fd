"""Othello: a new disc turns over the rows that it encloses; the value is the lead in discs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

SCORING = True

Square = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """The discs as a text, row by row: `.` empty, `x` the first player's, `o` the second's."""

    size: int
    discs: str
    side: int = 0

    def at(self, x: int, y: int) -> str:
        inside = 0 <= x < self.size and 0 <= y < self.size
        return self.discs[y * self.size + x] if inside else " "

    def turned(self, x: int, y: int) -> list[Square]:
        """The discs that a new one would turn over."""
        own, other = "xo"[self.side], "ox"[self.side]
        found: list[Square] = []
        if self.at(x, y) != ".":
            return found
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                row = []
                here = (x + dx, y + dy)
                while (dx or dy) and self.at(*here) == other:
                    row.append(here)
                    here = (here[0] + dx, here[1] + dy)
                if self.at(*here) == own:
                    found += row
        return found

    @cached_property
    def squares(self) -> list[str]:
        board = [(x, y) for x in range(self.size) for y in range(self.size)]
        return [f"{'abcdefgh'[x]}{y + 1}" for x, y in board if self.turned(x, y)]

    @property
    def moves(self) -> list[str]:
        return self.squares or ["pass"]

    def play(self, move: str) -> Position:
        if move == "pass":
            return replace(self, side=1 - self.side)
        x, y = "abcdefgh".index(move[0]), int(move[1]) - 1
        discs = list(self.discs)
        for column, row in (*self.turned(x, y), (x, y)):
            discs[row * self.size + column] = "xo"[self.side]
        return Position(self.size, "".join(discs), 1 - self.side)

    @property
    def result(self) -> int | None:
        if self.squares or replace(self, side=1 - self.side).squares:
            return None
        return self.discs.count("x") - self.discs.count("o")


def start(size: int = 8) -> Position:
    discs = ["."] * size * size
    low, high = size // 2 - 1, size // 2
    for x, y, disc in ((low, low, "o"), (high, high, "o"), (low, high, "x"), (high, low, "x")):
        discs[y * size + x] = disc
    return Position(size, "".join(discs))
