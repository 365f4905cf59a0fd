"""Two symmetries that leave the value of a position as it is for the side to move.

Turning the board by 180 degrees keeps the colours and swaps the sides. The mirror that swaps left
and right keeps the sides and turns colour c into 7 - c, because the paint is symmetric so; it also
swaps the two ways to refill.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.games.kamisado.rules import (
    ANY,
    BLAMED,
    CALLED,
    CAUSE,
    PASSED,
    PLACES,
    POINTS,
    RANKS,
    ROWS,
    SIDE,
    WINNER,
)


@kernel
def canonical(state: Vector, out: Vector, tables: Vector) -> None:
    """Side 0 is to move, and one of the first four colours if one is called.

    If none is called, the mirror image with the smaller places is taken.
    """
    if state[SIDE] == 0:
        out[:] = state
    else:
        turn(state, out)
    called = out[CALLED]
    if called < ANY:
        if called >= 4:
            mirror(out)
        return
    for slot in range(PLACES, PLACES + 2):
        reflected = mirrored_places(out[slot])
        if reflected != out[slot]:
            if reflected < out[slot]:
                mirror(out)
            return
    if mirrored_ranks(out[RANKS]) < out[RANKS]:
        mirror(out)


@kernel
def turn(state: Vector, out: Vector) -> None:
    """The board turned by 180 degrees."""
    out[SIDE] = 1 - state[SIDE]
    out[CALLED] = state[CALLED]
    out[BLAMED] = 1 - state[BLAMED]
    out[PASSED] = (state[PASSED] >> 8) | ((state[PASSED] & 0xFF) << 8)
    out[CAUSE] = state[CAUSE]
    out[WINNER] = 0 if state[WINNER] == 0 else 3 - state[WINNER]
    out[RANKS] = (state[RANKS] >> 16) | ((state[RANKS] & 0xFFFF) << 16)
    for side in range(2):
        out[POINTS + side] = state[POINTS + 1 - side]
        # A square and its opposite add up to 63, in all eight fields of six bits at once.
        out[PLACES + side] = state[PLACES + 1 - side] ^ 0o7777777777777777
        out[ROWS + side] = reversed_bytes(mirrored_rows(state[ROWS + 1 - side]))


@kernel
def mirror(state: Vector) -> None:
    """Left and right swapped, in place."""
    if state[CALLED] < ANY:
        state[CALLED] = 7 - state[CALLED]
    if state[PASSED] != 0:
        state[CAUSE] = 7 - state[CAUSE]
        state[PASSED] = mirrored_rows(state[PASSED])
    state[RANKS] = mirrored_ranks(state[RANKS])
    for side in range(2):
        state[PLACES + side] = mirrored_places(state[PLACES + side])
        state[ROWS + side] = mirrored_rows(state[ROWS + side])


@kernel
def mirrored_places(places: int) -> int:
    """Eight fields of six bits in reverse order, in each the column counted from the right."""
    places = ((places >> 6) & 0o0077007700770077) | ((places & 0o0077007700770077) << 6)
    places = ((places >> 12) & 0o0000777700007777) | ((places & 0o0000777700007777) << 12)
    places = (places >> 24) | ((places & 0o77777777) << 24)
    return places ^ 0o0707070707070707


@kernel
def mirrored_ranks(ranks: int) -> int:
    """Two times eight fields of two bits in reverse order."""
    ranks = ((ranks >> 2) & 0x33333333) | ((ranks & 0x33333333) << 2)
    ranks = ((ranks >> 4) & 0x0F0F0F0F) | ((ranks & 0x0F0F0F0F) << 4)
    return ((ranks >> 8) & 0x00FF00FF) | ((ranks & 0x00FF00FF) << 8)


@kernel
def mirrored_rows(rows: int) -> int:
    """The bits of each byte in reverse order."""
    rows = ((rows >> 1) & 0x55555555) | ((rows & 0x55555555) << 1)
    rows = ((rows >> 2) & 0x33333333) | ((rows & 0x33333333) << 2)
    return ((rows >> 4) & 0x0F0F0F0F) | ((rows & 0x0F0F0F0F) << 4)


@kernel
def reversed_bytes(rows: int) -> int:
    """Four bytes in reverse order."""
    rows = ((rows >> 8) & 0x00FF00FF) | ((rows & 0x00FF00FF) << 8)
    return (rows >> 16) | ((rows & 0xFFFF) << 16)
