"""Monte-Carlo tree search with proofs: UCT whose nodes also carry bounds of their true score.

Every simulation has four steps: *select* a path down the tree, *expand* the leaf, *play out* at
random to the end of the game, *back up* the reward. Proofs change two of them:

* select skips moves that are settled or cannot beat what is proven (and a solved root ends the
  search);
* back up clamps every reward to the node's bounds: a side that has a proven draw is not punished
  for trying something else.
"""

from __future__ import annotations

from math import log, sqrt

from plyground.core.contract import BOUNDS_SIZE, Vector
from plyground.core.jit import kernel
from plyground.core.mcts_tree import (
    COUNT,
    FIRST,
    HIGH,
    LOW,
    MOVE,
    NODES_TYPE,
    OPENED,
    PRIOR,
    TOTALS_TYPE,
    VISITS,
    Nodes,
    Totals,
    choose_child,
    find_child,
    is_settled,
    keep_subtree,
    low_for,
    make_children,
    make_node,
    open_child,
    score_reward,
    tighten_bounds,
    tighten_by_children,
)
from plyground.core.playout import next_random, random_below
from plyground.core.pointers import (
    INIT_FEATURES,
    KNOWN_RESULT,
    PRIORS,
    SCORE_BOUNDS,
    UPDATE_FEATURES,
    init_features_of,
    known_result_of,
    moves_of,
    outcome_of,
    play_of,
    priors_of,
    score_bounds_of,
    update_features_of,
)
from plyground.core.values import DECIDED, DRAW, INFINITE, ONGOING, POINT, outcome_score

# A game that random play does not end counts as a draw.
PLAYOUT_PLIES = 4096
# No line in the tree grows longer than this.
PATH_PLIES = 2048

# The constants below were tuned by matches at equal numbers of simulations (200 to 20,000 a move),
# in three very different games; 8 to 300 games each, so only large differences showed.

# The exploration constant of the upper confidence bound. 0.35 beat 0.7 in two of the games, 0.5 in
# one, 1 lost to it; 0.2 and 0.3 against 0.4 were mixed.
EXPLORATION = 0.4
# How much a game's prior adds to the first visits of its best move. From 0 to 1 no difference
# beyond the error was seen: the order of opening does the work.
BIAS = 0.5
# Progressive widening: with priors a node has opened at most about sqrt(WIDENING * visits)
# children, best first, so that a bad prior delays a move but never hides it. Against no priors it
# scored 0.62, 0.86 and, at twice this value, 1.0. Half of it was better in one game (0.78) and no
# better in another (0.47).
WIDENING = 0.125
# An empty tree expands every leaf at its second visit. The fuller it is, the more visits that
# takes: at half full, one for each EXPANSION children. So it never quite stops growing.
EXPANSION = 32

# Slots of the context: the counters of one search.
USED = 0
RANDOM = 1
SIMULATIONS = 2
FEATURES_SIZE = 3
CONTEXT_SIZE = 4

# Rows of the scratch space.
STATE_ROW = 0
MOVES_ROW = 1
PRIORS_ROW = 2
SCORE_BOUNDS_ROW = 3
PATH_ROW = 4
SIDES_ROW = 5
SCRATCH_ROWS = 6


_V = "int64[::1]"
_TREE = f"{NODES_TYPE}, {TOTALS_TYPE}, {_V}"
_ROWS = "int64[:, ::1]"
SET_ROOT_SIGNATURE = f"void({_V}, {_V}, {_TREE}, {_V}, {_ROWS}, {_V})"
SIMULATE_SIGNATURE = f"void(int64, {_V}, {_V}, {_V}, {_TREE}, {_V}, {_ROWS}, {_V})"
ADVANCE_SIGNATURE = f"boolean(int64, {_V}, {_V}, {_TREE}, {_V})"
LINE_SIGNATURE = f"int64({_V}, {_V}, {_TREE}, {_V}, {_ROWS})"


@kernel
def simulate(
    budget: int,
    stop: Vector,
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    context: Vector,
    root: Vector,
    scratch: Vector,
    features_scratch: Vector,
) -> None:
    """Run `budget` simulations from `root`, fewer if stopped or if the root is settled.

    A simulation that is stopped half-way is discarded.
    """
    state, path, sides = scratch[STATE_ROW, : root.shape[0]], scratch[PATH_ROW], scratch[SIDES_ROW]
    # The features to work with, and behind them those of the root.
    features, at_root = (
        features_scratch[: context[FEATURES_SIZE]],
        features_scratch[context[FEATURES_SIZE] :],
    )
    by_prior = kernels[PRIORS] != 0
    uses_features = by_prior and kernels[UPDATE_FEATURES] != 0
    for _ in range(budget):
        if stop[0] != 0 or is_settled(nodes, 0):
            return
        # Step 1: select a path down the tree.
        for slot in range(root.shape[0]):
            state[slot] = root[slot]
        if uses_features:
            for slot in range(at_root.shape[0]):
                features[slot] = at_root[slot]
        node = 0
        depth = 0
        path[0] = 0
        while (depth == 0 or nodes[node, VISITS] > 0) and depth + 1 < PATH_PLIES:
            # Step 2: expand a leaf when it is visited for the second time.
            if nodes[node, COUNT] == 0:
                expand(node, kernels, tables, nodes, totals, context, state, scratch, features)
            if is_settled(nodes, node):
                break
            side = state[0]
            child = select(node, side, by_prior, nodes, totals, context)
            if child < 0:
                break
            if uses_features:
                update_features_of(kernels)(state, nodes[child, MOVE], features, tables)
            play_of(kernels)(state, nodes[child, MOVE], tables)
            sides[depth] = side
            depth += 1
            path[depth] = child
            node = child
        # Step 3: prove what can be proven of the leaf; else play out to the end of the game.
        changed = nodes[node, VISITS] == 0 and prove_leaf(
            node, kernels, tables, nodes, state, scratch
        )
        reward = 0.5
        if is_settled(nodes, node):
            changed = True
        else:
            reward = run_playout(stop, kernels, tables, context, state, scratch[MOVES_ROW])
            if stop[0] != 0:
                if nodes[node, VISITS] == 0:
                    make_node(nodes, totals, node, nodes[node, MOVE], nodes[node, PRIOR])
                return
        # Step 4: back up proofs and rewards.
        while True:
            reward = max(reward, score_reward(nodes[node, LOW]))
            reward = min(reward, score_reward(nodes[node, HIGH]))
            nodes[node, VISITS] += 1
            totals[node] += reward
            if depth == 0:
                break
            depth -= 1
            node = path[depth]
            if changed:
                changed = tighten_by_children(nodes, node, sides[depth])
        context[SIMULATIONS] += 1


@kernel
def select(
    node: int, side: int, by_prior: bool, nodes: Nodes, totals: Totals, context: Vector
) -> int:
    """The child with the highest upper confidence bound; -1 if none is worth a visit.

    Without priors every child is tried once before any is tried twice.
    """
    opened, visits = nodes[node, OPENED], nodes[node, VISITS]
    unopened = nodes[node, COUNT] - opened
    best = -1
    if unopened == 0 or (by_prior and opened * opened > WIDENING * visits):
        best = select_opened(node, side, by_prior, nodes, totals)
    if best < 0 and unopened > 0:
        context[RANDOM] = next_random(context[RANDOM])
        best = open_child(nodes, node, by_prior, context[RANDOM])
    return best


@kernel
def select_opened(node: int, side: int, by_prior: bool, nodes: Nodes, totals: Totals) -> int:
    """The opened child with the highest upper confidence bound among those worth a visit; or -1.

    A child is worth a visit if it may be better than what is proven. Settled ones never are: their
    scores are in the bounds of the node already.
    """
    first: int = nodes[node, FIRST]
    known = max(low_for(nodes, node, side), -DECIDED)
    sign, bound = (1, HIGH) if side == 0 else (-1, LOW)
    explore = EXPLORATION * sqrt(log(nodes[node, VISITS]))
    best = -1
    highest = -2.0
    rank = 1
    for child in range(first, first + nodes[node, OPENED]):
        if by_prior and nodes[child, PRIOR] != nodes[first + rank - 1, PRIOR]:
            rank = child - first + 1
        if sign * nodes[child, bound] <= known:
            continue
        tried = nodes[child, VISITS]
        if tried == 0:
            return child
        share = 1.0 / tried
        score = sign * totals[child] * share + explore * sqrt(share)
        if by_prior:
            score += BIAS / (rank * (tried + 1))
        if score > highest:
            highest = score
            best = child
    return best


@kernel
def expand(
    node: int,
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    context: Vector,
    state: Vector,
    scratch: Vector,
    features: Vector,
) -> None:
    """Add a node's children, if there is space for all of them."""
    moves, priors = scratch[MOVES_ROW], scratch[PRIORS_ROW]
    count = moves_of(kernels)(state, moves, tables)
    if count == 0:
        tighten_bounds(nodes, node, 0, 0, 0)
        return
    first = context[USED]
    free = nodes.shape[0] - first
    worth_it = node == 0 or count * first <= EXPANSION * nodes[node, VISITS] * free
    if count > free or not worth_it:
        return
    if kernels[PRIORS] != 0:
        priors_of(kernels)(state, moves, count, priors, features, tables)
    for index in range(count):
        priors[index] = min(max(priors[index], -INFINITE), INFINITE)
    context[USED] = make_children(node, first, count, moves, priors, nodes, totals)


@kernel
def prove_leaf(
    node: int, kernels: Vector, tables: Vector, nodes: Nodes, state: Vector, scratch: Vector
) -> bool:
    """Set the bounds that a new node has without search; return whether there are any."""
    side = state[0]
    outcome = outcome_of(kernels)(state, tables)
    if outcome != ONGOING:
        score = outcome_score(outcome, 0)
        return tighten_bounds(nodes, node, side, score, score)
    if kernels[KNOWN_RESULT] != 0:
        score = known_result_of(kernels)(state, tables)
        if score != 0:
            return tighten_bounds(nodes, node, side, score, score)
    if kernels[SCORE_BOUNDS] != 0:
        score_bounds = scratch[SCORE_BOUNDS_ROW, :BOUNDS_SIZE]
        score_bounds_of(kernels)(state, score_bounds, tables)
        low, high = score_bounds[0] + score_bounds[1], score_bounds[0] + score_bounds[2]
        return tighten_bounds(nodes, node, side, low * POINT, high * POINT)
    return False


@kernel
def run_playout(
    stop: Vector, kernels: Vector, tables: Vector, context: Vector, state: Vector, moves: Vector
) -> float:
    """The reward of a random game from an ongoing `state`, which it leaves at the game's end."""
    moves_in, play, outcome_in = moves_of(kernels), play_of(kernels), outcome_of(kernels)
    random_bits = context[RANDOM]
    outcome = ONGOING
    plies = 0
    while outcome == ONGOING and plies < PLAYOUT_PLIES and stop[0] == 0:
        count = moves_in(state, moves, tables)
        if count == 0:
            outcome = DRAW
            break
        random_bits = next_random(random_bits)
        play(state, moves[random_below(random_bits, count)], tables)
        outcome = outcome_in(state, tables)
        plies += 1
    context[RANDOM] = random_bits
    score = outcome_score(outcome, 0)
    return score_reward(score if state[0] == 0 else -score)


@kernel
def set_root(
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    context: Vector,
    root: Vector,
    scratch: Vector,
    features_scratch: Vector,
) -> None:
    """Make node 0 the root: expanded, with the bounds that its own moves give.

    A known result is not enough here, since a move is needed.
    """
    nodes[0, LOW] = -INFINITE
    nodes[0, HIGH] = INFINITE
    at_root = features_scratch[context[FEATURES_SIZE] :]
    outcome = outcome_of(kernels)(root, tables)
    if outcome != ONGOING:
        score = outcome_score(outcome, 0)
        tighten_bounds(nodes, 0, root[0], score, score)
        return
    if kernels[INIT_FEATURES] != 0:
        init_features_of(kernels)(root, at_root, tables)
    if nodes[0, COUNT] == 0:
        expand(0, kernels, tables, nodes, totals, context, root, scratch, at_root)
    if nodes[0, COUNT] > 0:
        tighten_by_children(nodes, 0, root[0])


@kernel
def advance_root(
    move: int,
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    context: Vector,
    root: Vector,
) -> bool:
    """Play a move at the root and keep its subtree; False if the tree does not have the move."""
    child = find_child(nodes, 0, move)
    if child < 0:
        return False
    play_of(kernels)(root, move, tables)
    context[USED] = keep_subtree(nodes, totals, child, context[USED])
    return True


@kernel
def read_principal_line(
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    context: Vector,
    root: Vector,
    scratch: Vector,
) -> int:
    """Write the principal variation to the path; return its length."""
    state, line = scratch[STATE_ROW, : root.shape[0]], scratch[PATH_ROW]
    for slot in range(root.shape[0]):
        state[slot] = root[slot]
    node = 0
    length = 0
    while nodes[node, COUNT] > 0 and length < PATH_PLIES:
        node = choose_child(nodes, totals, node, state[0])
        line[length] = nodes[node, MOVE]
        play_of(kernels)(state, line[length], tables)
        length += 1
    return length


ENTRIES = (
    (simulate, SIMULATE_SIGNATURE),
    (set_root, SET_ROOT_SIGNATURE),
    (advance_root, ADVANCE_SIGNATURE),
    (read_principal_line, LINE_SIGNATURE),
)
