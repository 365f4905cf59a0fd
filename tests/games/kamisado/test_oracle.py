"""The kernels against slow and obvious rules, written from the rules' text alone."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.registry import load_game

DATA = json.loads((Path(__file__).parents[2] / "data" / "kamisado.json").read_text())

COLUMNS = "abcdefgh"
COLOURS = ["brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"]
BOARD = """
8  7 6 5 4 3 2 1 0
7  2 7 4 1 6 3 0 5
6  1 4 7 2 5 0 3 6
5  4 5 6 7 0 1 2 3
4  3 2 1 0 7 6 5 4
3  6 3 0 5 2 7 4 1
2  5 0 3 6 1 4 7 2
1  0 1 2 3 4 5 6 7
"""
COLOUR_OF = {
    column + line.split()[0]: COLOURS[int(number)]
    for line in BOARD.strip().splitlines()
    for column, number in zip(COLUMNS, line.split()[1:], strict=True)
}
RANGE = {0: 7, 1: 5, 2: 3, 3: 1}
SCORE = {0: 1, 1: 2, 2: 4, 3: 8}


def shift(square, right, up):
    """The square so far to the right and up, or None beyond the edge."""
    column, row = COLUMNS.index(square[0]) + right, int(square[1]) + up
    return f"{COLUMNS[column]}{row}" if 0 <= column < 8 and 1 <= row <= 8 else None


@dataclass
class Oracle:
    """`towers` maps a square to [side, colour, rings]."""

    goal: int = 1
    deadlock: str = "cycle"
    fill_order: str = "home_first"
    towers: dict = field(default_factory=dict)
    side: int = 0
    forced: str = "-"
    last_mover: int = 1
    last_colour: str | None = None
    zero: list = field(default_factory=list)
    points: list = field(default_factory=lambda: [0, 0])
    winner: int | None = None
    event: str = ""

    @classmethod
    def start(cls, **options):
        oracle = cls(**options)
        for square, colour in COLOUR_OF.items():
            if square[1] in "18":
                oracle.towers[square] = [0 if square[1] == "1" else 1, colour, 0]
        return oracle

    @classmethod
    def read(cls, text):
        """A single round without zero moves in progress."""
        *sides, turn = (part.split() for part in text.split("/"))
        oracle = cls(side=int(turn[0]), forced=turn[1], last_colour=turn[1])
        oracle.last_mover = 1 - oracle.side
        for side in (0, 1):
            for colour, tower in zip(COLOURS, sides[side], strict=True):
                oracle.towers[tower[:2]] = [side, colour, tower.count("+")]
        return oracle

    def where(self, side, colour):
        return next(s for s, tower in self.towers.items() if tower[:2] == [side, colour])

    def slides(self, square):
        side, _, rings = self.towers[square]
        up = 1 if side == 0 else -1
        for aside in (-1, 0, 1):
            for steps in range(1, RANGE[rings] + 1):
                target = shift(square, aside * steps, up * steps)
                if target is None or target in self.towers:
                    break
                yield target

    def pushed(self, square):
        """The squares of the towers that the tower on `square` can push, nearest first."""
        side, _, rings = self.towers[square]
        up = 1 if side == 0 else -1
        row = []
        ahead = shift(square, 0, up)
        while ahead in self.towers:
            row.append(ahead)
            ahead = shift(ahead, 0, up)
        others = [self.towers[s] for s in row]
        fits = 1 <= len(row) <= rings and ahead is not None
        return row if fits and all(t[0] != side and t[2] < rings for t in others) else []

    def real_moves(self, square):
        ends = list(self.slides(square)) + self.pushed(square)[:1]
        return [f"{square}-{end}" for end in ends]

    def legal(self):
        if self.winner is not None:
            return []
        if self.forced == "fill":
            return ["left", "right"]
        if self.forced != "-":
            own = [self.where(self.side, self.forced)]
        else:
            own = [square for square, tower in self.towers.items() if tower[0] == self.side]
        real = [move for square in own for move in self.real_moves(square)]
        return real or [f"{square}-{square}" for square in own]

    def play(self, move):
        if move in ("left", "right"):
            self.refill(move)
            return
        start, end = move.split("-")
        if start == end:
            self.zero_move(start)
            return
        self.zero, self.last_mover = [], self.side
        decisive = end
        if end in self.towers:
            decisive = self.push(self.pushed(start))
        self.towers[end] = self.towers.pop(start)
        self.forced = self.last_colour = COLOUR_OF[decisive]
        if decisive != end:
            self.event = "push"
            return
        self.event = "move"
        mover, self.side = self.side, 1 - self.side
        if end[1] == "81"[mover]:
            self.event = "far row"
            self.win(mover, self.towers[end])

    def push(self, row):
        """Move the towers on these squares ahead; where the last of them lands."""
        up = 1 if self.side == 0 else -1
        for square in reversed(row):
            self.towers[shift(square, 0, up)] = self.towers.pop(square)
        return shift(row[-1], 0, up)

    def zero_move(self, square):
        self.event = "zero"
        if not self.zero and self.forced == "-":
            self.last_colour = self.towers[square][1]
        self.zero.append(square)
        self.side = 1 - self.side
        self.forced = COLOUR_OF[square]
        locked = {
            "cycle": self.where(self.side, self.forced) in self.zero,
            "two": len(self.zero) >= 2,
            "printed": len(self.zero) >= 2 and self.side == self.last_mover,
        }
        if locked[self.deadlock]:
            self.event = "deadlock"
            winner = 1 - self.last_mover
            self.win(winner, self.towers[self.where(winner, self.last_colour)])

    def win(self, side, tower):
        if self.goal == 1:
            self.winner = side
            return
        self.points[side] += SCORE[tower[2]]
        tower[2] = min(tower[2] + 1, 3)
        self.zero = []
        self.side, self.forced, self.last_mover = side, "fill", 1 - side
        if self.points[side] >= self.goal:
            self.winner = side
            self.side, self.forced, self.last_mover = 1 - side, "-", side

    def refill(self, choice):
        self.event = "fill"
        rows = {0: "12345678", 1: "87654321"}
        lefts = {0: "abcdefgh", 1: "hgfedcba"}
        filled = {}
        for side in (0, 1):
            columns = lefts[side] if choice == "left" else lefts[1 - side]
            order = rows[side] if self.fill_order == "home_first" else rows[1 - side]
            seen = [c + r for r in order for c in columns]
            own = [self.towers[s] for s in seen if self.towers.get(s, [None])[0] == side]
            filled |= {c + rows[side][0]: t for c, t in zip(columns, own, strict=True)}
        self.towers = filled
        self.side = 1 - self.side
        self.forced, self.last_mover = "-", 1 - self.side

    def text(self):
        parts = []
        for side in (0, 1):
            squares = [self.where(side, colour) for colour in COLOURS]
            parts.append(" ".join(square + "+" * self.towers[square][2] for square in squares))
        turn = f"{self.side} {self.forced}"
        stuck = self.forced in COLOURS and not self.real_moves(self.where(self.side, self.forced))
        if self.zero:
            turn += f" {self.last_mover}:{','.join(self.zero)}"
        elif self.last_mover == self.side and stuck and self.winner is None:
            turn += f" {self.last_mover}:-"
        parts.append(turn)
        if self.goal > 1:
            parts.append(f"{self.points[0]} {self.points[1]}")
        return " / ".join(parts)


def perft(position, depth):
    """The number of move sequences, counted by the kernels."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves)


def events_below(oracle, depth):
    """How often the last of `depth` moves was an event."""
    events = Counter()
    for move in oracle.legal():
        after = copy.deepcopy(oracle)
        after.play(move)
        events += Counter([after.event]) if depth == 1 else events_below(after, depth - 1)
    return events


def crowd_towers(chance, oracle):
    """Puts towers with rings close together, where they block and push each other."""
    lowest = chance.randrange(2, 5)
    squares = [c + str(r) for c in COLUMNS for r in range(lowest, lowest + 3)]
    towers = [[side, colour, 0] for side in (0, 1) for colour in COLOURS]
    ringed = chance.choice([0, 0, 4, 12])
    for tower in chance.sample(towers, ringed):
        tower[2] = chance.randrange(4)
    oracle.towers = dict(zip(chance.sample(squares, 16), towers, strict=True))
    oracle.side = chance.randrange(2)
    oracle.forced = oracle.last_colour = chance.choice(COLOURS)
    oracle.last_mover = 1 - oracle.side
    if oracle.goal > 1:
        oracle.points = [chance.randrange(oracle.goal), chance.randrange(oracle.goal)]


def walk(chance, oracle, position, plies, events):
    """Plays at random in both, comparing all they say."""
    for _ in range(plies):
        if oracle.winner is None:
            assert position.text == oracle.text()
        else:
            # By `printed`, two orders of zero moves can end in one and the same finished position.
            assert position == position.game.position(oracle.text())
        assert position.game.position(position.text) == position
        legal = oracle.legal()
        assert sorted(position.moves) == sorted(legal)
        assert position.side == oracle.side
        assert position.is_over == (oracle.winner is not None)
        events[oracle.event] += 1
        if position.outcome is not None:
            assert position.outcome.winner == oracle.winner
            return
        rare = [move for move in legal if move[3:] in oracle.towers or move[4:5] in ("1", "8")]
        move = chance.choice(rare if rare and chance.random() < 0.3 else legal)
        oracle.play(move)
        position = position.play(move)


def load_variant(goal, deadlock, fill_order):
    return load_game("kamisado", points=goal, deadlock=deadlock, fill_order=fill_order)


GAMES = {
    (goal, deadlock, order): load_variant(goal, deadlock, order)
    for goal in (1, 3, 7, 15)
    for deadlock in ("cycle", "two", "printed")
    for order in (("home_first", "advanced_first") if goal > 1 else ("home_first",))
}


@pytest.fixture(scope="module", autouse=True)
def native():
    for game in GAMES.values():
        game.native()


KINDS = {"far row": "wins", "push": "pushes", "deadlock": "deadlocks"}


@pytest.mark.parametrize("case", DATA["sumo_perft"], ids=lambda case: case["position"])
def test_the_oracle_counts_the_known_events(case):
    oracle = Oracle.read(case["position"])
    for depth, known in enumerate(case["perft"][:3], start=1):
        events = events_below(oracle, depth)
        assert events.total() == known["nodes"]
        assert events["zero"] + events["deadlock"] == known["passes"]
        assert all(events[event] == known[kind] for event, kind in KINDS.items())


def test_the_oracle_counts_the_known_events_from_the_start():
    known = DATA["perft_cycle"][2]
    events = events_below(Oracle.start(), 3)
    assert events.total() == known["nodes"]
    assert (events["far row"], events["zero"]) == (known["wins"], known["passes"])


@pytest.mark.parametrize("deadlock", ["cycle", "two", "printed"])
def test_move_sequences_are_as_many_as_the_oracle_counts(deadlock):
    """From crowded positions, where zero moves are common."""
    game = GAMES[1, deadlock, "home_first"]
    zero_moves = 0
    for seed in range(30):
        oracle = Oracle(deadlock=deadlock)
        crowd_towers(random.Random(seed), oracle)
        events = events_below(oracle, 4)
        assert perft(game.position(oracle.text()), 4) == events.total()
        zero_moves += events["zero"]
    assert zero_moves > 0


@settings(max_examples=60, deadline=None)
@given(variant=st.sampled_from(list(GAMES)), seed=st.integers(0, 2**32))
def test_games_from_the_start_follow_the_rules(variant, seed):
    walk(random.Random(seed), Oracle.start(**named(variant)), GAMES[variant].start(), 60, Counter())


@settings(max_examples=300, deadline=None)
@given(variant=st.sampled_from(list(GAMES)), seed=st.integers(0, 2**32))
def test_crowded_positions_follow_the_rules(variant, seed):
    walk_crowd(variant, GAMES[variant], seed, Counter())


@settings(max_examples=30, deadline=None)
@given(variant=st.sampled_from(list(GAMES)), seed=st.integers(0, 2**32))
def test_kernels_that_are_not_compiled_follow_the_rules_too(variant, seed):
    walk_crowd(variant, load_variant(*variant), seed, Counter())


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_the_walks_meet_every_event(variant):
    events = Counter()
    for seed in range(120):
        walk_crowd(variant, GAMES[variant], seed, events)
    met = {"move", "push", "far row", "zero", "deadlock"} | ({"fill"} if variant[0] > 1 else set())
    assert met <= set(events)


def walk_crowd(variant, game, seed, events):
    chance = random.Random(seed)
    oracle = Oracle(**named(variant))
    crowd_towers(chance, oracle)
    position = game.position(oracle.text())
    walk(chance, oracle, position, 12, events)


def named(variant):
    return dict(zip(("goal", "deadlock", "fill_order"), variant, strict=True))
