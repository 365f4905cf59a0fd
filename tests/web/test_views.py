"""The views that pages draw."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plyground.games.registry import game_names, load_game
from plyground.locale import override_language
from plyground.web.views import make_board_view, make_position_view

EXAMPLES = Path(__file__).parents[2] / "examples"
COLOUR = re.compile(r"#[0-9a-f]{6}")


@pytest.mark.parametrize("name", game_names())
def test_every_name_in_a_view_is_known(name):
    position = load_game(name).start()
    board = make_board_view(position)
    spots = {spot["name"] for spot in board["spots"]}
    for _ in range(12):
        view = make_position_view(position)
        json.dumps(view)
        buttons = {button["name"] for button in view["buttons"]}
        assert {piece["spot"] for piece in view["pieces"]} <= spots
        assert {spot for path in view["paths"].values() for spot in path} <= spots | buttons
        assert set(view["paths"]) == set(position.moves)
        assert view["text"] == position.text
        for piece in view["pieces"]:
            assert COLOUR.fullmatch(piece["colour"])
            assert piece["shape"] in ("stone", "mark", "tower")
        if position.is_over:
            break
        position = position.play(position.moves[len(position.moves) // 2])
        assert make_position_view(position)["last"] == position.last_path


def test_a_board_of_crossings_has_labels_and_stars():
    board = make_board_view(load_game("gomoku").start())
    assert (board["kind"], len(board["spots"])) == ("points", 225)
    assert board["columns"]["0"] == "a"
    assert board["rows"]["14"] == "15"
    assert sorted(board["star"]) == ["d12", "d4", "h8", "l12", "l4"]


def test_a_board_of_colours_has_them_on_spots_and_pieces():
    position = load_game("kamisado").start()
    board, view = make_board_view(position), make_position_view(position)
    a1 = next(spot for spot in board["spots"] if spot["name"] == "a1")
    tower = next(piece for piece in view["pieces"] if piece["spot"] == "a1")
    assert a1["colour"] == tower["colour"] == "#8a5a3b"
    assert tower["shape"] == "tower"
    assert a1["ink"] == "#f6f3ec"


def test_a_piece_of_neither_side_has_its_own_colour():
    game = load_game(str(EXAMPLES / "quarto.py"), True)
    view = make_position_view(game.start())
    assert {piece["side"] for piece in view["pieces"]} == {None}
    assert {piece["shape"] for piece in view["pieces"]} == {"neutral"}
    assert {piece["colour"] for piece in view["pieces"]} == {"#8a5a3b", "#eadcc2"}


def test_points_in_the_plane_have_no_labels():
    board = make_board_view(load_game("triangles").start())
    assert (board["kind"], board["columns"], board["rows"]) == ("plane", None, None)


def test_the_outcome_is_in_the_current_language():
    position = load_game("tictactoe").start().play_all("a1 b1 a2 b2 a3")
    words = {}
    for language in ("en", "ko"):
        with override_language(language):
            words[language] = make_position_view(position)["outcome"]["words"]
    assert words == {
        "en": "The first player wins (a complete line)",
        "ko": "선수 승 (한 줄 완성)",
    }


def test_buttons_are_in_the_current_language():
    start = load_game("kamisado", points=3).position(
        "a1 b1 c1 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 0 - / 0 0"
    )
    position = start
    while not position.scene.buttons:
        position = position.play(position.moves[-1])
    texts = []
    for language in ("en", "ko", "en"):
        with override_language(language):
            texts.append([button["text"] for button in make_position_view(position)["buttons"]])
    assert texts[0] == texts[2]
    assert texts[0] != texts[1]
