"""A game tree in two arrays of fixed size, with what is proven about every node of it.

A node is a row of `nodes` and an entry of `totals`. Its children lie next to each other and always
behind it. Children are *opened* one after the other when they are first visited: the opened ones
stand first.

All rewards and bounds are those of side 0, whoever is to move: sides need not alternate, so a
node's own point of view would have to be looked up all the time.

`LOW` and `HIGH` bound the true score of the node (Cazenave and Saffidine, Score Bounded
Monte-Carlo Tree Search, 2010). A node is *settled* when the bounds meet, or when one of them is a
forced win or loss; the number of plies in it is what the winner needs at most, not at least.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Vector
from plyground.core.jit import kernel
from plyground.core.playout import pick
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
def reward_of(score: int) -> float:
    """A score as a reward between 0 and 1: mostly who wins, a little by how much."""
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
    """A node of which nothing is known."""
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
    """Give a node children from `first` on; tell where the next node's may begin."""
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
def narrow(nodes: Nodes, node: int, side: int, low: int, high: int) -> bool:
    """Take note that `side` gets from `low` to `high` here; tell whether that was new."""
    if side != 0:
        low, high = -high, -low
    news = False
    if low > nodes[node, LOW]:
        nodes[node, LOW] = low
        news = True
    if high < nodes[node, HIGH]:
        nodes[node, HIGH] = high
        news = True
    return news


@kernel
def one_ply_up(score: int) -> int:
    """A score as seen from the parent: a win or loss is one ply further away."""
    if DECIDED <= score < INFINITE:
        return score - 1
    if -INFINITE < score <= -DECIDED:
        return score + 1
    return score


@kernel
def narrow_by_children(nodes: Nodes, node: int, side: int) -> bool:
    """Bring a node's bounds up to date with its children's; tell whether they changed.

    `side`, to move in the node, gets at least the best of what its moves give for sure, and at
    most the best of what they may give.
    """
    first = nodes[node, FIRST]
    low = -INFINITE
    high = -INFINITE
    for child in range(first, first + nodes[node, COUNT]):
        low = max(low, one_ply_up(low_for(nodes, child, side)))
        high = max(high, one_ply_up(high_for(nodes, child, side)))
    return narrow(nodes, node, side, low, high)


@kernel
def open_child(nodes: Nodes, node: int, by_prior: bool, chance: int) -> int:
    """Move the next child to open to the front of those not opened, and give its number.

    It is the one with the highest prior, if there are priors; among equals chance decides.
    """
    opened: int = nodes[node, OPENED]
    place: int = nodes[node, FIRST] + opened
    end = nodes[node, FIRST] + nodes[node, COUNT]
    chosen = place + pick(chance, end - place)
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
def choose(nodes: Nodes, totals: Totals, node: int, side: int) -> int:
    """The child to play for `side`, to move in an expanded node.

    In a lost position the longest resistance. Otherwise the move that is proven best, unless the
    most visited of those that may be better promises more.
    """
    first: int = nodes[node, FIRST]
    proven = first
    visited = -1
    lost = high_for(nodes, node, side) <= -DECIDED
    known = low_for(nodes, node, side)
    for child in range(first, first + nodes[node, COUNT]):
        if promise(nodes, child, side, lost) > promise(nodes, proven, side, lost) or (
            promise(nodes, child, side, lost) == promise(nodes, proven, side, lost)
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
        worth = reward_of(safe)
        return visited if mean_for(nodes, totals, visited, side) > worth else proven
    return visited


@kernel
def promise(nodes: Nodes, node: int, side: int, lost: bool) -> int:
    """What a child gives for sure, or, where all is lost, at best."""
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
    """Make `root` node 0 and slide all that is below it to the front; give the nodes in use.

    One pass and no extra memory: children lie behind their parent, so when a block of children is
    reached, the parent has moved already. Until then the move of the first child is kept in the
    parent's `FIRST`, and in its place stands, as a negative number, where the parent is.
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
