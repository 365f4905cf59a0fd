"""What the page on the Kamisado report shows is what the program makes, in both languages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plyground import Limit, load_game, solve
from plyground.agents.specs import agent
from plyground.locale import override_language
from plyground.reports.kamisado import EXPERIMENTS

ROOT = Path(__file__).parents[3]
PAGES = {
    language: (ROOT / "docs" / "explanation" / name).read_text(encoding="utf-8")
    for language, name in (("en", "report-kamisado.md"), ("ko", "report-kamisado.ko.md"))
}
COMMANDS = {
    language: re.findall(r"^plyground (.*)$", page, re.MULTILINE)
    for language, page in PAGES.items()
}


def test_every_picture_has_its_command():
    for language, page in PAGES.items():
        shown = re.findall(r"\]\(\.\./(pictures/[^)]*)\)", page)
        drawn = [shlex.split(text)[-1] for text in COMMANDS[language] if "--svg" in text]
        assert [f"docs/{name}" for name in shown] == drawn


def test_every_experiment_of_the_report_has_its_command():
    asked = [shlex.split(text)[-1] for text in COMMANDS["en"] if "--experiment" in text]
    assert sorted(asked) == sorted(EXPERIMENTS)


@pytest.mark.parametrize("name", ["kamisado-duel", "kamisado-pair", "kamisado-deadlock"])
def test_the_tables_are_those_of_the_experiments(name):
    findings = EXPERIMENTS[name].run(lambda done, total: None)
    for language, page in PAGES.items():
        with override_language(language):
            for row in findings.rows:
                cells = [str(cell) for cell in row.cells]
                assert f"| {' | '.join(cells)} |" in page


def test_the_moves_that_the_page_speaks_of_are_played():
    text = "a1 b1 c1 d1 c5 h7 g3 f3 / h8 g8 f8 e8 h4 c6 b5 a2 / 0 orange"
    for deadlock, move in (("two", "f3-f5"), ("printed", "f3-e4")):
        position = load_game("kamisado", deadlock=deadlock).position(text)
        assert agent("baseline").choose(position, Limit()).move == move
    won = solve(load_game("kamisado").start().play_all("h1-h2 f8-f2"), memory=64, every_move=True)
    assert (won.value, won.best_moves) == (1, ("e1-e5",))
    assert [move for move, found in won.moves.items() if found.value == 1] == ["e1-e5"]
    assert (won.moves["e1-e2"].distance, won.moves["e1-d2"].distance) == (8, 10)
