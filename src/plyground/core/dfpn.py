"""Depth-first proof-number search (df-pn, Nagai 2002): who wins.

The side to move has a goal: to win, or at least to draw; its opponent's goal is then at least to
draw, or to win. A node's *proof* number
estimates how many leaves must still be proven to show that the side to move reaches its goal, its
*disproof* number how many to show that it does not; 0 and `CERTAIN` mean that it is solved.

Three things differ from the textbook, each measured on a game with many transpositions:

* where all children must be solved, the number is the largest of theirs plus one for each other
  (weak proof numbers, Ueda et al. 2008): a sum counts shared leaves many times;
* the disproof number of a new leaf is its number of moves;
* the search leaves a child only when it has become a quarter worse than its best sibling (the
  1 + epsilon trick, Pawlewicz and Lew 2007): each switch costs a walk through the tree.

Every line of play must end: this search does not handle cycles.

The second word of a table entry holds proof and disproof number, 24 bits each. The goal is mixed
into the key.
"""

from __future__ import annotations

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.pointers import KNOWN_RESULT, known_result_of, moves_of, outcome_of
from plyground.core.proof_stack import (
    FIRST,
    KEY,
    NODES,
    ROWS,
    SIZE,
    STOPPED,
    TOO_DEEP,
    find_entry,
    list_start,
    make_canonical,
    make_child,
    write_entry,
)
from plyground.core.transposition_table import probe
from plyground.core.values import LOSS, ONGOING, WIN

CERTAIN = (1 << 24) - 1

# Goals of the side to move.
DRAW_AT_LEAST = 0
WIN_ONLY = 1

FINISHED = 0

# Fields of a row.
PROOF = FIRST
DISPROOF = FIRST + 1

_GOAL_KEYS = (0x2545F4914F6CDD1D, 0x1B03738712FAD5C9)

PROVE_SIGNATURE = (
    "int64(int64, int64, int64, int64, int64[:, ::1], "
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel
def set_numbers(row: Vector, proof: int, disproof: int, context: Vector) -> None:
    row[2 * context[SIZE] + PROOF] = proof
    row[2 * context[SIZE] + DISPROOF] = disproof


@kernel
def look_up_numbers(
    goal: int,
    ply: int,
    rows: Vector,
    context: Vector,
    table: Vector,
    kernels: Vector,
    tables: Vector,
) -> None:
    """Set the key and the two numbers of a node, from the rules, the table or a first estimate."""
    size = context[SIZE]
    row = rows[ply]
    state = row[:size]
    result = outcome_of(kernels)(state, tables)
    if result == ONGOING and kernels[KNOWN_RESULT] != 0:
        score = known_result_of(kernels)(state, tables)
        if score != 0:
            result = WIN if score > 0 else LOSS
    if result == ONGOING:
        key = make_canonical(ply, rows, context, kernels, tables) ^ _GOAL_KEYS[goal]
        row[2 * size + KEY] = key
        word = probe(table, key)
        if word != 0:
            set_numbers(row, word & CERTAIN, (word >> 24) & CERTAIN, context)
            return
        choices = moves_of(kernels)(state, row[list_start(0, context) :], tables)
        if choices > 0:
            set_numbers(row, 1, choices, context)
            return
    if result == WIN or (result != LOSS and goal == DRAW_AT_LEAST):
        set_numbers(row, 0, CERTAIN, context)
    else:
        set_numbers(row, CERTAIN, 0, context)


@kernel(signature=PROVE_SIGNATURE)
def prove(
    goal: int,
    proof_limit: int,
    disproof_limit: int,
    ply: int,
    rows: Vector,
    context: Vector,
    stop: Vector,
    table: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """Search until the node's proof or disproof number reaches its limit; set both in its row.

    With limits of `CERTAIN` that is the proof or the disproof. Returns FINISHED, or STOPPED (never
    before the root was probed), or TOO_DEEP for the rows.
    """
    size = context[SIZE]
    row = rows[ply]
    proof_at = 2 * size + PROOF
    disproof_at = 2 * size + DISPROOF
    if ply == 0:
        look_up_numbers(goal, 0, rows, context, table, kernels, tables)
        if row[proof_at] >= proof_limit or row[disproof_at] >= disproof_limit:
            return FINISHED
    if stop[0] != 0:
        return STOPPED
    if ply + 1 >= context[ROWS]:
        return TOO_DEEP
    key = row[2 * size + KEY]
    before = context[NODES]

    # Step 1. Look up all children. The side to move reaches its goal where the opponent does not.
    below = rows[ply + 1]
    moves = row[list_start(0, context) : list_start(1, context)]
    proofs = row[list_start(1, context) : list_start(2, context)]
    disproofs = row[list_start(2, context) : list_start(3, context)]
    count = moves_of(kernels)(row[:size], moves, tables)
    for index in range(count):
        same_side = make_child(ply, moves[index], rows, context, kernels, tables)
        context[NODES] += 1
        look_up_numbers(
            goal if same_side else 1 - goal, ply + 1, rows, context, table, kernels, tables
        )
        proofs[index] = below[proof_at if same_side else disproof_at]
        disproofs[index] = below[disproof_at if same_side else proof_at]
        if proofs[index] == 0:
            count = index + 1
            break

    while True:
        # Step 2. The node's numbers: one child must be proven, or all must be disproven.
        best = 0
        second = CERTAIN
        hardest = 0
        unsolved = 0
        for index in range(count):
            if disproofs[index] > 0:
                unsolved += 1
                hardest = max(hardest, disproofs[index])
            if index > 0:
                if proofs[index] < proofs[best]:
                    second = proofs[best]
                    best = index
                else:
                    second = min(second, proofs[index])
        proof = proofs[best]
        others = unsolved - 1
        disproof = min(hardest + others, CERTAIN - 1)
        if proof == 0:
            disproof = CERTAIN
        elif unsolved == 0:
            proof = CERTAIN
            disproof = 0
        if proof >= proof_limit or disproof >= disproof_limit:
            break

        # Step 3. Search the most proving child, unless it has meanwhile been searched on another
        # path.
        same_side = make_child(ply, moves[best], rows, context, kernels, tables)
        child_goal = goal if same_side else 1 - goal
        look_up_numbers(child_goal, ply + 1, rows, context, table, kernels, tables)
        child_proof = below[proof_at if same_side else disproof_at]
        child_disproof = below[disproof_at if same_side else proof_at]
        if child_proof == proofs[best] and child_disproof == disproofs[best]:
            child_proof_limit = min(proof_limit, second + second // 4 + 1)
            child_disproof_limit = disproof_limit - others
            status = prove(
                child_goal,
                child_proof_limit if same_side else child_disproof_limit,
                child_disproof_limit if same_side else child_proof_limit,
                ply + 1, rows, context, stop, table, kernels, tables,
            )  # fmt: skip
            if status != FINISHED:
                return status
        proofs[best] = below[proof_at if same_side else disproof_at]
        disproofs[best] = below[disproof_at if same_side else proof_at]

    # Step 4. Store the numbers.
    set_numbers(row, proof, disproof, context)
    write_entry(table, find_entry(table, key), key, proof | disproof << 24, context[NODES] - before)
    return FINISHED


ENTRIES = ((prove, PROVE_SIGNATURE),)
