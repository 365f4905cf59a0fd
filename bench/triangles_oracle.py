"""Exact margins of Triangles from rules and a search written once more; not a program.

The rules are those of `tools/rules/triangles.py`. Only the segments that can still be
drawn are kept, as bits of one number. The search is alpha-beta with a dictionary of what was found
out; it knows of no evaluation, no bounds and no symmetry.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
from numba import njit, types
from numba.typed import Dict

from plyground.games.position import Position

RULES = Path(__file__).parents[1] / "tools" / "rules" / "triangles.py"
MOST_OPEN = 62
FAR = 1000


@cache
def load_rules() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_of_triangles", RULES)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def value_moves(position: Position) -> dict[str, int]:
    """The margin that each move leaves to the side that makes it; strict alternation only."""
    rules, points = load_rules(), tuple(position.game.points)
    here = rules.Position(points, False)
    for move in position.text.split():
        here = here.play(move)
    own_lead = here.lead if here.side == 0 else -here.lead
    segments = rules.list_segments(points)
    closed = rules.list_closed(points)
    is_open = [not mask & here.drawn for mask in closed]
    kept = [number for number, free in enumerate(is_open) if free]
    assert len(kept) <= MOST_OPEN
    place = {number: index for index, number in enumerate(kept)}

    def keep(mask: int) -> int:
        return sum(1 << index for number, index in place.items() if mask >> number & 1)

    closes = np.array([keep(closed[number]) for number in kept])
    # Of each triangle the sides that are still open; not those that cannot be completed any more.
    open_mask = sum(1 << number for number in kept)
    sides = [
        [keep(mask) for mask in rules.list_triangles(points)[number]
         if not mask & ~here.drawn & ~open_mask]
        for number in kept
    ]  # fmt: skip
    starts = np.cumsum([0, *map(len, sides)])
    flat = np.array([mask for masks in sides for mask in masks], np.int64)
    known = Dict.empty(types.int64, types.int64)
    values = {}
    for index, number in enumerate(kept):
        gain = count_gain(index, 0, starts, flat)
        rest = (1 << len(kept)) - 1 & ~int(closes[index])
        after = search(1 << index, rest, -FAR, FAR, closes, starts, flat, known)
        values[rules.write(segments[number])] = own_lead + gain - after
    return values


@njit
def count_gain(segment: int, drawn: int, starts: np.ndarray, sides: np.ndarray) -> int:
    gain = 0
    for triangle in range(starts[segment], starts[segment + 1]):
        if sides[triangle] & ~drawn == 0:
            gain += 1
    return gain


@njit
def search(
    drawn: int, rest: int, alpha: int, beta: int,
    closes: np.ndarray, starts: np.ndarray, sides: np.ndarray, known: dict[int, int],
) -> int:  # fmt: skip
    """What the side to move gains more than the other from here on: exact within the window."""
    if rest == 0:
        return 0
    low, high = -FAR, FAR
    if drawn in known:
        word = known[drawn]
        low, high = word // 4096 - FAR, word % 4096 - FAR
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    best = -FAR
    for wanted in (2, 1, 0):
        for segment in range(closes.shape[0]):
            if (rest >> segment) & 1 == 0:
                continue
            gain = count_gain(segment, drawn, starts, sides)
            if gain != wanted:
                continue
            after = search(
                drawn | 1 << segment, rest & ~closes[segment], gain - beta,
                gain - max(alpha, best), closes, starts, sides, known,
            )  # fmt: skip
            best = max(best, gain - after)
            if best >= beta:
                break
        if best >= beta:
            break
    if best < beta:
        high = best
    if best > alpha:
        low = best
    known[drawn] = (low + FAR) * 4096 + high + FAR
    return best
