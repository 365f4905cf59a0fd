"""Tic-tac-toe on any board: who has `line` marks in a row wins; a full board is a draw."""

from __future__ import annotations

from dataclasses import dataclass

Square = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """The marks of both sides, as sets of columns and rows."""

    width: int
    height: int
    line: int
    marks: tuple[frozenset[Square], frozenset[Square]] = (frozenset(), frozenset())

    @property
    def side(self) -> int:
        return len(self.marks[0]) - len(self.marks[1])

    @property
    def moves(self) -> list[str]:
        taken = self.marks[0] | self.marks[1]
        board = [(x, y) for x in range(self.width) for y in range(self.height)]
        return [f"{chr(ord('a') + x)}{y + 1}" for x, y in board if (x, y) not in taken]

    def play(self, move: str) -> Position:
        both = list(self.marks)
        both[self.side] |= {(ord(move[0]) - ord("a"), int(move[1:]) - 1)}
        return Position(self.width, self.height, self.line, (both[0], both[1]))

    @property
    def result(self) -> int | None:
        for side, value in ((0, 1), (1, -1)):
            marks = self.marks[side]
            for x, y in marks:
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    row = {(x + dx * step, y + dy * step) for step in range(self.line)}
                    if row <= marks:
                        return value
        return None if self.moves else 0


def start(width: int = 3, height: int = 3, line: int = 3) -> Position:
    return Position(width, height, line)
