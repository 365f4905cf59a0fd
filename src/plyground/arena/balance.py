"""Openings that are fair: somebody strong has looked at each and found both sides about equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plyground.arena.openings import random_openings
from plyground.games.position import Position
from plyground.locale import Problem

# So many in a row may be unequal before it is said that this leads nowhere.
PATIENCE = 200


@dataclass(frozen=True)
class Fair:
    """An opening, and the chance to win of the side to move in it."""

    opening: Position
    chance: float


def fair_openings(
    start: Position,
    judge: Callable[[Position], float],
    plies: int | None,
    seed: int,
    tolerance: float,
) -> Iterator[Fair]:
    """Random openings that `judge` gives chances within `tolerance` of one half."""
    unequal = 0
    for opening in random_openings(start, plies, seed):
        chance = judge(opening)
        if abs(chance - 0.5) <= tolerance:
            unequal = 0
            yield Fair(opening, chance)
        elif (unequal := unequal + 1) == PATIENCE:
            raise Problem("arena.problem.unequal", tried=PATIENCE, tolerance=tolerance)
