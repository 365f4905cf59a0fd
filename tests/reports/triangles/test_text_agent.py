"""The agent of the report's text against its rules, written once more: slowly, by playing moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np
import pytest

from plyground.agents.specs import agent
from plyground.core.jit import compile_kernel
from plyground.core.limits import Limit, Stop
from plyground.games.position import Position
from plyground.games.triangles import Triangles
from plyground.locale import Problem, has_words, override_language
from plyground.reports import find_baselines, load_experiments
from plyground.reports.triangles.segment_scan import (
    CAPTURES,
    SCAN_SIGNATURE,
    SegmentScanner,
    scan_segments,
)
from plyground.reports.triangles.text_agent import SearchNode

REPORT, IMPROVED = "baseline:report", "baseline:improved"

# The rules as the report tells them.


def gain(position: Position, move: str) -> int:
    """Triangles that a move completes."""
    side = position.side
    scores = [each.game.scene(each.state).score[side] for each in (position, position.play(move))]
    return scores[1] - scores[0]


@cache
def gains(position: Position) -> dict[str, int]:
    return {move: gain(position, move) for move in position.moves}


def list_replies(position: Position, move: str) -> list[int]:
    """What each answer of the opponent would complete."""
    return list(gains(position.play(move)).values())


def independent(position: Position) -> list[str]:
    return [move for move in position.moves if not any(list_replies(position, move))]


def is_saturated(position: Position) -> bool:
    return not independent(position)


def h(position: Position, move: str) -> int:
    triangles = sum(list_replies(position, move))
    penalty = 0 if triangles == 0 else 2 if triangles == 1 else 1
    return 3 * gain(position, move) - penalty


def value_of_move(position: Position, move: str) -> int:
    gained = {0: 0, 1: 15, 2: 45}[gain(position, move)]
    lost = {0: 0, 1: -10, 2: -30}[max(list_replies(position, move), default=0)]
    return gained + lost


def three_best(position: Position) -> list[str]:
    return sorted(position.moves, key=lambda move: h(position, move), reverse=True)[:3]


def three_worst(position: Position) -> list[str]:
    return sorted(position.moves, key=lambda move: h(position, move))[:3]


def everything(position: Position) -> list[str]:
    return list(position.moves)


def value(position: Position, depth: int, children=three_best) -> int:
    """Minimax for the side to move: what a path adds up to."""
    if depth == 0 or position.is_over:
        return 0
    return max(after(position, move, depth, children) for move in children(position))


def after(position: Position, move: str, depth: int, children=three_best) -> int:
    return value_of_move(position, move) - value(position.play(move), depth - 1, children)


def search(position: Position, depth: int = 5, children=three_best) -> str:
    return max(children(position), key=lambda move: after(position, move, depth, children))


def cases(position: Position, firsts: list[str], most: float) -> Iterator[list[str]]:
    """Segments that lead to saturation, set by set; none longer than the best before it."""
    seen: set[frozenset[str]] = set()
    found: list[list[str]] = []

    def follow(position: Position, path: list[str]) -> None:
        if frozenset(path) in seen or len(found) >= most:
            return
        seen.add(frozenset(path))
        if is_saturated(position):
            found.append(path)
        elif all(len(path) < len(best) for best in found):
            for move in independent(position):
                follow(position.play(move), [*path, move])

    for first in firsts:
        follow(position.play(first), [first])
    return iter(found)


def shortest(position: Position, firsts: list[str], most: float = 12) -> list[str]:
    return min(cases(position, firsts, most), key=len)


def chain(position: Position, move: str) -> list[int]:
    """The points of a chain: each move is the best of those that the last one made possible."""
    points = [gain(position, move)]
    while True:
        before = gains(position)
        position = position.play(move)
        prepared = {
            answer: points
            for answer, points in gains(position).items()
            if points > before.get(answer, 0)
        }
        if not prepared:
            return points
        move = max(prepared, key=lambda answer: prepared[answer])
        points.append(prepared[move])


def is_worth_taking(position: Position, move: str) -> bool:
    points = chain(position, move)
    return points[1:2] != [2] and len(points) % 2 == 1


def best_capture(position: Position, moves: list[str]) -> str | None:
    return max(moves, key=lambda move: gain(position, move), default=None)


# Positions.


@pytest.fixture(scope="module")
def play():
    agents = {spec: agent(spec) for spec in (REPORT, IMPROVED)}

    def choose(spec: str, position: Position) -> str:
        return agents[spec].choose(position, Limit()).move

    return choose


def at(name: str, moves: str = "") -> Position:
    return Triangles(set=name).start().play_all(moves)


def random_positions(count: int, seed: int, **options: object) -> Iterator[Position]:
    """From empty to nearly full, on small sets of points."""
    chance = Random(seed)
    while count:
        size = chance.randint(4, 7)
        game = Triangles(n=size, seed=chance.randrange(10**6), **options)
        position = game.start()
        for _ in range(chance.randrange(3 * size - 6)):
            if not position.is_over:
                position = position.play(chance.choice(position.moves))
        if not position.is_over:
            count -= 1
            yield position


# Finding it.


def test_the_plain_one_is_meant_if_none_is_named():
    assert list(find_baselines("triangles")) == ["report", "printed", "improved"]
    game = Triangles(set="triangle")
    assert not agent("baseline").agent_for(game).afterthought
    assert agent("baseline:improved").agent_for(game).afterthought


def test_time_can_be_set_and_nothing_else():
    game = Triangles(set="triangle")
    assert agent("baseline:report,time=0.5").agent_for(game).tighten_limit(Limit()).time == 0.5
    assert (
        agent("baseline:report,time=0.5").agent_for(game).tighten_limit(Limit(time=0.1)).time == 0.1
    )
    assert agent("baseline").agent_for(game).tighten_limit(Limit()).time < 60
    with pytest.raises(Problem):
        agent("baseline:report,depth=3").agent_for(game)


def test_each_has_words():
    for name in ("report", "triangles.printed", "improved"):
        assert has_words(f"baseline.{name}")
    experiment = load_experiments()["triangles-afterthought"]
    assert (experiment.a, experiment.b) == (IMPROVED, REPORT)
    assert has_words("experiment.triangles-afterthought.title")
    assert has_words("experiment.triangles-afterthought.report")


# What it sees.


@pytest.mark.parametrize("extra_move", [False, True])
def test_scan_agrees_with_playing_the_moves(extra_move):
    for position in random_positions(40, seed=1, extra_move=extra_move):
        node = SearchNode(SegmentScanner(position.game), position.state)
        for segment in node.segments:
            move = position.game.move_text(position.state, segment.move)
            assert segment.gain == gain(position, move)
            if extra_move and segment.gain:
                assert segment.offered == segment.best_reply == 0
                continue
            assert segment.best_reply == max(list_replies(position, move), default=0)
            assert segment.offered == sum(list_replies(position, move))
            assert (segment in node.independent) == (move in independent(position))
            assert segment.h == h(position, move)
            assert segment.value == value_of_move(position, move)


def test_compiled_scan_equals_the_plain_one():
    native = compile_kernel(scan_segments, SCAN_SIGNATURE).call
    games = [Triangles(n=size, layout="general") for size in (3, 8, 20, 30)]
    for game in games:
        position, chance = game.start(), Random(2)
        while not position.is_over:
            found = [np.zeros((CAPTURES + 1, game.rules.branching), np.int64) for _ in range(2)]
            counts = [
                kernel(position.state, rows, game.rules.tables)
                for kernel, rows in zip((native, scan_segments.function), found, strict=True)
            ]
            assert counts[0] == counts[1] == len(position.codes)
            assert np.array_equal(found[0][:CAPTURES], found[1][:CAPTURES])
            for _ in range(1 + len(position.codes) // 20):
                position = (
                    position if position.is_over else position.play(chance.choice(position.codes))
                )


def test_what_a_segment_prepares_is_what_scores_more_than_before():
    for position in random_positions(40, seed=3):
        scanner = SegmentScanner(position.game)
        before = gains(position)
        for move in position.moves:
            later = position.play(move)
            expected = {
                answer: points for answer, points in gains(later).items() if points > before[answer]
            }
            node = SearchNode(scanner, later.state)
            found = dict(node.list_prepared(later.history[-1]))
            texts = {
                position.game.move_text(later.state, code): points for code, points in found.items()
            }
            assert texts == expected


# Rule 1: a segment that scores, the best one.


@pytest.mark.parametrize("spec", [REPORT, IMPROVED])
def test_takes_two_triangles_rather_than_one(play, spec):
    position = at("square_centre", "A-D A-E C-D C-E A-B")
    assert gains(position) == {"B-C": 0, "B-E": 1, "D-E": 2}
    assert play(spec, position) == "D-E"


def test_takes_a_point_though_the_search_would_not(play):
    position = at("hexagon_centre", "A-B A-G B-C C-D D-G")
    assert gain(position, "A-C") == 1
    assert list_replies(position, "A-C").count(2) == 1
    assert play(REPORT, position) == "A-C"


# Rule 2: independent segments until saturation.


def test_plays_the_only_independent_segment(play):
    position = at("quadrilateral", "A-B")
    assert independent(position) == ["C-D"]
    assert play(REPORT, position) == "C-D"


def test_chooses_the_case_with_fewest_segments_where_a_search_would_not(play):
    position = at("triangle_side")
    lengths = {case[0]: len(case) for case in cases(position, independent(position), 12)}
    assert lengths["A-C"] == 2
    assert lengths["C-D"] == 1
    assert search(position) == "A-C"
    assert play(REPORT, position) == "C-D"


def test_stops_looking_at_twelve_cases(play):
    position = Triangles(n=6, seed=53).start()
    firsts = independent(position)
    assert len(list(cases(position, firsts, 13))) == 13
    assert shortest(position, firsts, 12) == ["A-B", "A-D", "B-E"]
    assert shortest(position, firsts, 13) == ["A-C", "B-E"]
    assert play(REPORT, position) == "A-B"


def test_avoids_the_hull_edge_on_the_square(play):
    square = Triangles(points="0,0 4,0 4,4 0,4").start()
    assert play(REPORT, square) in ("A-C", "B-D")


def test_avoids_the_hull_edge_where_it_is_in_a_case_with_fewest(play):
    pentagon = at("pentagon")
    assert shortest(pentagon, independent(pentagon)) == ["A-B", "C-D"]
    diagonals = [move for move in pentagon.moves if move in ("A-C", "A-D", "B-D", "B-E", "C-E")]
    assert shortest(pentagon, diagonals) == ["A-C", "D-E"]
    assert play(REPORT, pentagon) == "A-C"


def test_plays_a_hull_edge_when_a_point_lies_inside(play):
    position = at("triangle_inside")
    assert shortest(position, independent(position)) == ["A-B", "C-D"]
    assert play(REPORT, position) == "A-B"


def test_plays_a_hull_edge_when_nothing_else_is_independent(play):
    assert play(REPORT, at("triangle")) == "A-B"
    assert play(REPORT, at("line", "B-C")) == "A-B"


# Rule 3: alpha-beta at saturation.


def test_searches_at_saturation(play):
    position = Triangles(n=7, seed=854).start().play_all("A-B E-F C-F")
    assert is_saturated(position)
    assert search(position, depth=1) == three_best(position)[0] == "A-C"
    assert search(position) == "D-F"
    assert play(REPORT, position) == "D-F"


def test_looks_five_moves_ahead(play):
    position = at("two_triangles", "C-D A-E C-E")
    assert is_saturated(position)
    assert [search(position, depth) for depth in (4, 5, 6)] == ["A-D", "B-E", "A-D"]
    assert play(REPORT, position) == "B-E"


def test_looks_at_the_three_highest(play):
    position = Triangles(n=6, seed=373).start().play_all("A-C D-E C-F")
    assert is_saturated(position)
    assert search(position, children=three_worst) == "C-D"
    assert search(position, children=everything) == "A-B"
    assert search(position) == "B-C"
    assert play(REPORT, position) == "B-C"


# The afterthought.


def test_refuses_the_point_that_hands_back_two(play):
    position = at("hexagon_centre", "A-B A-G B-C C-D D-G")
    points = [move for move, count in gains(position).items() if count]
    assert points
    assert all(chain(position, move)[:2] == [1, 2] for move in points)
    assert play(REPORT, position) in points
    assert play(IMPROVED, position) not in points


def test_takes_another_point_rather_than_one_that_hands_back_two(play):
    position = at("pentagon_centre", "A-B A-F B-C C-D D-F")
    assert chain(position, "A-C")[:2] == [1, 2]
    assert chain(position, "A-D") == [1]
    assert play(REPORT, position) == "A-C"
    assert play(IMPROVED, position) == "A-D"


def test_takes_the_first_of_an_odd_chain(play):
    position = at("square_centre", "A-B A-E B-C A-D D-E")
    assert chain(position, "B-E") == [1, 1, 1]
    assert play(REPORT, position) == play(IMPROVED, position) == "B-E"


@pytest.mark.parametrize(
    ("moves", "point", "length"),
    [("A-E B-C C-E", "B-E", 2), ("B-C A-E A-B C-D", "B-E", 4)],
)
def test_refuses_the_first_of_an_even_chain(play, moves, point, length):
    position = at("square_centre", moves)
    assert chain(position, point) == [1] * length
    assert play(REPORT, position) == point
    assert play(IMPROVED, position) != point


def test_takes_a_refused_point_when_nothing_else_is_left(play):
    position = at("pentagon_centre", "A-D A-B B-C C-D A-E B-F D-E B-D")
    assert all(count == 1 for count in gains(position).values())
    assert not any(is_worth_taking(position, move) for move in position.moves)
    assert play(IMPROVED, position) in position.moves


# All rules together.


def test_plays_by_the_rules_everywhere(play):
    for position in random_positions(80, seed=4):
        scoring = [move for move, points in gains(position).items() if points]
        point_set = position.game.point_set
        for spec in (REPORT, IMPROVED):
            kept = scoring
            if spec == IMPROVED:
                kept = [move for move in scoring if is_worth_taking(position, move)]
            if kept:
                expected = best_capture(position, kept)
            elif firsts := independent(position):
                if len(point_set.hull) == point_set.size:
                    firsts = [move for move in firsts if not is_hull_edge(position, move)] or firsts
                expected = shortest(position, firsts)[0]
            else:
                allowed = [move for move in position.moves if move not in scoring]
                best = sorted(allowed or position.moves, key=lambda move: -h(position, move))[:3]
                expected = max(best, key=lambda move: after(position, move, 5))
            assert play(spec, position) == expected, (position, spec)


def is_hull_edge(position: Position, move: str) -> bool:
    """All points lie on one side of it."""
    spots = {spot.name: (spot.x, spot.y) for spot in position.game.scene(position.state).spots}
    (ax, ay), (bx, by) = (spots[name] for name in move.split("-"))
    sides = {(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in spots.values()}
    return min(sides) == 0 or max(sides) == 0


# Limits.


@pytest.mark.parametrize("moves", ["", "C-D A-E C-E"])
@pytest.mark.parametrize("spec", [REPORT, IMPROVED])
def test_plays_the_best_so_far_when_it_must_stop(spec, moves):
    position = at("two_triangles", moves)
    made = agent(spec)
    made.prepare(position.game)
    with Stop() as stop:
        stop.set("time")
        found = made.think(position, Limit(), stop)
    assert found.move in position.moves
    assert found.stopped_by == "time"
    few = made.choose(position, Limit(nodes=1))
    assert few.move in position.moves
    assert few.stopped_by == "nodes"


def test_plays_many_points_without_running_out_of_time():
    position = Triangles(n=60, layout="general", seed=1).start()
    found = agent(REPORT).choose(position, Limit())
    assert found.move in position.moves
    assert found.stopped_by == "depth"


@pytest.mark.parametrize("spec", [REPORT, IMPROVED])
def test_plays_a_game_with_the_extra_move_to_its_end(play, spec):
    position = Triangles(set="course8", extra_move=True).start()
    while not position.is_over:
        position = position.play(play(spec, position))
    assert sum(position.scene.score) == position.game.point_set.triangle_total


# Which rule chose.


@pytest.mark.parametrize(
    ("spec", "name", "moves", "words"),
    [
        (REPORT, "square_centre", "A-D A-E C-D C-E A-B", "takes two triangles"),
        (REPORT, "hexagon_centre", "A-B A-G B-C C-D D-G", "takes a triangle"),
        (IMPROVED, "pentagon_centre", "A-B A-F B-C C-D D-F", "takes a triangle"),
        (IMPROVED, "square_centre", "A-B A-E B-C A-D D-E", "takes the first triangle of a chain"),
        (REPORT, "pentagon", "", "draws an independent segment, of 2 until saturation"),
        (REPORT, "two_triangles", "C-D A-E C-E", "beam search of depth 5 over the 3 segments"),
    ],
)
def test_says_which_rule_chose(spec, name, moves, words):
    assert str(agent(spec).choose(at(name, moves), Limit()).why).startswith(words)


def test_says_it_in_korean_too():
    found = agent(REPORT).choose(at("pentagon"), Limit())
    with override_language("ko"):
        assert str(found.why) == "독립선분을 긋습니다 (포화까지 2개)"
