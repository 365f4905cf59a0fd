"""Hashes of states, for the `key` kernels of games.

A key that is made by hand (sums, shifted fields) collides sooner than it looks, and a collision
makes a search state a false value. `hash_vector(state[1:9])` hashes the slots that matter, if they
lie together; `mix(mix(state[0], state[3]), state[7])` those that do not.
"""

from __future__ import annotations

from plyground.core.bits import multiply, shift_right
from plyground.core.contract import Vector
from plyground.core.jit import kernel

# Odd, so that multiplying loses nothing.
LANE_A = -0x61C8864680B583EB
LANE_B = -0x3D4D51C2D82B14B1
LANE_C = 0x2545F4914F6CDD1D
LANE_D = -0x352A2F3A96A1E34F


@kernel
def hash_vector(state: Vector) -> int:
    """A good hash of several words, for a game's own `key` of the slots that matter.

    Multiplicative mixing in four lanes, which a processor works on at once.
    """
    # Zero as a word of 64 bits: in plain Python, too, the lanes must wrap around.
    zero = state[0] ^ state[0]
    a, b = zero - 0x61C8864680B583EB, zero + 0x2545F4914F6CDD1D
    c, d = zero - 0x3C6EF372FE94F82B, zero + 0x5851F42D4C957F2D
    even = state.shape[0] & ~3
    for slot in range(0, even, 4):
        a = fold((a ^ state[slot]) * LANE_A)
        b = fold((b ^ state[slot + 1]) * LANE_B)
        c = fold((c ^ state[slot + 2]) * LANE_C)
        d = fold((d ^ state[slot + 3]) * LANE_D)
    for slot in range(even, state.shape[0]):
        a = fold((a ^ state[slot]) * LANE_A)
    hashed = mix_bits(a) ^ mix_bits(b + LANE_A) ^ mix_bits(c + LANE_B) ^ mix_bits(d + LANE_C)
    return mix_bits(hashed)


@kernel
def fold(product: int) -> int:
    """Carry the high half of a word down: a product depends on the low bits of its factors only."""
    return product ^ ((product >> 32) & 0xFFFFFFFF)


@kernel
def mix_bits(hashed: int) -> int:
    """Make every bit of a word depend on every other (constants of splitmix64)."""
    hashed ^= (hashed >> 30) & 0x3FFFFFFFF
    hashed *= -0x40A7B892E31B1A47
    hashed ^= (hashed >> 27) & 0x1FFFFFFFFF
    hashed *= -0x6B2FB644ECCEEE15
    return hashed ^ ((hashed >> 31) & 0x1FFFFFFFF)


@kernel
def mix(hashed: int, value: int) -> int:
    """A hash of a hash, or a first number, and one more number. The order of the numbers counts.

    No two values collide after the same hash, nor two hashes before the same value: each step can
    be reversed.
    """
    # Spread first: small numbers that meet unspread, -1 and -1 or 1 and 1, would look alike.
    mixed = multiply(hashed ^ LANE_C, LANE_A)
    mixed = mixed ^ shift_right(mixed, 32) ^ value
    mixed = multiply(mixed ^ shift_right(mixed, 30), LANE_B)
    mixed = multiply(mixed ^ shift_right(mixed, 27), LANE_D)
    return mixed ^ shift_right(mixed, 31)
