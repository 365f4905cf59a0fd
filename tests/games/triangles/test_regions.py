"""Regions and safe segments against the slow rules."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.triangles import Triangles, rules
from plyground.games.triangles.evaluate import count_regions
from plyground.games.triangles.layouts import write_points
from plyground.games.triangles.regions import find_regions, list_prospects


def points_in(width, height, most):
    pool = [(x, y) for x in range(width) for y in range(height)]
    return st.lists(st.sampled_from(pool), min_size=2, max_size=most, unique=True)


point_sets = st.one_of(
    points_in(7, 7, 12), points_in(3, 3, 9), points_in(9, 1, 9), points_in(60, 60, 12)
)


def regions_of(position):
    return find_regions(position.state, position.game.rules.tables, position.game.point_set)


def prospects_of(position):
    return list(list_prospects(position.state, position.game.rules.tables, position.game.point_set))


def double_area(points, corners):
    (ax, ay), (bx, by), (cx, cy) = (points[corner] for corner in corners)
    return abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))


@given(point_sets, st.booleans(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=150)
def test_what_is_drawn_in_a_region_changes_nothing_in_another(oracle, points, extra_move, chance):
    """And every region gets as many segments and triangles as was said, however it is played."""
    game = Triangles(points=write_points(points), extra_move=extra_move)
    segments = game.point_set.segments
    position, slow = game.start(), oracle(points, extra_move)
    gained = {}
    expected = []
    while True:
        regions = regions_of(position)
        here = {segments[segment]: region for region in regions for segment in region.segments}
        assert here.keys() == slow.legal()
        gains = {segment: slow.gain(segment) for segment in here}
        for region, before in expected:
            assert region in regions
            assert all(gains[segments[s]] == before[segments[s]] for s in region.segments)
        if not here:
            break
        # What is left in the parts of a region is what the region still needs.
        gained[len(slow.drawn)] = (regions, Counter(), Counter())
        segment = chance.choice(sorted(here))
        expected = [(region, gains) for region in regions if region != here[segment]]
        for then, drawn, completed in gained.values():
            number = segments.index(segment)
            [owner] = [i for i, region in enumerate(then) if number in region.segments]
            drawn[owner] += 1
            completed[owner] += gains[segment]
        slow.play(segment)
        position = position.play(segments.index(segment))
    for regions, drawn, completed in gained.values():
        assert [drawn[i] for i in range(len(regions))] == [region.left for region in regions]
        assert [completed[i] for i in range(len(regions))] == [
            region.triangles for region in regions
        ]


@given(point_sets, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=150)
def test_regions_are_the_faces_within_the_hull(points, chance):
    """As many as Euler's formula says, and they cover what no triangle covers yet."""
    game = Triangles(points=write_points(points))
    tables, hull = game.rules.tables, game.point_set.hull_edges
    position = game.start()
    chance.shuffle(hull)
    for segment in hull:
        position = position.play(segment)
    whole = sum(double_area(points, tile) for r in regions_of(position) for tile in r.tiles)
    if len(hull) == 3 and game.point_set.triangle_total == 1:
        return
    while not position.is_over:
        regions = regions_of(position)
        if not game.point_set.is_collinear:
            assert len(regions) == count_regions(position.state, tables)
        done = [
            corners
            for corners in game.point_set.triangles
            if all(
                rules.is_drawn(position.state, game.point_set.segments.index(side))
                for side in (corners[:2], corners[1:], corners[::2])
            )
        ]
        tiles = [tile for region in regions for tile in region.tiles]
        assert sum(double_area(points, tile) for tile in tiles + done) == whole
        position = position.play(chance.choice(position.codes))


@given(point_sets, st.booleans(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_prospects_are_what_happens_when_they_are_tried(oracle, points, extra_move, chance):
    game = Triangles(points=write_points(points), extra_move=extra_move)
    segments = game.point_set.segments
    position, slow = game.start(), oracle(points, extra_move)
    while not position.is_over:
        found = {p.segment: (p.gain, p.reply, p.is_safe) for p in prospects_of(position)}
        assert list(found) == list(position.codes)
        tried = chance.choice(position.codes)
        for segment in {tried, chance.choice(position.codes)}:
            gain = slow.gain(segments[segment])
            before = slow.drawn
            slow.drawn |= {segments[segment]}
            reply = max(map(slow.gain, slow.legal()), default=0)
            slow.drawn = before
            assert found[segment] == (gain, reply, gain == 0 and reply == 0)
        slow.play(segments[tried])
        position = position.play(tried)


@pytest.mark.parametrize(
    ("name", "moves", "expected"),
    [
        ("hexagon", "", [(9, 4)]),
        ("hexagon", "A-D", [(4, 2), (4, 2)]),
        ("hexagon", "A-B B-C C-D D-E E-F A-F A-D", [(1, 2), (1, 2)]),
        ("pentagon", "A-B B-C C-D D-E A-E", [(2, 3)]),
        ("pentagon", "A-B B-C C-D D-E A-E A-C", [(1, 2)]),
        ("triangle_inside", "A-B B-C A-C", [(3, 3)]),
        ("line", "", [(1, 0)] * 3),
    ],
)
def test_segments_and_triangles_of_small_regions(name, moves, expected):
    position = Triangles(set=name).start().play_all(moves)
    assert [(region.left, region.triangles) for region in regions_of(position)] == expected
