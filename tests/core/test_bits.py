"""Bitboards: the same in plain Python and compiled, for every bit, the sign included."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.bits import (
    bit,
    clear_lowest,
    highest_bit,
    lowest_bit,
    multiply,
    popcount,
    shift_left,
    shift_right,
    word,
)
from plyground.core.jit import compile_kernel, kernel

WORDS = st.integers(-(2**63), 2**63 - 1)
SHIFTS = st.integers(0, 63)
EDGES = [0, 1, -1, 2**63 - 1, -(2**63), -(2**63) + 1, *(word(1 << n) for n in range(64))]


def unsigned(bits):
    return int(bits) % 2**64


# What each should be, by Python's unbounded integers and the digits of a number.
UNARY = {
    popcount: lambda bits: format(unsigned(bits), "b").count("1"),
    lowest_bit: lambda bits: format(unsigned(bits), "064b")[::-1].find("1") % 65,
    highest_bit: lambda bits: 63 - (format(unsigned(bits), "064b") + "1").find("1"),
    clear_lowest: lambda bits: unsigned(bits) - (unsigned(bits) & -unsigned(bits)),
}
BINARY = {
    shift_left: lambda bits, by: unsigned(bits) * 2**by,
    shift_right: lambda bits, by: unsigned(bits) // 2**by,
    multiply: lambda bits, other: unsigned(bits) * unsigned(other),
}


def compiled(function, arity):
    """A helper called by a kernel in native code."""
    if arity == 1:

        def call(bits):
            return function(bits)
    else:

        def call(bits, other):
            return function(bits, other)

    return compile_kernel(kernel(call), f"int64({', '.join(['int64'] * arity)})").call


NATIVE = {
    **{function: compiled(function, 1) for function in (*UNARY, bit)},
    **{function: compiled(function, 2) for function in BINARY},
}


def check(function, expected, *arguments):
    """Plain with Python's integers, plain with NumPy's, and native: one answer, no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answers = {
            int(function(*arguments)),
            int(function(*map(np.int64, arguments))),
            int(NATIVE[function](*arguments)),
        }
    assert len(answers) == 1
    [answer] = answers
    assert unsigned(answer) == unsigned(expected(*arguments))
    # It fits a slot of a state.
    assert np.array([answer], np.int64)[0] == answer


@pytest.mark.parametrize("bits", EDGES)
def test_edges_of_the_word(bits):
    for function, expected in UNARY.items():
        check(function, expected, bits)
    for by in (0, 1, 62, 63):
        for function, expected in BINARY.items():
            check(function, expected, bits, by)


@given(WORDS)
def test_any_word(bits):
    for function, expected in UNARY.items():
        check(function, expected, bits)


@given(WORDS, SHIFTS, WORDS)
def test_any_shift_and_product(bits, by, other):
    check(shift_left, BINARY[shift_left], bits, by)
    check(shift_right, BINARY[shift_right], bits, by)
    check(multiply, BINARY[multiply], bits, other)


@pytest.mark.parametrize("square", range(64))
def test_every_square_is_a_bit_of_its_own(square):
    check(bit, lambda number: 2**number, square)
    assert lowest_bit(bit(square)) == highest_bit(bit(square)) == square


@given(st.integers(0, 2**64 - 1))
def test_a_word_keeps_its_bits(bits):
    assert -(2**63) <= word(bits) < 2**63
    assert unsigned(word(bits)) == bits
    assert word(word(bits)) == word(bits)


def test_empty_sets():
    assert (popcount(0), lowest_bit(0), highest_bit(0), clear_lowest(0)) == (0, 64, -1, 0)


def test_a_set_is_walked_in_native_code_as_in_plain_python():
    @kernel
    def walk(bits, out):
        count = 0
        while bits != 0:
            out[count] = lowest_bit(bits)
            bits = clear_lowest(bits)
            count += 1
        return count

    native = compile_kernel(walk, "int64(int64, int64[::1])").call
    for bits in (word(0x8000_0000_0000_0001), -1, 0, word(0xAAAA_AAAA_AAAA_AAAA)):
        walked = []
        for run in (walk, native):
            out = np.zeros(64, np.int64)
            count = run(np.int64(bits), out)
            walked.append(out[:count].tolist())
        assert walked[0] == walked[1] == [n for n in range(64) if unsigned(bits) >> n & 1]


def test_helpers_are_machine_instructions():
    import numba

    native = numba.njit("int64(int64)")(_make_count())
    [code] = native.inspect_llvm().values()
    assert "llvm.ctpop.i64" in code


def _make_count():
    instruction = popcount.definition

    def count(bits):
        return instruction(bits)

    return count
