"""Boards in a terminal, with and without colours and Unicode."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from plyground.cli.terminal_board import make_text_style, render_board
from plyground.games.drawing import palette
from plyground.games.registry import game_names, load_game


def console(encoding="utf-8", **more):
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    return Console(file=file, force_terminal=True, color_system="truecolor", width=80, **more)


def render(scene, page, ascii_only=False):
    with page.capture() as captured:
        page.print(render_board(scene, make_text_style(page, ascii_only)))
    return captured.get()


def paint(colour, ground=False):
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"{48 if ground else 38};2;{red};{green};{blue}"


def play_some(name, plies=6, **options):
    position = load_game(name, **options).start()
    for ply in range(plies):
        if not position.is_over:
            position = position.play(position.moves[(7 * ply + 3) % len(position.moves)])
    return position


@pytest.mark.parametrize("name", game_names())
def test_a_terminal_without_colours_gets_none(name):
    scene = play_some(name).scene
    shown = render(scene, console(no_color=True))
    assert "\x1b[3" not in shown
    assert "\x1b[4" not in shown
    assert "38;2" not in shown


def test_the_environment_can_forbid_colours(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert not make_text_style(console(), False).colour
    monkeypatch.delenv("NO_COLOR")
    assert make_text_style(console(), False).colour


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp949"])
def test_a_terminal_without_the_signs_gets_plain_ones(encoding):
    assert make_text_style(console(encoding), False).ascii
    assert render(play_some("kamisado").scene, console(encoding, no_color=True)).isascii()


def test_ascii_can_be_asked_for():
    assert not make_text_style(console(), False).ascii
    assert make_text_style(console(), True).ascii


def test_squares_show_their_colours_and_glyphs():
    shown = render(load_game("kamisado").start().scene, console(height=60))
    for colour, glyph in {"pink": "K", "brown": "N", "orange": "O"}.items():
        assert paint(palette.tone_colour(colour), ground=True) in shown
        assert glyph in shown


def test_stones_lie_on_wood():
    shown = render(play_some("gomoku").scene, console())
    assert paint(palette.WOOD, ground=True) in shown
    assert all(paint(stone) in shown for stone in palette.STONES)
    assert paint(palette.DOT) in shown


def test_areas_are_filled_and_scores_have_the_sides_colours():
    shown = render(play_some("triangles", 14).scene, console(height=60))
    assert any(
        paint(palette.mix_colours(side, "#101418", 0.5), ground=True) in shown
        for side in palette.SIDES
    )
    assert all(paint(side) in shown.rstrip().splitlines()[-1] for side in palette.SIDES)


def test_a_low_terminal_gets_lower_tiles():
    scene = load_game("kamisado").start().scene
    high, low = (
        len(render(scene, console(height=height)).rstrip().splitlines()) for height in (60, 24)
    )
    assert (high, low) == (8 * 3 + 1, 8 * 2 + 1)


@pytest.mark.parametrize("name", game_names())
def test_no_line_is_wider_than_the_terminal(name):
    for page in (console(no_color=True), console()):
        for row in render_board(play_some(name).scene, make_text_style(page, False)).split("\n"):
            assert row.cell_len <= 80
