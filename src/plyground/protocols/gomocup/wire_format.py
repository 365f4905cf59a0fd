"""The wire format of the protocol: points and numbers, read strictly and written."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plyground.locale import Problem

Point = tuple[int, int]
"""Column and row from 0."""

MAX_QUOTE = 60

_NUMBER = re.compile(r"-?\d{1,15}", re.ASCII)


def read_numbers(text: str, count: int) -> tuple[int, ...]:
    """Parse `count` integers separated by commas."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        expected = ",".join(("x", "y", "f")[:count]) if count > 1 else "n"
        raise Problem("gomocup.problem.numbers", given=quote(text), wanted=expected)
    return tuple(int(part) for part in parts)


def read_point(text: str) -> Point:
    x, y = read_numbers(text, 2)
    return x, y


def is_point(text: str) -> bool:
    try:
        read_point(text)
    except Problem:
        return False
    return True


def write_points(points: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def quote(text: str) -> str:
    """Shorten a received text to one printable line."""
    plain = "".join(char if char.isprintable() else "?" for char in text.strip())
    return plain if len(plain) <= MAX_QUOTE else f"{plain[:MAX_QUOTE]} ..."
