"""The tree of Monte-Carlo tree search: two arrays of fixed size, with proven bounds for every node.

A node is a row of `nodes` and an entry of `totals`. Its children are adjacent and always behind it.
Children are *opened* one after the other when they are first visited: the opened ones come first.

All rewards and bounds are those of side 0: sides need not alternate, so a node's own point of view
would have to be looked up all the time.

`LOW` and `HIGH` bound the true score of the node (Cazenave and Saffidine, Score Bounded
Monte-Carlo Tree Search, 2010). A node is *settled* when the bounds meet, or when one of them is a
forced win or loss; the number of plies in it is an upper bound.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.playout import random_below
from plyground.core.values import DECIDED, INFINITE, POINT

Nodes = npt.NDArray[np.int32]
Totals = npt.NDArray[np.float64]

# Columns of a node.
MOVE = 0
FIRST = 1
COUNT = 2
OPENED = 3
VISITS = 4
LOW = 5
HIGH = 6
PRIOR = 7
COLUMNS = 8

NODE_BYTES = COLUMNS * 4 + 8

# A tree is compiled into each search; these are its parameter types there.
NODES_TYPE = "int32[:, ::1]"
TOTALS_TYPE = "float64[::1]"

# A win by many points is a little better than a win by one, and never so much that a risk of
# losing would pay for it.
_MARGIN_SHARE = 0.1
_MARGIN_HALF = 5.0


@kernel
def score_reward(score: int) -> float:
    """The reward of a score, from 0 to 1: mostly who wins, a little by how much."""
    if score >= DECIDED:
        return 1.0
    if score <= -DECIDED:
        return 0.0
    points = score / POINT
    if points > 0:
        return 1.0 - 0.5 * _MARGIN_SHARE * _MARGIN_HALF / (points + _MARGIN_HALF)
    if points < 0:
        return 0.5 * _MARGIN_SHARE * _MARGIN_HALF / (_MARGIN_HALF - points)
    return 0.5


@kernel
def make_node(nodes: Nodes, totals: Totals, node: int, move: int, prior: int) -> None:
    """Reset a node."""
    nodes[node, MOVE] = move
    nodes[node, FIRST] = 0
    nodes[node, COUNT] = 0
    nodes[node, OPENED] = 0
    nodes[node, VISITS] = 0
    nodes[node, LOW] = -INFINITE
    nodes[node, HIGH] = INFINITE
    nodes[node, PRIOR] = prior
    totals[node] = 0.0


@kernel
def make_children(
    node: int, first: int, count: int, moves: Vector, priors: Vector, nodes: Nodes, totals: Totals
) -> int:
    """Add a node's children from `first` on; return the first free node behind them."""
    for index in range(count):
        make_node(nodes, totals, first + index, moves[index], priors[index])
    nodes[node, FIRST] = first
    nodes[node, COUNT] = count
    return first + count


@kernel
def is_settled(nodes: Nodes, node: int) -> bool:
    low, high = nodes[node, LOW], nodes[node, HIGH]
    settled: bool = low >= high or low >= DECIDED or high <= -DECIDED
    return settled


@kernel
def low_for(nodes: Nodes, node: int, side: int) -> int:
    """The least that `side` gets here."""
    low: int = nodes[node, LOW] if side == 0 else -nodes[node, HIGH]
    return low


@kernel
def high_for(nodes: Nodes, node: int, side: int) -> int:
    """The most that `side` can get here."""
    high: int = nodes[node, HIGH] if side == 0 else -nodes[node, LOW]
    return high


@kernel
def mean_for(nodes: Nodes, totals: Totals, node: int, side: int) -> float:
    """The mean reward of `side` in a visited node."""
    mean: float = totals[node] / nodes[node, VISITS]
    return mean if side == 0 else 1.0 - mean


@kernel
def tighten_bounds(nodes: Nodes, node: int, side: int, low: int, high: int) -> bool:
    """Intersect a node's bounds with `low` to `high` for `side`; return whether they changed."""
    if side != 0:
        low, high = -high, -low
    changed = False
    if low > nodes[node, LOW]:
        nodes[node, LOW] = low
        changed = True
    if high < nodes[node, HIGH]:
        nodes[node, HIGH] = high
        changed = True
    return changed


@kernel
def add_ply(score: int) -> int:
    """A score as seen from the parent: a win or loss is one ply further away."""
    if DECIDED <= score < INFINITE:
        return score - 1
    if -INFINITE < score <= -DECIDED:
        return score + 1
    return score


@kernel
def tighten_by_children(nodes: Nodes, node: int, side: int) -> bool:
    """Update a node's bounds from its children's; return whether they changed.

    `side`, to move in the node, gets at least the best lower bound of its moves, and at most the
    best upper bound.
    """
    first = nodes[node, FIRST]
    low = -INFINITE
    high = -INFINITE
    for child in range(first, first + nodes[node, COUNT]):
        low = max(low, add_ply(low_for(nodes, child, side)))
        high = max(high, add_ply(high_for(nodes, child, side)))
    return tighten_bounds(nodes, node, side, low, high)


@kernel
def open_child(nodes: Nodes, node: int, by_prior: bool, random_bits: int) -> int:
    """Move the next child to open to the front of those not opened, and return it.

    It is the one with the highest prior, if there are priors; ties are broken at random.
    """
    opened: int = nodes[node, OPENED]
    place: int = nodes[node, FIRST] + opened
    end = nodes[node, FIRST] + nodes[node, COUNT]
    chosen = place + random_below(random_bits, end - place)
    if by_prior:
        start = chosen
        for other in range(start + 1, end):
            if nodes[other, PRIOR] > nodes[chosen, PRIOR]:
                chosen = other
        for other in range(place, start):
            if nodes[other, PRIOR] > nodes[chosen, PRIOR]:
                chosen = other
    move, prior = nodes[chosen, MOVE], nodes[chosen, PRIOR]
    nodes[chosen, MOVE] = nodes[place, MOVE]
    nodes[chosen, PRIOR] = nodes[place, PRIOR]
    nodes[place, MOVE] = move
    nodes[place, PRIOR] = prior
    nodes[node, OPENED] = opened + 1
    return place


@kernel
def choose_child(nodes: Nodes, totals: Totals, node: int, side: int) -> int:
    """The child to play for `side`, to move in an expanded node.

    In a lost position the longest resistance. Otherwise the move that is proven best, unless the
    most visited of those that may be better has a higher mean.
    """
    first: int = nodes[node, FIRST]
    proven = first
    visited = -1
    lost = high_for(nodes, node, side) <= -DECIDED
    known = low_for(nodes, node, side)
    for child in range(first, first + nodes[node, COUNT]):
        if guaranteed_score(nodes, child, side, lost) > guaranteed_score(
            nodes, proven, side, lost
        ) or (
            guaranteed_score(nodes, child, side, lost)
            == guaranteed_score(nodes, proven, side, lost)
            and nodes[child, VISITS] > nodes[proven, VISITS]
        ):
            proven = child
        open_ended = not is_settled(nodes, child) and high_for(nodes, child, side) > known
        if open_ended and (visited < 0 or nodes[child, VISITS] > nodes[visited, VISITS]):
            visited = child
    if is_settled(nodes, node) or visited < 0:
        return proven
    safe = low_for(nodes, proven, side)
    if safe > -DECIDED and nodes[visited, VISITS] > 0:
        worth = score_reward(safe)
        return visited if mean_for(nodes, totals, visited, side) > worth else proven
    return visited


@kernel
def guaranteed_score(nodes: Nodes, node: int, side: int, lost: bool) -> int:
    """The score that a child guarantees, or, in a lost position, its best possible score."""
    return high_for(nodes, node, side) if lost else low_for(nodes, node, side)


@kernel
def find_child(nodes: Nodes, node: int, move: int) -> int:
    """The child that `move` leads to, or -1."""
    first: int = nodes[node, FIRST]
    for child in range(first, first + nodes[node, COUNT]):
        if nodes[child, MOVE] == move:
            return child
    return -1


@kernel
def keep_subtree(nodes: Nodes, totals: Totals, root: int, used: int) -> int:
    """Make `root` node 0 and move its subtree to the front; return the number of nodes in use.

    One pass and no extra memory: children lie behind their parent, so when a block of children is
    reached, the parent has moved already. Until then the move of the first child is kept in the
    parent's `FIRST`, and replaced by the parent's place as a negative number.
    """
    move_node(nodes, totals, root, 0)
    kept = 1
    old = 1
    while old < used:
        if nodes[old, MOVE] >= 0:
            old += 1
            continue
        parent = -1 - nodes[old, MOVE]
        nodes[old, MOVE] = nodes[parent, FIRST]
        nodes[parent, FIRST] = kept
        for _ in range(nodes[parent, COUNT]):
            move_node(nodes, totals, old, kept)
            kept += 1
            old += 1
    return kept


@kernel
def move_node(nodes: Nodes, totals: Totals, old: int, new: int) -> None:
    for column in range(COLUMNS):
        nodes[new, column] = nodes[old, column]
    totals[new] = totals[old]
    if nodes[new, COUNT] > 0:
        head = nodes[new, FIRST]
        nodes[new, FIRST] = nodes[head, MOVE]
        nodes[head, MOVE] = -1 - new
