"""A game of bitboards with square 63, whose states have negative numbers, passes the check."""

from __future__ import annotations

import numpy as np

from plyground import (
    LOSS,
    ONGOING,
    Game,
    Kernels,
    Piece,
    Rules,
    Scene,
    Spot,
    bit,
    check_game,
    clear_lowest,
    kernel,
    lowest_bit,
    mix,
    popcount,
    shift_right,
    solve,
    vector,
    word,
)

CORNER = word(0xF000_0000_0000_0000)


@kernel
def moves(state, out, tables):
    count, free = 0, CORNER & ~(state[1] | state[2])
    while free != 0:
        out[count] = lowest_bit(free)
        free = clear_lowest(free)
        count += 1
    return count


@kernel
def play(state, move, tables):
    state[1 + state[0]] |= bit(move)
    state[0] = 1 - state[0]


@kernel
def outcome(state, tables):
    """Two neighbouring squares win."""
    own = state[2 - state[0]]
    return LOSS if popcount(own & shift_right(own, 1)) > 0 else ONGOING


@kernel
def key(state, tables):
    return mix(mix(state[0], state[1]), state[2])


class Corner(Game):
    """Four squares in a row, at the end of the board."""

    name = "corner"

    def build(self):
        return Rules(Kernels(moves, play, outcome, key=key), vector([0, 0, 0]), 64, 4)

    def path(self, state, move):
        return (f"s{move}",)

    def scene(self, state):
        pieces = [
            Piece(f"s{square}", side)
            for side in (0, 1)
            for square in range(60, 64)
            if state[1 + side] & bit(square)
        ]
        spots = tuple(Spot(f"s{square}", square, 0) for square in range(60, 64))
        return Scene("cells", spots, tuple(pieces))


def test_square_63_is_a_square_like_any_other():
    game = Corner()
    assert game.start().play("s63").state[1] == -(2**63) == np.int64(bit(63))
    report = check_game(game)
    assert report.is_native


def test_the_solver_agrees_with_a_look_at_all_games():
    def value(position):
        if position.is_over:
            return position.utility()
        values = [value(position.play(move)) for move in position.moves]
        return max(values) if position.side == 0 else min(values)

    start = Corner().start()
    assert solve(start).value == value(start)
