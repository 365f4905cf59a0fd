"""Alpha-beta: negamax with principal variation search and a transposition table.

The mover is read from the state, so the same side may move twice: a child's score changes its
sign only if the side has changed.

In exact mode (`EXACT_DEPTH`) the score of a search to depth d is that of plain minimax to depth d
with the game's evaluation at the horizon. In heuristic mode the search may leave out moves, look
less deep at late ones, and trust deeper entries of the table.

Every node also says whether its score is *proven*: whether the bound it returns rests on ends of
the game alone, and on no evaluation.
"""

from __future__ import annotations

from math import log

from plyground.core.contract import (
    BOUNDS_SIZE,
    INFO_SIZE,
    LINE_SIZE,
    POSITIONS,
    REST_LOSES,
    Vector,
)
from plyground.core.jit import kernel
from plyground.core.move_ordering import pick_move, rank_moves, reward_cut
from plyground.core.pointers import (
    CANDIDATES,
    EVALUATE,
    KNOWN_RESULT,
    REVERT_FEATURES,
    SCORE_BOUNDS,
    THREAT_SEARCH,
    UPDATE_FEATURES,
    candidates_of,
    evaluate_of,
    known_result_of,
    moves_of,
    outcome_of,
    play_of,
    revert_features_of,
    score_bounds_of,
    threat_search_of,
    update_features_of,
)
from plyground.core.stack import (
    AGE,
    EXACT_DEPTH,
    FUTILITY,
    INFO_AT,
    LINE_AT,
    MAX_PLY,
    MODE,
    MOVES_AT,
    NODE_LIMIT,
    NODES,
    PROVEN_AT,
    SCORE_BOUNDS_AT,
    STATE_SIZE,
    STATIC_AT,
    STOPPED,
)
from plyground.core.transposition_table import (
    DEPTH_LIMIT,
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_proven,
    entry_score,
    from_table,
    position_key,
    probe,
    store,
    to_table,
)
from plyground.core.values import DECIDED, INFINITE, ONGOING, POINT, lost_in, outcome_score, won_in

_V = "int64[::1]"
CONTEXT_TYPES = f"int64[:, ::1], {_V}, {_V}, {_V}, {_V}, {_V}, {_V}, {_V}"
SEARCH_SIGNATURE = f"int64(int64, int64, int64, int64, int64, {CONTEXT_TYPES})"

# Results of a heuristic search may be wrong for an exact one: each mode has its own keys.
MODE_KEY = 0x5851F42D4C957F2D

# `python bench/duel.py GAME plyground.core.alphabeta:INNER_BUDGET - 8` plays any of these
# against another value. Positions that a game's threat search may visit in one node:
INNER_BUDGET = 30
HORIZON_BUDGET = 6
# Razoring applies up to so many plies from the horizon.
RAZORING_DEPTH = 2


@kernel
def child_alpha(alpha: int, beta: int, same_side: bool) -> int:
    return alpha if same_side else -beta


@kernel
def child_beta(alpha: int, beta: int, same_side: bool) -> int:
    return beta if same_side else -alpha


@kernel
def score_from_root(score: int, ply: int) -> int:
    """Convert a forced win or loss counted from a node to one counted from the root."""
    if score >= DECIDED:
        return score - ply
    if score <= -DECIDED:
        return score + ply
    return score


@kernel
def is_usable(data: int, depth: int, mode: int) -> bool:
    """May this table entry stand for a search to `depth`?

    A proven entry holds for every search that is as deep as the one that proved it: the game ends
    within that depth. In exact mode an entry of a deeper search is not the minimax score.
    """
    found = entry_depth(data)
    if mode == EXACT_DEPTH:
        return found == depth or (found < depth and entry_proven(data) == 1)
    return found >= depth or entry_proven(data) == 1


@kernel
def late_move_reduction(depth: int, index: int, selective: bool, improving: bool, cut: int) -> int:
    """By how many plies a late move is reduced in heuristic mode (LMR)."""
    # `python bench/duel.py GAME plyground.core.alphabeta:late_move_reduction - 0` plays it
    # against no reduction; any expression of the arguments may replace the 0. Adding `improving`
    # and `cut`, and reducing the root's moves as well, won 34 games to 12 (4 drawn) in the one
    # game with futility pruning, at 0.04 s a move.
    if selective:
        if depth <= 1:
            return 0
        less = log(depth) * log(index + 1)
        if less > 1 and not improving:
            less += 1
        # At an expected cut node one of the first moves should cause the cut.
        return int(less + 1.8) if cut else int(less)
    if depth < 3 or index < 3:
        return 0
    return 1 + (index >= 8) + (depth >= 6 and index >= 16)


@kernel
def move_count_limit(depth: int, improving: bool) -> int:
    """How many moves are searched near the horizon (move count based pruning)."""
    # Together with the larger reductions and a smaller futility margin it won 95 games to 78, at
    # 0.05 s a move, against `4 + 4 * depth * depth`; `bench/duel.py` compares any two.
    most = 3 + int(depth**1.32)
    return most if improving else most // 2


@kernel
def razoring_margin(depth: int, margin: int) -> int:
    """By how much the evaluation must be below alpha to prune a node near the horizon."""
    return margin * (4 + 3 * depth) // 12 if depth <= RAZORING_DEPTH else INFINITE


@kernel
def update_line(frame: Vector, child: Vector, move: int, at: int) -> None:
    """Set the principal variation of a node: a move and that of the child it leads to."""
    length = min(child[at], MAX_PLY - 1)
    frame[at] = length + 1
    frame[at + 1] = move
    for index in range(length):
        frame[at + 2 + index] = child[at + 1 + index]


@kernel
def measure_line(frame: Vector, at: int) -> None:
    """Set the length of a line that ends with -1."""
    frame[at] = 0
    while frame[at] < MAX_PLY - 2 and frame[at + 1 + frame[at]] >= 0:
        frame[at] += 1


@kernel
def clear_info(frame: Vector, context: Vector) -> None:
    """Set the frame's `info` vector to 0."""
    for slot in range(INFO_SIZE):
        frame[context[INFO_AT] + slot] = 0


@kernel
def run_threat_search(
    ply: int,
    budget: int,
    state: Vector,
    frame: Vector,
    context: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """The score and line that the game's threat search finds in a node; 0 if it finds nothing."""
    line = frame[context[LINE_AT] + 1 : context[LINE_AT] + 1 + LINE_SIZE]
    clear_info(frame, context)
    info = frame[context[INFO_AT] : context[INFO_AT] + INFO_SIZE]
    found = threat_search_of(kernels)(state, budget, line, info, features, tables)
    context[NODES] += info[POSITIONS]
    if found == 0:
        return 0
    measure_line(frame, context[LINE_AT])
    return score_from_root(found, ply)


@kernel
def make_move(
    ply: int,
    move: int,
    stack: Vector,
    context: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> bool:
    """Play a move from the node at `ply`; return whether the same side is to move again."""
    size = context[STATE_SIZE]
    state = stack[ply][:size]
    side = state[0]
    if kernels[UPDATE_FEATURES] != 0:
        update_features_of(kernels)(state, move, features, tables)
    child = stack[ply + 1][:size]
    for slot in range(size):
        child[slot] = state[slot]
    play_of(kernels)(child, move, tables)
    return bool(child[0] == side)


@kernel
def unmake_move(
    ply: int,
    move: int,
    stack: Vector,
    context: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> None:
    """The reverse of `make_move`."""
    if kernels[REVERT_FEATURES] != 0:
        state = stack[ply][: context[STATE_SIZE]]
        revert_features_of(kernels)(state, move, features, tables)


@kernel(signature=SEARCH_SIGNATURE)
def search(
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    cut: int,
    stack: Vector,
    context: Vector,
    stop: Vector,
    table: Vector,
    history: Vector,
    features: Vector,
    kernels: Vector,
    tables: Vector,
) -> int:
    """The score s of the node at `ply` for its side to move, searched `depth` plies deep.

    s <= alpha: the true score is at most s. s >= beta: it is at least s. Otherwise it is s, and the
    frame's line leads to it. When the search was stopped, s is meaningless. `cut` is 1 if s >= beta
    is expected (a cut node).
    """
    frame = stack[ply]
    child = stack[ply + 1]
    state = stack[ply][: context[STATE_SIZE]]
    exact = context[MODE] == EXACT_DEPTH
    on_main_line = beta - alpha > 1
    proven_at = context[PROVEN_AT]
    line_at = context[LINE_AT]
    frame[line_at] = 0
    frame[proven_at] = 1

    # Step 1. Count the node; check the stop flag and the node limit.
    context[NODES] += 1
    if stop[0] != 0 or context[NODES] > context[NODE_LIMIT]:
        context[STOPPED] = 1
        return 0

    # Step 2. The game may be over.
    result = outcome_of(kernels)(state, tables)
    if result != ONGOING:
        return outcome_score(result, ply)

    # Step 3. Mate distance pruning, and bounds from the points still to be won.
    if won_in(ply + 1) <= alpha:
        return won_in(ply + 1)
    if lost_in(ply + 1) >= beta:
        return lost_in(ply + 1)
    base: int = 0
    if kernels[SCORE_BOUNDS] != 0:
        score_bounds = frame[context[SCORE_BOUNDS_AT] : context[SCORE_BOUNDS_AT] + BOUNDS_SIZE]
        score_bounds_of(kernels)(state, score_bounds, tables)
        base = score_bounds[0] * POINT
        if not exact:
            least: int = base + score_bounds[1] * POINT
            most: int = base + score_bounds[2] * POINT
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most

    # Step 4. Known results, and forced wins that the threat search finds without a budget.
    if kernels[KNOWN_RESULT] != 0 and not on_main_line:
        found = score_from_root(known_result_of(kernels)(state, tables), ply)
        if (
            found >= won_in(ply + depth)
            or found <= lost_in(ply + depth)
            or (found != 0 and not exact)
        ):
            return found
    if kernels[THREAT_SEARCH] != 0 and not exact:
        found = run_threat_search(ply, 0, state, frame, context, features, kernels, tables)
        if found != 0:
            return found

    # Step 5. Static evaluation at the horizon, unless a threat search comes first there.
    at_horizon = depth <= 0 or ply >= MAX_PLY
    selective = context[FUTILITY] != 0 and not exact
    if at_horizon and not selective:
        frame[proven_at] = 0
        if kernels[EVALUATE] == 0:
            return base
        return evaluate_of(kernels)(state, features, tables)

    # Step 6. Transposition table: a cutoff, or at least a move to try first.
    key = position_key(kernels, state, tables) ^ (context[MODE] * MODE_KEY)
    data = probe(table, key)
    table_move = NO_MOVE
    if data != 0:
        table_move = entry_move(data)
        if not on_main_line and is_usable(data, depth, context[MODE]):
            known = from_table(entry_score(data), ply, base)
            bound = entry_bound(data)
            if (bound & LOWER and known >= beta) or (bound & UPPER and known <= alpha):
                frame[proven_at] = entry_proven(data)
                return known

    # Step 7. Futility pruning of nodes far above beta (static null move), threat search, razoring
    # of nodes far below alpha.
    static: int = 0
    improving = True
    may_prune = selective and not on_main_line and abs(beta) < DECIDED
    if selective:
        static = evaluate_of(kernels)(state, features, tables)
        frame[context[STATIC_AT]] = static
        improving = ply < 2 or static > stack[ply - 2][context[STATIC_AT]]
        if data != 0:
            # A search result is better information than the evaluation.
            known = from_table(entry_score(data), ply, base)
            if abs(known) < DECIDED and entry_bound(data) & (LOWER if known > static else UPPER):
                static = known
        if may_prune and static - context[FUTILITY] * (depth - improving) >= beta:
            frame[proven_at] = 0
            return static
    if kernels[THREAT_SEARCH] != 0 and selective:
        budget = min(
            HORIZON_BUDGET if at_horizon else INNER_BUDGET, context[NODE_LIMIT] - context[NODES]
        )
        found = run_threat_search(ply, budget, state, frame, context, features, kernels, tables)
        if found != 0:
            return found
    if at_horizon or (may_prune and static + razoring_margin(depth, context[FUTILITY]) <= alpha):
        frame[proven_at] = 0
        return static

    # Step 8. Generate and order the moves.
    moves_at = context[MOVES_AT]
    moves = frame[moves_at : context[MOVES_AT] + (line_at - moves_at) // 2]
    all_proven = 1
    if kernels[CANDIDATES] != 0 and not exact:
        clear_info(frame, context)
        info = frame[context[INFO_AT] : context[INFO_AT] + INFO_SIZE]
        count = candidates_of(kernels)(state, moves, info, features, tables)
        if info[REST_LOSES] == 0:
            # The moves left out are not proven to be worse.
            all_proven = 0
        else:
            may_prune = False
        # Extend forced moves.
        if count == 1:
            depth += 1
    else:
        count = moves_of(kernels)(state, moves, tables)
    if count == 0:
        return 0
    move_limit = move_count_limit(depth, improving) if may_prune else count
    rank_moves(state, frame, count, table_move, context, history, features, kernels, tables)
    side = state[0]

    best = -INFINITE
    best_move = NO_MOVE
    best_proven = 0
    floor = alpha
    for index in range(count):
        # Step 9. Move count based pruning near the horizon, unless all moves so far lose.
        if index >= move_limit and best > -DECIDED:
            all_proven = 0
            break
        move = pick_move(frame, index, count, context)
        same = make_move(ply, move, stack, context, features, kernels, tables)
        sign = 1 if same else -1

        # Step 10. Principal variation search: all moves but the first with a null window, late ones
        # reduced; again without reduction, and with the full window, if the score exceeds alpha.
        score = INFINITE
        if index > 0:
            less = 0 if exact else late_move_reduction(depth, index, selective, improving, cut)
            low = child_alpha(floor, floor + 1, same)
            high = child_beta(floor, floor + 1, same)
            score = sign * search(
                ply + 1, depth - 1 - less, low, high, 1 if less > 0 else 1 - cut,
                stack, context, stop, table, history, features, kernels, tables,
            )  # fmt: skip
            if less > 0 and score > floor and context[STOPPED] == 0:
                score = sign * search(
                    ply + 1, depth - 1, low, high, 1 - cut,
                    stack, context, stop, table, history, features, kernels, tables,
                )  # fmt: skip
        if score > floor and (index == 0 or on_main_line) and context[STOPPED] == 0:
            score = sign * search(
                ply + 1, depth - 1, child_alpha(floor, beta, same), child_beta(floor, beta, same),
                0 if on_main_line else 1 - cut,
                stack, context, stop, table, history, features, kernels, tables,
            )  # fmt: skip
        unmake_move(ply, move, stack, context, features, kernels, tables)
        if context[STOPPED] != 0:
            return 0
        all_proven &= child[proven_at]

        # Step 11. New best move; beta cutoff.
        if score > best:
            best = score
            best_move = move
            best_proven = child[proven_at]
            if score > floor:
                floor = score
                update_line(frame, child, move, line_at)
                if score >= beta:
                    reward_cut(frame, index, depth, side, context, history)
                    break

    # Step 12. Store the result in the table.
    if best >= beta:
        bound = LOWER
        frame[proven_at] = best_proven
    elif best > alpha:
        bound = EXACT
        # A win needs no better alternative: a shorter one would have been found at this depth.
        frame[proven_at] = best_proven if best >= DECIDED else all_proven
    else:
        bound = UPPER
        frame[proven_at] = all_proven
    store(
        table, key, to_table(best, ply, base), min(depth, DEPTH_LIMIT), bound, frame[proven_at],
        min(best_move, NO_MOVE), context[AGE],
    )  # fmt: skip
    return best
