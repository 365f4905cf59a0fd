"""The rules of the named variants as rows of data, and how the kernels read them.

A row is what one rule says about wins and fouls. A user may change any part of a row; kernels
see only the result, as the head of the tables vector. No code knows the name of a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from plyground.core.contract import Vector, vector
from plyground.games.grid import COORDINATES
from plyground.games.options import Option
from plyground.locale import Problem

# Slots of the tables vector. Those that differ by colour hold black's value, then white's.
SIZE = 0
OVERLINE = 1
BAN_THREES = 3
BAN_FOURS = 5
FOULS = 7
"""Can this colour commit a foul at all?"""
BLOCKED_ENDS = 9
SIMPLE_THREE = 10
FOUL_LOSES = 11
ALLOW_FORCED = 12
LENGTH = 13

# What a row of six or more does.
LONG_VOID = 0
LONG_WINS = 1
LONG_FOUL = 2

_LONG = {"void": LONG_VOID, "win": LONG_WINS, "foul": LONG_FOUL}
_WHO = {"none": (0, 0), "black": (1, 0), "both": (1, 1)}


@dataclass(frozen=True)
class Variant:
    """One row: what wins and what is a foul."""

    overline_black: str = "void"
    overline_white: str = "void"
    blocked_ends: bool = False
    """A row of exactly five with an enemy stone at each end does not win."""
    ban33: str = "none"
    ban44: str = "none"
    three: str = "rif"
    size: int = 15
    """The usual board."""


NAMED: dict[str, Variant] = {
    "freestyle": Variant(overline_black="win", overline_white="win"),
    "standard": Variant(),
    "omok": Variant(ban33="both"),
    "renju": Variant(overline_black="foul", overline_white="win", ban33="black", ban44="black"),
    "caro": Variant(overline_black="win", overline_white="win", blocked_ends=True),
    "caro5": Variant(blocked_ends=True),
    "report": Variant(ban33="both", three="simple", size=19),
}

_PARTS = tuple(part.name for part in fields(Variant) if part.name != "size")

OPTIONS = (
    Option("size", None, low=5, high=22),
    Option("rule", "freestyle", choices=tuple(NAMED), kind="str"),
    Option("overline_black", None, choices=tuple(_LONG), kind="str"),
    Option("overline_white", None, choices=tuple(_LONG), kind="str"),
    Option("blocked_ends", None, kind="bool"),
    Option("ban33", None, choices=tuple(_WHO), kind="str"),
    Option("ban44", None, choices=tuple(_WHO), kind="str"),
    Option("three", None, choices=("rif", "simple"), kind="str"),
    Option("foul", "illegal", choices=("illegal", "loses"), kind="str"),
    Option("allow_forced_33", False, kind="bool"),
    Option("opening", "none", choices=("none", "swap2"), kind="str"),
    Option("begins", "black", choices=("black", "white"), kind="str"),
    COORDINATES,
)


def settle(settings: dict[str, Any]) -> None:
    """Fill in the size, and drop what only repeats the rule: equal games have equal settings."""
    row = NAMED[settings["rule"]]
    if settings["opening"] == "swap2" and settings["begins"] == "white":
        raise Problem("game.gomoku.problem.begins")
    if settings["size"] is None:
        settings["size"] = row.size
    for part in _PARTS:
        if settings[part] == getattr(row, part):
            settings[part] = None


def variant(settings: Mapping[str, Any]) -> Variant:
    """The row of the named rule with the user's own parts in it."""
    given = {part: settings[part] for part in _PARTS if settings[part] is not None}
    return replace(NAMED[settings["rule"]], **given)


def tables(settings: Mapping[str, Any]) -> Vector:
    """The head of the tables vector: what the kernels of the rules read."""
    row = variant(settings)
    overline = (_LONG[row.overline_black], _LONG[row.overline_white])
    threes, fours = _WHO[row.ban33], _WHO[row.ban44]
    fouls = (
        int(long == LONG_FOUL or bool(three) or bool(four))
        for long, three, four in zip(overline, threes, fours, strict=True)
    )
    return vector(
        [
            settings["size"],
            *overline,
            *threes,
            *fours,
            *fouls,
            row.blocked_ends,
            row.three == "simple",
            settings["foul"] == "loses",
            settings["allow_forced_33"],
        ]
    )
