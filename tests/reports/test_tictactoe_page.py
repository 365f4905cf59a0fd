"""What the page on the tic-tac-toe report shows is what the program makes, in both languages."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plyground import Limit, load_game
from plyground.agents.specs import agent
from plyground.cli.main import build_app
from plyground.reports import load_experiments

ROOT = Path(__file__).parents[2]
PAGES = {
    language: (ROOT / "docs" / "explanation" / name).read_text(encoding="utf-8")
    for language, name in (("en", "report-tictactoe.md"), ("ko", "report-tictactoe.ko.md"))
}
COMMANDS = {
    language: re.findall(r"^plyground (.*)$", page, re.MULTILINE)
    for language, page in PAGES.items()
}


def test_every_picture_has_its_command():
    for language, page in PAGES.items():
        shown = re.findall(r"\]\(\.\./(pictures/[^)]*)\)", page)
        assert [f"docs/{name}" for name in shown] == [
            shlex.split(text)[-1] for text in COMMANDS[language] if "--svg docs/" in text
        ]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_two_games_are_those_that_are_played(page):
    rows = re.search(r"```text\n.*?\n(.*?)```", page, re.DOTALL)[1].splitlines()
    for spec, columns in (("printed", slice(18, 23)), ("alphabeta", slice(37, 42))):
        position = load_game("tictactoe").start()
        for number in range(9):
            position = position.play(agent(f"baseline:{spec}").choose(position, Limit()).move)
            drawn = [row[columns].split() for row in rows[3 * number : 3 * number + 3]]
            marks = {piece.spot: "XO"[piece.side] for piece in position.scene.pieces}
            assert drawn == [[marks.get(f"{x}{y}", ".") for x in "abc"] for y in (3, 2, 1)]
            assert rows[3 * number].startswith(f"== Round {number} ==")
        assert position.outcome.winner is None


def test_the_tables_are_those_of_the_experiments():
    for name in ("tictactoe-slip", "tictactoe-same-result"):
        found = load_experiments()[name].run(lambda done, total: None)
        for row in found.rows:
            figures = [f"{cell:,}" for cell in row.cells if isinstance(cell, int)]
            for page in PAGES.values():
                assert f"| {' | '.join(figures)} |" in page


def test_the_printed_program_loses_to_minimax_with_either_mark():
    text = next(text for text in COMMANDS["en"] if text.startswith("match"))
    done = CliRunner().invoke(build_app(), [*shlex.split(text), "--json"])
    found = json.loads(done.stdout)
    assert (found["a"]["agent"], found["a"]["losses"]) == ("baseline:printed", 2)


def test_every_claim_is_in_both_languages():
    tables = [
        re.findall(r"^\| (.+?) \|(.*?)\| (.+?) \|$", section, re.MULTILINE)
        for page in PAGES.values()
        for section in page.split("\n## ")
        if section.startswith(("All that the report says", "보고서의 모든 말"))
    ]
    assert len(tables) == 2
    assert len(tables[0]) == len(tables[1]) > 15
