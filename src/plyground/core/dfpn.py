"""Proof numbers: who wins, found where the least work seems to be left.

Depth-first proof-number search (df-pn, Nagai 2002) in which the side to move has a goal: to win, or
at least to draw; its opponent's goal is then at least to draw, or to win. A node's *proof* number
estimates how many leaves must still be shown to prove that the side to move reaches its goal, its
*disproof* number how many to show that it does not; 0 and `CERTAIN` mean that it is done.

Three things differ from the textbook, each measured on a game with many transpositions:

* of the children's numbers that must all be shown, the largest counts, and one for each other
  (weak proof numbers, Ueda et al. 2008): a sum counts the same leaves many times;
* a new leaf is as hard to disprove as it has moves;
* a child is left only when it has become a quarter worse than its best sibling (the 1 + epsilon
  trick, Pawlewicz and Lew 2007): each change of mind costs a walk through the tree.

Every line of play must end: a game that can go in circles is not for this search.

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
    ROOM,
    SIZE,
    STOPPED,
    TOO_DEEP,
    advance,
    identify,
    list_at,
    place_of,
    put,
)
from plyground.core.transposition_table import probe
from plyground.core.values import LOSS, ONGOING, WIN

CERTAIN = (1 << 24) - 1

# Goals of the side to move.
DRAW_AT_LEAST = 0
WIN_ONLY = 1

FINISHED = 0

# Notes of a row.
PROOF = FIRST
DISPROOF = FIRST + 1

_GOAL_KEYS = (0x2545F4914F6CDD1D, 0x1B03738712FAD5C9)

PROVE_SIGNATURE = (
    "int64(int64, int64, int64, int64, int64[:, ::1], "
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)


@kernel
def note(row: Vector, proof: int, disproof: int, context: Vector) -> None:
    row[2 * context[SIZE] + PROOF] = proof
    row[2 * context[SIZE] + DISPROOF] = disproof


@kernel
def judge(
    goal: int,
    ply: int,
    rows: Vector,
    context: Vector,
    table: Vector,
    kernels: Vector,
    tables: Vector,
) -> None:
    """Note what is known of a node, or a first guess: its key and its two numbers."""
    size = context[SIZE]
    row = rows[ply]
    state = row[:size]
    result = outcome_of(kernels)(state, tables)
    if result == ONGOING and kernels[KNOWN_RESULT] != 0:
        score = known_result_of(kernels)(state, tables)
        if score != 0:
            result = WIN if score > 0 else LOSS
    if result == ONGOING:
        key = identify(ply, rows, context, kernels, tables) ^ _GOAL_KEYS[goal]
        row[2 * size + KEY] = key
        word = probe(table, key)
        if word != 0:
            note(row, word & CERTAIN, (word >> 24) & CERTAIN, context)
            return
        choices = moves_of(kernels)(state, row[list_at(0, context) :], tables)
        if choices > 0:
            note(row, 1, choices, context)
            return
    if result == WIN or (result != LOSS and goal == DRAW_AT_LEAST):
        note(row, 0, CERTAIN, context)
    else:
        note(row, CERTAIN, 0, context)


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
    """Search until the node's proof or disproof number reaches its limit; note both in its row.

    With limits of `CERTAIN` that is the proof or the disproof. Returns FINISHED, or why not:
    STOPPED (but not before a look at what is known of the root), or TOO_DEEP for the rows.
    """
    size = context[SIZE]
    row = rows[ply]
    proof_at = 2 * size + PROOF
    disproof_at = 2 * size + DISPROOF
    if ply == 0:
        judge(goal, 0, rows, context, table, kernels, tables)
        if row[proof_at] >= proof_limit or row[disproof_at] >= disproof_limit:
            return FINISHED
    if stop[0] != 0:
        return STOPPED
    if ply + 1 >= context[ROOM]:
        return TOO_DEEP
    key = row[2 * size + KEY]
    before = context[NODES]

    # Step 1. Judge all children. For us the goal is reached where the opponent's is not.
    below = rows[ply + 1]
    moves = row[list_at(0, context) : list_at(1, context)]
    gains = row[list_at(1, context) : list_at(2, context)]
    losses = row[list_at(2, context) : list_at(3, context)]
    count = moves_of(kernels)(row[:size], moves, tables)
    for index in range(count):
        same = advance(ply, moves[index], rows, context, kernels, tables)
        context[NODES] += 1
        judge(goal if same else 1 - goal, ply + 1, rows, context, table, kernels, tables)
        gains[index] = below[proof_at if same else disproof_at]
        losses[index] = below[disproof_at if same else proof_at]
        if gains[index] == 0:
            count = index + 1
            break

    while True:
        # Step 2. Our numbers: one child must be proven, or all must be disproven.
        best = 0
        second = CERTAIN
        hardest = 0
        alive = 0
        for index in range(count):
            if losses[index] > 0:
                alive += 1
                hardest = max(hardest, losses[index])
            if index > 0:
                if gains[index] < gains[best]:
                    second = gains[best]
                    best = index
                else:
                    second = min(second, gains[index])
        proof = gains[best]
        others = alive - 1
        disproof = min(hardest + others, CERTAIN - 1)
        if proof == 0:
            disproof = CERTAIN
        elif alive == 0:
            proof = CERTAIN
            disproof = 0
        if proof >= proof_limit or disproof >= disproof_limit:
            break

        # Step 3. Go on with the child that is nearest to a proof, unless it has meanwhile been
        # searched on another path.
        same = advance(ply, moves[best], rows, context, kernels, tables)
        asked = goal if same else 1 - goal
        judge(asked, ply + 1, rows, context, table, kernels, tables)
        gain = below[proof_at if same else disproof_at]
        loss = below[disproof_at if same else proof_at]
        if gain == gains[best] and loss == losses[best]:
            gain_limit = min(proof_limit, second + second // 4 + 1)
            loss_limit = disproof_limit - others
            status = prove(
                asked,
                gain_limit if same else loss_limit,
                loss_limit if same else gain_limit,
                ply + 1, rows, context, stop, table, kernels, tables,
            )  # fmt: skip
            if status != FINISHED:
                return status
        gains[best] = below[proof_at if same else disproof_at]
        losses[best] = below[disproof_at if same else proof_at]

    # Step 4. Remember the numbers.
    note(row, proof, disproof, context)
    put(table, place_of(table, key), key, proof | disproof << 24, context[NODES] - before)
    return FINISHED


ENTRIES = ((prove, PROVE_SIGNATURE),)
