"""Outcomes and scores: a finished game and a searched position as one integer each.

Both are from the point of view of the side to move:

* an *outcome* is the result by the rules: `ONGOING`, `WIN`, `LOSS`, `DRAW`, or `margin(points)` in
  a game that is won by points;
* a *score* is the result of a search: 0 is even, `won_in(n)` a win in n plies, `lost_in(n)` a loss;
  an evaluation lies strictly between them. One point of a scoring game is `POINT`.

All scores fit in 32 bits, so that a table entry can hold one beside its other fields.
"""

from __future__ import annotations

import math

from plyground.core.jit import kernel

ONGOING = 0
"""The game goes on."""
WIN = 1
"""The side to move has won."""
LOSS = -1
"""The side to move has lost."""
DRAW = 2
"""Nobody has won."""

# Margins are far away from the four codes above, so that one integer can be any of them.
MARGIN = 1 << 20
MARGIN_LIMIT = 1 << 19

POINT = 1_000
"""One point of a scoring game, in units of scores."""
WON = 1_000_000_000
# No game that is searched lasts this many plies beyond the root.
PLY_LIMIT = 10_000
DECIDED = WON - PLY_LIMIT
EVALUATION_LIMIT = 600_000_000
INFINITE = WON + 1


@kernel
def margin(points: int) -> int:
    """The outcome of a scoring game that ends with the side to move `points` ahead."""
    return MARGIN + points


@kernel
def is_margin(outcome: int) -> bool:
    return outcome > MARGIN_LIMIT


@kernel
def won_in(plies: int) -> int:
    return WON - plies


@kernel
def lost_in(plies: int) -> int:
    return plies - WON


@kernel
def is_decided(score: int) -> bool:
    """Is the score a forced win or loss (never true of a scoring game's margin)?"""
    return score >= DECIDED or score <= -DECIDED


@kernel
def outcome_score(outcome: int, ply: int) -> int:
    """The score of a finished game, `ply` plies below the root of the search."""
    if outcome == WIN:
        return WON - ply
    if outcome == LOSS:
        return ply - WON
    if outcome > MARGIN_LIMIT:
        return (outcome - MARGIN) * POINT
    return 0


def winning_chance(score: int, scale: float) -> float:
    """The winning chance, from 0 to 1, of an evaluation in units of `scale`."""
    return 0.5 + 0.5 * math.tanh(score / scale / 2)
