"""Notation, refusals and the picture."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.drawing.svg import draw_svg
from plyground.games.registry import load_game
from plyground.games.scene import Area, Stroke
from plyground.games.triangles import Triangles
from plyground.locale import Problem, say, use_language


def test_is_found_by_name():
    assert isinstance(load_game("triangles", n=5), Triangles)


@pytest.mark.parametrize("typed", ["A-B", "b-a", " a - B ", "B -A"])
def test_move_is_understood_however_it_is_typed(typed):
    assert Triangles(set="square_centre").start().play(typed).line == ("A-B",)


def test_position_is_its_list_of_moves():
    game = Triangles(set="square_centre")
    position = game.start().play_all("a-b e-a B-E")
    assert position.text == "A-B A-E B-E"
    assert game.position(position.text) == position
    assert game.position("") == game.start()


@pytest.mark.parametrize(
    ("typed", "key", "tells"),
    [
        ("A-C", "refuse.through", "E"),
        ("B-A", "refuse.drawn", "A-B"),
        ("A-E", "refuse.crosses", "B-F"),
        ("A-Z", "problem.name", "Z"),
        ("A-A", "problem.move", "A-A"),
        ("A", "problem.move", "A"),
        ("A-B-C", "problem.move", "A-B-C"),
        ("A-", "problem.move", "A-"),
        ("", "problem.move", ""),
    ],
)
def test_refusal_tells_why(typed, key, tells):
    # A square with its centre E, and F so that B-F cuts A-E.
    game = Triangles(points="0,0 8,0 8,8 0,8 4,4 1,2")
    position = game.start().play_all("A-B B-F")
    with pytest.raises(Problem) as refused:
        position.play(typed)
    assert refused.value.key == f"game.triangles.{key}"
    assert tells in str(refused.value)


def test_nothing_can_be_played_after_the_end():
    position = Triangles(set="triangle").start().play_all("A-B B-C A-C")
    with pytest.raises(Problem) as refused:
        position.play("A-B")
    assert refused.value.key == "problem.move.over"
    assert say(position.outcome.reason)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=8))
@settings(max_examples=200)
def test_any_text_is_a_move_or_a_problem(text):
    position = Triangles(set="square_centre").start()
    try:
        said = position.play(text).text
    except Problem as problem:
        said = str(problem)
    assert said


def test_picture_shows_who_drew_and_who_owns():
    position = Triangles(set="quadrilateral").start().play_all("A-B B-C A-C")
    scene = position.scene
    assert scene.board == "plane"
    assert [(spot.name, spot.x, spot.y) for spot in scene.spots][1] == ("B", 5, 0)
    assert scene.lines == (Stroke("A", "B", 0), Stroke("A", "C", 0), Stroke("B", "C", 1))
    assert scene.areas == (Area(("A", "B", "C"), 0),)
    assert scene.score == (1, 0)
    assert scene.last == ("A", "C")
    assert scene.paths == {"A-D": ("A", "D"), "C-D": ("C", "D")}


def test_picture_without_a_history_has_lines_of_nobody():
    position = Triangles(set="triangle").start().play("A-B")
    scene = position.game.scene(position.state)
    assert scene.lines == (Stroke("A", "B"),)
    assert scene.areas == ()


def test_title_is_the_name_people_know(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", [])
    for language, title in (("en", "Gaining Territory"), ("ko", "땅따먹기")):
        use_language(language)
        assert Triangles().title == title


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"set": "triangle"}, "3 segments in all: odd, which favours the first player"),
        ({"set": "triangle_inside"}, "6 segments in all: even, which favours the second player"),
        ({"set": "line"}, "3 segments in all: odd"),
        ({"points": "0,0 1,0 2,0"}, "2 segments in all: even"),
        ({"set": "quadrilateral", "extra_move": True}, "5 segments in all: odd"),
    ],
)
def test_note_says_how_many_segments_there_will_be(options, words):
    start = Triangles(**options).start()
    assert str(start.game.note(start)) == words
    end = start
    while not end.is_over:
        end = end.play(end.codes[0])
    assert words.startswith(f"{len(end.history)} segments")
    overlay = start.game.overlay("parity", start)
    assert overlay.caption == words
    assert {mark.spot for mark in overlay.marks} <= {spot.name for spot in start.scene.spots}


def test_parity_overlay_marks_the_hull():
    game = Triangles(set="square_centre")
    marks = game.overlay("parity", game.start()).marks
    assert [mark.spot for mark in marks] == ["A", "B", "C", "D"]


def test_overlay_caption_stands_below_the_picture():
    game = Triangles(set="triangle")
    position = game.start()
    assert "3 segments in all" in draw_svg(position.scene, overlay=game.overlay("parity", position))
    assert "segments in all" not in draw_svg(position.scene)
