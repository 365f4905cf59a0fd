"""The contract between a game and the search: a state, its moves, and the kernels over them.

This is all the core ever learns about a game. Everything is an `int64` or a vector of them.

**State.** One flat vector. Slot 0 is the side to move, 0 or 1. All that decides the future of the
game is in the vector, and nothing else: two positions with equal vectors are the same position.

**Moves.** Integers from 0 up to, not including, `Rules.move_limit`. A pass is a move like any
other. A move's number may mean anything; people see the game's notation of it.

**Tables.** A read-only vector that depends on the options alone (board geometry, crossing masks,
pattern tables). It is built once in plain Python, passed last to every kernel, never copied and
never hashed; so options need neither globals nor closures.

**Memory.** A second vector for what only evaluation and threat search need (say, line patterns).
The core keeps it up to date by `remember`, `follow` and `forget`. Perft and playouts never pay
for it. A game without these three kernels has an empty memory.

The kernels, in the words of `KERNELS` below; three are required, each other one only makes a
search faster or wiser:

`moves(state, out, tables) -> count`
    Writes the legal moves to `out`, each once, and tells how many. `out` has room for
    `Rules.branching` moves. Is asked only while the game is ongoing. Zero moves end the game as a
    draw, unless `outcome` says otherwise.
`play(state, move, tables)`
    Plays a legal move in place and sets slot 0 itself: **the same side may move twice**, and
    nothing in the core assumes that sides alternate.
`outcome(state, tables) -> outcome`
    `values.ONGOING`, or the result for the side in slot 0: `WIN`, `LOSS`, `DRAW`, `margin(n)`.
    Looks at the state alone.

`undo(state, move, tables)`
    Takes `move` back, restoring every slot. Without it the core copies the state, which is as fast
    for small ones.
`key(state, tables) -> hash`
    Equal for equal states, well spread otherwise. Without it the core hashes the vector.
`canonical(state, out, tables)`
    Writes the representative of all positions that symmetry makes equal in value for the side to
    move, and in distance to the end. Slot 0 may differ (turn the board, swap the sides).
`foresee(state, tables) -> score`
    What is certain at a glance, as a score from this node (`won_in(1)` when the side to move wins
    at once), else 0. Must be exactly true: proofs rest on it.
`standing(state, out, tables)`
    For a scoring game whose future does not depend on the points made so far: writes how many
    points the side to move is ahead, and the least and the most that it can still add to that. Then
    `key` leaves these points out and `evaluate` is the standing in `POINT`s plus something that
    does not depend on it, so that positions which differ only in points made share what is known
    of their future.

`remember(state, memory, tables)`
    Fills `memory` for this state from nothing.
`follow(state, move, memory, tables)`
    Brings `memory` up to date for a move about to be played in `state`.
`forget(state, move, memory, tables)`
    The reverse, when `move` has been taken back and `state` is as it was before it.
`evaluate(state, memory, tables) -> score`
    How good an ongoing position looks to the side to move, below `EVALUATION_LIMIT`.
    `Rules.scale` translates it to winning chances.
`order(state, moves, count, priors, memory, tables)`
    Writes a prior for each of `moves[:count]`; the highest is searched first. Changes no values.
    The units are those of `ordering`: a few thousand is a hint, `URGENT` goes before all else.
`candidates(state, out, memory, tables) -> count`
    The moves worth a thought, a subset of the legal ones and not empty if they are not. Used
    instead of `moves` by heuristic searches only. Tells -count if every move that is left out is
    sure to lose: then a proof may rest on those that are not.
`tactics(state, budget, line, memory, tables) -> score`
    The game's own search for forced wins, asked before the general search: a score from this
    node that is certain, with its moves written to `line` (`LINE_ROOM` places) and ended by -1,
    else 0. May look at about `budget` positions, and adds how many they were to the last place of
    `line`: they count as nodes. A budget of 0 asks only for what can be seen at once. At the
    root it is asked again and again with the same memory, to go on where it stopped, until it
    leaves -1 in `line[0]` with a score of 0: then there is nothing more to find. Instead of -1 it
    may leave there how likely, in percent, a win seems that only more positions would show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.int64]

LINE_ROOM = 100
"""Places of a line of `tactics`: moves, the -1 that ends them, and how many positions it took."""
COUNT_AT = LINE_ROOM - 1

# Parameters of each kernel in order: a name that ends a vector's role is typed as a vector.
_VECTORS = frozenset({"state", "out", "tables", "memory", "moves", "priors", "line"})

KERNELS: dict[str, tuple[tuple[str, ...], bool]] = {
    "moves": (("state", "out", "tables"), True),
    "play": (("state", "move", "tables"), False),
    "outcome": (("state", "tables"), True),
    "undo": (("state", "move", "tables"), False),
    "key": (("state", "tables"), True),
    "canonical": (("state", "out", "tables"), False),
    "foresee": (("state", "tables"), True),
    "standing": (("state", "out", "tables"), False),
    "remember": (("state", "memory", "tables"), False),
    "follow": (("state", "move", "memory", "tables"), False),
    "forget": (("state", "move", "memory", "tables"), False),
    "evaluate": (("state", "memory", "tables"), True),
    "order": (("state", "moves", "count", "priors", "memory", "tables"), False),
    "candidates": (("state", "out", "memory", "tables"), True),
    "tactics": (("state", "budget", "line", "memory", "tables"), True),
}
"""Name of each kernel: its parameters, and whether it returns an integer."""


def signature(name: str) -> str:
    """The native signature of a kernel, in Numba's words."""
    parameters, returns = KERNELS[name]
    typed = ("int64[::1]" if parameter in _VECTORS else "int64" for parameter in parameters)
    return f"{'int64' if returns else 'void'}({', '.join(typed)})"


Function = Callable[..., Any]


@dataclass(frozen=True)
class Kernels:
    """The kernels of one game: plain functions, or functions marked with `@kernel`."""

    moves: Function
    play: Function
    outcome: Function
    undo: Function | None = None
    key: Function | None = None
    canonical: Function | None = None
    foresee: Function | None = None
    standing: Function | None = None
    remember: Function | None = None
    follow: Function | None = None
    forget: Function | None = None
    evaluate: Function | None = None
    order: Function | None = None
    candidates: Function | None = None
    tactics: Function | None = None

    def present(self) -> dict[str, Function]:
        found = ((part.name, getattr(self, part.name)) for part in fields(self))
        return {name: function for name, function in found if function is not None}


@dataclass(frozen=True, eq=False)
class Rules:
    """A game with its options fixed, as the core sees it."""

    kernels: Kernels
    start: Vector
    move_limit: int
    """Every move is below this."""
    branching: int
    """No position has more legal moves than this."""
    tables: Vector = field(default_factory=lambda: np.zeros(0, np.int64))
    memory_size: int = 0
    memory_kept: int | None = None
    """How many slots at the beginning of a memory tell all there is to tell of a position; what is
    behind them serves searches, and `forget`. All slots, if not given."""
    scale: float = 400.0
    """The evaluation at which winning chances are 1 / (1 + 1/e), about 73 %."""
    margin: int = 0
    """How much a ply may be expected to change the evaluation. Where it is given, heuristic
    searches give up positions and late moves near the horizon that are too far from mattering."""
    scoring: bool = False
    """Is the game won by points, so that outcomes are margins?"""


def vector(values: Any) -> Vector:
    """A contiguous int64 vector of the given values."""
    return np.ascontiguousarray(values, dtype=np.int64).reshape(-1)
