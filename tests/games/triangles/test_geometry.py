from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Polygon
from shapely import Point as ShapelyPoint

from plyground.games.triangles.geometry import LIMIT, PointSet


def point_sets(reach, most=9):
    coordinate = st.integers(-reach, reach)
    return st.lists(st.tuples(coordinate, coordinate), min_size=2, max_size=most, unique=True)


any_points = st.one_of(point_sets(1), point_sets(3), point_sets(40), point_sets(LIMIT))


@given(any_points)
@settings(deadline=None)
def test_segments_hold_no_third_point(points):
    expected = [
        (a, b)
        for a, b in combinations(range(len(points)), 2)
        if not any(
            LineString([points[a], points[b]]).intersects(ShapelyPoint(c))
            for c in points
            if c not in (points[a], points[b])
        )
    ]
    assert PointSet(points).segments == expected


@given(any_points)
@settings(deadline=None, max_examples=50)
def test_crossings_are_those_that_shapely_sees(points):
    point_set = PointSet(points)
    lines = [LineString([points[a], points[b]]) for a, b in point_set.segments]
    for (s, one), (t, two) in combinations(enumerate(lines), 2):
        assert not one.overlaps(two)
        assert point_set.crossings[s, t] == point_set.crossings[t, s] == one.crosses(two)
    assert not point_set.crossings.diagonal().any()


@given(any_points)
@settings(deadline=None, max_examples=50)
def test_triangles_are_the_empty_ones(points):
    expected = []
    for corners in combinations(range(len(points)), 3):
        own = [points[corner] for corner in corners]
        triangle = Polygon(own)
        if triangle.area > 0 and not any(
            triangle.intersects(ShapelyPoint(c)) for c in points if c not in own
        ):
            expected.append(corners)
    assert PointSet(points).triangles == expected


@given(any_points)
@settings(deadline=None)
def test_rim_is_the_boundary_of_the_hull(points):
    point_set = PointSet(points)
    hull = MultiPoint(points).convex_hull
    assert point_set.is_collinear == (hull.area == 0)
    hull = hull.boundary if hull.area else hull
    assert point_set.hull == [i for i, p in enumerate(points) if hull.intersects(ShapelyPoint(p))]


def test_nothing_is_rounded_at_the_far_corners():
    far = [(-LIMIT, -LIMIT), (LIMIT, LIMIT), (0, 0), (LIMIT - 1, LIMIT), (1, 0)]
    assert (0, 1) not in PointSet(far).segments
    assert (0, 1) in PointSet([far[0], far[1], far[3], far[4]]).segments
    assert not PointSet([far[0], far[1], (LIMIT - 1, LIMIT - 2)]).is_collinear
