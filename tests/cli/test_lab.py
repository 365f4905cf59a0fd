"""`plyground lab`: trees in words, pictures and data; comparisons; sheets."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plyground.lab.comparison import SearchBudget

BOOK = "(3 12 8) (2 4 6) (14 5 2)"
LATE = ("tictactoe", "--moves", "a1 a2 c1 b2 b3", "--depth", "4")
CONNECT4 = str(Path(__file__).parents[2] / "examples" / "connect4.py")


def test_a_tree_is_printed_line_by_line(line):
    document = line("lab", "--tree", BOOK).stdout
    for part in (
        "A ▲ [-∞, ∞] = 3",
        "├─ B ▼ [-∞, ∞] = 3",
        "├─ C ▼ [3, ∞] = 2  ╳ Max already has 3, Min can get 2 here",
        "│  ├─ ╳ c2 = 4",
        "   └─ d3 = 2",
        "Value 3 for Max; best play: B b1",
        "nodes: 11, leaves: 7, cuts: 1",
    ):
        assert part in document


def test_a_position_is_shown_with_its_tree(line):
    document = line("lab", *LATE).stdout
    assert "Tic-tac-toe · depth 4 · alpha-beta" in document
    assert "│ O │ O │   │" in document
    assert "├─ c2 ▲ = -1  the game is over" in document
    assert "└─ ╳ 2 cut off: c2 a3" in document
    assert "Value -1 for Max (the first player); best play: c2" in document


def test_a_step_shows_where_the_search_is(line):
    document = line("lab", "--tree", BOOK, "--step", "15").stdout
    assert "Max already has 3, Min can get 2 here  ◀ here" in document
    assert "After 15 of 27 events. Step 4: cut" in document
    assert "D" not in document


@pytest.mark.parametrize("words", [("--tree", BOOK), LATE, ("kamisado", "--depth", "2")])
@pytest.mark.parametrize("more", [(), ("--step", "20")])
def test_plain_characters_are_enough(line, words, more):
    assert line("lab", *words, *more, "--ascii").stdout.isascii()
    if "kamisado" not in words and not more:
        assert line("lab", *words, "--quiz", "--limit", "60", "--ascii").exit_code == 0


def test_korean_is_spoken(line):
    document = line("lab", "--tree", BOOK, "--lang", "ko").stdout
    assert "최선의 수순: B b1" in document
    assert "얻을 수 있습니다" in document


def test_json_has_the_whole_tree(line):
    document = line.json("lab", "--tree", BOOK, "--order", "reversed", "--algorithm", "negamax")
    assert (document["value"], document["algorithm"], document["order"]) == (
        3,
        "negamax",
        "reversed",
    )
    assert document["counts"]["nodes"] == 13
    assert document["nodes"][0]["entry"] == {"alpha": None, "beta": None}
    assert document["depth"] is None
    assert line.json("lab", *LATE, "--step", "3")["complete"] is False


def test_files_are_written(line, tmp_path):
    svg, dot = tmp_path / "나무.svg", tmp_path / "tree.dot"
    done = line("lab", *LATE, "--svg", str(svg), "--dot", str(dot))
    assert done.exit_code == 0
    assert str(svg) in done.stdout
    assert ElementTree.parse(svg).getroot().get("role") == "img"
    assert dot.read_text(encoding="utf-8").startswith("digraph")
    assert ElementTree.fromstring(line("lab", "--tree", BOOK, "--svg", "-").stdout) is not None
    assert line("lab", "--tree", BOOK, "--dot", "-").stdout.startswith("digraph")


def test_a_sheet_and_its_answers(line):
    sheet = line("lab", "--tree", BOOK, "--quiz").stdout
    assert "C ▼ [____, ____] = ____" in sheet
    assert "├─ c2 = 4" in sheet
    assert "╳" not in sheet
    answers = line("lab", "--tree", BOOK, "--answers").stdout
    assert "C ▼ [3, ∞] = 2" in answers
    assert "╳ c2 = 4" in answers
    whole = line.json("lab", *LATE, "--answers")
    assert [node["state"] for node in whole["nodes"]].count("pruned") > 4


def test_min_may_move_first(line):
    assert line.json("lab", "--tree", BOOK, "--root", "min")["nodes"][0]["role"] == "min"
    assert line.json("lab", "--tree", BOOK, "--root", "min")["value"] == min(12, 6, 14)


@pytest.mark.parametrize("name", ["gomoku", "kamisado", "triangles", "tictactoe", CONNECT4])
def test_every_game_has_a_tree(line, name):
    document = line.json("lab", name, "--depth", "1", "--table", "--algorithm", "deepening")
    assert document["counts"]["nodes"] > 1
    assert document["table"]


def test_games_have_options_and_positions(line):
    document = line.json(
        "lab", "triangles", "--set", "points=0,0 4,0 4,4 0,4", "--depth", "6", "--order", "best"
    )
    assert document["value"] == 2
    assert line.json("lab", "tictactoe", "--position", "a1 / b2 / 0", "--depth", "1")["complete"]


def test_a_finished_game_is_a_single_leaf(line):
    document = line("lab", "tictactoe", "--moves", "a1 b1 a2 b2 a3").stdout
    assert "▼ = 1  the game is over" in document
    assert "Value 1 for Max (the first player)\n" in document


def test_nodes_beyond_the_limit_are_folded_and_counted(line):
    document = line("lab", "kamisado", "--depth", "2", "--limit", "10").stdout
    assert "folded" in document
    assert "Nodes folded: " in document
    assert "as a number between -1 and +1" in document


def test_all_algorithms_are_compared(line):
    done = line("lab", "--compare", "tictactoe", "--moves", "b2 a1 c1")
    assert "minimax + table" in done.stdout
    assert "█" in done.stdout
    document = line.json("lab", "--compare", "tictactoe", "--moves", "b2 a1 c1", "--depth", "2")
    assert document["depth"] == 2
    assert len(document["efforts"]) == 8
    assert document["efforts"][0]["nodes"] == 1 + 6 + 6 * 5
    plain = line("lab", "--compare", "tictactoe", "--moves", "b2 a1 c1", "--ascii")
    assert plain.stdout.isascii()
    assert "####" in plain.stdout
    assert line.json("lab", "--compare", "--tree", BOOK)["efforts"][2]["nodes"] == 11


def test_the_longest_bar_is_the_most_work(line):
    chart = line("lab", "--compare", "tictactoe", "--moves", "b2 a1 c1").stdout.split("\n\n")[-1]
    rows = [text for text in chart.splitlines() if "█" in text]
    lengths = [text.count("█") for text in rows]
    nodes = [int(text.split()[-1].replace(",", "")) for text in rows]
    assert 50 <= max(lengths) <= 60
    assert lengths.index(max(lengths)) == nodes.index(max(nodes))
    narrow = line("lab", "--compare", "tictactoe", "--moves", "b2 a1 c1", COLUMNS="60").stdout
    assert all(len(text) <= 60 for text in narrow.split("\n\n")[-1].splitlines())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Name one thing to look at"),
        (["tictactoe", "--tree", BOOK], "Name one thing to look at"),
        (["--tree", "(3 (4)"], 'The "(" at place 1 of the tree is never closed'),
        (["--tree", "(3 4))"], 'The ")" at place 6 of the tree closes nothing'),
        (["--tree", ""], "The tree is empty"),
        (["--tree", "(3 four)"], '"four)" at place 4'),
        (["--tree", BOOK, "--root", "mid"], "write --root max or --root min"),
        (["--tree", BOOK, "--moves", "a1"], "--moves does not go with --tree"),
        (["--tree", BOOK, "--step", "28"], "from 1 to 27"),
        (["--tree", BOOK, "--step", "x"], "from 1 to 27"),
        (["--tree", BOOK, "--limit", "1"], "from 2 to 5000"),
        (["tictactoe", "--root", "min"], "--root does not go with GAME"),
        (["tictactoe", "--games", "3"], "--games does not go with GAME"),
        (["tictactoe", "--algorithm", "alfabeta"], 'Did you mean "alphabeta"?'),
        (["tictactoe", "--order", "worst"], "Choose natural, reversed"),
        (["tictactoe", "--depth", "-1"], "--depth cannot be"),
        (["tictactoe", "--compare", "--svg", "x.svg"], "--svg does not go with --compare"),
        (["tictactoe", "--quiz"], "more than 40 nodes"),
        (["tictactoe", "--quiz", "--answers"], "--answers does not go with --quiz"),
        (["tictactoe", "--quiz", "--table", "--depth", "1"], "leave --table out"),
        (["--experiment", "nothing"], "no experiment"),
        (["--experiment", "nothing", "--games", "0"], "--games cannot be"),
    ],
)
def test_errors_are_one_line(line, words, sentence):
    assert sentence in line.refused("lab", *words)
    assert line.refused("lab", *words, "--lang", "ko") != line.refused("lab", *words)


def test_a_file_that_cannot_be_written_is_a_failure(line, tmp_path):
    path = str(tmp_path / "no" / "x.svg")
    assert "could not be written" in line.refused("lab", "--tree", BOOK, "--svg", path, code=1)


@pytest.mark.parametrize("words", [["gomoku", "--depth", "4"], ["--compare", "gomoku"]])
def test_a_search_can_be_interrupted(line, monkeypatch, words):
    count = SearchBudget.__call__

    def interrupt(meter):
        if meter.nodes == 1000:
            signal.raise_signal(signal.SIGINT)
        return count(meter)

    monkeypatch.setattr(SearchBudget, "__call__", interrupt)
    done = line("lab", *words, "--json")
    assert (done.exit_code, done.stderr) == (130, "")
    assert done.stdout == "" or json.loads(done.stdout)["efforts"] == []
