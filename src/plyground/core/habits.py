"""How simple players of a game of points choose, so far as it can be foreseen.

A player has one of two habits, and is orderly or not: simple programs go through the moves as the
rules list them and play the first of those that they think equally good; people and others play
any of these. Both leave nothing to take if they can; and if they cannot, they would rather leave
two things than one, so that something is left for themselves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core.calling import grab_of, moves_of, play_of
from plyground.core.compiling import kernel
from plyground.core.contract import Vector
from plyground.core.exchange import (
    AFTER,
    BEFORE,
    CHAIN,
    CHOICES,
    GAINS,
    GIVING,
    GRABS,
    HABITS,
    LEFT,
    MOVES,
    NO_MOVE,
    STANDINGS,
    WORTHS,
    continued,
    copy,
    points_ahead,
    step,
    taken_in_turn,
)
from plyground.core.playout import next_chance, pick
from plyground.core.tree import COUNT, FIRST, PRIOR, Nodes

Chances = npt.NDArray[np.float64]

# Habits, one bit each: players play a move that has the bit of theirs.
GREEDY = 0
"""Takes the most at once, whatever comes of it."""
COUNTING = 1
"""Takes the most of what is worth it, by counting what each step opens and is taken in turn."""
TAKING = 2
"""No habit: the move itself brings points."""

ORDERLY = 2
"""Added to a habit, it makes the kind of player that plays the first of equals."""
KINDS = 4

# What two simple programs played in 160 games of `python bench/baselines.py` agrees with one of
# the kinds in all that they took or refused, and in 78 to 91 of 100 other moves; most of the rest
# were the next of equals.
# How often, of a thousand times, a player plays just any move that takes nothing: instead of
# taking, where there is nothing to take, and an orderly one ever.
ODD_TAKING = 30
ODD_QUIET = 400
ODD_ORDERLY = 30
# How often an orderly player passes over a move for the next one that is as good.
PASSED_OVER = 150
# Nothing is impossible.
LEAST_CHANCE = 0.002

# Slots of the desk that players use.
CHANCE = 0
PLAYOUT = 1
"""The number of the playout."""
PLAYERS_END = 2

# What a move leaves to take: nothing is best, then more than one thing. Or it takes itself.
NOTHING = 0
SOME = 1
ONE = 2
TAKES = 3
LEAVINGS = 4

HABITS_SIGNATURE = "int64(int64[::1], int64[:, ::1], int64[::1], int64[::1])"


@kernel
def draw(desk: Vector, count: int) -> int:
    desk[CHANCE] = next_chance(desk[CHANCE])
    return pick(desk[CHANCE], count)


@kernel
def what_is_left(grabs: int) -> int:
    if grabs == 0:
        return NOTHING
    return SOME if grabs > 1 else ONE


@kernel
def counted(
    state: Vector, ahead: int, most: int, move: int, room: Vector, kernels: Vector, tables: Vector
) -> int:
    """What a taking move brings, less what is then taken in turn of what each step has opened.

    The side to move is so far ahead and could take so much at once. What lay open before counts
    only if it has become more.
    """
    after, standing, chain = room[AFTER, : state.shape[0]], room[STANDINGS, :3], room[CHAIN]
    grabs, before = room[GRABS], room[BEFORE]
    copy(state, after)
    standing[0] = ahead
    known = grab_of(kernels)(after, before, tables)
    chain[0] = step(after, move, standing, kernels, tables)
    count = 1
    while count < chain.shape[0]:
        found = grab_of(kernels)(after, grabs, tables)
        if found == 0:
            break
        place = first_new(grabs, found, before, known)
        chosen = grabs[place % found]
        for index in range(found):
            before[index] = grabs[index]
        known = found
        stepped = step(after, chosen, standing, kernels, tables)
        if place == found and stepped >> 1 <= most:
            break
        most = stepped >> 1
        chain[count] = stepped
        count += 1
    return continued(chain[0], taken_in_turn(chain, 1, count))


@kernel
def first_new(grabs: Vector, found: int, before: Vector, known: int) -> int:
    """The place of the first one that was not there before; `found` if there is none."""
    for place in range(found):
        is_new = True
        for index in range(known):
            if before[index] == grabs[place]:
                is_new = False
        if is_new:
            return place
    return found


@kernel
def survey_habits(state: Vector, room: Vector, kernels: Vector, tables: Vector) -> int:
    """Write the moves and whose habit each is; tell how many they are."""
    moves, gains, left, habits = room[MOVES], room[GAINS], room[LEFT], room[HABITS]
    after, standing = room[AFTER, : state.shape[0]], room[STANDINGS, :3]
    count = moves_of(kernels)(state, moves, tables)
    ahead = points_ahead(state, room, kernels, tables)
    most = 0
    least = TAKES
    for index in range(count):
        copy(state, after)
        standing[0] = ahead
        gains[index] = step(after, moves[index], standing, kernels, tables) >> 1
        most = max(most, gains[index])
        left[index] = TAKES
        if gains[index] == 0:
            left[index] = what_is_left(grab_of(kernels)(after, room[GRABS], tables))
            least = min(least, left[index])
    worths = room[WORTHS]
    worthy = 0
    for index in range(count):
        worths[index] = 0
        if gains[index] > 0 and gains[index] >= worthy:
            worths[index] = counted(state, ahead, most, moves[index], room, kernels, tables)
            if worths[index] > 0:
                worthy = gains[index]
    for index in range(count):
        calm = left[index] == least
        grabbed = gains[index] == most if most > 0 else calm
        takes = gains[index] == worthy and worths[index] > 0 if worthy > 0 else calm
        habits[index] = (
            (int(grabbed) << GREEDY) | (int(takes) << COUNTING) | (int(gains[index] > 0) << TAKING)
        )
    return count


@kernel
def draw_reply(node: int, kind: int, nodes: Nodes, desk: Vector) -> int:
    """A move of a player of this kind, or now and then another one that takes nothing."""
    first, count = nodes[node, FIRST], nodes[node, COUNT]
    habit = kind % ORDERLY
    orderly = kind >= ORDERLY
    reply = first if orderly else first + draw(desk, count)
    while (nodes[reply, PRIOR] >> habit) & 1 == 0:
        reply = reply + 1 if orderly else first + draw(desk, count)
    takes = (nodes[reply, PRIOR] >> TAKING) & 1
    if orderly and not takes:
        for other in range(reply + 1, first + count):
            if (nodes[other, PRIOR] >> habit) & 1:
                if draw(desk, 1000) >= PASSED_OVER:
                    break
                reply = other
    odd = ODD_TAKING if takes else ODD_QUIET
    if draw(desk, 1000) < (ODD_ORDERLY if orderly else odd):
        other = first + draw(desk, count)
        if (nodes[other, PRIOR] >> TAKING) & 1 == 0:
            reply = other
    return int(reply)


@kernel
def play_by_habit(
    kind: int, state: Vector, room: Vector, desk: Vector, kernels: Vector, tables: Vector
) -> int:
    """What a player of this kind may play, found by few looks; `NO_MOVE` if there is none."""
    choices = room[CHOICES]
    habit = kind % ORDERLY
    orderly = kind >= ORDERLY
    count = grab_of(kernels)(state, choices, tables)
    if count > 0:
        first = 0 if orderly else draw(desk, count)
        if habit == GREEDY:
            return int(choices[first])
        ahead = points_ahead(state, room, kernels, tables)
        copy(state, room[AFTER, : state.shape[0]])
        most = step(room[AFTER, : state.shape[0]], choices[0], room[STANDINGS, :3], kernels, tables)
        for index in range(count):
            move = choices[(first + index) % count]
            if counted(state, ahead, most >> 1, move, room, kernels, tables) > 0:
                return int(move)
    return find_calm(orderly, count, state, room, desk, kernels, tables)


@kernel
def find_calm(
    orderly: bool,
    refused: int,
    state: Vector,
    room: Vector,
    desk: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """A move that leaves nothing to take, or else more than one thing; any, if there is none.

    When so many things that could be taken were refused, nothing cannot be left.
    """
    moves = room[CHOICES]
    count = moves_of(kernels)(state, moves, tables)
    if count == 0:
        return NO_MOVE
    first = 0 if orderly else draw(desk, count)
    enough = SOME if refused > 0 else NOTHING
    best = moves[first]
    least = TAKES
    for index in range(count):
        move = moves[(first + index) % count]
        left = left_by(move, refused, state, room, desk, kernels, tables)
        if left < least:
            best = move
            least = left
        if left <= enough and not (orderly and draw(desk, 1000) < PASSED_OVER):
            return int(move)
    return int(best)


@kernel
def left_by(
    move: int,
    refused: int,
    state: Vector,
    room: Vector,
    desk: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """What a move leaves to take, or `TAKES`.

    One that gave something away earlier in the playout nearly always still does: it is not looked
    at again, unless something was refused.
    """
    # Moves may share a place. Little is lost by that.
    giving = room[GIVING]
    place = move % giving.shape[0]
    left = giving[place] - desk[PLAYOUT] * LEAVINGS
    if refused == 0 and NOTHING < left < TAKES:
        return int(left)
    after, standing = room[AFTER, : state.shape[0]], room[STANDINGS, :3]
    copy(state, after)
    if refused == 0:
        play_of(kernels)(after, move, tables)
    else:
        standing[0] = points_ahead(state, room, kernels, tables)
        if step(after, move, standing, kernels, tables) > 1:
            return TAKES
    left = what_is_left(grab_of(kernels)(after, room[GRABS], tables))
    giving[place] = desk[PLAYOUT] * LEAVINGS + left
    return left


def chances(habits: Vector, kind: int) -> Chances:
    """How likely a player of this kind plays each of the moves, whose habits are given."""
    usual = ((habits >> kind % ORDERLY) & 1).astype(float)
    takes = (habits >> TAKING) & 1
    taking = bool(takes[int(np.argmax(usual))])
    odd = (ODD_TAKING if taking else ODD_QUIET) / 1000
    if kind >= ORDERLY:
        odd = ODD_ORDERLY / 1000
        usual *= in_order(usual, 0.0 if taking else PASSED_OVER / 1000)
    usual /= usual.sum()
    strays = odd * (1 - takes) / len(habits)
    found: Chances = usual * (1 - strays.sum()) + strays + LEAST_CHANCE
    return found


def in_order(usual: Chances, passed_over: float) -> Chances:
    """How likely the orderly player comes to each of the usual moves, and stops there."""
    rank = np.maximum(np.cumsum(usual) - 1, 0)
    stops = np.where(rank == usual.sum() - 1, 1.0, 1 - passed_over)
    found: Chances = passed_over**rank * stops
    return found
