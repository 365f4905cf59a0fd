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

from plyground.core import slots
from plyground.core.context import CONTEXT, table_of
from plyground.core.contract import Vector
from plyground.core.game_calls import list_moves, make_child, read_known_result, read_outcome
from plyground.core.jit import kernel
from plyground.core.pointers import KNOWN_RESULT
from plyground.core.proof_stack import INTERRUPTED, TOO_DEEP, is_interrupted, make_canonical
from plyground.core.stack import ANSWER, MOVES, POSITION_KEY, frame_at, list_at, state_at
from plyground.core.transposition_table import BY_EFFORT, find_entry, probe, write_entry
from plyground.core.values import LOSS, ONGOING, WIN

CERTAIN = (1 << 24) - 1

# Goals of the side to move.
DRAW_AT_LEAST = 0
WIN_ONLY = 1

FINISHED = 0

# Fields of a frame.
PROOF = ANSWER
DISPROOF = ANSWER + 1
# Lists of a frame, behind the moves.
PROOFS = 1
DISPROOFS = 2

_GOAL_KEYS = (0x2545F4914F6CDD1D, 0x1B03738712FAD5C9)

PROVE_SIGNATURE = f"int64({CONTEXT}, int64, int64, int64, int64)"


@kernel
def look_up_numbers(context: Vector, ply: int, goal: int) -> None:
    """Set the key and the two numbers of a node, from the rules, the table or a first estimate."""
    frame = frame_at(context, ply)
    state = state_at(context, ply)
    result = read_outcome(context, state)
    if result == ONGOING and context[KNOWN_RESULT] != 0:
        score = read_known_result(context, state)
        if score != 0:
            result = WIN if score > 0 else LOSS
    if result == ONGOING:
        key = make_canonical(context, ply) ^ _GOAL_KEYS[goal]
        frame[POSITION_KEY] = key
        word = probe(table_of(context), key)
        if word != 0:
            frame[PROOF] = word & CERTAIN
            frame[DISPROOF] = (word >> 24) & CERTAIN
            return
        choices = list_moves(context, state, list_at(context, ply, MOVES))
        if choices > 0:
            frame[PROOF] = 1
            frame[DISPROOF] = choices
            return
    is_reached = result == WIN or (result != LOSS and goal == DRAW_AT_LEAST)
    frame[PROOF] = 0 if is_reached else CERTAIN
    frame[DISPROOF] = CERTAIN if is_reached else 0


@kernel(signature=PROVE_SIGNATURE)
def prove(context: Vector, ply: int, goal: int, proof_limit: int, disproof_limit: int) -> int:
    """Search until the node's proof or disproof number reaches its limit; set both in its frame.

    With limits of `CERTAIN` that is the proof or the disproof. Returns FINISHED, or INTERRUPTED
    (never before the root was probed), or TOO_DEEP for the stack.
    """
    frame = frame_at(context, ply)
    if ply == 0:
        look_up_numbers(context, 0, goal)
        if frame[PROOF] >= proof_limit or frame[DISPROOF] >= disproof_limit:
            return FINISHED
    if is_interrupted(context):
        return INTERRUPTED
    if ply + 1 >= context[slots.FRAME_COUNT]:
        return TOO_DEEP
    key = frame[POSITION_KEY]
    before = context[slots.NODES]

    # Step 1. Look up all children. The side to move reaches its goal where the opponent does not.
    below = frame_at(context, ply + 1)
    moves = list_at(context, ply, MOVES)
    proofs = list_at(context, ply, PROOFS)
    disproofs = list_at(context, ply, DISPROOFS)
    count = list_moves(context, state_at(context, ply), moves)
    for index in range(count):
        same_side = make_child(context, ply, moves[index])
        context[slots.NODES] += 1
        look_up_numbers(context, ply + 1, goal if same_side else 1 - goal)
        proofs[index] = below[PROOF if same_side else DISPROOF]
        disproofs[index] = below[DISPROOF if same_side else PROOF]
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
        same_side = make_child(context, ply, moves[best])
        child_goal = goal if same_side else 1 - goal
        look_up_numbers(context, ply + 1, child_goal)
        child_proof = below[PROOF if same_side else DISPROOF]
        child_disproof = below[DISPROOF if same_side else PROOF]
        if child_proof == proofs[best] and child_disproof == disproofs[best]:
            child_proof_limit = min(proof_limit, second + second // 4 + 1)
            child_disproof_limit = disproof_limit - others
            status = prove(
                context,
                ply + 1,
                child_goal,
                child_proof_limit if same_side else child_disproof_limit,
                child_disproof_limit if same_side else child_proof_limit,
            )
            if status != FINISHED:
                return status
        proofs[best] = below[PROOF if same_side else DISPROOF]
        disproofs[best] = below[DISPROOF if same_side else PROOF]

    # Step 4. Store the numbers.
    frame[PROOF] = proof
    frame[DISPROOF] = disproof
    table = table_of(context)
    place = find_entry(table, key, BY_EFFORT)
    write_entry(table, place, key, proof | disproof << 24, context[slots.NODES] - before)
    return FINISHED


ENTRIES = ((prove, PROVE_SIGNATURE),)
