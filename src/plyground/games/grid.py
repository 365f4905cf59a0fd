"""Boards of rows and columns: square names, and stones as one line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plyground.games.options import Option
from plyground.games.scene import Path, Piece, Spot
from plyground.locale import Problem

STONE_BRUSHES = ("first", "second", "none", "turn")
"""The brushes that set up stones by hand (see `Game.brushes`)."""

COORDINATES = Option(
    "coordinates",
    "letters",
    choices=("letters", "report", "numbers"),
    kind="str",
    is_display=True,
)
"""How squares are named for people; positions and records always have letters."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")
_NUMBER = re.compile(r"[0-9]{1,3}")


def spot_name(column: int, row: int) -> str:
    """`h8` for column 7, row 7: letters from the left (`i` included), numbers from below."""
    return f"{chr(ord('a') + column)}{row + 1}"


def parse_spot(text: str, width: int, height: int) -> tuple[int, int]:
    """Column and row of a square by its name."""
    found = _NAME.fullmatch(text.strip().lower())
    if found:
        column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
        if column < width and row < height:
            return column, row
    last = spot_name(width - 1, height - 1)
    raise Problem("problem.spot", given=text, first="a1", last=last)


@dataclass(frozen=True)
class Coordinates:
    """The names of the squares of a board, in one of the styles of `COORDINATES`.

    `letters`: `a1` at the bottom left, columns a, b, ..., rows 1, 2, ... from below. `report`:
    `A1` at the top left, rows A, B, ... from the top, columns 1, 2, .... `numbers`: 0 at the top
    left, then row by row.
    """

    width: int
    height: int
    style: str = "letters"

    def name(self, column: int, row: int) -> str:
        """The name of a square; rows are counted from below."""
        from_top = self.height - 1 - row
        if self.style == "report":
            return f"{chr(ord('A') + from_top)}{column + 1}"
        if self.style == "numbers":
            return str(from_top * self.width + column)
        return spot_name(column, row)

    def parse(self, text: str) -> tuple[int, int]:
        """Column and row of a square by its name."""
        wanted = text.strip().lower()
        if self.style == "letters":
            return parse_spot(wanted, self.width, self.height)
        column, from_top = self.width, self.height
        if self.style == "report" and (found := _NAME.fullmatch(wanted)):
            column, from_top = int(found[2]) - 1, ord(found[1]) - ord("a")
        elif self.style == "numbers" and _NUMBER.fullmatch(wanted):
            from_top, column = divmod(int(wanted), self.width)
        if column >= self.width or from_top >= self.height:
            first, last = self.name(0, self.height - 1), self.name(self.width - 1, 0)
            raise Problem("problem.spot", given=text, first=first, last=last)
        return column, self.height - 1 - from_top

    def spots(self) -> tuple[Spot, ...]:
        """The spots of the board, row by row from below."""
        return tuple(
            Spot(self.name(column, row), column, row)
            for row in range(self.height)
            for column in range(self.width)
        )

    @property
    def edges(self) -> tuple[Path, Path] | None:
        """What stands below the columns and beside the rows (from the top), for a `Scene`."""
        if self.style == "letters":
            return None
        columns, rows = range(self.width), range(self.height)
        if self.style == "report":
            return tuple(str(x + 1) for x in columns), tuple(chr(ord("A") + y) for y in rows)
        return tuple(map(str, columns)), tuple(str(y * self.width) for y in rows)

    def arrange_stones(self, text: str, brush: str, spots: Path) -> str:
        """`arrange_stones` for spots that are named in this style."""
        return arrange_stones(text, brush, tuple(spot_name(*self.parse(spot)) for spot in spots))


def grid_spots(width: int, height: int) -> tuple[Spot, ...]:
    """The spots of a board, row by row from below."""
    return Coordinates(width, height).spots()


def hex_spots(width: int, height: int) -> tuple[Spot, ...]:
    """The spots of a rhombus of hexagons, row by row from below, each row half a cell further to
    the right: the neighbours of `b2` are `a2`, `c2`, `b1`, `c1`, `a3` and `b3`."""
    return tuple(
        Spot(spot_name(column, row), column + row / 2, row)
        for row in range(height)
        for column in range(width)
    )


def find_rows(cells: Iterable[tuple[int, int]], length: int) -> list[list[tuple[int, int]]]:
    """The unbroken rows of at least `length` cells, in all four directions."""
    held = set(cells)
    rows = []
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, row in sorted(held):
            if (column - x, row - y) in held:
                continue
            found = [(column, row)]
            while (following := (found[-1][0] + x, found[-1][1] + y)) in held:
                found.append(following)
            if len(found) >= length:
                rows.append(found)
    return rows


def mark_rows(spots: Iterable[Spot], pieces: Sequence[Piece], length: int) -> Path:
    """The spots of all unbroken rows of at least `length` pieces of one side: what
    `Scene.winning` is in a game that such a row wins."""
    places = {spot.name: (int(spot.x), int(spot.y)) for spot in spots}
    names = {place: name for name, place in places.items()}
    marked = []
    for side in (0, 1):
        own = [places[piece.spot] for piece in pieces if piece.side == side]
        marked += [names[place] for row in find_rows(own, length) for place in row]
    return tuple(dict.fromkeys(marked))


def write_stones(first: Iterable[str], second: Iterable[str], side: int) -> str:
    """`h8 i9 / g7 / 1`: the stones of both sides and who is to move."""
    return " / ".join((" ".join(first) or "-", " ".join(second) or "-", str(side)))


def read_stones(
    text: str, width: int, height: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int]:
    """The reverse of `write_stones`: columns and rows of both sides' stones, and who moves."""
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 3 or parts[2] not in ("0", "1"):
        raise Problem("problem.position.stones", given=text)
    both = [
        [parse_spot(name, width, height) for name in part.split() if name != "-"]
        for part in parts[:2]
    ]
    places = both[0] + both[1]
    if len(set(places)) != len(places):
        duplicate = next(place for place in places if places.count(place) > 1)
        raise Problem("problem.position.twice", spot=spot_name(*duplicate))
    return both[0], both[1], int(parts[2])


def arrange_stones(text: str, brush: str, spots: Path) -> str:
    """The text of stones after one was added or removed, or the turn was passed.

    Anything after the side to move describes the moves that led there, and is dropped.
    """
    parts = [part.strip() for part in text.split("/")]
    if len(parts) < 3:
        raise Problem("problem.position.stones", given=text)
    stones = [[name for name in part.split() if name != "-"] for part in parts[:2]]
    side = parts[2] == "1"
    if brush == "turn":
        side = not side
    for spot in spots:
        stones = [[name for name in own if name != spot] for own in stones]
        if brush in STONE_BRUSHES[:2]:
            stones[STONE_BRUSHES.index(brush)].append(spot)
    return write_stones(stones[0], stones[1], int(side))
