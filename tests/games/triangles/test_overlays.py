"""Overlays of Triangles: every open segment is safe, scores or gives; regions and their parity."""

from __future__ import annotations

from random import Random

import pytest

from plyground.games.triangles import Triangles


def draw(position, name):
    return position.game.overlay(name, position)


def paths_of(overlay):
    return {"-".join(arrow.path) for arrow in overlay.arrows}


@pytest.mark.parametrize("extra_move", [False, True])
def test_every_segment_is_safe_or_scores_or_gives(extra_move):
    game = Triangles(n=9, seed=4, extra_move=extra_move)
    chance = Random(5)
    position = game.start()
    while not position.is_over:
        safe, scoring, giving = (draw(position, name) for name in ("safe", "scoring", "giving"))
        assert paths_of(safe) | paths_of(scoring) | paths_of(giving) == set(position.moves)
        assert not paths_of(safe) & (paths_of(scoring) | paths_of(giving))
        if extra_move:
            assert not paths_of(scoring) & paths_of(giving)
        for arrow in scoring.arrows:
            after = position.play("-".join(arrow.path))
            gained = sum(after.scene.score) - sum(position.scene.score)
            assert arrow.text == f"+{gained}"
        position = position.play(chance.choice(position.moves))


def test_segments_are_counted_and_drawn_while_they_can_be_told_apart():
    shown = draw(Triangles(set="hexagon").start(), "safe")
    assert (shown.caption, len(shown.arrows)) == ("Safe segments: 15", 15)
    assert not any(arrow.has_head for arrow in shown.arrows)
    shown = draw(Triangles(n=30, layout="general", seed=3).start(), "safe")
    assert shown.caption == "Safe segments: 435 (drawn when there are at most 60)"
    assert not shown.arrows


def test_regions_show_how_many_segments_they_get():
    position = Triangles(set="pentagon").start().play_all("A-B B-C C-D D-E A-E A-C")
    shown = draw(position, "regions")
    [zone] = shown.zones
    assert (zone.text, set(zone.corners)) == ("1", {"A", "C", "D", "E"})
    assert zone.about == "segments left to draw here: 1, odd; triangles: 2"
    assert shown.caption.splitlines() == [
        "Segments left: 1, odd: the side to move draws the last",
        "Triangles left: 2",
    ]
    # Its number lies inside the quadrilateral.
    xs, ys = zip(*((s.x, s.y) for s in position.scene.spots if s.name in zone.corners), strict=True)
    assert min(xs) < zone.x < max(xs)
    assert min(ys) < zone.y < max(ys)


def test_points_on_a_line_have_no_regions_to_draw():
    shown = draw(Triangles(set="line").start(), "regions")
    assert not shown.zones
    assert shown.caption.startswith("Segments left: 3, odd")


def test_who_draws_the_last_is_open_with_the_extra_move():
    shown = draw(Triangles(set="hexagon", extra_move=True).start(), "regions")
    assert shown.caption.splitlines()[0] == "Segments left: 9, odd"
