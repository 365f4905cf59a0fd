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

from plyground.core import slots
from plyground.core.context import (
    CONTEXT,
    features_of,
    path_of,
    root_features_of,
    sides_of,
    stop_of,
    tables_of,
    totals_of,
    tree_of,
)
from plyground.core.contract import Vector
from plyground.core.game_calls import (
    list_moves,
    play_move,
    read_known_result,
    read_outcome,
    read_score_bounds,
    verify_state,
)
from plyground.core.jit import kernel
from plyground.core.mcts_tree import (
    COUNT,
    FIRST,
    HIGH,
    LOW,
    MOVE,
    OPENED,
    PRIOR,
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
from plyground.core.playout import next_random, play_randomly
from plyground.core.pointers import (
    INIT_FEATURES,
    KNOWN_RESULT,
    PRIORS,
    SCORE_BOUNDS,
    UPDATE_FEATURES,
    init_features_of,
    priors_of,
    update_features_of,
)
from plyground.core.stack import MOVES, RANKS, bounds_at, list_at, state_at
from plyground.core.values import DECIDED, INFINITE, ONGOING, POINT, outcome_score

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

# Frames: the state at the root, and that of the simulation.
ROOT = 0
LEAF = 1

SIMULATE_SIGNATURE = f"void({CONTEXT}, int64)"
SET_ROOT_SIGNATURE = f"void({CONTEXT})"
ADVANCE_SIGNATURE = f"boolean({CONTEXT}, int64)"
LINE_SIGNATURE = f"int64({CONTEXT})"


@kernel
def simulate(context: Vector, budget: int) -> None:
    """Run `budget` simulations from the root, fewer if stopped or if the root is settled.

    A simulation that is stopped half-way is discarded.
    """
    nodes, totals, stop = tree_of(context), totals_of(context), stop_of(context)
    root, state = state_at(context, ROOT), state_at(context, LEAF)
    features, at_root = features_of(context), root_features_of(context)
    path, sides = path_of(context), sides_of(context)
    uses_features = context[PRIORS] != 0 and context[UPDATE_FEATURES] != 0
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
                expand(context, node, LEAF, features)
            if is_settled(nodes, node):
                break
            side = state[0]
            child = select(context, node, side)
            if child < 0:
                break
            if uses_features:
                update_features_of(context)(state, nodes[child, MOVE], features, tables_of(context))
            play_move(context, state, nodes[child, MOVE])
            sides[depth] = side
            depth += 1
            path[depth] = child
            node = child
        # Step 3: prove what can be proven of the leaf; else play out to the end of the game.
        changed = nodes[node, VISITS] == 0 and prove_leaf(context, node)
        reward = 0.5
        if is_settled(nodes, node):
            changed = True
        else:
            score = outcome_score(play_randomly(context, LEAF, ONGOING, PLAYOUT_PLIES), 0)
            reward = score_reward(score if state[0] == 0 else -score)
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
        context[slots.SIMULATIONS] += 1


@kernel
def select(context: Vector, node: int, side: int) -> int:
    """The child with the highest upper confidence bound; -1 if none is worth a visit.

    Without priors every child is tried once before any is tried twice.
    """
    nodes = tree_of(context)
    by_prior = context[PRIORS] != 0
    opened, visits = nodes[node, OPENED], nodes[node, VISITS]
    unopened = nodes[node, COUNT] - opened
    best = -1
    if unopened == 0 or (by_prior and opened * opened > WIDENING * visits):
        best = select_opened(node, side, by_prior, nodes, totals_of(context))
    if best < 0 and unopened > 0:
        context[slots.RANDOM] = next_random(context[slots.RANDOM])
        best = open_child(nodes, node, by_prior, context[slots.RANDOM])
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
def expand(context: Vector, node: int, ply: int, features: Vector) -> None:
    """Add a node's children, if there is space for all of them; its state is in frame `ply`."""
    nodes = tree_of(context)
    state = state_at(context, ply)
    moves, priors = list_at(context, ply, MOVES), list_at(context, ply, RANKS)
    count = list_moves(context, state, moves)
    if count == 0:
        tighten_bounds(nodes, node, 0, 0, 0)
        return
    first = context[slots.TREE_SIZE]
    free = nodes.shape[0] - first
    worth_it = node == 0 or count * first <= EXPANSION * nodes[node, VISITS] * free
    if count > free or not worth_it:
        return
    if context[PRIORS] != 0:
        priors_of(context)(state, moves, count, priors, features, tables_of(context))
    for index in range(count):
        priors[index] = min(max(priors[index], -INFINITE), INFINITE)
    context[slots.TREE_SIZE] = make_children(
        node, first, count, moves, priors, nodes, totals_of(context)
    )


@kernel
def prove_leaf(context: Vector, node: int) -> bool:
    """Set the bounds that a new node has without search; return whether there are any."""
    nodes = tree_of(context)
    state = state_at(context, LEAF)
    side = state[0]
    outcome = read_outcome(context, state)
    if outcome != ONGOING:
        score = outcome_score(outcome, 0)
        return tighten_bounds(nodes, node, side, score, score)
    if context[KNOWN_RESULT] != 0:
        score = read_known_result(context, state)
        if score != 0:
            return tighten_bounds(nodes, node, side, score, score)
    if context[SCORE_BOUNDS] != 0:
        bounds = bounds_at(context, LEAF)
        read_score_bounds(context, state, bounds)
        low, high = bounds[0] + bounds[1], bounds[0] + bounds[2]
        return tighten_bounds(nodes, node, side, low * POINT, high * POINT)
    return False


@kernel
def set_root(context: Vector) -> None:
    """Make node 0 the root: expanded, with the bounds that its own moves give.

    A known result is not enough here, since a move is needed.
    """
    nodes = tree_of(context)
    root = state_at(context, ROOT)
    nodes[0, LOW] = -INFINITE
    nodes[0, HIGH] = INFINITE
    outcome = read_outcome(context, root)
    if outcome != ONGOING:
        score = outcome_score(outcome, 0)
        tighten_bounds(nodes, 0, root[0], score, score)
        return
    if context[INIT_FEATURES] != 0:
        init_features_of(context)(root, root_features_of(context), tables_of(context))
    if nodes[0, COUNT] == 0:
        expand(context, 0, ROOT, root_features_of(context))
    if nodes[0, COUNT] > 0:
        tighten_by_children(nodes, 0, root[0])


@kernel
def advance_root(context: Vector, move: int) -> bool:
    """Play a move at the root and keep its subtree; False if the tree does not have the move."""
    nodes = tree_of(context)
    child = find_child(nodes, 0, move)
    if child < 0:
        return False
    play_move(context, state_at(context, ROOT), move)
    verify_state(context, ROOT)
    context[slots.TREE_SIZE] = keep_subtree(
        nodes, totals_of(context), child, context[slots.TREE_SIZE]
    )
    return True


@kernel
def read_principal_line(context: Vector) -> int:
    """Write the principal variation to the path; return its length."""
    nodes, totals = tree_of(context), totals_of(context)
    root, state, line = state_at(context, ROOT), state_at(context, LEAF), path_of(context)
    for slot in range(root.shape[0]):
        state[slot] = root[slot]
    node = 0
    length = 0
    while nodes[node, COUNT] > 0 and length < PATH_PLIES:
        node = choose_child(nodes, totals, node, state[0])
        line[length] = nodes[node, MOVE]
        play_move(context, state, line[length])
        length += 1
    return length


ENTRIES = (
    (simulate, SIMULATE_SIGNATURE),
    (set_root, SET_ROOT_SIGNATURE),
    (advance_root, ADVANCE_SIGNATURE),
    (read_principal_line, LINE_SIGNATURE),
)
