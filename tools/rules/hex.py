"""Hex: the first player connects the lowest row with the highest, the second the columns."""

from __future__ import annotations

from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """The stones of both sides, as sets of columns and rows."""

    size: int
    stones: tuple[frozenset[Cell], frozenset[Cell]] = (frozenset(), frozenset())
    side: int = 0

    @property
    def moves(self) -> list[str]:
        taken = self.stones[0] | self.stones[1]
        board = [(x, y) for x in range(self.size) for y in range(self.size)]
        return [f"{chr(ord('a') + x)}{y + 1}" for x, y in board if (x, y) not in taken]

    def play(self, move: str) -> Position:
        both = list(self.stones)
        both[self.side] |= {(ord(move[0]) - ord("a"), int(move[1:]) - 1)}
        return Position(self.size, (both[0], both[1]), 1 - self.side)

    @property
    def result(self) -> int | None:
        """The first player connects the lowest row with the highest, the second the columns."""
        for side, value in ((0, 1), (1, -1)):
            axis = 1 - side
            stones = self.stones[side]
            seen = {cell for cell in stones if cell[axis] == 0}
            front = list(seen)
            while front:
                x, y = front.pop()
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                    near = (x + dx, y + dy)
                    if near in stones and near not in seen:
                        seen.add(near)
                        front.append(near)
            if any(cell[axis] == self.size - 1 for cell in seen):
                return value
        return None


def start(size: int = 11) -> Position:
    return Position(size)
