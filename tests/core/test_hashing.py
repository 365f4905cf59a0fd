"""`mix`: the same plain and compiled, without warnings, and no collisions of near numbers."""

from __future__ import annotations

import warnings
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.hashing import hash_vector, mix
from plyground.core.jit import compile_kernel, kernel

WORDS = st.integers(-(2**63), 2**63 - 1)


@kernel
def _key(state, tables):
    """A key as an author would write it: some slots, one after another."""
    return mix(mix(hash_vector(state[2:6]), state[0]), state[1])


native_mix = compile_kernel(mix, "int64(int64, int64)").call


@given(WORDS, WORDS)
def test_plain_and_native_agree_without_a_warning(hashed, value):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plain = {int(mix(hashed, value)), int(mix(np.int64(hashed), np.int64(value)))}
    assert plain == {int(native_mix(hashed, value))}


@given(WORDS, WORDS, WORDS)
def test_no_two_numbers_collide_after_the_same_hash(hashed, value, other):
    assert (mix(hashed, value) == mix(hashed, other)) == (value == other)
    assert (mix(value, hashed) == mix(other, hashed)) == (value == other)


def test_near_vectors_have_keys_of_their_own():
    vectors = list(product((-1, 0, 1, 2), repeat=6))
    keys = {mix(mix(mix(mix(mix(a, b), c), d), e), f) for a, b, c, d, e, f in vectors}
    assert len(keys) == len(vectors)
    low = {key & 0xFFFFF for key in keys}
    # As many as random numbers would have: 4096 in 2**20, within four deviations.
    assert len(low) > len(vectors) - 8 - 4 * 3


def test_the_length_of_a_row_of_zeros_counts():
    row = [0]
    for _ in range(50):
        row.append(mix(row[-1], 0))
    assert len(set(row)) == len(row)


def test_a_key_of_slots_compiles():
    native = compile_kernel(_key, "int64(int64[::1], int64[::1])").call
    state = np.array([1, -5, 3, 2**62, -(2**63), 7], np.int64)
    with np.errstate(over="ignore"):
        assert int(_key(state, state)) == int(native(state, state))
