import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.triangles import Triangles
from plyground.games.triangles.geometry import PointSet
from plyground.games.triangles.layouts import LAYOUTS, SETS, read_points
from plyground.locale import Problem

seeds = st.integers(0, 10**9)


@given(st.integers(2, 49), seeds)
def test_grid_gives_some_of_49_points(count, seed):
    points = LAYOUTS["grid7"](count, seed)
    assert len(set(points)) == len(points) == count
    assert all(0 <= x <= 6 and 0 <= y <= 6 for x, y in points)
    assert points == sorted(points)


@given(st.integers(2, 60), seeds)
@settings(deadline=None, max_examples=30)
def test_general_has_no_three_in_a_line(count, seed):
    point_set = PointSet(LAYOUTS["general"](count, seed))
    assert point_set.size == count
    assert len(point_set.segments) == count * (count - 1) // 2
    assert (point_set.orientations == 0).sum() == 3 * count * count - 2 * count


@given(st.integers(3, 60), seeds)
@settings(deadline=None, max_examples=30)
def test_convex_goes_once_around_its_hull(count, seed):
    point_set = PointSet(LAYOUTS["convex"](count, seed))
    assert len(point_set.hull) == point_set.size == count
    assert all(
        point_set.orientations[a, b, c] == 1
        for a in range(count)
        for b in range(a + 1, count)
        for c in range(b + 1, count)
    )


def test_random_points_are_those_of_the_generator_that_python_promises_to_keep():
    chance = random.Random(7)
    left = [(x, y) for x in range(7) for y in range(7)]
    drawn = []
    for _ in range(5):
        place = int(chance.random() * len(left))
        drawn.append(left[place])
        # The first of those left takes the place of the one drawn.
        left[place] = left[0]
        left = left[1:]
    assert Triangles(n=5, seed=7).points == sorted(drawn)


def test_seed_changes_the_points_and_nothing_else_does():
    assert Triangles(seed=3).points == Triangles(seed=3, extra_move=True).points
    assert Triangles(seed=3).points != Triangles(seed=4).points


@pytest.mark.parametrize("name", SETS)
def test_named_set_is_a_set_of_points(name):
    assert Triangles(set=name).points == read_points(SETS[name])


@pytest.mark.parametrize(
    ("name", "size", "hull"),
    [
        ("triangle", 3, 3),
        ("quadrilateral", 4, 4),
        ("triangle_inside", 4, 3),
        ("triangle_side", 4, 4),
        ("square_centre", 5, 4),
        ("pentagon", 5, 5),
    ],
)
def test_small_cases_of_the_report(name, size, hull):
    point_set = Triangles(set=name).point_set
    assert (point_set.size, len(point_set.hull)) == (size, hull)


def test_points_are_read_with_any_spaces_and_kept_in_one_form():
    game = Triangles(points="  0,0  4 , 0 -2,3 ")
    assert game.points == [(0, 0), (4, 0), (-2, 3)]
    assert game == Triangles(points="0,0 4,0 -2,3")
    assert game.changed_settings == {"points": "0,0 4,0 -2,3"}


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"points": "0,0"}, "size"),
        ({"points": ""}, "size"),
        ({"points": " ".join(f"{x},0" for x in range(61))}, "size"),
        ({"points": "0,0 1,1 0,0"}, "twice"),
        ({"points": "0,0 1000001,1"}, "far"),
        ({"points": "0,0 1"}, "point"),
        ({"points": "0,0 1.5,2"}, "point"),
        ({"points": "0,0 1,2,3"}, "point"),
        ({"points": "0,0 " + "9" * 5000 + ",1"}, "point"),
        ({"points": "0,0 1,1", "set": "line"}, "options"),
        ({"points": "0,0 1,1", "n": 3}, "options"),
        ({"set": "line", "seed": 3}, "options"),
        ({"n": 50}, "grid"),
    ],
)
def test_bad_options_are_refused(options, key):
    with pytest.raises(Problem) as refused:
        Triangles(**options)
    assert refused.value.key == f"game.triangles.problem.{key}"
    assert str(refused.value).endswith(".")


@given(st.text())
def test_any_text_is_points_or_a_problem(text):
    try:
        said = str(Triangles(points=text).points)
    except Problem as problem:
        said = str(problem)
    assert said
