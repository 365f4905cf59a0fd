"""Games, analyses and verdicts as a notebook shows them: in both languages, all text escaped."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from plyground.agents.verdict import GameValue, Verdict, solve
from plyground.games.registry import load_game
from plyground.games.score import Analysis, Line, Score
from plyground.locale import Sentence, override_language

HOSTILE = '<img src=x onerror="alert(1)">&'


def analyse(move="b2"):
    lines = (
        Line((move, "a1", "c3"), Score("win", 1, 3, True, 1.0)),
        Line(("a1",), Score("value", 12.5, None, False, 0.61)),
    )
    return Analysis(move, lines[0].score, lines, (move,), 5, 1234, 0.5)


def parsed(html):
    return ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")


def cells(root):
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_an_analysis_is_a_table_of_its_lines():
    with override_language("en"):
        root = parsed(analyse()._repr_html_())
    assert cells(root) == [
        ["move", "score", "line"],
        ["b2", "win in 3", "b2 a1 c3"],
        ["a1", "61 %", "a1"],
    ]
    assert "depth 5 · 1,234 positions" in "".join(root.itertext())
    with override_language("ko"):
        assert cells(parsed(analyse()._repr_html_()))[1][1] == "3수 안에 승리"


def test_an_analysis_reads_as_text():
    with override_language("en"):
        lines = str(analyse()).splitlines()
    assert lines[0] == "b2  win in 3  b2 a1 c3"
    assert lines[1].split() == ["a1", "61", "%", "a1"]
    assert lines[2].startswith("depth 5")


def test_an_analysis_without_lines_is_its_move():
    with override_language("en"):
        assert str(Analysis("h8")).splitlines()[0] == "h8"
        assert cells(parsed(Analysis("h8")._repr_html_()))[1][0] == "h8"


def test_text_of_a_game_cannot_smuggle_markup_in():
    why = Sentence("score.win", {"plies": HOSTILE})
    shown = [
        Analysis(HOSTILE, None, analyse(HOSTILE).lines, why=why)._repr_html_(),
        Verdict(1, 3, (HOSTILE,), 1, 0.1, True, None, {HOSTILE: GameValue(1, 3)})._repr_html_(),
    ]
    for html in shown:
        assert "<img" not in html
        assert HOSTILE in "".join(parsed(html).itertext())


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Verdict(1, 17, ("d1-d5",), 10, 0.1, True), "First player wins in 17"),
        (Verdict(-3, None, (), 10, 0.1, True), "by 3"),
        (Verdict(0, None, ("a1",), 10, 0.1, True), "Draw"),
        (Verdict(None, None, (), 10, 0.1, False, "time"), "not known"),
    ],
)
def test_a_verdict_says_its_value(verdict, words):
    with override_language("en"):
        assert words.lower() in str(verdict).lower()
        assert words.lower() in "".join(parsed(verdict._repr_html_()).itertext()).lower()
        assert ("Not finished" in str(verdict)) != verdict.complete


def test_a_verdict_of_every_move_has_a_table():
    found = solve(load_game("tictactoe").position("a1 b2 / c3 c1 / 0"), every_move=True)
    with override_language("ko"):
        rows = cells(parsed(found._repr_html_()))
    assert len(rows) == 1 + len(found.moves)
    assert rows[0] == ["수", "평가"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_game_shows_its_title_options_and_start(language):
    game = load_game("tictactoe", width=4)
    with override_language(language):
        root = parsed(game._repr_html_())
        text = "".join(root.itertext())
        assert game.title in text
        assert ["width", "4"] in [row[:2] for row in cells(root)]
        assert root.find("{http://www.w3.org/2000/svg}svg") is not None
        assert str(game) == f"{game.title} (width=4)"
