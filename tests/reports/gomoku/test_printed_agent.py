"""The printed search of the report on gomoku 19x19: each of its slips where it decides, and all of
it read again slowly."""

from __future__ import annotations

import random

import pytest

from plyground.agents.specs import agent
from plyground.core.limits import Limit, Stop
from plyground.games.registry import load_game
from plyground.reports.gomoku.deepening_agent import Deepening
from plyground.reports.gomoku.printed_agent import Printed

BOUND = 100_000_000
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
SLIPS = frozenset({"leaf", "colour", "ten", "order", "flag", "bound"})
"""Leaves valued for the agent; legality by the agent's colour; a value of ten ends a line; points
from the top left; the horizon's flag reset; no move taken where all lose."""


class Program:
    """The printed search, read again on lists of rows from the top; any slip can be mended."""

    def __init__(self, position, slips=SLIPS):
        self.size = position.game.size
        self.slips = slips
        self.rows = [["."] * self.size for _ in range(self.size)]
        for piece in position.scene.pieces:
            column, row = ord(piece.spot[0]) - 97, self.size - int(piece.spot[1:])
            self.rows[row][column] = "xo"[piece.side ^ position.side]
        points = [(row, column) for row in range(self.size) for column in range(self.size)]
        if "order" not in slips:
            middle = (self.size - 1) / 2
            # `deepening` counts rows from below.
            points.sort(key=lambda at: (sum((i - middle) ** 2 for i in at), -at[0], at[1]))
        self.points = points

    def at(self, row, column):
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.rows[row][column] if inside else "#"

    def ray(self, point, step, length=6):
        (row, column), (down, right) = point, step
        return "".join(self.at(row + k * down, column + k * right) for k in range(1, length + 1))

    def run(self, point, step, stone):
        ray = self.ray(point, step)
        return len(ray) - len(ray.lstrip(stone))

    def length(self, point, step, stone):
        back = (-step[0], -step[1])
        return 1 + self.run(point, step, stone) + self.run(point, back, stone)

    def is_five(self, point, stone):
        return any(self.length(point, step, stone) == 5 for step in LINES)

    def is_double_three(self, point, stone):
        if self.is_five(point, stone):
            return False
        threes = 0
        for step in LINES:
            back = (-step[0], -step[1])
            line = self.ray(point, back, 5)[::-1] + stone + self.ray(point, step, 5)
            shapes = [shape.replace("x", stone) for shape in (".xxx.", ".xx.x.", ".x.xx.")]
            threes += any(
                line.startswith(shape, start)
                and start <= 5 < start + len(shape)
                and shape[5 - start] == stone
                for shape in shapes
                for start in range(6)
            )
        return threes >= 2

    def candidates(self, mover):
        stone = "x" if "colour" in self.slips else mover
        for row, column in self.points:
            around = (self.at(row + i, column + j) for i in range(-2, 3) for j in range(-2, 3))
            is_near = any(sign in "xo" for sign in around)
            is_open = self.rows[row][column] == "." and is_near
            if is_open and not self.is_double_three((row, column), stone):
                yield row, column

    def estimate(self, point, mover):
        if self.is_five(point, mover):
            return 5 * BOUND if mover == "x" else -5 * BOUND
        own, enemy, sign = "x", "o", 1
        if mover == "o" and "leaf" not in self.slips:
            own, enemy, sign = "o", "x", -1
        met = set()
        for down, right in LINES:
            for step in ((down, right), (-down, -right)):
                ray = self.ray(point, step)
                count = self.run(point, step, enemy)
                is_open = ray[count : count + 1] == "."
                met |= {
                    (4, True): {500},
                    (4, False): {5000},
                    (3, True): {300},
                    (3, False): {100},
                }.get((count, is_open), set())
            ends = [
                self.ray(point, step)[self.run(point, step, own) :][:1]
                for step in ((down, right), (-down, -right))
            ]
            if ends == [".", "."]:
                length = self.length(point, (down, right), own)
                met |= {4: {1000}, 3: {50}, 2: {10}}.get(length, set())
        return sign * sum(met)

    def search(self, point, mover, depth, alpha, beta):
        value = self.estimate(point, mover)
        is_over = abs(value) == 5 * BOUND or ("ten" in self.slips and value == 10)
        if depth == 0 or is_over:
            if depth == 0:
                self.at_horizon = True
            return value
        other = "o" if mover == "x" else "x"
        best = -BOUND if other == "x" else BOUND
        for row, column in list(self.candidates(other)):
            if "flag" in self.slips:
                self.at_horizon = False
            self.rows[row][column] = other
            value = self.search((row, column), other, depth - 1, alpha, beta)
            self.rows[row][column] = "."
            if other == "x":
                best = max(best, value)
                if best >= beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best <= alpha:
                    return best
                beta = min(beta, best)
        return best

    def choose(self, last):
        """The chosen point as its spot, or None for a random one; and the depth reached."""
        depth = 0
        for depth in range(1, last + 1):
            self.at_horizon = False
            move, best = None, -BOUND if "bound" in self.slips else -6 * BOUND
            for row, column in list(self.candidates("x")):
                self.rows[row][column] = "x"
                value = self.search((row, column), "x", depth - 1, -BOUND, BOUND)
                self.rows[row][column] = "."
                if value > best:
                    move, best = f"{chr(97 + column)}{self.size - row}", value
            if not self.at_horizon:
                break
        return move, depth


def scattered(size, stones, seed):
    """A position of the game in progress, its stones near the centre."""
    chance = random.Random(seed)
    position = load_game("gomoku", rule="report", size=size).start()
    while len(position.history) < stones:
        code = chance.choice(position.codes)
        if max(abs(code % size - size // 2), abs(code // size - size // 2)) > 3:
            continue
        after = position.play(code)
        position = position if after.is_over else after
    return position


def think(player, position, limit=None, stop=None, **more):
    player.prepare(position.game)
    return player.think(position, limit or Limit(), stop or Stop(), **more)


# For each slip: a position, the last depth, what the code chooses (None: a random point), and what
# it chooses with this slip mended.
DECISIVE = {
    "leaf": (9, "d5 e5 f5 / a1 i9 / 1", 2, "g9", "c5"),
    "ten": (9, "d5 e5 f5 g5 / a1 i9 b7 / 1", 2, "b8", None),
    "order": (9, "f4 c8 / g2 f7 / 0", 2, "b8", "e5"),
    "colour": (9, "b5 c5 d5 e5 a6 e7 g7 g8 h8 / a5 f6 g6 f7 h7 / 1", 2, "c9", None),
    "bound": (9, "d5 e5 f5 g5 / a1 i1 i9 / 1", 2, None, "g9"),
    "flag": (
        6,
        "d1 a3 d3 a4 e4 a5 b5 f5 b6 d6 e6 f6 / a1 b1 c1 a2 e2 f2 e3 f3 b4 d4 a6 / 1",
        4,
        "c6",
        "c3",
    ),
}


@pytest.mark.parametrize("slip", sorted(SLIPS))
def test_each_slip_decides_somewhere(slip):
    size, text, depth, code, mended = DECISIVE[slip]
    position = load_game("gomoku", rule="report", size=size).position(text)
    assert Program(position, SLIPS - {slip}).choose(depth)[0] == mended
    assert Program(position).choose(depth)[0] == code
    answer = think(Printed(depth=depth, seed=0), position)
    if code is None:
        assert str(answer.why) == "random: by its search every move loses"
    else:
        assert answer.move == code


@pytest.mark.parametrize("slip", sorted(SLIPS - {"flag", "bound"}))
def test_what_the_text_describes_chooses_otherwise(slip):
    size, text, depth, code, _ = DECISIVE[slip]
    position = load_game("gomoku", rule="report", size=size).position(text)
    assert think(Deepening(depth=depth), position).move != code


def test_with_the_value_of_its_evaluation_no_line_ends_at_an_open_two():
    size, text, depth, _, _ = DECISIVE["ten"]
    position = load_game("gomoku", rule="report", size=size).position(text)
    answer = think(Printed(depth=depth, full=-10), position)
    assert str(answer.why) == "random: by its search every move loses"
    three = position.game.position("d5 e5 f5 / a1 i9 / 1")
    assert think(Printed(full=-10), three).move in {"c5", "g5"}
    assert think(Printed(), three).move not in {"b5", "c5", "g5", "h5"}


def test_it_leaves_an_open_four_alone_to_make_an_open_two():
    position = load_game("gomoku", rule="report").position("h10 i10 j10 k10 / b2 m12 r17 / 1")
    printed, described = think(Printed(), position), think(Deepening(), position)
    assert printed.score.value == 10
    assert printed.move not in {"g10", "l10"}
    assert "g10" in position.play(printed.move).moves
    assert position.play(printed.move).play("g10").is_over
    assert described.score.kind == "loss"


@pytest.mark.parametrize("seed", range(24))
def test_it_is_as_the_slow_reading_says(seed):
    depth = 3 if seed % 6 == 0 else 2
    position = scattered(9 if depth == 2 else 6, 3 + seed % 11, seed)
    answer = think(Printed(depth=depth, seed=0), position)
    move, reached = Program(position).choose(depth)
    assert move is not None
    assert (answer.move, answer.depth) == (move, reached)
    assert str(answer.why) == f"chosen by search to depth {reached}"


def test_a_five_at_once_comes_before_one_later():
    position = load_game("gomoku", rule="report", size=9).position(
        "a2 b2 c2 d2 e5 f5 g5 / a1 i9 i1 a9 / 0"
    )
    answer = think(Printed(depth=3), position)
    assert (answer.move, answer.score.kind, answer.score.plies) == ("e2", "win", 1)
    open_three = position.game.position("e5 f5 g5 / a1 i9 i1 / 0")
    assert think(Printed(depth=3), open_three).score.kind == "value"
    answer = think(Printed(depth=3, full=-10), open_three)
    assert (answer.move, answer.score.kind, answer.score.plies) == ("d5", "win", 3)


def test_on_an_empty_board_it_plays_anywhere_but_on_the_last_point():
    start = load_game("gomoku", rule="report").start()
    answers = [think(Printed(seed=seed), start) for seed in range(60)]
    assert {str(answer.why) for answer in answers} == {"random: no point is near a stone"}
    assert len({answer.move for answer in answers}) > 40
    tiny = load_game("gomoku", rule="report", size=5).start()
    moves = {think(Printed(seed=seed), tiny).move for seed in range(400)}
    # The last point, seen from the top left, is at the bottom right.
    assert moves == set(tiny.moves) - {"e1"}


def test_the_move_of_the_last_finished_depth_is_played():
    position = scattered(9, 8, 3)
    by_depth = [think(Printed(depth=depth), position).move for depth in (1, 2, 3)]
    stop = Stop()

    def on_depth(found):
        if found.depth == 2:
            stop.set("time")

    answer = think(Printed(), position, stop=stop, on_depth=on_depth)
    assert (answer.move, answer.depth, answer.stopped_by) == (by_depth[1], 2, "time")
    stopped = Stop()
    stopped.set("time")
    answer = think(Printed(seed=1), position, stop=stopped)
    assert str(answer.why) == "random: the search was not finished in time"
    assert answer.move in position.moves
    assert think(Printed(), position, Limit(nodes=50)).stopped_by == "nodes"


@pytest.mark.parametrize(
    "options",
    [{"rule": "renju"}, {"rule": "omok", "opening": "swap2"}, {"rule": "freestyle"}],
    ids=str,
)
def test_it_plays_legal_moves_under_other_rules(options):
    position = load_game("gomoku", size=6, **options).start()
    player = agent("baseline:printed,depth=2,seed=0")
    while not position.is_over:
        position = position.play(player.choose(position, Limit()).move)
    assert len(position.history) > 8
