"""Bitboards: sets of up to 64 squares in one slot of a state.

A slot is an `int64`, so a set that contains square 63 is a negative number. `&`, `|`, `^`, `~` and
`==` do not mind. What does mind the sign, or overflows in plain Python, is here; each function does
the same in plain Python, with NumPy's integers or Python's own, and compiled, where most are one
machine instruction. A mask above 2**63 - 1 is written `word(0x8080808080808080)`, outside of
kernels: Numba takes the bare number for unsigned, and mixes it with others as if both were floats.

    while bits != 0:
        square = lowest_bit(bits)
        bits = clear_lowest(bits)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core.jit import Intrinsic

_SIGN = 1 << 63
_MASK = (1 << 64) - 1


def word(bits: int) -> int:
    """The `int64` with the lowest 64 bits of a number: `word(2**64 - 1)` is -1. For constants."""
    return ((int(bits) & _MASK) ^ _SIGN) - _SIGN


def _define_instruction(name: str, arity: int) -> Callable[..., int]:
    """An operation on 64-bit words in Numba's terms."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    word_type = ir.IntType(64)
    one, ones = ir.Constant(word_type, 1), ir.Constant(word_type, -1)
    top = ir.Constant(word_type, 63)
    defined_at_zero = ir.Constant(ir.IntType(1), 0)
    build: dict[str, Callable[..., Any]] = {
        "popcount": lambda builder, bits: builder.ctpop(bits),
        "lowest_bit": lambda builder, bits: builder.cttz(bits, defined_at_zero),
        "highest_bit": lambda builder, bits: builder.sub(top, builder.ctlz(bits, defined_at_zero)),
        "clear_lowest": lambda builder, bits: builder.and_(bits, builder.add(bits, ones)),
        "bit": lambda builder, square: builder.shl(one, square),
        "shift_left": lambda builder, bits, by: builder.shl(bits, by),
        "shift_right": lambda builder, bits, by: builder.lshr(bits, by),
        "multiply": lambda builder, bits, other: builder.mul(bits, other),
    }

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return build[name](builder, *arguments)

    signature = types.int64(*[types.int64] * arity)

    def unary(typing_context: Any, bits: Any) -> Any:
        return signature, generate

    def binary(typing_context: Any, bits: Any, other: Any) -> Any:
        return signature, generate

    made: Callable[..., int] = intrinsic(unary if arity == 1 else binary)
    return made


def _popcount(bits: int) -> int:
    """How many squares a set has."""
    return (int(bits) & _MASK).bit_count()


def _lowest_bit(bits: int) -> int:
    """The lowest square of a set; 64 if it is empty."""
    low = int(bits) & _MASK
    return (low & -low).bit_length() - 1 if low else 64


def _highest_bit(bits: int) -> int:
    """The highest square of a set; -1 if it is empty."""
    return (int(bits) & _MASK).bit_length() - 1


def _clear_lowest(bits: int) -> int:
    """The set without its lowest square."""
    low = int(bits) & _MASK
    return word(low & (low - 1))


def _bit(square: int) -> int:
    """The set of one square, 0 to 63."""
    return word(1 << int(square))


def _shift_left(bits: int, by: int) -> int:
    """Every square moved up by 0 to 63; those beyond 63 are lost."""
    return word(int(bits) << int(by))


def _shift_right(bits: int, by: int) -> int:
    """Every square moved down by 0 to 63; those below 0 are lost. Python's `>>` copies the sign."""
    return word((int(bits) & _MASK) >> int(by))


def _multiply(bits: int, other: int) -> int:
    """The lowest 64 bits of a product, as for magic bitboards and hashes."""
    return word(int(bits) * int(other))


popcount = Intrinsic(_define_instruction, "popcount", 1, plain=_popcount)
lowest_bit = Intrinsic(_define_instruction, "lowest_bit", 1, plain=_lowest_bit)
highest_bit = Intrinsic(_define_instruction, "highest_bit", 1, plain=_highest_bit)
clear_lowest = Intrinsic(_define_instruction, "clear_lowest", 1, plain=_clear_lowest)
bit = Intrinsic(_define_instruction, "bit", 1, plain=_bit)
shift_left = Intrinsic(_define_instruction, "shift_left", 2, plain=_shift_left)
shift_right = Intrinsic(_define_instruction, "shift_right", 2, plain=_shift_right)
multiply = Intrinsic(_define_instruction, "multiply", 2, plain=_multiply)
