"""The evaluation: the values of all empty cells, and the threats on the board."""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.gomoku.pattern_state import SUMS, count_of, read_entry
from plyground.games.gomoku.patterns import (
    FOUR_AND_THREE,
    SIMPLE_FOUR,
    SITUATION_TABLE,
    THREE,
    TWO_THREES,
    WINNING,
    WINNING_FOUR,
    kind_of,
    prior_of,
    sum_moving,
    sum_waiting,
)
from plyground.games.gomoku.rules import (
    FIRST_CHOICE,
    LAST_CHOICE,
    PLAYING,
    STAGE,
    colour_to_move,
)
from plyground.games.gomoku.variants import SIZE

# The evaluation of what is won or lost within three plies, and the unit of all others.
WIN_IN_SIGHT = 10_000
SCALE = 200.0
# `python bench/duel.py gomoku plyground.games.gomoku.evaluate:MARGIN - 100` tries another one.
FUTILITY = 60

# A situation is which of these kinds of cells there are, a bit each: of the colour to move, and of
# the other.
OWN_CHANCES = (THREE, SIMPLE_FOUR, TWO_THREES, FOUR_AND_THREE)
ENEMY_CHANCES = (THREE, SIMPLE_FOUR, TWO_THREES, FOUR_AND_THREE, WINNING_FOUR, WINNING)
SITUATIONS = 1 << (len(OWN_CHANCES) + len(ENEMY_CHANCES))

# A prior from here up goes before all that a search has found out by itself.
_URGENT = 1_000_000


@kernel
def evaluate(state: Vector, features: Vector, tables: Vector) -> int:
    if state[STAGE] == PLAYING:
        return evaluate_for(colour_to_move(state), features, tables)
    # Whoever chooses will take the better colour. White moves next.
    worth = abs(evaluate_for(1, features, tables))
    return worth if state[STAGE] in (FIRST_CHOICE, LAST_CHOICE) else -worth


@kernel
def evaluate_for(own: int, features: Vector, tables: Vector) -> int:
    """The evaluation of the board for a colour that is to move."""
    cells: int = sum_moving(features[SUMS + own]) - sum_waiting(features[SUMS + 1 - own])
    decided = is_decided(own, features)
    if decided != 0:
        return cells + decided * WIN_IN_SIGHT
    worth: int = tables[tables[SITUATION_TABLE] + threat_bits(own, features)]
    return cells + worth


@kernel
def is_decided(own: int, features: Vector) -> int:
    """Does the colour to move win (1) or lose (-1) by fives or fours on the board?"""
    enemy_fives = count_of(WINNING, 1 - own, features)
    if count_of(WINNING, own, features) > 0:
        return 1
    if enemy_fives > 1:
        return -1
    return 1 if enemy_fives == 0 and count_of(WINNING_FOUR, own, features) > 0 else 0


@kernel
def threat_bits(own: int, features: Vector) -> int:
    """The threats of both colours, as bits."""
    found = 0
    for kind in OWN_CHANCES:
        found = found << 1 | (count_of(kind, own, features) > 0)
    for kind in ENEMY_CHANCES:
        found = found << 1 | (count_of(kind, 1 - own, features) > 0)
    return found


@kernel
def priors(
    state: Vector, moves: Vector, count: int, priors: Vector, features: Vector, tables: Vector
) -> None:
    size = tables[SIZE]
    own = colour_to_move(state)
    for index in range(count):
        cell = moves[index]
        priors[index] = 0
        if cell < size * size:
            mine = read_entry(cell, own, features, tables)
            theirs = read_entry(cell, 1 - own, features, tables)
            priors[index] = prior_of(mine, theirs)
            if kind_of(mine) >= FOUR_AND_THREE:
                priors[index] += 2 * kind_of(mine) * _URGENT
            # To stop a five comes before all but a five of one's own.
            if kind_of(theirs) == WINNING and kind_of(mine) != WINNING:
                priors[index] += (2 * WINNING - 1) * _URGENT
