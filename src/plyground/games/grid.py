"""Boards of rows and columns: square names, and stones as one line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plyground.games.scene import Path, Spot
from plyground.locale import Problem

STONE_BRUSHES = ("first", "second", "none", "turn")
"""The brushes that set up stones by hand (see `Game.brushes`)."""

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


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
    raise Problem("problem.spot", given=text, last=spot_name(width - 1, height - 1))


def grid_spots(width: int, height: int) -> tuple[Spot, ...]:
    """The spots of a board, row by row from below."""
    return tuple(
        Spot(spot_name(column, row), column, row)
        for row in range(height)
        for column in range(width)
    )


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
