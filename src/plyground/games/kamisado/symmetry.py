"""Two symmetries that keep the value of a position for the side to move.

Rotating the board by 180 degrees keeps the colours and swaps the sides. Mirroring left and right
keeps the sides and turns colour c into 7 - c, a symmetry of the coloured board; it also swaps the
two ways to refill.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.kamisado.rules import (
    ANY,
    FIRST_PASS,
    FORCED,
    LAST_MOVER,
    OCCUPANCY,
    PASSES,
    POINTS,
    RANKS,
    SIDE,
    SQUARES,
    WINNER,
)


@kernel
def canonical(state: Vector, out: Vector, tables: Vector) -> None:
    """Side 0 is to move, and the colour that must move, if any, is one of the first four.

    If any may move, the mirror image with the smaller squares is taken.
    """
    if state[SIDE] == 0:
        # Slot by slot: Numba compiles a slice with reference counting only, in twice the time.
        for slot in range(len(state)):
            out[slot] = state[slot]
    else:
        rotate(state, out)
    forced = out[FORCED]
    if forced < ANY:
        if forced >= 4:
            mirror(out)
        return
    for slot in range(SQUARES, SQUARES + 2):
        reflected = mirror_squares(out[slot])
        if reflected != out[slot]:
            if reflected < out[slot]:
                mirror(out)
            return
    if mirror_ranks(out[RANKS]) < out[RANKS]:
        mirror(out)


@kernel
def rotate(state: Vector, out: Vector) -> None:
    """Write the board rotated by 180 degrees."""
    out[SIDE] = 1 - state[SIDE]
    out[FORCED] = state[FORCED]
    out[LAST_MOVER] = 1 - state[LAST_MOVER]
    out[PASSES] = (state[PASSES] >> 8) | ((state[PASSES] & 0xFF) << 8)
    out[FIRST_PASS] = state[FIRST_PASS]
    out[WINNER] = 0 if state[WINNER] == 0 else 3 - state[WINNER]
    out[RANKS] = (state[RANKS] >> 16) | ((state[RANKS] & 0xFFFF) << 16)
    for side in range(2):
        out[POINTS + side] = state[POINTS + 1 - side]
        # A square and its opposite add up to 63, in all eight fields of six bits at once.
        out[SQUARES + side] = state[SQUARES + 1 - side] ^ 0o7777777777777777
        out[OCCUPANCY + side] = reverse_bytes(reverse_bits(state[OCCUPANCY + 1 - side]))


@kernel
def mirror(state: Vector) -> None:
    """Swap left and right in place."""
    if state[FORCED] < ANY:
        state[FORCED] = 7 - state[FORCED]
    if state[PASSES] != 0:
        state[FIRST_PASS] = 7 - state[FIRST_PASS]
        state[PASSES] = reverse_bits(state[PASSES])
    state[RANKS] = mirror_ranks(state[RANKS])
    for side in range(2):
        state[SQUARES + side] = mirror_squares(state[SQUARES + side])
        state[OCCUPANCY + side] = reverse_bits(state[OCCUPANCY + side])


@kernel
def mirror_squares(squares: int) -> int:
    """Reverse eight fields of six bits, and in each count the column from the right."""
    squares = ((squares >> 6) & 0o0077007700770077) | ((squares & 0o0077007700770077) << 6)
    squares = ((squares >> 12) & 0o0000777700007777) | ((squares & 0o0000777700007777) << 12)
    squares = (squares >> 24) | ((squares & 0o77777777) << 24)
    return squares ^ 0o0707070707070707


@kernel
def mirror_ranks(ranks: int) -> int:
    """Reverse eight fields of two bits, twice."""
    ranks = ((ranks >> 2) & 0x33333333) | ((ranks & 0x33333333) << 2)
    ranks = ((ranks >> 4) & 0x0F0F0F0F) | ((ranks & 0x0F0F0F0F) << 4)
    return ((ranks >> 8) & 0x00FF00FF) | ((ranks & 0x00FF00FF) << 8)


@kernel
def reverse_bits(rows: int) -> int:
    """Reverse the bits of each byte."""
    rows = ((rows >> 1) & 0x55555555) | ((rows & 0x55555555) << 1)
    rows = ((rows >> 2) & 0x33333333) | ((rows & 0x33333333) << 2)
    return ((rows >> 4) & 0x0F0F0F0F) | ((rows & 0x0F0F0F0F) << 4)


@kernel
def reverse_bytes(rows: int) -> int:
    """Reverse four bytes."""
    rows = ((rows >> 8) & 0x00FF00FF) | ((rows & 0x00FF00FF) << 8)
    return (rows >> 16) | ((rows & 0xFFFF) << 16)
