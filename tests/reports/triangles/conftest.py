"""Slow and obvious: minimax over positions, and the printed program by playing moves.

Each slip of the program can be left out.
"""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from plyground.games.position import Position

SLIPS = (
    "lowest h",
    "six plies",
    "last pair",
    "three or more",
    "swapped weights",
    "inner nodes",
    "crossed sides",
    "hull edges searched",
    "hull edges only",
    "hull from left to right",
    "order of coordinates",
)


def gain(position: Position, move: str) -> int:
    """Triangles that a move completes."""
    return sum(position.play(move).scene.score) - sum(position.scene.score)


class PrintedProgram:
    """What the program draws in a position, with all of its slips but one."""

    def __init__(self, root: Position, without: str = "") -> None:
        assert without in ("", *SLIPS)
        self.root = root
        self.without = without
        self.spots = {spot.name: (spot.x, spot.y) for spot in root.scene.spots}
        self.last_pair = set(list(self.spots)[-2:])
        self.best = ""

    def has(self, slip: str) -> bool:
        return slip != self.without

    def choose(self) -> str:
        gains = {move: gain(self.root, move) for move in self.root.moves}
        if any(gains.values()):
            return max(gains, key=lambda move: gains[move])
        return self.choose_from_cases() or self.search()

    def order(self, move: str) -> tuple:
        if not self.has("order of coordinates"):
            return (self.root.moves.index(move),)
        return tuple(self.spots[name] for name in move.split("-"))

    # Independent segments.

    def is_independent(self, position: Position, move: str) -> bool:
        after = position.play(move)
        if any(gain(after, reply) for reply in after.moves):
            return False
        if not self.has("crossed sides"):
            return True
        drawn = {frozenset(line.split("-")) for line in after.line}
        ends = set(move.split("-"))
        return not any(
            set(side.split("-")) & ends
            and frozenset(side.split("-")) not in drawn
            and self.completes(drawn, side)
            for side in self.root.moves
        )

    def completes(self, drawn: set[frozenset[str]], side: str) -> bool:
        """Would it complete an empty triangle, if nothing crossed it?"""
        a, b = side.split("-")
        for c in self.spots.keys() - {a, b}:
            if {frozenset((a, c)), frozenset((b, c))} <= drawn:
                others = self.spots.keys() - {a, b, c}
                if not any(self.is_inside(point, a, b, c) for point in others):
                    return True
        return False

    def is_inside(self, point: str, *corners: str) -> bool:
        """Inside the triangle or on it."""
        a, b, c = corners
        turns = [self.turn(a, b, point), self.turn(b, c, point), self.turn(c, a, point)]
        return min(turns) >= 0 or max(turns) <= 0

    def turn(self, a: str, b: str, c: str) -> float:
        (ax, ay), (bx, by), (cx, cy) = (self.spots[name] for name in (a, b, c))
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def choose_from_cases(self) -> str | None:
        cases: list[list[str]] = []
        seen: set[frozenset[str]] = set()
        edges = self.hull_edges()

        def visit(position: Position, path: list[str]) -> None:
            if len(cases) == 12 or any(len(path) > len(case) for case in cases):
                return
            if frozenset(path) in seen:
                return
            seen.add(frozenset(path))
            independent = [move for move in position.moves if self.is_independent(position, move)]
            firsts = independent
            if not path and not self.has("hull edges searched"):
                firsts = [move for move in independent if move not in edges] or independent
            for move in firsts:
                visit(position.play(move), [*path, move])
            if not independent:
                cases.append(sorted(path, key=self.order))

        visit(self.root, [])
        shortest = [case for case in cases if len(case) == min(map(len, cases))]
        for case in shortest:
            for move in case:
                if move not in edges:
                    return move
        if shortest[0] and not self.has("hull edges only"):
            return shortest[0][0]
        return None

    def hull_edges(self) -> set[str]:
        """Its hull edges, if all points lie on the hull."""
        upper, lower = [], []
        for name in sorted(self.spots, key=lambda name: self.spots[name]):
            while len(upper) > 1 and self.turn(upper[-2], upper[-1], name) > 0:
                upper.pop()
            while len(lower) > 1 and self.turn(lower[-2], lower[-1], name) < 0:
                lower.pop()
            upper.append(name)
            lower.append(name)
        if not self.has("hull from left to right"):
            lower.reverse()
        ring = list(dict.fromkeys(upper + lower))
        if len(ring) < len(self.spots):
            return set()
        sides = [{a, b} for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
        return {"-".join(pair) for pair in combinations(self.spots, 2) if set(pair) in sides}

    # The search.

    def given(self, position: Position, move: str) -> int:
        """Segments that score next, at the ends that the program looks at."""
        after = position.play(move)
        ends = self.last_pair if self.has("last pair") else set(move.split("-"))
        return sum(gain(after, reply) > 0 for reply in after.moves if ends & set(reply.split("-")))

    def h(self, position: Position, move: str) -> int:
        penalty = {0: 0, 1: 2}.get(self.given(position, move), 1)
        return 3 * gain(position, move) - penalty

    def value(self, position: Position, move: str, is_max: bool) -> int:
        few, many = {0: 0, 1: 10, 2: 30}, {0: 0, 1: 15, 2: 45}
        made, lost = (many, few) if is_max or not self.has("swapped weights") else (few, many)
        given = self.given(position, move)
        if not self.has("three or more"):
            given = min(given, 2)
        return made[gain(position, move)] - lost.get(given, 0)

    def search(self) -> str:
        plies = 6 if self.has("six plies") else 5

        def visit(position: Position, ply: int, alpha: float, beta: float, value: int) -> float:
            if position.is_over or ply == plies:
                return value
            sign = 1 if ply % 2 == 0 else -1
            direction = 1 if self.has("lowest h") else -1
            children = sorted(
                position.moves,
                key=lambda move: (direction * self.h(position, move), self.order(move)),
            )
            best = -sign * math.inf
            for move in children[:3]:
                added = sign * self.value(position, move, sign > 0)
                found = visit(position.play(move), ply + 1, alpha, beta, value + added)
                if sign * found > sign * best:
                    best = found
                    if sign > 0:
                        alpha = max(alpha, best)
                        if ply == 0 or self.has("inner nodes"):
                            self.best = move
                    else:
                        beta = min(beta, best)
                if beta <= alpha:
                    break
            return best

        visit(self.root, 0, -math.inf, math.inf, 0)
        return self.best


@pytest.fixture(scope="session")
def program() -> type[PrintedProgram]:
    return PrintedProgram


@pytest.fixture(scope="session")
def slips() -> tuple[str, ...]:
    return SLIPS


def minimax(position: Position, known: dict[frozenset[str], int]) -> int:
    """What the side to move still gains on the other."""
    key = frozenset(position.line)
    if key not in known:
        known[key] = max((evaluate(position, move, known) for move in position.moves), default=0)
    return known[key]


def evaluate(position: Position, move: str, known: dict[frozenset[str], int]) -> int:
    return gain(position, move) - minimax(position.play(move), known)


def find_exact_values(position: Position) -> dict[str, int]:
    """What each move gains on the other side from here on, for the side to move."""
    known: dict[frozenset[str], int] = {}
    return {move: evaluate(position, move, known) for move in position.moves}


@pytest.fixture(scope="session")
def exact_values():
    return find_exact_values


@pytest.fixture(scope="session")
def gain_of():
    return gain
