"""Function pointers: native code calls a game's kernels by their addresses in one vector.

`compile_rules` compiles the kernels of a game and returns the vector; inside native code,
`moves_of(kernels)` and its siblings turn an entry of it into a function. An absent kernel has
address 0: `kernels[EVALUATE] != 0` tests whether the game has an evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np

from plyground.core.compile_pool import compile_all
from plyground.core.contract import KERNELS, Kernels, Vector, signature
from plyground.core.jit import Compiled, Intrinsic

T = TypeVar("T")

SLOTS = {name: slot for slot, name in enumerate(KERNELS)}

KEY = SLOTS["key"]
CANONICAL = SLOTS["canonical"]
KNOWN_RESULT = SLOTS["known_result"]
SCORE_BOUNDS = SLOTS["score_bounds"]
INIT_FEATURES = SLOTS["init_features"]
UPDATE_FEATURES = SLOTS["update_features"]
REVERT_FEATURES = SLOTS["revert_features"]
EVALUATE = SLOTS["evaluate"]
PRIORS = SLOTS["priors"]
CANDIDATES = SLOTS["candidates"]
THREAT_SEARCH = SLOTS["threat_search"]


@dataclass(frozen=True, eq=False)
class NativeKernels:
    """A game's kernels as native code."""

    addresses: Vector
    compiled: dict[str, Compiled]


@cache
def compile_rules(kernels: Kernels) -> NativeKernels:
    """Compile all kernels of a game, or load them from the cache."""
    present = kernels.present()
    addresses = np.zeros(len(KERNELS), np.int64)
    made = compile_all((function, signature(name)) for name, function in present.items())
    compiled = dict(zip(present, made, strict=True))
    for name, native in compiled.items():
        addresses[SLOTS[name]] = native.address
    return NativeKernels(addresses, compiled)


def _define_pointer(name: str, slot: int, typed: str) -> Any:
    """An intrinsic that reads one kernel's address from the vector and makes it callable."""
    from numba import types
    from numba.core import cgutils
    from numba.core.sigutils import normalize_signature
    from numba.extending import intrinsic

    arguments, result = normalize_signature(typed)
    function_type = types.FunctionType(result(*arguments))

    def read(typing_context: Any, kernels: Any) -> Any:
        def generate(context: Any, builder: Any, _: Any, values: Any) -> Any:
            data = context.make_array(kernels)(context, builder, values[0]).data
            place = builder.gep(data, [context.get_constant(types.intp, slot)])
            null = context.get_constant_null(types.voidptr)
            pointer = cgutils.create_struct_proxy(function_type)(context, builder)
            pointer.c_addr = builder.inttoptr(builder.load(place), cgutils.voidptr_t)
            pointer.py_addr = null
            pointer.jit_addr = null
            return pointer._getvalue()

        return function_type(kernels), generate

    read.__name__ = f"{name}_of"
    return intrinsic(read)


_Pointer = Intrinsic[[Vector], Callable[..., T]]


def _pointer(name: str) -> _Pointer[Any]:
    return Intrinsic(_define_pointer, name, SLOTS[name], signature(name))


moves_of: _Pointer[int] = _pointer("moves")
play_of: _Pointer[None] = _pointer("play")
outcome_of: _Pointer[int] = _pointer("outcome")
key_of: _Pointer[int] = _pointer("key")
canonical_of: _Pointer[None] = _pointer("canonical")
known_result_of: _Pointer[int] = _pointer("known_result")
score_bounds_of: _Pointer[None] = _pointer("score_bounds")
init_features_of: _Pointer[None] = _pointer("init_features")
update_features_of: _Pointer[None] = _pointer("update_features")
revert_features_of: _Pointer[None] = _pointer("revert_features")
evaluate_of: _Pointer[int] = _pointer("evaluate")
priors_of: _Pointer[None] = _pointer("priors")
candidates_of: _Pointer[int] = _pointer("candidates")
threat_search_of: _Pointer[int] = _pointer("threat_search")
