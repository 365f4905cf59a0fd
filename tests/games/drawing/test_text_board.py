"""Scenes as text: complete without colour, pure ASCII on request, and within the given size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.games.drawing.glyphs import TextStyle, assign_tone_letters
from plyground.games.drawing.text_board import draw_scene, write_scene
from plyground.games.drawing.text_canvas import Canvas, Cell, text_width
from plyground.games.grid import grid_spots, hex_spots
from plyground.games.registry import game_names, load_game
from plyground.games.scene import Area, Border, Button, Label, Piece, Pit, Scene, Spot, Stroke

COLOURS = ("orange", "blue", "purple", "pink", "yellow", "red", "green", "brown")


def triangle(side=0, size=4, **more):
    spots = (Spot("A", 0, 0), Spot("B", size, 0), Spot("C", size / 2, size * 0.75))
    lines = (Stroke("A", "B", 0), Stroke("B", "C", 1), Stroke("A", "C", None))
    return Scene("plane", spots, lines=lines, areas=(Area(("A", "B", "C"), side),), **more)


def test_wide_characters_take_two_places():
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "가b", "label")
    assert [cell.glyph for cell in canvas.rows[0]] == ["가", "", "b", " ", " ", " "]
    assert str(canvas) == "가b"
    assert text_width("가b") == 3
    assert text_width("e\u0301") == 1


def test_what_falls_off_the_sheet_is_lost():
    canvas = Canvas(3, 1)
    canvas.put(-1, 0, "abcde")
    canvas.put(0, 5, "x")
    assert str(canvas) == "bcd"


def test_ink_keeps_the_ground_it_is_put_on():
    canvas = Canvas(2, 1)
    canvas.fill(0, 0, 2, 1, "board")
    canvas.put(0, 0, "x", "side0")
    assert canvas.rows[0] == [Cell("x", "side0", "board"), Cell(" ", "", "board")]


def test_boxes_show_marks_and_the_last_move():
    scene = Scene(
        "cells", grid_spots(2, 2), (Piece("a1", 0, "X"), Piece("b2", 1, "O")), last=("b2",)
    )
    assert str(draw_scene(scene)).splitlines() == [
        "   ┌───┬───┐",
        " 2 │   │❲O❳│",
        "   ├───┼───┤",
        " 1 │ X │   │",
        "   └───┴───┘",
        "     a   b",
    ]
    assert str(draw_scene(scene, TextStyle(ascii=True))).splitlines()[1] == " 2 |   |[O]|"


def test_a_missing_square_has_no_box():
    spots = tuple(spot for spot in grid_spots(2, 2) if spot.name != "b2")
    assert str(draw_scene(Scene("cells", spots))).splitlines() == [
        "   ┌───┐",
        " 2 │   │",
        "   ├───┼───┐",
        " 1 │   │   │",
        "   └───┴───┘",
        "     a   b",
    ]


def test_spots_without_letters_and_numbers_show_their_names():
    scene = Scene("cells", (Spot("p", 0, 0), Spot("q", 1, 0)), (Piece("q", 1),))
    assert str(draw_scene(scene)).splitlines() == ["  ┌───┬───┐", "  │ p │ ○ │", "  └───┴───┘"]


def test_crossings_show_stones_and_stars():
    scene = Scene("points", grid_spots(3, 2), (Piece("b1", 0), Piece("c2", 1)), last=("b1",))
    assert str(draw_scene(scene)).splitlines() == [" 2  ┌─┬─○", " 1  └❲●❳┘", "    a b c"]
    rows = str(draw_scene(Scene("points", grid_spots(15, 15)))).splitlines()
    assert [row.count("╋") for row in rows] == [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0]


def test_square_and_piece_show_their_glyphs_and_rings():
    spots = (Spot("a1", 0, 0, "pink", "♣"), Spot("b1", 1, 0, "blue", "◆"))
    scene = Scene("cells", spots, (Piece("a1", 0, "◆", "blue", 2),), last=("b1", "a1"))
    assert str(draw_scene(scene)).splitlines()[1] == " 1 │♣❲●◆❳°°│◆❲  ❳  │"
    assert str(draw_scene(scene, TextStyle(ascii=True))).splitlines()[1] == " 1 |p[Xb]++|b[  ]  |"
    coloured = str(draw_scene(scene, TextStyle(colour=True, height=20)))
    assert all(sign in coloured for sign in ("♣", "◆", "°°"))


def test_tones_get_letters_of_their_own():
    letters = assign_tone_letters(COLOURS)
    assert len(set(letters.values())) == len(COLOURS)
    assert letters["orange"] == "o"
    assert letters["brown"] == "w"


@pytest.mark.parametrize(("side", "sign", "ascii_glyph"), [(0, "•", "x"), (1, "◦", "o")])
def test_areas_show_their_owner_without_colour(side, sign, ascii_glyph):
    assert sign in str(draw_scene(triangle(side)))
    assert ascii_glyph in str(draw_scene(triangle(side), TextStyle(ascii=True)))
    backgrounds = {
        cell.background
        for row in draw_scene(triangle(side), TextStyle(colour=True)).rows
        for cell in row
    }
    assert backgrounds == {"", f"area{side}"}


def test_the_smallest_area_is_still_marked():
    spots = (Spot("A", 0, 0), Spot("B", 100, 0), Spot("C", 100, 1))
    scene = Scene("plane", spots, areas=(Area(("A", "B", "C"), 0),))
    assert "•" in str(draw_scene(scene))


def test_points_show_their_names_and_the_last_line():
    canvas = draw_scene(triangle(last=("A", "B")))
    assert all(name in str(canvas) for name in "ABC")
    assert any(
        cell.foreground == "last" and cell.glyph not in "AB" for row in canvas.rows for cell in row
    )


def test_points_that_nearly_coincide_keep_their_names():
    spots = (*(Spot("ABCDEF"[i], i % 3, i // 3) for i in range(6)), Spot("Z", 10**6, 10**6))
    drawn = str(draw_scene(Scene("plane", spots)))
    assert sorted(sign for sign in drawn if sign.isalpha()) == sorted(spot.name for spot in spots)


def test_points_in_a_line_can_be_drawn():
    for spots in ((Spot("A", 0, 0), Spot("B", 5, 0)), (Spot("A", 3, 0), Spot("B", 3, 9))):
        scene = Scene("plane", spots, lines=(Stroke("A", "B"),), labels=(Label(1, 1, "가"),))
        for ascii_only in (False, True):
            drawn = str(draw_scene(scene, TextStyle(ascii=ascii_only)))
            assert "A" in drawn
            assert "B" in drawn


@given(
    st.lists(
        st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6)),
        min_size=1,
        max_size=12,
        unique=True,
    ),
    st.integers(20, 120),
    st.integers(8, 50),
)
def test_any_points_fit_the_room_there_is(points, width, height):
    spots = tuple(Spot(chr(65 + index), x, y) for index, (x, y) in enumerate(points))
    canvas = draw_scene(Scene("plane", spots), TextStyle(width=width, height=height))
    assert canvas.width <= width
    assert canvas.height <= height
    assert {cell.glyph for row in canvas.rows for cell in row} >= {spot.name for spot in spots}


def test_captions_follow_the_board(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])
    scene = triangle(score=(3, 12), buttons=(Button("left", "왼쪽부터"),))
    assert write_scene(scene).splitlines()[-2:] == [
        "● First player 3 : 12 Second player ○",
        "left: 왼쪽부터",
    ]


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_drawn_in_every_way(name):
    position = load_game(name).start()
    for _ in range(4):
        position = position.play(position.moves[-1])
    assert str(position) == write_scene(position.scene)
    for colour in (False, True):
        assert str(draw_scene(position.scene, TextStyle(ascii=True, colour=colour))).isascii()
        assert str(draw_scene(position.scene, TextStyle(colour=colour))).strip()


def test_a_label_beside_the_spots_is_drawn():
    spots = tuple(Spot(str(number), number, 0) for number in (1, 2, 3))
    scene = Scene("plane", spots, labels=(Label(2, 1, "21 sticks"),))
    assert "21 sticks" in str(draw_scene(scene, TextStyle()))


def test_rows_of_hexagons_are_shifted():
    scene = Scene("hexagons", hex_spots(3, 2), (Piece("b2", 0), Piece("a1", 1)), last=("b2",))
    assert str(draw_scene(scene)).splitlines() == [
        "  2   ·  ❲●❳  ·",
        "1   ○   ·   ·",
        "    a   b   c",
    ]
    assert str(draw_scene(scene, TextStyle(ascii=True))).isascii()


def test_borders_of_hexagons_have_the_glyphs_of_their_sides():
    borders = (Border(("a1", "b1"), 0), Border(("a1", "a2"), 1), Border(("b1", "b2"), 1))
    scene = Scene("hexagons", hex_spots(2, 2), borders=borders)
    assert str(draw_scene(scene)).splitlines() == [
        "  2   ◦  ·   ·  ◦",
        "1   ◦  ·   ·  ◦",
        "       • • •",
        "       a   b",
    ]


def test_borders_of_squares_replace_the_frame():
    scene = Scene("cells", grid_spots(2, 1), borders=(Border(("a1", "b1"), 1),))
    assert "◦" in str(draw_scene(scene))
    assert str(draw_scene(scene, TextStyle(ascii=True))).count("o") > 2


def test_pits_show_numbers_names_and_owners():
    spots = (Spot("a", 0, 0), Spot("b", 0, 1), Spot("store", 1, 0.5, span=2))
    pits = (Pit("a", 4, 0), Pit("b", 12, 1), Pit("store", 0, 0))
    scene = Scene("pits", spots, pits=pits, last=("a",))
    assert str(draw_scene(scene)).splitlines() == [
        " (  12)",
        "  ◦b    (   0)",
        " ❲   4❳  •store",
        "  •a",
    ]
    assert str(draw_scene(scene, TextStyle(ascii=True))).isascii()


def test_names_yield_to_pieces_and_are_not_cut():
    spots = (Spot("north", 0, 0), Spot("south", 1, 0))
    assert str(draw_scene(Scene("cells", spots, (Piece("south", 1, "K"),)))).splitlines()[1] == (
        "  │ north │ K     │"
    )
    plane = str(draw_scene(Scene("plane", spots, (Piece("south", 1, "K"),))))
    assert "north" in plane
    assert "K" in plane
    assert "outh" not in plane


@pytest.mark.parametrize("board", ["cells", "hexagons", "points", "pits", "plane"])
@pytest.mark.parametrize(("x", "y"), [(-3, 0), (4, 0), (0, -3), (0, 4), (0.5, 0.5)])
def test_labels_are_written_whole(board, x, y):
    label = "a label that is long: 긴 이름표"
    scene = Scene(board, grid_spots(2, 2), labels=(Label(x, y, label),))
    for style in (TextStyle(), TextStyle(colour=True)):
        assert label in str(draw_scene(scene, style))


def test_pieces_of_neither_side_show_their_shapes_and_tones():
    spots = grid_spots(4, 1)
    pieces = (
        Piece("a1", None),
        Piece("b1", None, "■", "light"),
        Piece("c1", None, "◦", "brown"),
    )
    assert (
        str(draw_scene(Scene("cells", spots, pieces))).splitlines()[1] == " 1 │ ●  │ ■l │ ◦b │    │"
    )
    plain = str(draw_scene(Scene("cells", spots, pieces), TextStyle(ascii=True)))
    assert plain.splitlines()[1] == " 1 | *  | #l | ob |    |"
    alike = Scene("cells", spots, (Piece("a1", None, tone="brown"),))
    assert "● │   │" in str(draw_scene(alike))


def test_columns_more_than_one_apart_have_a_gap_between_them():
    spots = (Spot("a1", 0, 0), Spot("b1", 2, 0), Spot("c1", 9, 0))
    drawn = str(draw_scene(Scene("cells", spots))).splitlines()
    assert drawn[1] == " 1 │   │   │   │   │   │"
    assert drawn[3] == "     a       b       c"
    named = Scene("cells", spots, edges=(("x", "y", "z"), ("1",)))
    assert str(draw_scene(named)).splitlines()[3] == "     x       y       z"
