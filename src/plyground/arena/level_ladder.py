"""The ladder of the engine's levels: who plays whom in it, and what its ratings are relative to.

Levels meet those next to them, since a game between levels far apart has its result before it
begins. Where even neighbours won everything, ratings would be infinite: each step counts as if one
more game had been drawn over it, which makes large differences a little smaller than they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from plyground.agents.levels import LEVELS
from plyground.arena.bradley_terry import Encounter

ZERO = "random"
"""The player whose rating is 0, in every game."""
REFERENCE = "engine:level=5"
"""Errors are those of the difference to this player. The difference to random play is not known
well where everybody always wins against it."""
RUNGS = ("random", *(f"engine:level={level}" for level in LEVELS))
"""From the weakest up, by what they are meant to be."""
REACH = 2
"""How many of the next rungs a rung plays."""
SPACING = 2
"""Of the rungs that others play, whose place is not known."""


def list_ladder_pairings(others: Sequence[str]) -> list[tuple[str, str]]:
    """Each rung against the next ones, and each of the others against every second rung."""
    climbing = [
        (rung, higher)
        for place, rung in enumerate(RUNGS)
        for higher in RUNGS[place + 1 : place + 1 + REACH]
    ]
    return [*climbing, *((other, rung) for other in others for rung in RUNGS[1::SPACING])]


def list_assumed_draws() -> list[Encounter]:
    """One drawn game for each step of the ladder."""
    return [Encounter(lower, higher, 0.5, 1) for lower, higher in pairwise(RUNGS)]
