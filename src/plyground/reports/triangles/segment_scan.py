"""What the report's agents know of each open segment, computed natively for all of them at once."""

from __future__ import annotations

import math

import numpy as np

from plyground.core.contract import Vector
from plyground.core.jit import compile_kernel, kernel
from plyground.core.limits import Limit, Stop
from plyground.games.triangles import Triangles
from plyground.games.triangles.evaluate import is_open
from plyground.games.triangles.rules import (
    CLOSED_MASKS,
    ENDPOINTS,
    EXTRA_MOVE,
    POINT_COUNT,
    TRIANGLE_INDEX,
    WORD_BITS,
    WORDS,
    count_completed,
    is_drawn,
    moves,
    to_segment,
)

SECONDS = 55.0
"""The report has less than a minute a turn."""

# Rows of a scan: one column for each open segment, except that the last row is scratch: the
# segments that complete something.
MOVE, GAIN, BEST_REPLY, OFFERED, CAPTURES = range(5)
# What the scan of the printed program has in the places of `BEST_REPLY` and `OFFERED`.
LAST_PAIR, PREPARED = BEST_REPLY, OFFERED

SCAN_SIGNATURE = "int64(int64[::1], int64[:, ::1], int64[::1])"
PRINTED_SIGNATURE = "int64(int64[::1], int64[::1], int64[:, ::1], int64[::1])"


@kernel
def scan_segments(state: Vector, out: Vector, tables: Vector) -> int:
    """What each open segment completes, and what it leaves to the opponent. Returns their number.

    Rows of `out`: the segment; the triangles it completes; then, once it is drawn, the most
    triangles that one segment of the opponent completes, and those that all of them complete.
    """
    count = moves(state, out[MOVE], tables)
    captures = 0
    for column in range(count):
        out[GAIN, column] = count_completed(state, out[MOVE, column], tables)
        if out[GAIN, column] > 0:
            out[CAPTURES, captures] = column
            captures += 1
    for column in range(count):
        move = out[MOVE, column]
        best_reply = 0
        offered = 0
        # Captures that were there before and are still possible.
        for place in range(captures):
            other = out[CAPTURES, place]
            if not is_closed_by(move, out[MOVE, other], tables):
                best_reply = max(best_reply, out[GAIN, other])
                offered += out[GAIN, other]
        # Triangles that now lack one side only.
        entry = tables[TRIANGLE_INDEX] + move
        for place in range(tables[entry], tables[entry + 1], 2):
            one, two = to_segment(tables[place]), to_segment(tables[place + 1])
            if is_drawn(state, one) != is_drawn(state, two):
                third = two if is_drawn(state, one) else one
                if is_open(state, third, tables) != 0:
                    best_reply = max(best_reply, count_completed(state, third, tables) + 1)
                    offered += 1
        # Whoever moves again offers nothing yet.
        if tables[EXTRA_MOVE] != 0 and out[GAIN, column] > 0:
            best_reply = 0
            offered = 0
        out[BEST_REPLY, column] = best_reply
        out[OFFERED, column] = offered
    return count


@kernel
def scan_as_printed(state: Vector, root: Vector, out: Vector, tables: Vector) -> int:
    """The same as the printed program counts it; `root` is the position in which it is to move.

    Rows of `out`: the segment; the triangles it completes; then, once it is drawn, how many
    segments at one of the last two points complete something; and how many triangles it prepares,
    those included whose third side was open at the root and is crossed by now.
    """
    count = moves(state, out[MOVE], tables)
    captures = 0
    for column in range(count):
        move = out[MOVE, column]
        out[GAIN, column] = count_completed(state, move, tables)
        if out[GAIN, column] > 0 and is_at_last_pair(move, tables):
            out[CAPTURES, captures] = move
            captures += 1
    for column in range(count):
        move = out[MOVE, column]
        last_pair = 0
        prepared = 0
        for place in range(captures):
            if not is_closed_by(move, out[CAPTURES, place], tables):
                last_pair += 1
        entry = tables[TRIANGLE_INDEX] + move
        for place in range(tables[entry], tables[entry + 1], 2):
            one, two = to_segment(tables[place]), to_segment(tables[place + 1])
            if is_drawn(state, one) == is_drawn(state, two):
                continue
            third = two if is_drawn(state, one) else one
            prepared += is_open(root, third, tables)
            is_counted = count_completed(state, third, tables) > 0
            if is_open(state, third, tables) != 0 and not is_counted:
                last_pair += is_at_last_pair(third, tables)
        out[LAST_PAIR, column] = last_pair
        out[PREPARED, column] = prepared
    return count


@kernel
def is_at_last_pair(segment: int, tables: Vector) -> bool:
    """Does a segment end in one of the last two points?"""
    # Its second end has the higher number.
    return bool(tables[tables[ENDPOINTS] + 2 * segment + 1] >= tables[POINT_COUNT] - 2)


@kernel
def is_closed_by(segment: int, other: int, tables: Vector) -> bool:
    """Can the other one no longer be drawn once this segment is? (A segment closes itself.)"""
    word = tables[CLOSED_MASKS + segment * tables[WORDS] + other // WORD_BITS]
    return bool((word >> (other % WORD_BITS)) & 1)


ENTRIES = ((scan_segments, SCAN_SIGNATURE), (scan_as_printed, PRINTED_SIGNATURE))


class SegmentScanner:
    """The compiled kernels of a game, and what its points decide for good."""

    def __init__(self, game: Triangles) -> None:
        native = game.native()
        self.tables = game.rules.tables
        self.points = game.points
        self.segments = game.point_set.segments
        self.is_convex = len(game.point_set.hull) == game.point_set.size
        self.hull_edges = frozenset(game.point_set.hull_edges)
        self._play = native.compiled["play"].call
        self._scan = compile_kernel(scan_segments, SCAN_SIGNATURE).call
        self._scan_as_printed = compile_kernel(scan_as_printed, PRINTED_SIGNATURE).call
        self._rows = np.zeros((CAPTURES + 1, game.rules.branching), np.int64)

    def scan(self, state: Vector) -> Vector:
        """For each open segment, what `scan_segments` finds."""
        count = self._scan(state, self._rows, self.tables)
        return np.array(self._rows[:CAPTURES, :count].T)

    def scan_as_printed(self, state: Vector, root: Vector) -> Vector:
        """For each open segment, what `scan_as_printed` finds."""
        count = self._scan_as_printed(state, root, self._rows, self.tables)
        return np.array(self._rows[:CAPTURES, :count].T)

    def play(self, state: Vector, move: int) -> Vector:
        """The state after a move."""
        after = np.array(state)
        self._play(after, move, self.tables)
        return after


class NodeBudget:
    """Counts the nodes of a search, up to its limit or until it is stopped."""

    def __init__(self, limit: Limit, stop: Stop) -> None:
        self.nodes = 0
        self._limit = limit.nodes or math.inf
        self._stop = stop

    def spend(self) -> bool:
        """Count a node about to be visited. Returns whether the search must end instead."""
        if not self.is_spent:
            self.nodes += 1
        return self.is_spent

    @property
    def is_spent(self) -> bool:
        return self._stop.is_set or self.nodes > self._limit

    @property
    def reason(self) -> str:
        return self._stop.reason or ("nodes" if self.is_spent else "depth")
