"""Points in convex position, against polygons found and compared slowly."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from plyground.games.triangles import Triangles, rules
from plyground.games.triangles.geometry import PointSet

# The order in which points are given is not that around the hull.
HEXAGON = "2,0 2,6 0,3 8,3 6,0 6,6"


def represent(position):
    out = np.full_like(position.state, 77)
    game = position.game
    game.kernels.canonical(position.state, out, game.rules.tables)
    return out


def find_polygons(position):
    """The polygons into which the drawing cuts the hull, each as the set of all ways to write
    which of its sides are drawn."""
    order, segments = position.game.point_set.convex_order, position.game.point_set.segments
    size = len(order)
    place = {point: index for index, point in enumerate(order)}
    drawn = {
        frozenset(place[end] for end in ends)
        for number, ends in enumerate(segments)
        if rules.is_drawn(position.state, number)
    }
    waiting, found = [list(range(size))], Counter()
    while waiting:
        corners = waiting.pop()
        sides = [frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)]
        cut = next((line for line in drawn if line <= set(corners) and line not in sides), None)
        if cut is not None:
            low, high = sorted(map(corners.index, cut))
            waiting += [corners[low : high + 1], corners[high:] + corners[: low + 1]]
            continue
        flags = [side in drawn for side in sides]
        turned = [tuple(flags[n:] + flags[:n]) for n in range(len(flags))]
        found[frozenset(turned + [way[::-1] for way in turned])] += 1
    return frozenset(found.items())


def walk(game, chance):
    position = game.start()
    while not position.is_over:
        yield position
        position = position.play(chance.choice(position.codes))


def test_places_follow_each_other_around_the_hull():
    assert PointSet([(0, 0), (4, 4), (4, 0), (0, 4)]).convex_order == [0, 2, 1, 3]
    assert Triangles(points=HEXAGON).point_set.convex_order == [0, 4, 3, 5, 1, 2]
    for name in ("triangle_inside", "triangle_side", "square_centre", "grid3x2", "line", "fan"):
        game = Triangles(set=name)
        assert game.point_set.convex_order == []
        assert game.kernels.canonical is None


@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize(
    "options", [{"points": HEXAGON}, *({"layout": "convex", "n": n} for n in (3, 7, 12, 20))]
)
def test_positions_with_the_same_polygons_have_one_representative(options, extra_move):
    game = Triangles(**options, extra_move=extra_move)
    chance = Random(1)
    classes, images = {}, {}
    for _ in range(25 if len(game.points) < 12 else 4):
        for position in walk(game, chance):
            image = represent(position)
            points = position.scene.score
            own = points if position.side == 0 else points[::-1]
            name = find_polygons(position), own
            assert classes.setdefault(name, image.tobytes()) == image.tobytes()
            assert images.setdefault(image.tobytes(), name) == name


@pytest.mark.parametrize("options", [{"points": HEXAGON}, {"layout": "convex", "n": 13}])
def test_a_representative_is_what_play_makes_of_its_segments(options):
    game = Triangles(**options)
    chance = Random(2)
    for position in [one for _ in range(5) for one in walk(game, chance)]:
        image = represent(position)
        made = game.start()
        for segment in range(len(game.point_set.segments)):
            if rules.is_drawn(image, segment):
                made = made.play(segment)
        after = made.state.copy()
        after[: rules.SEGMENTS_LEFT] = image[: rules.SEGMENTS_LEFT]
        assert np.array_equal(image, after)
        assert sum(made.scene.score) == sum(position.scene.score)


def test_values_do_not_depend_on_where_polygons_lie():
    """By minimax: all that can still be gained, of every position of six points."""
    game = Triangles(points=HEXAGON)
    gains, by_class = {}, {}

    def value(position):
        if position.is_over:
            return 0
        key = position.state[rules.DRAWN]
        if key not in gains:
            gains[key] = max(
                sum(after.scene.score) - sum(position.scene.score) - value(after)
                for after in map(position.play, position.codes)
            )
            name = represent(position)[rules.DRAWN]
            assert by_class.setdefault(name, gains[key]) == gains[key]
        return gains[key]

    assert value(game.start()) == 2
    assert len(by_class) < len(gains) / 30
