"""Kamisado, one round: get a tower to the far row; the colour you land on must move next."""

from __future__ import annotations

from dataclasses import dataclass, replace

COLUMNS = "abcdefgh"
COLOURS = ("brown", "green", "red", "yellow", "pink", "purple", "blue", "orange")
# The colours of the squares, the highest row first.
BOARD = """
76543210
27416305
14725036
45670123
32107654
63052741
50361472
01234567
"""
COLOUR_OF = {
    f"{column}{8 - row}": COLOURS[int(number)]
    for row, numbers in enumerate(BOARD.split())
    for column, number in zip(COLUMNS, numbers, strict=True)
}
# How far a tower goes, by its rings.
REACH = (7, 5, 3, 1)

Tower = tuple[int, str]
"""Side and colour."""


def shift(square: str, right: int, up: int) -> str | None:
    """The square so far to the right and up, or None beyond the edge."""
    column, row = COLUMNS.index(square[0]) + right, int(square[1]) + up
    return f"{COLUMNS[column]}{row}" if 0 <= column < 8 and 1 <= row <= 8 else None


@dataclass(frozen=True)
class Position:
    squares: tuple[tuple[Tower, str], ...]
    """Where each tower is."""
    rings: tuple[tuple[Tower, int], ...]
    side: int = 0
    forced: str = "-"
    """The colour that must move, or `-`."""
    stuck: frozenset[str] = frozenset()
    """The squares of the zero moves in progress."""
    last_mover: int = 1
    """Who made the last real move."""
    winner: int | None = None

    @property
    def towers(self) -> dict[str, Tower]:
        return {square: tower for tower, square in self.squares}

    @property
    def up(self) -> int:
        return 1 if self.side == 0 else -1

    def list_targets(self, square: str) -> list[str]:
        towers = self.towers
        rings = dict(self.rings)[towers[square]]
        found = []
        for aside in (-1, 0, 1):
            for steps in range(1, REACH[rings] + 1):
                target = shift(square, aside * steps, self.up * steps)
                if target is None or target in towers:
                    break
                found.append(target)
        return found + self.list_pushed(square)[:1]

    def list_pushed(self, square: str) -> list[str]:
        """The squares of the towers that a tower can push, the nearest first."""
        towers, rings = self.towers, dict(self.rings)
        row = []
        ahead = shift(square, 0, self.up)
        while ahead is not None and ahead in towers:
            row.append(ahead)
            ahead = shift(ahead, 0, self.up)
        rank = rings[towers[square]]
        weaker = [towers[s][0] != self.side and rings[towers[s]] < rank for s in row]
        return row if ahead is not None and len(row) <= rank and all(weaker) else []

    def list_own(self) -> list[str]:
        """The squares of the towers that may move."""
        return [
            square
            for (side, colour), square in self.squares
            if side == self.side and self.forced in ("-", colour)
        ]

    @property
    def moves(self) -> list[str]:
        own = self.list_own()
        real = [f"{square}-{target}" for square in own for target in self.list_targets(square)]
        return real or [f"{square}-{square}" for square in own]

    def play(self, move: str) -> Position:
        origin, end = move.split("-")
        if origin == end:
            return self.play_zero_move(end)
        squares = {square: square for square in self.towers}
        decisive = end
        pushed = self.list_pushed(origin) if end in squares else []
        for square in pushed:
            decisive = squares[square] = shift(square, 0, self.up) or ""
        squares[origin] = end
        after = replace(
            self,
            squares=tuple((tower, squares[square]) for tower, square in self.squares),
            side=self.side if pushed else 1 - self.side,
            forced=COLOUR_OF[decisive],
            stuck=frozenset(),
            last_mover=self.side,
            winner=self.side if end[1] == "81"[self.side] else None,
        )
        # Who moved last matters in a deadlock only; else equal positions are to be equal.
        is_blocked = pushed and not any(map(after.list_targets, after.list_own()))
        return after if is_blocked else replace(after, last_mover=1 - after.side)

    def play_zero_move(self, square: str) -> Position:
        stuck, forced = self.stuck | {square}, COLOUR_OF[square]
        next_square = dict(self.squares)[1 - self.side, forced]
        winner = 1 - self.last_mover if next_square in stuck else None
        return replace(self, side=1 - self.side, forced=forced, stuck=stuck, winner=winner)

    @property
    def result(self) -> int | None:
        return None if self.winner is None else 1 - 2 * self.winner


def start(position: str = "") -> Position:
    """The start, or the position of a text like `a1 b1+ ... / h8 ... / 0 -`."""
    home = " ".join(f"{column}1" for column in COLUMNS)
    away = " ".join(f"{column}8" for column in reversed(COLUMNS))
    first, second, turn = (position or f"{home} / {away} / 0 -").split(" / ")
    towers = [(0, colour) for colour in COLOURS] + [(1, colour) for colour in COLOURS]
    texts = first.split() + second.split()
    side, forced = turn.split()
    return Position(
        tuple((tower, text[:2]) for tower, text in zip(towers, texts, strict=True)),
        tuple((tower, text.count("+")) for tower, text in zip(towers, texts, strict=True)),
        int(side),
        forced,
        last_mover=1 - int(side),
    )
