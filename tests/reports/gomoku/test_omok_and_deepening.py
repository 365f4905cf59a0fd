"""The two reports on gomoku: every rule of theirs where it decides, and both read again slowly."""

from __future__ import annotations

import random

import numpy as np
import pytest

from plyground.agents.specs import agent
from plyground.core.contract import INFO_SIZE, LINE_SIZE
from plyground.core.limits import Limit, Stop
from plyground.games.gomoku.rules import colour_to_move
from plyground.games.gomoku.variants import NAMED
from plyground.games.registry import load_game
from plyground.locale import Sentence, load_catalogue
from plyground.reports.experiment import Experiment
from plyground.reports.gomoku import EXPERIMENTS
from plyground.reports.gomoku.deepening_agent import (
    Deepening,
    evaluate_last_move,
    play_and_store_move,
)
from plyground.reports.gomoku.omok_agent import Omok, evaluate_rows

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


def board(black, white="", side=0, **options):
    return load_game("gomoku", **options).position(f"{black or '-'} / {white or '-'} / {side}")


def think(player, position, limit=None, stop=None, **more):
    player.prepare(position.game)
    return player.think(position, limit or Limit(), stop or Stop(), **more)


def find_rule(player, position):
    player.prepare(position.game)
    found = player.find_rule(position)
    return found and (found[0], position.game.move_text(position.state, found[1]))


def expired():
    stop = Stop()
    stop.set("time")
    return stop


class Paper:
    """A board as a drawing of stones, on which everything is counted by hand; freestyle only."""

    def __init__(self, position):
        self.size = position.game.size
        self.stones = {
            (cell % self.size, cell // self.size): colour
            for colour in (0, 1)
            for cell in range(self.size**2)
            if int(position.state[5 + cell // self.size]) >> (cell % self.size + 32 * colour) & 1
        }

    def empty(self):
        """All empty points, nearest the centre first."""
        middle = (self.size - 1) / 2
        points = [(x, y) for y in range(self.size) for x in range(self.size)]
        points.sort(key=lambda point: (point[0] - middle) ** 2 + (point[1] - middle) ** 2)
        return [point for point in points if point not in self.stones]

    def near(self):
        return [
            (x, y)
            for x, y in self.empty()
            if any(abs(x - a) <= 2 and abs(y - b) <= 2 for a, b in self.stones)
        ]

    def number(self, point):
        return point[0] + point[1] * self.size

    def sign(self, point, colour):
        """x own, o enemy, # beyond the edge."""
        if not all(0 <= coordinate < self.size for coordinate in point):
            return "#"
        return {None: ".", colour: "x", 1 - colour: "o"}[self.stones.get(point)]

    def ray(self, point, step, colour, length=6):
        (x, y), (dx, dy) = point, step
        return "".join(self.sign((x + k * dx, y + k * dy), colour) for k in range(1, length + 1))

    def line(self, point, step, colour):
        """Five signs, the point itself with a stone, five signs."""
        back = (-step[0], -step[1])
        return f"{self.ray(point, back, colour, 5)[::-1]}x{self.ray(point, step, colour, 5)}"

    def wins(self, point, colour):
        return any(is_five(self.line(point, step, colour)) for step in LINES)


def is_five(line):
    """Five or more in a row through the middle."""
    before, after = line[:5][::-1], line[6:]
    return len(before) - len(before.lstrip("x")) + len(after) - len(after.lstrip("x")) >= 4


def with_stone(line, sign):
    return [
        line[:place] + sign + line[place + 1 :] for place in range(len(line)) if line[place] == "."
    ]


def is_four(line):
    return not is_five(line) and any(is_five(after) for after in with_stone(line, "x"))


def is_open_four(line):
    return is_four(line) and all(is_four(answered) for answered in with_stone(line, "o"))


def is_open_three(line):
    return not is_four(line) and any(is_open_four(after) for after in with_stone(line, "x"))


# `omok`, slowly.


def slow_rule(paper, own):
    for rule, colour, is_such in (
        ("makes.five", own, is_five),
        ("stops.five", 1 - own, is_five),
        ("stops.open_four", 1 - own, is_open_four),
        ("stops.four", 1 - own, is_four),
        ("stops.open_three", 1 - own, is_open_three),
    ):
        for point in paper.empty():
            if any(is_such(paper.line(point, step, colour)) for step in LINES):
                return rule, paper.number(point)
    return None


def slow_weight(paper, own):
    weights = {"own": {4: 10000, 3: 1000, 2: 200}, "enemy": {4: 30000, 3: 5000, 2: 200}}
    total = 0
    for x in range(paper.size):
        for y in range(paper.size):
            for dx, dy in LINES:
                five = [paper.sign((x + k * dx, y + k * dy), own) for k in range(5)]
                if "#" in five or ("x" in five and "o" in five):
                    continue
                total += weights["own"].get(five.count("x"), 0)
                total -= weights["enemy"].get(five.count("o"), 0)
    return total


def slow_omok(paper, own, mover, depth, limit, last=None):
    """The value for the agent and the first best move, by minimax over everything."""
    if last and paper.wins(last, 1 - mover):
        return (-100000 if mover == own else 100000), None
    if not paper.empty():
        return 0, None
    if depth == 0:
        return slow_weight(paper, own), None
    found = []
    for point in paper.near()[:limit]:
        paper.stones[point] = mover
        found.append((slow_omok(paper, own, 1 - mover, depth - 1, limit, point)[0], point))
        del paper.stones[point]
    best = (max if mover == own else min)(value for value, _ in found)
    return next(pair for pair in found if pair[0] == best)


# `deepening`, slowly.


def slow_worth(paper, point, colour):
    met = set()
    rays = [(dx * sign, dy * sign) for dx, dy in LINES for sign in (-1, 1)]
    for step in rays:
        ray = paper.ray(point, step, colour)
        if ray.startswith("oooo"):
            met |= {500} if ray[4] == "." else {5000} if ray[4] != "o" else set()
        elif ray.startswith("ooo"):
            met |= {300} if ray[3] == "." else {100}
    for step in LINES:
        line = paper.line(point, step, colour)
        start, end = line.rfind(".", 0, 5), line.find(".", 6)
        row = line[start + 1 : end] if start >= 0 and end >= 0 else ""
        met |= {"xxxx": {1000}, "xxx": {50}, "xx": {10}}.get(row, set())
    return sum(met)


def slow_deepening(paper, mover, depth, ply=0, last=None):
    """The value for the side to move and the first best move."""
    if last and paper.wins(last, 1 - mover):
        return ply - 1_000_000_000, None
    if not paper.empty():
        return 0, None
    if depth == 0:
        return -slow_worth(paper, last, 1 - mover), None
    best, move = -2_000_000_000, None
    for point in paper.near():
        paper.stones[point] = mover
        value = -slow_deepening(paper, 1 - mover, depth - 1, ply + 1, point)[0]
        del paper.stones[point]
        if value > best:
            best, move = value, point
    return best, move


def scattered(size, stones, seed):
    """A position of the game in progress."""
    chance = random.Random(seed)
    position = load_game("gomoku", size=size).start()
    while len(position.history) < stones:
        after = position.play(chance.choice(position.codes))
        position = position if after.is_over else after
    return position


# The rules of `omok`.

OWN_THREE = "d5 e5 f5"
RULED = {
    "wins rather than blocks": ("e5 f5 g5 h5", "e10 f10 g10 h10", "makes.five", {"d5", "i5"}),
    "blocks a five rather than making an open four": (
        "e5 f5 g5 d10",
        "e10 f10 g10 h10",
        "stops.five",
        {"i10"},
    ),
    "blocks a five with a gap": ("d10 j10", "e10 f10 h10 i10", "stops.five", {"g10"}),
    "blocks an open three rather than making an open four": (
        OWN_THREE,
        "g10 h10 i10",
        "stops.open_four",
        {"f10", "j10"},
    ),
    "blocks an open three with a gap": (OWN_THREE, "g10 i10 j10", "stops.open_four", {"h10"}),
    "stops a four about to arise": (f"{OWN_THREE} e10", "f10 g10 h10", "stops.four", {"i10"}),
    "stops an open three about to arise": (OWN_THREE, "g10 h10", "stops.open_three", {"i10"}),
    "stops an open four before a four": (
        "g8",
        "h8 i8 j8 b13 c13 d13",
        "stops.open_four",
        {"a13", "e13"},
    ),
    "stops a four before an open three": ("a2", "b2 c2 d2 h9 i9", "stops.four", {"f2"}),
}


@pytest.mark.parametrize("name", RULED)
def test_omok_goes_by_its_rules_in_order(name):
    black, white, rule, points = RULED[name]
    position = board(black, white)
    found = find_rule(Omok(), position)
    assert found is not None
    assert found[0] == rule
    assert found[1] in points
    answer = think(Omok(), position)
    assert (answer.move, answer.score, answer.stopped_by) == (found[1], None, "rule")
    assert answer.why == Sentence(f"baseline.why.{rule}")


def test_omok_rules_look_at_the_whole_board():
    assert find_rule(Omok(limit=1), board("a1 a2 a3 a4 h8", "a5 h9")) is None
    assert find_rule(Omok(limit=1), board("a2 a3 a4 a5 h8", "a6 h9")) == ("makes.five", "a1")


@pytest.mark.parametrize(
    ("black", "white"), [("h8 h9", "i8"), ("h8 i9 j10", "g7 b2"), ("g8 h8 i8", "f8 b2 m12")]
)
def test_omok_searches_if_no_rule_decides(black, white):
    position = board(black, white)
    player = Omok(limit=5)
    assert find_rule(player, position) is None
    value, point = slow_omok(Paper(position), 0, 0, 3, 5)
    answer = think(player, position)
    assert answer.move == position.game.move_text(position.state, Paper(position).number(point))
    assert answer.score.value == value
    assert (answer.score.kind, answer.depth, answer.stopped_by) == ("value", 3, "depth")
    assert str(answer.why) == "chosen by search to depth 3"
    assert answer.nodes > 5
    assert answer.lines[0].moves == (answer.move,)


def test_omok_is_as_the_slow_reading_says():
    searched = set()
    for seed in range(30):
        position = scattered(7, 2 + seed % 12, seed)
        own = int(colour_to_move(position.state))
        depth = 2 + seed % 2
        player = Omok(depth=depth, limit=6)
        player.prepare(position.game)
        rule = slow_rule(Paper(position), own)
        assert player.find_rule(position) == rule
        if rule is None:
            searched.add(depth)
            value, point = slow_omok(Paper(position), own, own, depth, 6)
            answer = think(player, position)
            assert position.find(answer.move) == Paper(position).number(point)
            assert answer.score.value == value
    assert searched == {2, 3}


@pytest.mark.parametrize(
    ("stones", "own", "enemy"),
    [
        ("a1", 0, 0),
        ("a1 b1", 200, -200),
        ("a1 b1 c1", 1_000 + 200, -5_000 - 200),
        ("a1 b1 c1 d1", 10_000 + 1_000 + 200, -30_000 - 5_000 - 200),
        ("a1 b1 d1 e1", 10_000 + 1_000 + 400, -30_000 - 5_000 - 400),
        ("a1 b2 c3", 1_000 + 200, -5_000 - 200),
        ("o1 o2", 200, -200),
    ],
)
def test_omok_weighs_its_own_and_the_opponents_stones_differently(stones, own, enemy):
    """Beside the edge each row lies in few fives: a four is also a three and a two."""
    position = board(stones, side=0)
    for colour, value in ((0, own), (1, enemy)):
        state = np.append(position.state, colour)
        sign = 1 if colour == 0 else -1
        assert evaluate_rows(state, state[:0], position.game.rules.tables) == sign * value


def test_omok_counts_an_open_four_twice_and_a_dead_one_not_at_all():
    for white, value in (("", 2 * 11_200), ("d8 i8", 0), ("d8", 10_000 + 1_000 + 200)):
        position = board("e8 f8 g8 h8", white)
        state = np.append(position.state, 0)
        assert evaluate_rows(state, state[:0], position.game.rules.tables) == value


def test_a_five_in_sight_is_worth_100000_to_omok():
    answer = think(Omok(), board("g8 h8 i8", "a1 o15 a15"))
    assert answer.move in {"f8", "j8"}
    assert answer.score.value == 100_000


def test_omok_plays_any_legal_move_when_its_time_is_over():
    position = board("h8 h9", "i8")
    answers = [think(Omok(seed=seed), position, stop=expired()) for seed in range(30)]
    assert all(answer.stopped_by == "time" and answer.score is None for answer in answers)
    moves = [answer.move for answer in answers]
    assert set(moves) <= set(position.moves)
    assert len(set(moves)) > 20
    assert moves == [think(Omok(seed=seed), position, stop=expired()).move for seed in range(30)]


def test_omok_needs_no_time_for_its_rules():
    answer = think(Omok(), board("d10 j10", "e10 f10 h10 i10"), stop=expired())
    assert (answer.move, answer.stopped_by) == ("g10", "rule")


def test_omok_looks_at_the_points_near_stones_nearest_the_centre_first():
    position = board("b2", "h9 a1")
    paper = Paper(position)
    empty, near = (list(map(paper.number, points)) for points in (paper.empty(), paper.near()))
    for settings, expected in (
        ("", near[:50]),
        ("limit=5", near[:5]),
        ("depth=2,limit=40", near[:40]),
        ("near=false", empty),
        ("near=false,limit=50", empty[:50]),
    ):
        player = agent(f"baseline:omok,{settings}" if settings else "baseline").agent_for(
            position.game
        )
        player.prepare(position.game)
        assert player.candidates(position) == expected


# `deepening`.

FOUR, THREE, TWO = "e10 f10 g10 h10", "f10 g10 h10", "g10 h10"
WORTH = {
    "closes a four blocked at its other end": ("d10", FOUR, "i10", 5000),
    "closes a four blocked by the edge": ("", "a10 b10 c10 d10", "e10", 5000),
    "makes an open four": ("e5 f5 g5", "", "h5", 1000),
    "makes an open four by filling a gap": ("e5 f5 h5", "", "g5", 1000),
    "closes one end of an open four": ("", FOUR, "i10", 500),
    "closes one end of an open three": ("", THREE, "i10", 300),
    "closes a three blocked at its other end": ("e10", THREE, "i10", 100),
    "closes a three blocked by the edge": ("", "a10 b10 c10", "d10", 100),
    "makes an open three": ("g5 h5", "", "i5", 50),
    "makes an open two": ("g5", "", "h6", 10),
    "makes a blocked four": ("e5 f5 g5", "d5", "h5", 0),
    "makes a blocked two": ("a5", "", "b5", 0),
    "makes a three with a gap": ("e5 f5", "", "h5", 0),
    "makes five and more": ("e5 f5 g5 h5 j5 k5", "", "i5", 0),
    "makes two open twos, counted once": ("g5 h7", "", "h6", 10),
    "closes two open threes, counted once": ("", f"{THREE} i11 i12 i13", "i10", 300),
    "makes an open three and closes one": ("i9 i8", THREE, "i10", 350),
}


@pytest.mark.parametrize("name", WORTH)
def test_deepening_values_the_move_just_made(name):
    black, white, move, value = WORTH[name]
    position = board(black, white, rule="report")
    state = np.append(position.state, -1)
    play_and_store_move(state, position.find(move), position.game.rules.tables)
    assert -evaluate_last_move(state, state[:0], position.game.rules.tables) == value


# In all but the last a weaker criterion could be met instead.
LADDER = {
    "five": (f"d10 i5 {FOUR.replace('10', '3')}", f"{FOUR}", {"d3", "i3"}),
    "closes a blocked four": (f"d10 {THREE.replace('10', '3')}", FOUR, {"i10"}),
    "makes an open four": (THREE.replace("10", "3"), FOUR, {"e3", "i3"}),
    "closes an open four": ("", f"{FOUR} f3 g3 h3", {"d10", "i10"}),
    "closes an open three": ("e3", f"{THREE} f3 g3 h3", {"e10", "i10"}),
    "closes a blocked three": (f"e3 {TWO}", "f3 g3 h3", {"i3"}),
    "makes an open three": (f"{TWO} m3", "", {"f10", "i10"}),
    "makes an open two": ("g10", "", None),
}


@pytest.mark.parametrize("name", LADDER)
def test_deepening_prefers_what_its_report_values_more(name):
    black, white, points = LADDER[name]
    position = board(black, white, rule="report")
    answer = think(Deepening(depth=1), position)
    if points is None:
        x, y = (ord(answer.move[0]) - ord("g"), int(answer.move[1:]) - 10)
        assert max(abs(x), abs(y)) == 1
    else:
        assert answer.move in points
    assert answer.score.kind == ("win" if name == "five" else "value")


@pytest.mark.parametrize(
    ("size", "depth", "seeds"), [(5, 3, range(6)), (6, 2, range(12)), (9, 1, range(20))]
)
def test_deepening_is_as_the_slow_reading_says(size, depth, seeds):
    for seed in seeds:
        position = scattered(size, size * size // 3 + seed % 7, seed)
        mover = int(colour_to_move(position.state))
        value, point = slow_deepening(Paper(position), mover, depth)
        answer = think(Deepening(depth=depth), position)
        assert position.find(answer.move) == Paper(position).number(point)
        if answer.score.kind == "value":
            assert answer.score.value == value
        else:
            assert answer.score.plies == 1_000_000_000 - abs(value)


def test_deepening_plays_the_last_finished_depth():
    position = board("h8 g9 j7", "i9 h10 f8", rule="report")
    depths = {depth: think(Deepening(depth=depth), position).move for depth in (1, 2, 3, 4)}
    assert len(set(depths.values())) > 2
    for last in (1, 2, 3):
        stop = Stop()
        finished = []

        def tell(found, stop=stop, last=last, finished=finished):
            finished.append((found.depth, found.move))
            if found.depth == last:
                stop.set("time")

        answer = think(Deepening(), position, stop=stop, on_depth=tell)
        assert finished == [(depth, depths[depth]) for depth in range(1, last + 1)]
        assert (answer.move, answer.depth, answer.stopped_by) == (depths[last], last, "time")
    answer = think(Deepening(), position)
    assert (answer.move, answer.depth, answer.stopped_by) == (depths[4], 4, "depth")


def test_deepening_without_a_finished_depth_plays_the_candidate_nearest_the_centre():
    answer = think(Deepening(), board("j10", "j11", rule="report"), stop=expired())
    assert (answer.move, answer.depth, answer.score) == ("j9", 0, None)


def test_deepening_knows_what_is_forbidden():
    position = board("h8 i8 j9 j10", "a1 b1 c3", rule="report")
    player = Deepening()
    player.prepare(position.game)
    assert "j8" not in position.moves
    listed = {position.game.move_text(position.state, cell) for cell in player.candidates(position)}
    near = {(x, y) for x, y in Paper(position).near()}
    assert listed == {f"{chr(97 + x)}{y + 1}" for x, y in near} & set(position.moves)
    # After any stone of white the point is still forbidden: the search does not look at it.
    state = np.append(position.play("s19").state, 0)
    search = player._searches(position.game)
    out = np.zeros(search.rules.branching, np.int64)
    state[0] = 0
    count = search.native.compiled["moves"].call(state, out, search.rules.tables)
    assert position.find("i9") in out[:count]
    assert 7 * 19 + 9 not in out[:count]


# Both.


@pytest.mark.parametrize("player", [Omok, Deepening])
@pytest.mark.parametrize(("size", "centre"), [(15, "h8"), (19, "j10"), (6, "d4")])
def test_the_first_stone_goes_to_the_centre(player, size, centre):
    assert think(player(), load_game("gomoku", size=size).start()).move == centre


def test_their_time_is_their_own_unless_there_is_less():
    assert Omok().tighten_limit(Limit()).time == 4.8
    assert Omok(time=8).tighten_limit(Limit(time=10)).time == 8
    assert Deepening().tighten_limit(Limit()).time == 30
    assert Deepening().tighten_limit(Limit(time=5)).time == 5


OPTIONS = [{"rule": rule} for rule in NAMED] + [
    {"rule": "renju", "foul": "loses"},
    {"rule": "omok", "opening": "swap2"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("size", [5, 9])
def test_they_play_legal_moves_under_every_rule(options, size):
    game = load_game("gomoku", size=size, **options)
    players = Omok(depth=2, seed=1), Deepening(depth=2)
    for first in (0, 1):
        position = game.start()
        while not position.is_over:
            answer = think(players[position.side ^ first], position)
            position = position.play(answer.move)


def test_what_is_forbidden_is_left_out():
    """A five would arise on h10, but black would make six in a row there."""
    position = board("c10 h7 h8 h9 h11 h12", "d10 e10 f10 g10 a1", rule="renju")
    assert "h10" not in position.moves
    assert find_rule(Omok(), position) == ("stops.four", "i10")
    for player in (Omok(depth=2), Deepening(depth=2)):
        assert think(player, position).move in position.moves


def test_if_every_candidate_is_forbidden_all_legal_moves_are_looked_at():
    position = board("h5 h6 h7 h9 h10", "a1 b1 o15", rule="renju")
    player = Omok(limit=1)
    player.prepare(position.game)
    assert "h8" not in position.moves
    legal = [Paper(position).number(point) for point in Paper(position).empty()]
    legal.remove(7 * 15 + 7)
    assert player.candidates(position) == legal


def test_experiments_name_agents_and_have_words():
    for name, experiment in EXPERIMENTS.items():
        for spec in (experiment.a, experiment.b) if isinstance(experiment, Experiment) else ():
            agent(spec)
        for part in ("title", "report"):
            assert f"experiment.{name}.{part}" in load_catalogue("en")


# Why a person still beats `omok`.


def claims_win(position):
    """Does a search for threats prove a win for the side to move?"""
    game = position.game
    features = np.zeros(game.rules.features_size, np.int64)
    game.native().compiled["init_features"].call(position.state, features, game.rules.tables)
    line, info = np.zeros(LINE_SIZE, np.int64), np.zeros(INFO_SIZE, np.int64)
    search = game.native().compiled["threat_search"].call
    return search(np.array(position.state), 20_000, line, info, features, game.rules.tables) > 0


def test_omok_stops_one_threat_only():
    """On f11 white would make two open threes; on h10, nearer the centre, only one."""
    position = board("h7 i7 g8 h8 e9 i9", "g7 f8 i8 f9 g9 h9")
    assert not claims_win(position)
    answer = think(Omok(), position)
    assert (answer.move, str(answer.why)) == ("h10", "stops an open three")
    assert claims_win(position.play("h10"))
    assert not claims_win(position.play("f11"))
    after = position.play("h10").play("f11")
    second = think(Omok(), after)
    # Whichever of the two it stops, the other becomes an open four.
    assert str(second.why) == "stops an open four"
    assert claims_win(after.play(second.move))


def test_omok_answers_late():
    """White's attack begins on f11, and only there or on e8 is it stopped. `omok` stops a three
    that stands already; when f11 has made a four, every move is too late."""
    position = board("h6 i7 f8 g8 h8 i9", "g7 i8 g9 h9 g10 h10")
    answer = think(Omok(), position)
    assert (answer.move, str(answer.why)) == ("j7", "stops an open four")
    in_time = [move for move in position.moves if not claims_win(position.play(move))]
    assert {"e8", "f11"} <= set(in_time)
    assert "j7" not in in_time
    late = position.play("j7").play("f11")
    assert str(think(Omok(), late).why) == "stops a five"
    assert all(claims_win(late.play(move)) for move in late.moves)
