"""Calls of a game's kernels from a search, and what is verified of them at the door.

The check of a new game finds nearly every mistake before it gets here. What is still wrong must not
crash the process: a count of moves beyond the game's branching, a move beyond its limit, a write
behind the state. The search stops then, and `raise_violation` says what it was.
"""

from __future__ import annotations

from plyground.core import slots
from plyground.core.context import Context, features_of, stop_of, tables_of
from plyground.core.contract import INFO_SIZE, Rules, Vector
from plyground.core.jit import kernel
from plyground.core.pointers import (
    REVERT_FEATURES,
    UPDATE_FEATURES,
    candidates_of,
    evaluate_of,
    known_result_of,
    moves_of,
    outcome_of,
    play_of,
    revert_features_of,
    score_bounds_of,
    update_features_of,
)
from plyground.core.stack import FIELDS, GUARD, frame_at, info_at, state_at
from plyground.locale import Failure

# Violations of the contract: which kernel did what.
COUNT_OF_MOVES = 1
COUNT_OF_CANDIDATES = 2
MOVE_OUT_OF_RANGE = 3
SIDE_OUT_OF_RANGE = 4
STATE_OVERRUN = 5


def raise_violation(context: Context) -> None:
    """Raise a `Failure` if a kernel broke the contract in the search that has just ended."""
    violation, given = context[slots.VIOLATION], context[slots.GIVEN]
    context[slots.VIOLATION] = 0
    if violation in (COUNT_OF_MOVES, COUNT_OF_CANDIDATES):
        name = "moves" if violation == COUNT_OF_MOVES else "candidates"
        most = context[slots.BRANCHING]
        raise Failure("problem.check.count", kernel=name, given=given, most=most)
    if violation == MOVE_OUT_OF_RANGE:
        last = context[slots.MOVE_LIMIT] - 1
        raise Failure("problem.check.move", kernel="moves", given=given, last=last)
    if violation == SIDE_OUT_OF_RANGE:
        raise Failure("problem.check.side", given=given)
    if violation == STATE_OVERRUN:
        raise Failure("problem.check.outside", kernel="play", vector="state")


def check_moves(rules: Rules, moves: Vector, count: int) -> None:
    """Raise a `Failure` if a list of moves, as `moves` or `candidates` wrote it, breaks the
    contract."""
    if not 0 <= count <= rules.branching:
        most = rules.branching
        raise Failure("problem.check.count", kernel="moves", given=count, most=most)
    for move in moves[:count].tolist():
        if not 0 <= move < rules.move_limit:
            last = rules.move_limit - 1
            raise Failure("problem.check.move", kernel="moves", given=move, last=last)


@kernel
def report_violation(context: Vector, violation: int, given: int) -> None:
    """Note the first violation, and stop the search, in all its threads."""
    if context[slots.VIOLATION] == 0:
        context[slots.VIOLATION] = violation
        context[slots.GIVEN] = given
    stop_of(context)[0] = 1


@kernel
def read_outcome(context: Vector, state: Vector) -> int:
    return outcome_of(context)(state, tables_of(context))


@kernel
def list_moves(context: Vector, state: Vector, out: Vector) -> int:
    """Write the legal moves; return how many."""
    count = moves_of(context)(state, out, tables_of(context))
    return verify_count(context, count, COUNT_OF_MOVES)


@kernel
def list_candidates(context: Vector, ply: int, out: Vector) -> int:
    """Write the moves worth searching in a node; return how many. Sets the frame's info."""
    clear_info(context, ply)
    count = candidates_of(context)(
        state_at(context, ply), out, info_at(context, ply), features_of(context), tables_of(context)
    )
    return verify_count(context, count, COUNT_OF_CANDIDATES)


@kernel
def verify_count(context: Vector, count: int, violation: int) -> int:
    """A number of moves; 0 if it cannot be right."""
    if count < 0 or count > context[slots.BRANCHING]:
        report_violation(context, violation, count)
        return 0
    return count


@kernel
def verify_move(context: Vector, move: int) -> bool:
    """May a move be played?"""
    if move < 0 or move >= context[slots.MOVE_LIMIT]:
        report_violation(context, MOVE_OUT_OF_RANGE, move)
        return False
    return True


@kernel
def play_move(context: Vector, state: Vector, move: int) -> None:
    """Play a move in place."""
    if verify_move(context, move):
        play_of(context)(state, move, tables_of(context))


@kernel
def verify_state(context: Vector, ply: int) -> None:
    """Verify that a kernel has written a side to move, and nothing behind the state of a frame."""
    state = state_at(context, ply)
    frame = frame_at(context, ply)
    guard = FIELDS + state.shape[0]
    if state[0] & ~1 != 0:
        report_violation(context, SIDE_OUT_OF_RANGE, state[0])
        state[0] &= 1
    if frame[guard] != GUARD:
        report_violation(context, STATE_OVERRUN, frame[guard])
        frame[guard] = GUARD


@kernel
def make_child(context: Vector, ply: int, move: int) -> bool:
    """Play a move into the next frame; return whether the same side is to move again."""
    state = state_at(context, ply)
    child = state_at(context, ply + 1)
    for slot in range(state.shape[0]):
        child[slot] = state[slot]
    play_move(context, child, move)
    verify_state(context, ply + 1)
    return bool(child[0] == state[0])


@kernel
def make_move(context: Vector, ply: int, move: int) -> bool:
    """`make_child`, and the features follow."""
    if context[UPDATE_FEATURES] != 0:
        update_features_of(context)(
            state_at(context, ply), move, features_of(context), tables_of(context)
        )
    return make_child(context, ply, move)


@kernel
def unmake_move(context: Vector, ply: int, move: int) -> None:
    """The reverse of `make_move`."""
    if context[REVERT_FEATURES] != 0:
        revert_features_of(context)(
            state_at(context, ply), move, features_of(context), tables_of(context)
        )


@kernel
def evaluate(context: Vector, ply: int) -> int:
    """The game's evaluation of a node; the game must have one."""
    return evaluate_of(context)(state_at(context, ply), features_of(context), tables_of(context))


@kernel
def read_known_result(context: Vector, state: Vector) -> int:
    """A result that is certain without search, else 0; the game must have the kernel."""
    return known_result_of(context)(state, tables_of(context))


@kernel
def read_score_bounds(context: Vector, state: Vector, out: Vector) -> None:
    """Write lead, least and most; the game must have the kernel."""
    score_bounds_of(context)(state, out, tables_of(context))


@kernel
def clear_info(context: Vector, ply: int) -> None:
    """Set the frame's `info` to 0."""
    info = info_at(context, ply)
    for slot in range(INFO_SIZE):
        info[slot] = 0
