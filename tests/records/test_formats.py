"""Native formats, and the detection of formats."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.registry import find_game_class, game_names, load_game
from plyground.locale import Problem
from plyground.records import formats
from plyground.records.formats import (
    decode,
    detect_format,
    guess_file_format,
    list_all_formats,
    list_formats,
    read_tree,
    write_tree,
)
from plyground.records.variation_tree import VariationTree


def play_some(name, plies=10, **options):
    tree = VariationTree(load_game(name, **options).start(), ("Ada", "Bob"))
    node = tree.root
    for ply in range(plies):
        legal = node.position.moves
        if not legal:
            break
        node = tree.play(node, legal[(7 * ply + 3) % len(legal)])
    return tree


def line(tree):
    return [node.move for node in tree.root.main_line[1:]]


@pytest.mark.parametrize("name", game_names())
def test_every_game_round_trips_through_each_of_its_formats(name):
    tree = play_some(name)
    for format_ in list_formats(find_game_class(name)):
        text = write_tree(tree, format_)
        assert detect_format(text) == format_
        back = read_tree(text)
        assert back.game == tree.game
        assert line(back) == line(tree)
        assert back.players == tree.players


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kamisado", {"points": 3}),
        ("triangles", {"points": "0,0 4,0 2,3 2,1", "extra_move": True}),
        ("gomoku", {"size": 9, "rule": "standard", "ban33": "black"}),
    ],
)
def test_options_are_kept_by_every_format(name, options):
    tree = play_some(name, 3, **options)
    for format_ in list_formats(find_game_class(name)):
        assert read_tree(write_tree(tree, format_)).game == tree.game


def test_a_start_position_is_kept():
    game = load_game("kamisado")
    origin = game.start().play("d1-d5")
    tree = VariationTree(game.position(origin.text))
    tree.play(tree.root, tree.root.position.moves[0])
    back = read_tree(write_tree(tree, "text"))
    assert back.root.position == origin
    assert line(back) == line(tree)


@pytest.mark.parametrize(
    "text",
    [
        "h8 i9 g7",
        "H8, I9, G7",
        "1. h8 i9 2. g7",
        "1.h8 2.i9 3.g7",
        "1) h8\n2) i9\n3) g7\n",
        "h8i9g7",
        "; any remark\nh8\ni9 g7",
    ],
)
def test_lists_of_moves_are_read_as_people_write_them(text):
    assert line(read_tree(text, game_class=find_game_class("gomoku"))) == ["h8", "i9", "g7"]


def test_moves_without_spaces_are_split_by_what_is_legal():
    assert line(read_tree("h11h1a15", game_class=find_game_class("gomoku"))) == ["h11", "h1", "a15"]
    assert line(read_tree("d1-d5", game_class=find_game_class("kamisado"))) == ["d1-d5"]


def test_the_text_of_a_position_can_be_pasted():
    tree = read_tree("h8 i9 / g7 / 1", game_class=find_game_class("gomoku"))
    assert tree.root.position.text == "h8 i9 / g7 / 1"
    assert line(tree) == []


def test_arguments_take_precedence_over_the_text():
    text = write_tree(play_some("gomoku", rule="freestyle"), "text")
    assert read_tree(text, options={"rule": "caro"}).game.settings["rule"] == "caro"


@pytest.mark.parametrize(
    ("text", "given", "words"),
    [
        ("", {}, "no text"),
        ("  \n", {}, "no text"),
        ("h8 i9", {}, "does not say which game"),
        ("; game chess\ne4", {}, 'no game "chess"'),
        ("; game os.py\ne4", {}, 'no game "os.py"'),
        ("; game gomoku\n; set size=99\nh8", {}, "Option size"),
        ("; game gomoku\n; set self=9\nh8", {}, 'no option "self"'),
        ("; game gomoku\nh8 h8", {}, "Move 2"),
        ("; game gomoku\nh8 zz", {}, "Move 2"),
        ("; game gomoku\n; start nonsense\n", {}, "is no position"),
        ("h8 / h8 / 1", {"game_class": find_game_class("gomoku")}, "named twice"),
        (
            "; game kamisado\nd1-d5",
            {"game_class": find_game_class("gomoku")},
            "a game of kamisado, not of",
        ),
        ("(;GM[4];B[hh])", {"game_class": find_game_class("kamisado"), "name": "sgf"}, "cannot be"),
        ("(;GM[1];B[hh])", {}, "another game"),
        ("{}", {}, '"format" must be'),
    ],
)
def test_invalid_texts_are_refused_in_a_sentence(text, given, words):
    with pytest.raises(Problem, match=words):
        read_tree(text, **given)


def test_a_text_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(formats, "MAX_LENGTH", 10)
    with pytest.raises(Problem, match="too long"):
        read_tree("; game gomoku\nh8")


def test_a_format_that_a_game_lacks_is_refused():
    with pytest.raises(Problem, match="Kamisado cannot be written or read as"):
        write_tree(play_some("kamisado"), "sgf")


def test_files_are_recognised_by_their_extensions():
    assert [guess_file_format(f"x.{e}") for e in ("json", "txt", "SGF", "psq", "png")] == [
        "json",
        "text",
        "sgf",
        "psq",
        None,
    ]
    assert guess_file_format("noending") is None
    assert set(list_all_formats()) == {"json", "text", "sgf", "psq"}


def test_files_of_other_charsets_are_read():
    assert decode("\ufeff한글".encode()) == "한글"
    assert "홍길동" in decode("(;GM[4]CA[EUC-KR]PB[홍길동])".encode("euc-kr"))
    assert decode(b"(;PB[J\xfcrgen])") == "(;PB[Jürgen])"
    assert decode(b"CA[nonsense]\xff")


@settings(max_examples=150, deadline=None)
@given(
    st.text() | st.text(alphabet='(;)[]GMABWS4hz8 \n\\{}",:0123456789Piskvory/-x'),
    st.sampled_from([None, "json", "text", "sgf", "psq"]),
    st.sampled_from([None, "gomoku", "triangles", "tictactoe"]),
)
def test_no_text_crashes_a_reader(text, name, game):
    with suppress(Problem):
        read_tree(text, name, game and find_game_class(game))


def test_a_game_that_cannot_be_loaded_does_not_spoil_the_formats_of_others(monkeypatch):
    def find(name):
        if name == "wrong":
            raise ImportError("no module named other")
        return find_game_class(name)

    known = list_all_formats()
    monkeypatch.setattr(formats, "game_names", lambda: ["wrong", *game_names()])
    monkeypatch.setattr(formats, "find_game_class", find)
    assert list_all_formats() == known
    assert detect_format("(;GM[4]FF[4])") == "sgf"
