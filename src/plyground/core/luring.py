"""How to play a game of points that is not being won: a search against fallible opponents.

Among moves that perfect play makes equal, as all are in a lost position, minimax cannot choose.
Here the opponent is one of some kinds of player (see `habits`), and now and then plays something
else; which kind is drawn anew for each simulation, by the odds that are given. Our side chooses by
upper confidence bounds, as in any Monte-Carlo tree search. What it finds is how often such
opponents are beaten: it says nothing about the value of the position.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from plyground.core.calling import (
    ORDER,
    REMEMBER,
    NativeKernels,
    grab_of,
    moves_of,
    order_of,
    outcome_of,
    play_of,
)
from plyground.core.compiling import compile_kernel, kernel
from plyground.core.contract import Rules, Vector, vector
from plyground.core.exchange import (
    CHOICES,
    HABITS,
    MOVES,
    NO_MOVE,
    PATH,
    PRIORS,
    ROOM_ROWS,
    STATE,
    WORTHS,
    copy,
    points_ahead,
    survey,
    worth,
)
from plyground.core.habits import (
    CHANCE,
    HABITS_SIGNATURE,
    KINDS,
    PLAYERS_END,
    PLAYOUT,
    Chances,
    chances,
    draw,
    draw_reply,
    find_calm,
    play_by_habit,
    survey_habits,
)
from plyground.core.limits import Stop
from plyground.core.playout import scrambled
from plyground.core.simulation import EXPLORATION
from plyground.core.tree import (
    COLUMNS,
    COUNT,
    FIRST,
    MOVE,
    NODE_BYTES,
    NODES_TYPE,
    OPENED,
    TOTALS_TYPE,
    VISITS,
    Nodes,
    Totals,
    find_child,
    keep_subtree,
    make_children,
    make_node,
    reward_of,
)
from plyground.core.values import DRAW, INFINITE, ONGOING, score_of

# How many moves a player in a playout looks at that must give something away.
LOOKS = 2
# After how many visits a node gets children: to judge all its moves costs as much as a playout.
READY = 3
# A node has opened at most about sqrt(WIDENING * visits) of our moves. Against the two baselines
# (`python bench/baselines.py`) 0.125 gave 92 and 80 %, 0.3 gave 94 and 82 %, in 160 games each.
WIDENING = 0.3
# What is worth one point more is tried first, whatever the game's own order says.
WORTH = 1 << 34

# Slot 0 of a state is 0 or 1, so none looks like this.
NOWHERE = -1

SIMULATIONS_IN_A_CALL = 64
SIMULATIONS_LIMIT = 200_000

# Rows of the room would share places in the processor's cache if they lay a power of two apart.
ASIDE = 24
# No line in the tree grows longer than this.
PATH_PLIES = 256

# Slots of the desk, behind those that players use.
USED = PLAYERS_END
SIMULATIONS = USED + 1
ODDS = SIMULATIONS + 1
"""Of a thousand opponents, how many are of each kind."""
DESK_SIZE = ODDS + KINDS

_V = "int64[::1]"
LURE_SIGNATURE = (
    f"void(int64, {_V}, {_V}, {_V}, {NODES_TYPE}, {TOTALS_TYPE}, {_V}, {_V}, int64[:, ::1])"
)
KEEP_SIGNATURE = f"int64({NODES_TYPE}, {TOTALS_TYPE}, int64, int64)"


@kernel
def lure(
    budget: int,
    stop: Vector,
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    desk: Vector,
    root: Vector,
    room: Vector,
) -> None:
    """Run `budget` simulations from `root`, fewer if told to stop.

    Rewards are those of the side to move there.
    """
    side = root[0]
    state, path = room[STATE, : root.shape[0]], room[PATH]
    for _ in range(budget):
        if stop[0] != 0:
            return
        copy(root, state)
        kind = draw_kind(desk)
        node = 0
        depth = 0
        path[0] = 0
        outcome = ONGOING
        while outcome == ONGOING and (depth == 0 or nodes[node, VISITS] >= READY):
            ours = state[0] == side
            if nodes[node, COUNT] == 0:
                expand(node, ours, kernels, tables, nodes, totals, desk, state, room)
            if nodes[node, COUNT] == 0 or depth + 1 == PATH_PLIES:
                break
            node = select(node, nodes, totals) if ours else draw_reply(node, kind, nodes, desk)
            play_of(kernels)(state, nodes[node, MOVE], tables)
            depth += 1
            path[depth] = node
            outcome = outcome_of(kernels)(state, tables)
        desk[PLAYOUT] += 1
        while outcome == ONGOING:
            if state[0] == side:
                move = play_by_worth(state, room, desk, kernels, tables)
            else:
                move = play_by_habit(kind, state, room, desk, kernels, tables)
            if move == NO_MOVE:
                outcome = DRAW
                break
            play_of(kernels)(state, move, tables)
            outcome = outcome_of(kernels)(state, tables)
        score = score_of(outcome, 0)
        reward = reward_of(score if state[0] == side else -score)
        for place in range(depth + 1):
            nodes[path[place], VISITS] += 1
            totals[path[place]] += reward
        desk[SIMULATIONS] += 1


@kernel
def draw_kind(desk: Vector) -> int:
    """A kind of opponent, by the odds."""
    rest = draw(desk, 1000)
    kind = 0
    while kind < KINDS - 1 and rest >= desk[ODDS + kind]:
        rest -= desk[ODDS + kind]
        kind += 1
    return kind


@kernel
def expand(
    node: int,
    ours: bool,
    kernels: Vector,
    tables: Vector,
    nodes: Nodes,
    totals: Totals,
    desk: Vector,
    state: Vector,
    room: Vector,
) -> None:
    """Give a node its children, if there is room: ours with the most promising first."""
    moves, habits = room[MOVES], room[HABITS]
    if ours:
        count = survey(state, room, kernels, tables)
    else:
        count = survey_habits(state, room, kernels, tables)
    first = desk[USED]
    if first + count > nodes.shape[0]:
        return
    if ours:
        sort_moves(state, count, room, kernels, tables)
    # Of ours nobody reads a habit.
    desk[USED] = make_children(node, first, count, moves, habits, nodes, totals)


@kernel
def sort_moves(state: Vector, count: int, room: Vector, kernels: Vector, tables: Vector) -> None:
    """What is worth most first; of equals, what the game would try first."""
    moves, priors, worths = room[MOVES], room[PRIORS], room[WORTHS]
    for index in range(count):
        priors[index] = 0
    # An order that needs a memory is done without.
    if kernels[ORDER] != 0 and kernels[REMEMBER] == 0:
        order_of(kernels)(state, moves, count, priors, tables[:0], tables)
    for index in range(count):
        move, prior = moves[index], priors[index] + WORTH * worths[index]
        place = index
        while place > 0 and priors[place - 1] < prior:
            priors[place] = priors[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        priors[place] = prior
        moves[place] = move


@kernel
def select(node: int, nodes: Nodes, totals: Totals) -> int:
    """Our move: a new one where it is time for it, else the highest upper confidence bound."""
    first, opened, visits = nodes[node, FIRST], nodes[node, OPENED], nodes[node, VISITS]
    if opened < nodes[node, COUNT] and opened * opened <= WIDENING * visits:
        nodes[node, OPENED] += 1
        return int(first + opened)
    explore = EXPLORATION * sqrt(log(visits + 1.0))
    best = first
    highest = -1.0
    for child in range(first, first + opened):
        share = 1.0 / nodes[child, VISITS]
        bound = totals[child] * share + explore * sqrt(share)
        if bound > highest:
            highest = bound
            best = child
    return int(best)


@kernel
def play_by_worth(
    state: Vector, room: Vector, desk: Vector, kernels: Vector, tables: Vector
) -> int:
    """What our own side plays in a playout, found by few looks; `NO_MOVE` if there is none."""
    choices = room[CHOICES]
    count = grab_of(kernels)(state, choices, tables)
    first = draw(desk, count)
    best = NO_MOVE
    top = -INFINITE
    ahead = points_ahead(state, room, kernels, tables)
    for index in range(count):
        move = choices[(first + index) % count]
        found = worth(state, ahead, move, top, room, kernels, tables)
        if found > top:
            best = move
            top = found
            if top > 0:
                return int(best)
    if count == 0:
        best = find_calm(False, 0, state, room, desk, kernels, tables)
        if best == NO_MOVE:
            return best
        top = worth(state, ahead, best, top, room, kernels, tables)
        if top == 0:
            return best
    count = moves_of(kernels)(state, choices, tables)
    for _ in range(LOOKS if count > 0 else 0):
        move = choices[draw(desk, count)]
        found = worth(state, ahead, move, top, room, kernels, tables)
        if found > top:
            best = move
            top = found
    return int(best)


class Luring:
    """Looks for moves against which opponents go wrong, in positions of one game."""

    def __init__(
        self, rules: Rules, native: NativeKernels, mebibytes: float = 8, seed: int = 0
    ) -> None:
        self.rules = rules
        self._kernels = native.addresses
        capacity = max(int(mebibytes * 2**20) // NODE_BYTES, rules.branching + 1)
        self._nodes: Nodes = np.full((capacity, COLUMNS), 0, np.int32)
        self._totals: Totals = np.full(capacity, 0.0, np.float64)
        width = max(PATH_PLIES, rules.branching, len(rules.start)) + ASIDE
        self._room = np.zeros((ROOM_ROWS, width), np.int64)
        self._desk = np.zeros(DESK_SIZE, np.int64)
        self._desk[CHANCE] = scrambled(vector(seed)[0])
        self._root = np.zeros_like(rules.start)
        self._play = native.compiled["play"].call
        compiled = (compile_kernel(*entry).call for entry in ENTRIES)
        self._lure, self._survey, self._keep = compiled
        self.clear()

    def clear(self, root: Vector | int = NOWHERE) -> None:
        """Begin a new tree, of the side to move there."""
        self._root[:] = root
        self._side = self._root[0]
        make_node(self._nodes, self._totals, 0, 0, 0)
        self._desk[USED] = 1

    def advance(self, move: int) -> None:
        """A move was played where the last search stood: keep what the tree knows of it."""
        child = find_child(self._nodes, 0, move)
        if child < 0:
            self.clear()
        else:
            self._play(self._root, move, self.rules.tables)
            self._desk[USED] = self._keep(self._nodes, self._totals, child, self._desk[USED])

    def run(
        self, state: Vector, odds: Chances, stop: Stop, most: int = SIMULATIONS_LIMIT
    ) -> Vector:
        """The moves tried, most tried first; `odds` are those of the kinds of opponents.

        The tree is built on if `state` is the one that `run` and `advance` led to, and the same
        side is to move as when it was begun: a tree knows habits of the opponent only.
        """
        if not np.array_equal(state, self._root) or state[0] != self._side:
            self.clear(state)
        self._desk[SIMULATIONS] = 0
        self._desk[ODDS:] = np.round(1000 * odds)
        while not stop.is_set and self._desk[SIMULATIONS] < most:
            self._lure(
                SIMULATIONS_IN_A_CALL, stop.flag, self._kernels, self.rules.tables,
                self._nodes, self._totals, self._desk, self._root, self._room,
            )  # fmt: skip
        first, opened = self._nodes[0, FIRST], self._nodes[0, OPENED]
        tried = self._nodes[first : first + opened]
        return vector(tried[np.argsort(-tried[:, VISITS], kind="stable"), MOVE])

    def chances(self, state: Vector, move: int) -> Chances:
        """How likely each kind of player plays this move."""
        count = self._survey(np.array(state), self._room, self._kernels, self.rules.tables)
        habits = self._room[HABITS, :count]
        place = int(np.argmax(self._room[MOVES, :count] == move))
        return np.array([chances(habits, kind)[place] for kind in range(KINDS)])


ENTRIES = (
    (lure, LURE_SIGNATURE),
    (survey_habits, HABITS_SIGNATURE),
    (keep_subtree, KEEP_SIGNATURE),
)
