"""`plyground show --overlay`: what a game marks, in words."""

from __future__ import annotations

THREES = "h9 h10 i8 j8 / a1 c1 e1 g1 / 0"


def test_marks_are_printed_with_their_reasons(line):
    shown = line(
        "show", "gomoku", "--set", "rule=renju", "--position", THREES, "--overlay", "forbidden"
    )
    assert shown.exit_code == 0, shown.stderr
    assert shown.stdout.splitlines()[-1] == "h8: a forbidden double-three"


def test_spots_with_one_meaning_are_printed_together(line):
    shown = line("show", "gomoku", "--position", "f8 g8 h8 / a1 c1 l1 / 0", "--overlay", "win")
    assert shown.stdout.splitlines()[-1] == "e8, d8, i8: Black wins by fours in 2 moves"


def test_marks_are_drawn_in_the_picture(line):
    asked = ("show", "gomoku", "--position", "f8 g8 h8 / a1 c1 l1 / 0", "--svg", "-")
    assert "an open four for Black" not in line(*asked).stdout
    drawn = line(*asked, "--overlay", "threats").stdout
    assert "<title>an open four for Black</title>" in drawn
    assert ">4+</text>" in drawn
    arrows = line("show", "triangles", "--moves", "A-B A-C", "--svg", "-", "--overlay", "scoring")
    assert arrows.exit_code == 0, arrows.stderr


def test_zones_are_printed_by_their_corners(line):
    square = ("show", "triangles", "--set", "set=hexagon", "--moves", "A-D", "--overlay", "regions")
    *_, segments, triangles, zones = line(*square).stdout.splitlines()
    assert segments == "Segments left: 8, even: the opponent draws the last"
    assert triangles == "Triangles left: 4"
    assert zones == "A B C D, A D E F: segments left to draw here: 4, even; triangles: 2"
    assert line(*square, "--svg", "-").stdout.count(">4</text>") == 2


def test_marks_are_in_the_json(line):
    shown = line.json("show", "kamisado", "--moves", "d1-d5", "--overlay", "called")
    assert shown["overlay"]["marks"][0]["spot"] == "a8"
    assert "overlay" not in line.json("show", "kamisado")


def test_an_unknown_overlay_is_refused(line):
    assert 'Did you mean "fives"' in line.refused("show", "gomoku", "--overlay", "five")
    assert "Overlays are: -" in line.refused("show", "tictactoe", "--overlay", "five")
