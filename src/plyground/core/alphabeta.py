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

from plyground.core import slots
from plyground.core.context import CONTEXT, features_of, stop_of, table_of, tables_of
from plyground.core.contract import POSITIONS, REST_LOSES, Vector
from plyground.core.game_calls import (
    clear_info,
    evaluate,
    list_candidates,
    list_moves,
    make_move,
    read_known_result,
    read_outcome,
    read_score_bounds,
    unmake_move,
)
from plyground.core.jit import kernel
from plyground.core.move_ordering import pick_move, rank_moves, reward_cut
from plyground.core.pointers import (
    CANDIDATES,
    EVALUATE,
    KNOWN_RESULT,
    SCORE_BOUNDS,
    THREAT_SEARCH,
    threat_search_of,
)
from plyground.core.stack import (
    MAX_PLY,
    MOVES,
    PROVEN,
    RANKS,
    STATIC,
    bounds_at,
    frame_at,
    info_at,
    line_at,
    list_at,
    state_at,
    threat_line_at,
)
from plyground.core.transposition_table import (
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
    pack_entry,
    position_key,
    probe,
    store,
    to_table,
)
from plyground.core.values import DECIDED, INFINITE, ONGOING, POINT, lost_in, outcome_score, won_in

SEARCH_SIGNATURE = f"int64({CONTEXT}, int64, int64, int64, int64, int64)"

# Modes of a search.
HEURISTIC = 0
EXACT_DEPTH = 1

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
def is_selective(context: Vector) -> bool:
    """May the search prune by the evaluation?"""
    return bool(context[slots.FUTILITY] != 0 and context[slots.MODE] == HEURISTIC)


@kernel
def update_line(context: Vector, ply: int, move: int) -> None:
    """Set the principal variation of a node: a move and that of the child it leads to."""
    line = line_at(context, ply)
    child = line_at(context, ply + 1)
    length = min(child[0], MAX_PLY - 1)
    line[0] = length + 1
    line[1] = move
    for index in range(length):
        line[2 + index] = child[1 + index]


@kernel
def run_threat_search(context: Vector, ply: int, budget: int) -> int:
    """The score and line that the game's threat search finds in a node; 0 if it finds nothing."""
    clear_info(context, ply)
    info = info_at(context, ply)
    found = threat_search_of(context)(
        state_at(context, ply), budget, threat_line_at(context, ply), info,
        features_of(context), tables_of(context),
    )  # fmt: skip
    context[slots.NODES] += info[POSITIONS]
    if found == 0:
        return 0
    line = line_at(context, ply)
    line[0] = 0
    while line[0] < MAX_PLY - 2 and line[1 + line[0]] >= 0:
        line[0] += 1
    return score_from_root(found, ply)


@kernel
def probe_cutoff(
    context: Vector, ply: int, data: int, depth: int, alpha: int, beta: int, base: int
) -> int:
    """The score of a table entry that decides a node off the main line, else `INFINITE`.

    Sound because the entry's bound is that of a search at least as deep (see `is_usable`).
    """
    if data != 0 and beta - alpha == 1 and is_usable(data, depth, context[slots.MODE]):
        known = from_table(entry_score(data), ply, base)
        bound = entry_bound(data)
        if (bound & LOWER and known >= beta) or (bound & UPPER and known <= alpha):
            frame_at(context, ply)[PROVEN] = entry_proven(data)
            return known
    return INFINITE


@kernel
def evaluate_with_table(context: Vector, ply: int, data: int, base: int) -> int:
    """The evaluation of a node, kept in its frame; or the score of its table entry, if better."""
    static = evaluate(context, ply)
    frame_at(context, ply)[STATIC] = static
    if data != 0:
        # A search result is better information than the evaluation.
        known = from_table(entry_score(data), ply, base)
        if abs(known) < DECIDED and entry_bound(data) & (LOWER if known > static else UPPER):
            return known
    return static


@kernel
def is_improving(context: Vector, ply: int) -> bool:
    """Does the node look better to its side than at its last turn?"""
    if ply < 2:
        return True
    return bool(frame_at(context, ply)[STATIC] > frame_at(context, ply - 2)[STATIC])


@kernel
def is_futile(context: Vector, static: int, depth: int, improving: bool, beta: int) -> bool:
    """Is a node so far above beta that no quiet sequence of `depth` plies brings it below?

    Reverse futility pruning (static null move): sound as far as one ply changes the evaluation by
    no more than `Rules.futility`; never with beta near a forced result.
    """
    margin = context[slots.FUTILITY] * (depth - improving)
    return bool(abs(beta) < DECIDED and static - margin >= beta)


@kernel
def limit_budget(context: Vector, budget: int) -> int:
    """A budget of positions, within what is left of the search."""
    left: int = context[slots.NODE_LIMIT] - context[slots.NODES]
    return min(budget, left)


@kernel
def search_horizon(context: Vector, ply: int, depth: int, alpha: int, beta: int, base: int) -> int:
    """The score of a node at the horizon: the evaluation.

    A selective search is quiescent first: it asks the table and looks for forced wins by threats.
    """
    frame = frame_at(context, ply)
    frame[PROVEN] = 0
    if not is_selective(context):
        return evaluate(context, ply) if context[EVALUATE] != 0 else base
    data = probe(table_of(context), search_key(context, ply))
    known = probe_cutoff(context, ply, data, depth, alpha, beta, base)
    if known != INFINITE:
        return known
    static = evaluate_with_table(context, ply, data, base)
    improving = is_improving(context, ply)
    if beta - alpha == 1 and is_futile(context, static, depth, improving, beta):
        return static
    if context[THREAT_SEARCH] != 0:
        found = run_threat_search(context, ply, limit_budget(context, HORIZON_BUDGET))
        if found != 0:
            frame[PROVEN] = 1
            return found
    return static


@kernel
def search_key(context: Vector, ply: int) -> int:
    """The key of a node in the table; each mode has its own."""
    mode: int = context[slots.MODE]
    return position_key(context, state_at(context, ply)) ^ (mode * MODE_KEY)


@kernel(signature=SEARCH_SIGNATURE)
def search(context: Vector, ply: int, depth: int, alpha: int, beta: int, cut: int) -> int:
    """The score s of the node at `ply` for its side to move, searched `depth` plies deep.

    s <= alpha: the true score is at most s. s >= beta: it is at least s. Otherwise it is s, and the
    frame's line leads to it. When the search was stopped, s is meaningless. `cut` is 1 if s >= beta
    is expected (a cut node).
    """
    frame = frame_at(context, ply)
    child = frame_at(context, ply + 1)
    state = state_at(context, ply)
    exact = context[slots.MODE] == EXACT_DEPTH
    on_main_line = beta - alpha > 1
    line_at(context, ply)[0] = 0
    frame[PROVEN] = 1

    # Step 1. Count the node; check the stop flag and the node limit.
    context[slots.NODES] += 1
    if stop_of(context)[0] != 0 or context[slots.NODES] > context[slots.NODE_LIMIT]:
        context[slots.STOPPED] = 1
        return 0

    # Step 2. The game may be over.
    result = read_outcome(context, state)
    if result != ONGOING:
        return outcome_score(result, ply)

    # Step 3. Mate distance pruning: no line from here is better than a win at the next ply. Bounds
    # from the points still to be won prune likewise. Both are sound whatever the moves.
    if won_in(ply + 1) <= alpha:
        return won_in(ply + 1)
    if lost_in(ply + 1) >= beta:
        return lost_in(ply + 1)
    base: int = 0
    if context[SCORE_BOUNDS] != 0:
        bounds = bounds_at(context, ply)
        read_score_bounds(context, state, bounds)
        base = bounds[0] * POINT
        if not exact:
            least: int = base + bounds[1] * POINT
            most: int = base + bounds[2] * POINT
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most

    # Step 4. Known results, and forced wins that the threat search finds without a budget: certain
    # by the contract. An exact search may use one only within its depth.
    if context[KNOWN_RESULT] != 0 and not on_main_line:
        found = score_from_root(read_known_result(context, state), ply)
        if (
            found >= won_in(ply + depth)
            or found <= lost_in(ply + depth)
            or (found != 0 and not exact)
        ):
            return found
    if context[THREAT_SEARCH] != 0 and not exact:
        found = run_threat_search(context, ply, 0)
        if found != 0:
            return found

    # Step 5. The horizon.
    if depth <= 0 or ply >= MAX_PLY:
        return search_horizon(context, ply, depth, alpha, beta, base)

    # Step 6. Transposition table: a cutoff, or at least a move to try first.
    table = table_of(context)
    key = search_key(context, ply)
    data = probe(table, key)
    known = probe_cutoff(context, ply, data, depth, alpha, beta, base)
    if known != INFINITE:
        return known
    table_move = entry_move(data) if data != 0 else NO_MOVE

    # Step 7. Pruning of nodes by the evaluation, off the main line of a selective search: reverse
    # futility pruning far above beta, then a threat search, then razoring far below alpha (sound as
    # far as the quiet moves of two plies gain no more than its margin).
    selective = is_selective(context)
    may_prune = selective and not on_main_line and abs(beta) < DECIDED
    improving = True
    if selective:
        static = evaluate_with_table(context, ply, data, base)
        improving = is_improving(context, ply)
        if may_prune and is_futile(context, static, depth, improving, beta):
            frame[PROVEN] = 0
            return static
        if context[THREAT_SEARCH] != 0:
            found = run_threat_search(context, ply, limit_budget(context, INNER_BUDGET))
            if found != 0:
                return found
        if may_prune and static + razoring_margin(depth, context[slots.FUTILITY]) <= alpha:
            frame[PROVEN] = 0
            return static

    # Step 8. Generate and order the moves.
    moves = list_at(context, ply, MOVES)
    ranks = list_at(context, ply, RANKS)
    all_proven = 1
    if context[CANDIDATES] != 0 and not exact:
        count = list_candidates(context, ply, moves)
        if info_at(context, ply)[REST_LOSES] == 0:
            # The moves left out are not proven to be worse.
            all_proven = 0
        else:
            may_prune = False
        # Extend forced moves.
        if count == 1:
            depth += 1
    else:
        count = list_moves(context, state, moves)
    if count == 0:
        return 0
    move_limit = move_count_limit(depth, improving) if may_prune else count
    rank_moves(context, ply, count, table_move)

    best = -INFINITE
    best_move = NO_MOVE
    best_proven = 0
    floor = alpha
    for index in range(count):
        # Step 9. Move count based pruning (late move pruning) near the horizon, unless all moves so
        # far lose.
        if index >= move_limit and best > -DECIDED:
            all_proven = 0
            break
        move = pick_move(moves, ranks, index, count)
        same = make_move(context, ply, move)
        sign = 1 if same else -1

        # Step 10. Principal variation search: all moves but the first with a null window, late ones
        # reduced (LMR); again without reduction, and with the full window, if the score exceeds
        # alpha.
        score = INFINITE
        if index > 0:
            less = 0 if exact else late_move_reduction(depth, index, selective, improving, cut)
            low = child_alpha(floor, floor + 1, same)
            high = child_beta(floor, floor + 1, same)
            score = sign * search(
                context, ply + 1, depth - 1 - less, low, high, 1 if less > 0 else 1 - cut
            )
            if less > 0 and score > floor and context[slots.STOPPED] == 0:
                score = sign * search(context, ply + 1, depth - 1, low, high, 1 - cut)
        if score > floor and (index == 0 or on_main_line) and context[slots.STOPPED] == 0:
            low = child_alpha(floor, beta, same)
            high = child_beta(floor, beta, same)
            score = sign * search(
                context, ply + 1, depth - 1, low, high, 0 if on_main_line else 1 - cut
            )
        unmake_move(context, ply, move)
        if context[slots.STOPPED] != 0:
            return 0
        all_proven &= child[PROVEN]

        # Step 11. New best move; beta cutoff.
        if score > best:
            best = score
            best_move = move
            best_proven = child[PROVEN]
            if score > floor:
                floor = score
                update_line(context, ply, move)
                if score >= beta:
                    reward_cut(context, ply, index, depth)
                    break

    # Step 12. Store the result in the table.
    if best >= beta:
        bound = LOWER
        frame[PROVEN] = best_proven
    elif best > alpha:
        bound = EXACT
        # A win needs no better alternative: a shorter one would have been found at this depth.
        frame[PROVEN] = best_proven if best >= DECIDED else all_proven
    else:
        bound = UPPER
        frame[PROVEN] = all_proven
    shown = to_table(best, ply, base)
    entry = pack_entry(shown, depth, bound, frame[PROVEN], best_move)
    store(table, key, entry, context[slots.AGE])
    return best
