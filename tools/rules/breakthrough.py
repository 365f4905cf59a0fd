"""Breakthrough: one step ahead or diagonally, captures only diagonally; who gets through wins."""

from __future__ import annotations

from dataclasses import dataclass

Square = tuple[int, int]


@dataclass(frozen=True)
class Position:
    """The pieces of both sides, as sets of columns and rows."""

    columns: int
    rows: int
    pieces: tuple[frozenset[Square], frozenset[Square]]
    side: int = 0

    @property
    def moves(self) -> list[str]:
        own, others = self.pieces[self.side], self.pieces[1 - self.side]
        found = []
        for x, y in own:
            ahead = y + 1 if self.side == 0 else y - 1
            for aside in (-1, 0, 1):
                target = (x + aside, ahead)
                on_board = 0 <= x + aside < self.columns
                blocked = target in own or (aside == 0 and target in others)
                if on_board and not blocked:
                    found.append(f"{write((x, y))}-{write(target)}")
        return found

    def play(self, move: str) -> Position:
        origin, target = map(read, move.split("-"))
        own = self.pieces[self.side] - {origin} | {target}
        others = self.pieces[1 - self.side] - {target}
        both = (own, others) if self.side == 0 else (others, own)
        return Position(self.columns, self.rows, both, 1 - self.side)

    @property
    def result(self) -> int | None:
        if any(y == self.rows - 1 for _, y in self.pieces[0]) or not self.pieces[1]:
            return 1
        if any(y == 0 for _, y in self.pieces[1]) or not self.pieces[0]:
            return -1
        return None


def start(columns: int = 8, rows: int = 8) -> Position:
    def fill(*lines: int) -> frozenset[Square]:
        return frozenset((x, y) for x in range(columns) for y in lines)

    return Position(columns, rows, (fill(0, 1), fill(rows - 2, rows - 1)))


def write(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def read(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1
