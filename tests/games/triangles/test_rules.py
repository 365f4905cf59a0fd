import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.core.values import ONGOING, margin
from plyground.games.triangles import Triangles, point_name, rules
from plyground.games.triangles.layouts import SETS, write_points

DATA = json.loads((Path(__file__).parents[2] / "data" / "triangles.json").read_text())


def points_in(width, height, most):
    pool = [(x, y) for x in range(width) for y in range(height)]
    return st.lists(st.sampled_from(pool), min_size=2, max_size=most, unique=True)


point_sets = st.one_of(
    points_in(7, 7, 10),
    points_in(3, 3, 9),
    points_in(8, 2, 9),
    points_in(9, 1, 9),
    points_in(60, 60, 13),
)


@given(point_sets, st.booleans(), st.booleans(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=150)
def test_every_game_goes_as_the_slow_rules_say(oracle, points, extra_move, native, chance):
    game = Triangles(points=write_points(points), extra_move=extra_move)
    if native:
        game.native()
    slow = oracle(points, extra_move)
    tables = game.rules.tables
    state = np.array(game.rules.start)
    out = np.zeros(game.rules.branching, np.int64)
    while game.kernel("outcome")(state, tables) == ONGOING:
        count = game.kernel("moves")(state, out, tables)
        listed = [game.point_set.segments[move] for move in out[:count]]
        assert listed == sorted(slow.legal())
        assert count > 0
        move = int(chance.choice(out[:count]))
        slow.play(game.point_set.segments[move])
        game.kernel("play")(state, move, tables)
        assert state[0] == slow.side
        assert list(state[rules.SCORE : rules.SCORE + 2]) == slow.scores
        assert state[rules.SEGMENTS_LEFT] == game.point_set.segment_total - len(slow.drawn)
    assert not slow.legal()
    assert game.kernel("moves")(state, out, tables) == 0
    ahead = slow.scores[slow.side] - slow.scores[1 - slow.side]
    assert game.kernel("outcome")(state, tables) == margin(ahead)
    assert sum(slow.scores) == game.point_set.triangle_total


def find_components(size, segments):
    """The points in sets: those that segments connect are together."""
    components = [{point} for point in range(size)]
    for ends in segments:
        touched = [component for component in components if component & set(ends)]
        components = [component for component in components if component not in touched] + [
            set().union(*touched)
        ]
    return components


@given(
    st.sampled_from(["grid7", "general", "convex"]),
    st.integers(2, 30),
    st.integers(0, 10**6),
    st.booleans(),
    st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=40)
def test_state_tells_what_scores_and_what_hangs_together(layout, count, seed, extra_move, chance):
    game = Triangles(layout=layout, n=count, seed=seed, extra_move=extra_move)
    game.native()
    tables = game.rules.tables
    position = game.start()
    while not position.is_over:
        state = position.state
        for move in position.codes:
            assert rules.count_gain(state, move, tables) == rules.count_completed(
                state, move, tables
            )
        components = find_components(
            count, [game.point_set.segments[move] for move in position.history]
        )
        assert state[rules.COMPONENTS] == len(components)
        assert state[rules.ISOLATED] == sum(len(component) == 1 for component in components)
        position = position.play(chance.choice(position.codes))


@given(
    st.sampled_from(["grid7", "general", "convex"]),
    st.integers(2, 49),
    st.integers(0, 10**6),
    st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=40)
def test_finished_game_is_a_triangulation(layout, count, seed, chance):
    game = Triangles(layout=layout, n=count, seed=seed)
    game.native()
    hull = len(game.point_set.hull)
    position = game.start()
    while not position.is_over:
        position = position.play(chance.choice(position.codes))
    segments, triangles = (count - 1, 0)
    if not game.point_set.is_collinear:
        segments, triangles = (3 * count - 3 - hull, 2 * count - 2 - hull)
    assert len(position.history) == segments
    assert sum(position.scene.score) == len(position.scene.areas) == triangles


@pytest.mark.parametrize("known", DATA["strict"], ids=lambda known: known["name"])
def test_known_sets_have_their_numbers_of_segments_and_triangles(known):
    game = Triangles(points=write_points(known["points"]))
    assert game.point_set.segment_total == known["segments"]
    assert game.point_set.triangle_total == known["triangles"]
    ends = [[list(game.points[end]) for end in segment] for segment in game.point_set.segments]
    assert sorted(map(sorted, ends)) == sorted(sorted(first[:2]) for first in known["first_moves"])


def solve(game, state, seen):
    """The margin that the side to move can still gain, by plain minimax on the kernels."""
    tables = game.rules.tables
    drawn = tuple(state[rules.DRAWN :])
    if drawn not in seen:
        out = np.zeros(game.rules.branching, np.int64)
        count = game.kernel("moves")(state, out, tables)
        worths = [worth(game, state, move, seen) for move in out[:count]]
        seen[drawn] = max(worths, default=0)
    return seen[drawn]


def worth(game, state, move, seen):
    after = np.array(state)
    game.kernel("play")(after, move, game.rules.tables)
    side = state[0]
    gain = int(after[rules.SCORE + side] - state[rules.SCORE + side])
    return gain + solve(game, after, seen) * (1 if after[0] == side else -1)


def first_values(game):
    """Value of every first move, by the coordinates of its ends."""
    game.native()
    seen = {}
    return {
        tuple(sorted(game.points[end] for end in game.point_set.segments[move])): worth(
            game, game.start().state, move, seen
        )
        for move in game.start().codes
    }


@pytest.mark.parametrize(
    "known",
    [known for known in DATA["strict"] if len(known["points"]) <= 7],
    ids=lambda known: known["name"],
)
def test_values_of_small_sets(known):
    game = Triangles(points=write_points(known["points"]))
    values = first_values(game)
    assert max(values.values()) == known["value"]
    assert values == {
        tuple(sorted((tuple(a), tuple(b)))): value for a, b, value in known["first_moves"]
    }


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_values_of_convex_sets_with_the_extra_move(count):
    game = Triangles(layout="convex", n=count, extra_move=True)
    assert max(first_values(game).values()) == DATA["extra_move_convex"][str(count)]


@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("name", [name for name, text in SETS.items() if len(text.split()) <= 5])
def test_values_agree_with_the_slow_rules(oracle, name, extra_move):
    game = Triangles(set=name, extra_move=extra_move)
    slow = oracle(game.points, extra_move).values()
    assert first_values(game) == {
        tuple(sorted(game.points[end] for end in segment)): value for segment, value in slow.items()
    }


def test_one_segment_can_complete_two_triangles():
    position = Triangles(set="quadrilateral").start().play_all("A-B B-C C-D A-D A-C")
    assert position.scene.score == (2, 0)
    assert position.outcome.value == 2


def test_triangle_with_a_point_inside_or_on_a_side_is_no_triangle():
    inside = Triangles(set="triangle_inside").start().play_all("A-B B-C A-C")
    assert inside.scene.score == (0, 0)
    on_side = Triangles(set="triangle_side").start().play_all("A-C B-C A-D B-D")
    assert on_side.scene.score == (0, 0)
    assert on_side.play("C-D").scene.score == (2, 0)


def test_completing_gives_another_move_only_with_the_extra_move():
    for extra_move, side in ((False, 1), (True, 0)):
        game = Triangles(set="quadrilateral", extra_move=extra_move)
        assert game.start().play_all("A-B B-C A-C").side == side


def test_two_points_are_one_move_and_a_draw():
    position = Triangles(points="0,0 1,0").start().play("A-B")
    assert position.is_over
    assert position.outcome.winner is None
    assert position.outcome.margin == 0


def test_points_in_a_line_are_joined_neighbour_to_neighbour():
    assert Triangles(points="3,3 0,0 1,1 2,2").start().moves == ("A-D", "B-C", "C-D")


def test_sixty_points_can_be_played():
    game = Triangles(layout="convex", n=60)
    start = game.start()
    assert len(start.moves) == 60 * 59 // 2
    assert start.moves[-1] == "BG-BH"
    assert [point_name(index) for index in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
