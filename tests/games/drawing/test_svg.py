"""Scenes as SVG: well-formed XML, complete, and accessible to screen readers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.games.drawing import palette
from plyground.games.drawing.palette import mix_colours, pick_text_colour, tone_colour
from plyground.games.drawing.svg import draw_svg
from plyground.games.grid import grid_spots
from plyground.games.registry import game_names, load_game
from plyground.games.scene import Area, Button, Label, Piece, Scene, Spot, Stroke

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(scene, title="", description=""):
    return ElementTree.fromstring(draw_svg(scene, title, description))


def every(root, name, **attributes):
    return [
        element
        for element in root.iter(f"{NAMESPACE}{name}")
        if all(element.get(key.replace("_", "-")) == value for key, value in attributes.items())
    ]


def written(root):
    return ["".join(element.itertext()) for element in every(root, "text")]


@pytest.mark.parametrize("name", game_names())
def test_every_game_makes_a_picture(name):
    position = load_game(name).start()
    for _ in range(3):
        position = position.play(position.moves[0])
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.get("role") == "img"
    assert every(root, "title")[0].text == position.game.title
    assert position.text in every(root, "desc")[0].text
    width, height = (float(root.get(side)) for side in ("width", "height"))
    assert 300 < width < 1200
    assert 200 < height < 1200


@given(st.text(), st.text())
def test_any_text_is_escaped(title, label):
    scene = Scene("plane", (Spot("A", 0, 0),), labels=(Label(0, 0, label),))
    root = parsed(scene, title, label)
    assert len(every(root, "text")) == 2


def test_hangul_is_kept_and_markup_is_not():
    root = parsed(Scene("cells", grid_spots(1, 1)), "땅따먹기 <b>&\x00\ud800")
    assert every(root, "title")[0].text == "땅따먹기 <b>&"


def test_a_tone_cannot_smuggle_markup_in():
    assert "script" not in draw_svg(Scene("cells", (Spot("a1", 0, 0, '"><script>'),)))


def test_squares_have_tone_glyph_and_coordinates():
    spots = (Spot("a1", 0, 0, "pink", "K"), Spot("b1", 1, 0, "blue", "B"))
    root = parsed(Scene("cells", spots))
    assert every(root, "rect", fill=tone_colour("pink"))
    assert sorted(written(root)) == ["1", "B", "K", "a", "b"]


def test_rank_is_drawn_as_rings():
    def rings(rank):
        piece = Piece("a1", 0, "K", "pink", rank)
        return len(every(parsed(Scene("cells", grid_spots(1, 1), (piece,))), "circle", fill="none"))

    assert [rings(rank) for rank in range(4)] == [0, 1, 2, 3]


def test_crossings_are_joined_and_stones_have_colours():
    stones = (Piece("a1", 0), Piece("b2", 1, "○"))
    root = parsed(Scene("points", grid_spots(3, 3), stones, last=("b2",)))
    assert len(every(root, "line")) == 12
    assert len(every(root, "circle", fill=palette.STONES[0])) == 1
    assert len(every(root, "circle", fill=palette.STONES[1])) == 1
    assert len(every(root, "circle", fill=palette.DOT)) == 1


def test_the_last_move_is_framed():
    root = parsed(Scene("cells", grid_spots(2, 2), last=("a1", "b2", "left")))
    assert len(every(root, "rect", stroke=palette.LAST)) == 2


def test_areas_and_lines_have_their_owners_colours():
    spots = (Spot("A", 0, 0), Spot("B", 4, 0), Spot("C", 2, 3))
    scene = Scene(
        "plane",
        spots,
        lines=(Stroke("A", "B", 0), Stroke("B", "C", 1), Stroke("A", "C")),
        areas=(Area(("A", "B", "C"), 1),),
        buttons=(Button("left", "Fill"),),
        score=(0, 1),
        last=("C", "B"),
    )
    root = parsed(scene)
    assert every(root, "polygon", fill=palette.SIDES[1])
    assert len(every(root, "line", stroke=palette.SIDES[0])) == 1
    assert len(every(root, "line", stroke=palette.LAST)) == 1
    assert {"A", "B", "C", "left: Fill"} <= set(written(root))
    assert every(root, "tspan", fill=palette.SIDES[0])
    assert every(root, "tspan", fill=palette.SIDES[1])


def test_unknown_tones_have_colours_of_their_own():
    assert tone_colour("mauve") == tone_colour("mauve")
    assert tone_colour("#ABCDEF") == "#abcdef"
    assert tone_colour("\ud800").startswith("#")


def test_words_can_be_read_on_every_tone():
    assert pick_text_colour("#ffffff") == palette.STONES[0]
    assert pick_text_colour("#000000") == palette.STONES[1]
    assert mix_colours("#ff0000", "#0000ff", 0.5) == "#800080"
