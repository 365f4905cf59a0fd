"""The contract between a game and the search: a state, its moves, and the kernels over them.

This is all that the core knows about a game. Everything is an `int64` or a vector of them.

**State.** One flat vector. Slot 0 is the side to move, 0 or 1. All that decides the future of the
game is in the vector, and nothing else: two positions with equal vectors are the same position.

A slot may be negative, and may hold a set of 64 squares, one bit each (a bitboard). Then bit 63 is
the sign of the number: `bits` has what minds it, the same plain and compiled (`bit`, `popcount`,
`lowest_bit`, `clear_lowest`, `shift_right`). Slots 1 and 2 being the pieces of both sides on 8x8
squares, a move forward of side 0 would be:

    empty = ~(state[1] | state[2])
    targets = shift_left(state[1], 8) & empty
    while targets != 0:
        out[count] = lowest_bit(targets)
        count += 1
        targets = clear_lowest(targets)

**Moves.** Integers from 0 up to, not including, `Rules.move_limit`. A pass is a move like any
other. A move's number may mean anything; people see the game's notation of it.

**Tables.** A read-only vector that depends on the options alone (board geometry, crossing masks,
pattern tables). It is built once in plain Python, passed last to every kernel, never copied and
never hashed; so options need neither globals nor closures.

The kernels come in four layers, as in `KERNELS` below. A new game needs the first one only; each
other kernel makes a search faster or stronger.

**Required**

`moves(state, out, tables) -> count`
    Writes the legal moves to `out`, each once, and returns how many. `out` has room for
    `Rules.branching` moves. Called only while the game is ongoing. Zero moves end the game as a
    draw, unless `outcome` says otherwise.
`play(state, move, tables)`
    Plays a legal move in place and sets slot 0 itself: **the same side may move twice**, and
    nothing in the core assumes that sides alternate. There is no undo: the core copies states.
`outcome(state, tables) -> outcome`
    `values.ONGOING`, or the result for the side in slot 0: `WIN`, `LOSS`, `DRAW`, `margin(n)`.
    Depends on the state alone.

**Search aids**

`evaluate(state, features, tables) -> score`
    How good an ongoing position looks to the side to move, below `EVALUATION_LIMIT`, in `POINT`s
    if the game is won by points. `Rules.scale` translates it to winning chances.
`priors(state, moves, count, out, features, tables)`
    Writes a prior for each of `moves[:count]` to `out`; the highest is searched first. Changes no
    values. The units are those of `move_ordering`: a few thousand is a hint, `URGENT` goes before
    all else.
`key(state, tables) -> hash`
    Equal for equal states, well spread otherwise. Without it the core hashes the state, so a game
    needs one only if some slots do not matter, and makes it of `hash_vector(state[1:9])` and
    `mix(hash, state[0])` (see `hashing`): a sum or a shift by hand collides, and then a solved
    value may be false.
`canonical(state, out, tables)`
    Writes the representative of all positions that symmetry makes equal in value for the side to
    move, and in distance to the end. Slot 0 may differ (turn the board, swap the sides).

**Incremental features**

A second vector, `features`, for what only evaluation and threat search need (line patterns, say).
The core keeps it up to date along a line of play; perft and playouts never pay for it. A game has
all three kernels or none; without them `features` is empty.

`init_features(state, features, tables)`
    Computes `features` of this state from nothing.
`update_features(state, move, features, tables)`
    Updates `features` for a move about to be played in `state`.
`revert_features(state, move, features, tables)`
    The reverse, when `move` has been taken back and `state` is as it was before it.

**Expert**

`candidates(state, out, info, features, tables) -> count`
    The moves worth searching, a subset of the legal ones and not empty if they are not. Replaces
    `moves` in heuristic searches only. Sets `info[REST_LOSES]` to 1 if every move left out is
    certain to lose: then a proof may rest on the moves in `out`.
`threat_search(state, budget, line, info, features, tables) -> score`
    The game's own search for forced wins, run before the general search: a score from this node
    that is certain, with its moves written to `line` (`LINE_SIZE` places) and ended by -1; else 0.
    May visit about `budget` positions and adds their number to `info[POSITIONS]`, to be counted as
    nodes. A budget of 0 asks only for what needs no search. If it ran out of
    budget and can resume where it stopped, it sets `info[RESUMABLE]` to 1, and may estimate in
    `info[WIN_ESTIMATE]` how likely, in percent, more positions would show a win: the root calls it
    again with the same features while there is time.
`known_result(state, tables) -> score`
    A result that is certain without any search, as a score from this node (`won_in(1)` when the
    side to move wins at once), else 0. Must be exactly true: proofs rest on it.
`score_bounds(state, out, tables)`
    For a scoring game whose future does not depend on the points made so far: writes how many
    points the side to move is ahead, and the least and the most that it can still add to that. Then
    `key` leaves these points out and `evaluate` is that lead in `POINT`s plus something that
    does not depend on it, so that positions which differ only in points made share table entries.

The caller sets all of `info` to 0 before a call.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from plyground.core.values import POINT
from plyground.locale import Problem

Vector = npt.NDArray[np.int64]
"""A flat array of `int64`: states, moves, tables and features."""
Function = Callable[..., Any]
T = TypeVar("T")

LINE_SIZE = 99
"""Places of the line that `threat_search` writes: its moves, and the -1 that ends them."""

# Slots of `info`, what a kernel says beside its result.
REST_LOSES = 0
POSITIONS = 1
RESUMABLE = 2
WIN_ESTIMATE = 3
INFO_SIZE = 4

BOUNDS_SIZE = 3
"""Places that `score_bounds` writes: the lead, and the least and the most to be added to it."""

MOST_MOVES = 1 << 24
"""The largest `move_limit` and `branching`: searches have a place for every move."""

# Parameters that are single numbers; all others are vectors.
NUMBERS = frozenset({"move", "count", "budget"})

KERNELS: dict[str, tuple[tuple[str, ...], bool]] = {
    # Required.
    "moves": (("state", "out", "tables"), True),
    "play": (("state", "move", "tables"), False),
    "outcome": (("state", "tables"), True),
    # Search aids.
    "evaluate": (("state", "features", "tables"), True),
    "priors": (("state", "moves", "count", "out", "features", "tables"), False),
    "key": (("state", "tables"), True),
    "canonical": (("state", "out", "tables"), False),
    # Incremental features.
    "init_features": (("state", "features", "tables"), False),
    "update_features": (("state", "move", "features", "tables"), False),
    "revert_features": (("state", "move", "features", "tables"), False),
    # Expert.
    "candidates": (("state", "out", "info", "features", "tables"), True),
    "threat_search": (("state", "budget", "line", "info", "features", "tables"), True),
    "known_result": (("state", "tables"), True),
    "score_bounds": (("state", "out", "tables"), False),
}
"""Name of each kernel: its parameters, and whether it returns an integer."""

# What was renamed or dropped; the constructors name the new word instead of a TypeError.
_RENAMED = {
    "order": "priors",
    "remember": "init_features",
    "follow": "update_features",
    "forget": "revert_features",
    "tactics": "threat_search",
    "foresee": "known_result",
    "standing": "score_bounds",
    "memory_size": "features_size",
    "memory_kept": "features_scratch",
    "margin": "futility",
}
_DROPPED = frozenset({"undo", "grab"})


def signature(name: str) -> str:
    """The native signature of a kernel, as Numba writes it."""
    parameters, returns = KERNELS[name]
    typed = ("int64" if parameter in NUMBERS else "int64[::1]" for parameter in parameters)
    return f"{'int64' if returns else 'void'}({', '.join(typed)})"


def _refuse_old_names(cls: type[T]) -> type[T]:
    """Make a constructor name the new word for an argument that the contract no longer has."""
    construct = cls.__init__

    @wraps(construct)
    def init(self: Any, *values: Any, **named: Any) -> None:
        for old in named:
            if old in _RENAMED:
                raise Problem("problem.rules.renamed", old=old, new=_RENAMED[old])
            if old in _DROPPED:
                raise Problem("problem.rules.dropped", old=old)
        construct(self, *values, **named)

    cls.__init__ = init  # type: ignore[method-assign]
    return cls


@_refuse_old_names
@dataclass(frozen=True)
class Kernels:
    """The kernels of one game: plain functions, or functions marked with `@kernel`."""

    moves: Function
    play: Function
    outcome: Function

    evaluate: Function | None = None
    priors: Function | None = None
    key: Function | None = None
    canonical: Function | None = None

    init_features: Function | None = None
    update_features: Function | None = None
    revert_features: Function | None = None

    candidates: Function | None = None
    threat_search: Function | None = None
    known_result: Function | None = None
    score_bounds: Function | None = None

    def __post_init__(self) -> None:
        for name, function in self.present().items():
            wanted = KERNELS[name][0]
            if not callable(function) or len(inspect.signature(function).parameters) != len(wanted):
                raise Problem("problem.rules.parameters", kernel=name, wanted=", ".join(wanted))
        incremental = (self.init_features, self.update_features, self.revert_features)
        if None in incremental and any(incremental):
            raise Problem("problem.rules.features")

    def present(self) -> dict[str, Function]:
        """The kernels that this game has, by name."""
        found = ((part.name, getattr(self, part.name)) for part in fields(self))
        return {name: function for name, function in found if function is not None}


@_refuse_old_names
@dataclass(frozen=True, eq=False)
class Rules:
    """A game with its options fixed, as the core sees it."""

    kernels: Kernels
    start: Vector
    """The state in which a game begins."""
    move_limit: int
    """Every move is below this."""
    branching: int
    """No position has more legal moves than this."""
    tables: Vector = field(default_factory=lambda: np.zeros(0, np.int64))
    """What depends on the options alone; every kernel gets it last."""
    features_size: int = 0
    """The number of slots of the features."""
    features_scratch: int = 0
    """How many slots at the end of the features are scratch space of searches and of
    `revert_features`: the slots before them say all there is to say about a position."""
    scale: float = 0.0
    """The evaluation at which winning chances are 1 / (1 + 1/e), about 73 %. If not given: 400, or
    a lead of four points in a game won by points."""
    futility: int = 0
    """By how much one ply typically changes the evaluation. If given, heuristic searches prune
    positions and late moves near the horizon whose evaluation is too far from the window."""
    scoring: bool = False
    """Is the game won by points, so that outcomes are margins?"""

    def __post_init__(self) -> None:
        for name, value in (("start", self.start), ("tables", self.tables)):
            if not is_vector(value):
                raise Problem("problem.rules.vector", vector=name)
        if len(self.start) == 0 or self.start[0] not in (0, 1):
            raise Problem("problem.rules.first_slot")
        for name in ("move_limit", "branching"):
            if not 1 <= getattr(self, name) <= MOST_MOVES:
                given = getattr(self, name)
                raise Problem("problem.rules.limit", name=name, given=given, most=MOST_MOVES)
        if self.features_size and self.kernels.init_features is None:
            raise Problem("problem.rules.features")
        if not 0 <= self.features_scratch <= self.features_size:
            raise Problem("problem.rules.features_scratch", given=self.features_scratch)
        if self.futility and self.kernels.evaluate is None:
            raise Problem("problem.rules.futility")
        if not self.scale:
            object.__setattr__(self, "scale", 4.0 * POINT if self.scoring else 400.0)
        if not 0 < self.scale < math.inf:
            raise Problem("problem.rules.scale", given=self.scale)


def is_vector(value: object) -> bool:
    """Is a value a contiguous vector of int64, as native code takes it?"""
    return (
        isinstance(value, np.ndarray)
        and value.dtype == np.int64
        and value.ndim == 1
        and bool(value.flags.c_contiguous)
    )


def vector(values: Any) -> Vector:
    """A contiguous int64 vector of the given values."""
    return np.ascontiguousarray(values, dtype=np.int64).reshape(-1)
