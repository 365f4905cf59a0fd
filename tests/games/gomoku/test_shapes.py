"""What each colour could make: the same as by the definitions, read slowly."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.gomoku import Gomoku, rules
from plyground.games.gomoku.lines import PLANE
from plyground.games.gomoku.shapes import BoardShapes
from plyground.games.grid import spot_name
from plyground.games.position import Position

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
SIZE = 9


def is_unstoppable(referee, stones, point, direction):
    """Can a four through a stone be made a five, wherever in its line the answer is?"""
    (x, y), (dx, dy) = point, direction
    line = [(x + k * dx, y + k * dy) for k in range(-5, 6)]
    answers = [p for p in line if referee.on_board(p) and p not in stones]
    enemy = 1 - stones[point]
    return bool(referee.completing(stones, point, direction)) and all(
        referee.completing({**stones, answer: enemy}, point, direction) for answer in answers
    )


def is_three(referee, stones, point, direction):
    """Can a stone that may be put there make an unstoppable four of the line?"""
    colour = stones[point]
    return any(
        is_unstoppable(referee, {**stones, more: colour}, point, direction)
        and referee.verdict(stones, more, colour) in ("legal", "five")
        for more in referee.near(stones, point, direction)
    )


def slow_shape(referee, stones, point, colour):
    verdict = referee.verdict(stones, point, colour)
    if verdict != "legal":
        return "five" if verdict == "five" else None
    after = {**stones, point: colour}
    fours = threes = 0
    is_open = is_straight = False
    (x, y) = point
    for dx, dy in DIRECTIONS:
        line = [(x + k * dx, y + k * dy) for k in range(-4, 5) if k]
        if sum(stones.get(p) == colour for p in line) < 2:
            continue
        if referee.completing(after, point, (dx, dy)):
            fours += 1
            if is_unstoppable(referee, after, point, (dx, dy)):
                is_open = True
                is_straight |= referee.is_straight_four(after, point, (dx, dy))
        else:
            threes += is_three(referee, after, point, (dx, dy))
    if is_open or fours > 1:
        return "open_four" if is_straight else "two_fours"
    if fours:
        return "four_three" if threes else "four"
    return "two_threes" if threes > 1 else "three" if threes else None


def state_of(stones):
    state = np.zeros(rules.BOARD + SIZE, np.int64)
    for (x, y), colour in stones.items():
        state[rules.BOARD + y] |= 1 << (x + PLANE * colour)
    state[rules.STONES] = len(stones)
    return state


places = st.integers(0, SIZE - 1)
boards = st.dictionaries(
    st.tuples(places, st.integers(2, 6)), st.sampled_from((0, 0, 1)), min_size=6, max_size=24
)


def without_fives(referee, stones):
    """The stones but those that complete a winning row: such a game would be over."""
    kept = {}
    for point, colour in stones.items():
        if not referee.makes_five(kept, point, colour):
            kept[point] = colour
    return kept


@settings(max_examples=12, deadline=None)
@given(stones=boards)
def test_shapes_and_their_overlay_are_those_of_the_slow_referee(ruled, stones):
    referee, game = ruled.referee(SIZE), Gomoku(**ruled.options(SIZE))
    stones = without_fives(referee, stones)
    position = Position(game, state_of(stones))
    seen = BoardShapes(game, position.state).shapes
    expected = [
        {
            y * SIZE + x: shape
            for x, y in referee.empty(stones)
            if (shape := slow_shape(referee, stones, (x, y), colour))
        }
        for colour in (0, 1)
    ]
    assert list(seen) == expected
    marked = {mark.spot for mark in game.overlay("threats", position).marks}
    assert marked == {spot_name(cell % SIZE, cell // SIZE) for cell in {**seen[0], **seen[1]}}


@settings(max_examples=12, deadline=None)
@given(stones=boards)
def test_every_win_by_fours_goes_as_it_says(ruled, stones):
    """Each stone but the last makes a four while the enemy has no five; each answer stops it, or
    there is none; and the last stone wins."""
    referee = ruled.referee(SIZE)
    stones = without_fives(referee, stones)
    outlook = BoardShapes(Gomoku(**ruled.options(SIZE)), state_of(stones))
    for colour in (0, 1):
        line = [divmod(cell, SIZE)[::-1] if cell >= 0 else None for cell in outlook.win(colour)]
        board = dict(stones)
        for ply, point in enumerate(line):
            mover = colour ^ ply & 1
            fives = [p for p in referee.empty(board) if referee.makes_five(board, p, colour)]
            if mover != colour:
                assert fives
                verdicts = {p: referee.verdict(board, p, mover) for p in referee.empty(board)}
                if point is None:
                    assert all(verdicts[five] not in ("legal", "five") for five in fives)
                else:
                    assert verdicts[point] == "legal"
            elif ply == len(line) - 1:
                assert point in fives
            else:
                assert referee.verdict(board, point, colour) == "legal"
            if point is None:
                continue
            board[point] = mover
            if mover == colour and ply < len(line) - 1:
                others = referee.empty(board)
                assert not any(referee.makes_five(board, p, 1 - colour) for p in others)
