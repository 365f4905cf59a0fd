"""`show` and `games`: positions and games in words, boards, JSON and pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from plyground.games.registry import game_names

MINE = '''
from plyground.games.tictactoe import TicTacToe as _Game

class Mine(_Game):
    """My own little game."""
    name = "mine"
    titles = {"en": "Mine", "ko": "내 게임"}

del _Game
'''


def test_a_position_is_shown_with_all_that_matters(line):
    shown = line("show", "tictactoe", "--moves", "b2 a1").stdout
    for part in ("Tic-tac-toe", "❲O❳", "First player to move", "7 legal moves", "b2 / a1 / 0"):
        assert part in shown


def test_a_finished_game_says_how_it_ended(line):
    shown = line("show", "tictactoe", "--moves", "a1 b2 a2 c3 a3").stdout
    assert "The first player wins (a complete line)" in shown
    assert "legal moves" not in shown


def test_what_the_rules_ask_for_is_said(line):
    shown = line("show", "kamisado", "--moves", "a1-f6").stdout
    assert "The brown tower on h8 must move." in shown
    korean = line("show", "gomoku", "--set", "opening=swap2", "--lang", "ko").stdout
    assert "세 돌 가운데 첫 번째인 흑돌을 놓으세요." in korean
    assert "must move" not in line("show", "kamisado").stdout


def test_ascii_is_plain(line):
    assert line("show", "kamisado", "--moves", "d1-d5", "--ascii").stdout.isascii()


def test_json_has_the_same(line):
    shown = line.json("show", "tictactoe", "--position", "b2 / a1 / 0", "--moves", "c3")
    assert shown["position"] == "b2 c3 / a1 / 1"
    assert shown["side"] == 1
    assert shown["moves"] == ["b1", "c1", "a2", "c2", "a3", "b3"]
    assert shown["played"] == ["c3"]
    assert shown["outcome"] is None
    won = line.json("show", "tictactoe", "--moves", "a1 b2 a2 c3 a3")
    assert won["over"]
    assert won["outcome"]["winner"] == 0


def test_a_picture_is_written(line, tmp_path):
    path = tmp_path / "그림.svg"
    done = line("show", "kamisado", "--moves", "d1-d5", "--svg", str(path))
    assert done.exit_code == 0
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert ElementTree.fromstring(line("show", "kamisado", "--svg", "-").stdout) is not None


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_shown(line, name):
    assert line("show", name).exit_code == 0
    text = line.json("show", name, "--moves", line.json("show", name)["moves"][0])["position"]
    assert line.json("show", name, "--position", text)["position"] == text


def test_games_lists_every_game_with_its_options(line):
    listed = line.json("games")["games"]
    assert [game["name"] for game in listed] == game_names()
    for game in listed:
        assert game["title"]
        assert game["about"]
        assert all(option["help"] for option in game["options"])
        assert game["title"] in line("games").stdout
    assert line.json("games", "tictactoe")["options"][0]["allowed"] == "1..19"


def test_a_game_may_be_a_file_or_a_class(line, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    assert line.json("games", str(path))["title"] == "Mine"
    assert line.json("games", str(path))["about"] == "My own little game."
    assert line.json("show", str(path), "--moves", "b2")["game"] == "mine"
    assert line.json("show", "plyground.games.tictactoe:TicTacToe")["game"] == "tictactoe"


@pytest.mark.parametrize("columns", ["0", "00"])
def test_a_terminal_without_a_size_shows_the_board_too(line, columns):
    shown = line("show", "gomoku", COLUMNS=columns, LINES="0").stdout
    assert shown == line("show", "gomoku").stdout


def test_a_strip_has_every_position_of_the_moves(line, tmp_path):
    path = tmp_path / "game.svg"
    assert (
        line("show", "tictactoe", "--moves", "a1 b2 c1", "--svg", str(path), "--strip").exit_code
        == 0
    )
    drawn = ElementTree.parse(path).getroot()
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert [word for word in words if word not in ("X", "O")] == [
        "start", "1. a1", "2. b2", "3. c1",
    ]  # fmt: skip
    assert words.count("X") == 1 + 1 + 2


@pytest.mark.parametrize("more", [[], ["--svg", "-", "--overlay", "win"]])
def test_a_strip_without_a_picture_is_a_sentence(line, more):
    done = line("show", "gomoku", "--moves", "h8", "--strip", *more)
    assert done.exit_code == 2
    assert "--strip needs --svg FILE" in done.stderr
