"""A slow, obvious referee for gomoku: sets of stones and the text of the rules, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from plyground.core.contract import INFO_SIZE, LINE_SIZE, REST_LOSES, Vector
from plyground.games.gomoku import Gomoku, rules
from plyground.games.position import Position

Point = tuple[int, int]
Stones = dict[Point, int]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Referee:
    """Colours are 0 (black) and 1 (white); the table of the rules says the rest."""

    size: int
    overline: tuple[str, str]
    ban33: tuple[bool, bool] = (False, False)
    ban44: tuple[bool, bool] = (False, False)
    blocked_ends: bool = False
    simple: bool = False
    allow_forced_33: bool = False

    def on_board(self, point: Point) -> bool:
        return all(0 <= coordinate < self.size for coordinate in point)

    def empty(self, stones: Stones) -> list[Point]:
        every = ((x, y) for y in range(self.size) for x in range(self.size))
        return [point for point in every if point not in stones]

    def row(self, stones: Stones, point: Point, direction: Point) -> list[Point]:
        """The unbroken row of one colour through a stone, in order."""
        colour = stones[point]
        (x, y), (dx, dy) = point, direction
        while stones.get((x - dx, y - dy)) == colour:
            x, y = x - dx, y - dy
        found = []
        while stones.get((x, y)) == colour:
            found.append((x, y))
            x, y = x + dx, y + dy
        return found

    def row_wins(self, stones: Stones, row: list[Point], direction: Point) -> bool:
        colour = stones[row[0]]
        if len(row) > 5:
            return self.overline[colour] == "win"
        if len(row) < 5:
            return False
        dx, dy = direction
        ends = (row[0][0] - dx, row[0][1] - dy), (row[-1][0] + dx, row[-1][1] + dy)
        return not (self.blocked_ends and all(stones.get(end) == 1 - colour for end in ends))

    def makes_five(self, stones: Stones, point: Point, colour: int) -> bool:
        after = {**stones, point: colour}
        return any(
            self.row_wins(after, self.row(after, point, direction), direction)
            for direction in DIRECTIONS
        )

    def near(self, stones: Stones, point: Point, direction: Point) -> list[Point]:
        """The empty points of a line within four of a point."""
        (x, y), (dx, dy) = point, direction
        line = [(x + k * dx, y + k * dy) for k in range(-4, 5) if k]
        return [p for p in line if self.on_board(p) and p not in stones]

    def completing(self, stones: Stones, point: Point, direction: Point) -> list[Point]:
        """The points where one more stone makes a five with the stone on `point`."""
        found = []
        for more in self.near(stones, point, direction):
            after = {**stones, more: stones[point]}
            row = self.row(after, point, direction)
            if more in row and self.row_wins(after, row, direction):
                found.append(more)
        return found

    def is_straight_four(self, stones: Stones, point: Point, direction: Point) -> bool:
        row = self.row(stones, point, direction)
        return len(row) == 4 and len(self.completing(stones, point, direction)) == 2

    def fours(self, stones: Stones, point: Point) -> int:
        """How many fours the stone on `point` is part of."""
        total = 0
        for direction in DIRECTIONS:
            if len(self.row(stones, point, direction)) >= 5:
                continue
            fours = set()
            for more in self.completing(stones, point, direction):
                row = self.row({**stones, more: stones[point]}, point, direction)
                fours.add(frozenset(row) - {more})
            straight = self.is_straight_four(stones, point, direction)
            total += 1 if straight else len(fours)
        return total

    def straightening(self, stones: Stones, point: Point, direction: Point) -> list[Point]:
        """The points that make the row of three through `point` a straight four, and no five."""
        colour = stones[point]
        found = []
        for more in self.near(stones, point, direction):
            after = {**stones, more: colour}
            if (
                more in self.row(after, point, direction)
                and self.is_straight_four(after, point, direction)
                and not self.makes_five(stones, more, colour)
            ):
                found.append(more)
        return found

    def is_simple_three(self, stones: Stones, point: Point, direction: Point) -> bool:
        (x, y), (dx, dy) = point, direction
        line = [(x + k * dx, y + k * dy) for k in range(-5, 6)]
        signs = {None: "_", stones[point]: "X", 1 - stones[point]: "O"}
        text = "".join(signs[stones.get(p)] if self.on_board(p) else "#" for p in line)
        return any(
            text[start:].startswith(shape) and shape[5 - start] == "X"
            for shape in ("_XXX_", "_XX_X_", "_X_XX_")
            for start in range(6)
            if 5 - start < len(shape)
        )

    def is_double_three(self, stones: Stones, point: Point) -> bool:
        if self.simple:
            found = (self.is_simple_three(stones, point, direction) for direction in DIRECTIONS)
            return sum(found) >= 2
        colour = stones[point]
        threes = (self.straightening(stones, point, direction) for direction in DIRECTIONS)
        threes = [points for points in threes if points]
        if len(threes) < 2:
            return False
        # RIF 9.3: not more than one of them can be made a straight four on a legal point.
        can = [
            points
            for points in threes
            if any(self.verdict(stones, more, colour) == "legal" for more in points)
        ]
        return len(can) >= 2

    def verdict(self, stones: Stones, point: Point, colour: int) -> str:
        """What a stone does: five, overline, double-four, double-three or legal."""
        if self.makes_five(stones, point, colour):
            return "five"
        after = {**stones, point: colour}
        long_row = any(len(self.row(after, point, direction)) > 5 for direction in DIRECTIONS)
        if long_row and self.overline[colour] == "foul":
            return "overline"
        if self.ban44[colour] and self.fours(after, point) >= 2:
            return "double-four"
        if self.ban33[colour] and self.is_double_three(after, point):
            blocks = self.makes_five(stones, point, 1 - colour)
            if not (self.allow_forced_33 and blocks):
                return "double-three"
        return "legal"

    def fives(self, stones: Stones, colour: int) -> list[Point]:
        return [p for p in self.empty(stones) if self.makes_five(stones, p, colour)]

    def wins_by_fours(self, stones: Stones, colour: int, budget: list[int]) -> bool:
        """Does the colour to move win by fours alone, whatever legal stone is the answer?

        `budget[0]` positions may be looked at; when they are used up, it is negative.
        """
        budget[0] -= 1
        if budget[0] < 0:
            return False
        if self.fives(stones, colour):
            return True
        urgent = set(self.fives(stones, 1 - colour))
        for point in self.legal(stones, colour):
            after = {**stones, point: colour}
            fives = self.fives(after, colour)
            still = urgent and set(self.fives(after, 1 - colour))
            if fives and not still and self._fails(after, colour, fives, budget):
                return True
        return False

    def _fails(self, stones: Stones, attacker: int, fives: list[Point], budget: list[int]) -> bool:
        """Is there no answer to a four? Without any legal one the game would be a draw."""
        answers = self.legal(stones, 1 - attacker)
        for answer in answers:
            after = {**stones, answer: 1 - attacker}
            is_stopped = not any(self.makes_five(after, p, attacker) for p in fives if p != answer)
            if is_stopped and not self.wins_by_fours(after, attacker, budget):
                return False
        return bool(answers)

    def legal(self, stones: Stones, colour: int) -> set[Point]:
        return {
            point
            for point in self.empty(stones)
            if self.verdict(stones, point, colour) in ("legal", "five")
        }


# The table of the rules, and a few mixtures, as the referee takes them.
RULES: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "freestyle": ({"rule": "freestyle"}, {"overline": ("win", "win")}),
    "standard": ({"rule": "standard"}, {"overline": ("void", "void")}),
    "omok": ({"rule": "omok"}, {"overline": ("void", "void"), "ban33": (True, True)}),
    "renju": (
        {"rule": "renju"},
        {"overline": ("foul", "win"), "ban33": (True, False), "ban44": (True, False)},
    ),
    "caro": ({"rule": "caro"}, {"overline": ("win", "win"), "blocked_ends": True}),
    "caro5": ({"rule": "caro5"}, {"overline": ("void", "void"), "blocked_ends": True}),
    "report": (
        {"rule": "report"},
        {"overline": ("void", "void"), "ban33": (True, True), "simple": True},
    ),
    "omok for black only": (
        {"rule": "omok", "ban33": "black"},
        {"overline": ("void", "void"), "ban33": (True, False)},
    ),
    "omok where six wins": (
        {"rule": "omok", "overline_black": "win", "overline_white": "win"},
        {"overline": ("win", "win"), "ban33": (True, True)},
    ),
    "omok with forced 3-3": (
        {"rule": "omok", "allow_forced_33": True},
        {"overline": ("void", "void"), "ban33": (True, True), "allow_forced_33": True},
    ),
    "renju for both": (
        {"rule": "renju", "ban33": "both", "ban44": "both", "overline_white": "foul"},
        {"overline": ("foul", "foul"), "ban33": (True, True), "ban44": (True, True)},
    ),
    "freestyle without 4-4": (
        {"rule": "freestyle", "ban44": "both"},
        {"overline": ("win", "win"), "ban44": (True, True)},
    ),
    "caro without 3-3 and 4-4": (
        {"rule": "caro", "ban33": "both", "ban44": "both", "overline_white": "foul"},
        {
            "overline": ("win", "foul"),
            "ban33": (True, True),
            "ban44": (True, True),
            "blocked_ends": True,
        },
    ),
}


@dataclass(frozen=True)
class Ruled:
    """One entry of the table: options of the game, and the referee for it."""

    name: str

    def options(self, size: int) -> dict[str, object]:
        return {**RULES[self.name][0], "size": size}

    def referee(self, size: int) -> Referee:
        return Referee(size=size, **RULES[self.name][1])  # type: ignore[arg-type]


@pytest.fixture(scope="session", params=sorted(RULES))
def ruled(request: pytest.FixtureRequest) -> Ruled:
    """Each rule in turn."""
    return Ruled(request.param)


@pytest.fixture(scope="session")
def rule_named() -> type[Ruled]:
    return Ruled


@dataclass(frozen=True)
class Eyes:
    """What the compiled kernels see in a position."""

    @staticmethod
    def call(game: Gomoku, kernel: str) -> Callable[..., Any]:
        return game.native().compiled[kernel].call

    def features(self, position: Position) -> Vector:
        game_rules = position.game.rules
        features = np.zeros(game_rules.features_size, np.int64)
        self.call(position.game, "init_features")(
            np.array(position.state), features, game_rules.tables
        )
        return features

    def threat_search(
        self, position: Position, budget: int, features: Vector | None = None
    ) -> tuple[int, list[int]]:
        """A score, and the line to it."""
        game, line = position.game, np.full(LINE_SIZE, -1, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        features = self.features(position) if features is None else features
        state = np.array(position.state)
        search = self.call(game, "threat_search")
        score = search(state, budget, line, info, features, game.rules.tables)
        assert np.array_equal(state, position.state)
        return int(score), [int(move) for move in line[: int(np.argmax(line < 0))]]

    def candidates(self, position: Position) -> tuple[list[int], bool]:
        """The candidates, and whether all other moves are said to lose."""
        game, features = position.game, self.features(position)
        out = np.zeros(game.rules.branching, np.int64)
        info = np.zeros(INFO_SIZE, np.int64)
        count = self.call(game, "candidates")(
            np.array(position.state), out, info, features, game.rules.tables
        )
        return [int(move) for move in out[:count]], bool(info[REST_LOSES])

    def crowded(self, game: Gomoku, random: Random, stones: int) -> Position:
        """A position reached by moves near each other, where patterns abound."""
        position = game.start()
        for _ in range(stones):
            near = random.random() < 0.8
            moves = self.candidates(position)[0] if near else position.codes
            after = position.play(int(random.choice(moves)))
            if after.is_over:
                break
            position = after
        return position

    @staticmethod
    def stones(position: Position) -> Stones:
        size = position.game.size
        return {
            (x, y): colour
            for x, y in product(range(size), repeat=2)
            for colour in (0, 1)
            if rules.holds(position.state, x, y, colour, size)
        }


@pytest.fixture(scope="session")
def eyes() -> Eyes:
    return Eyes()
