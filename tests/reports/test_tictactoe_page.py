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
PICTURES = {
    shlex.split(text)[-1]: text
    for commands in COMMANDS.values()
    for text in commands
    if "--svg docs/" in text
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command in a folder that has the page's file."""
    [code] = {re.search(r"```python\n(.*?)```", page, re.DOTALL)[1] for page in PAGES.values()}
    (tmp_path / "board.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def run(*words):
        done = CliRunner().invoke(build_app(), list(words), env={"COLUMNS": "100"})
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_is_what_its_command_makes(run, path):
    run(*shlex.split(PICTURES[path])[:-1], "made.svg")
    assert Path("made.svg").read_text(encoding="utf-8") == (ROOT / path).read_text(encoding="utf-8")


def test_both_pages_show_the_same_pictures_and_commands():
    for language, page in PAGES.items():
        shown = re.findall(r"\]\(\.\./(pictures/[^)]*)\)", page)
        assert [f"docs/{name}" for name in shown] == [
            shlex.split(text)[-1] for text in COMMANDS[language] if "--svg docs/" in text
        ]
    plain = [text.replace(" --lang ko", "").replace(".ko.svg", ".svg") for text in COMMANDS["ko"]]
    assert plain == COMMANDS["en"]


@pytest.mark.parametrize("text", [text for text in COMMANDS["en"] if "docs/" not in text])
def test_every_command_runs(run, text):
    assert run(*shlex.split(text))


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


def test_the_printed_program_loses_to_minimax_with_either_mark(run):
    text = next(text for text in COMMANDS["en"] if text.startswith("match"))
    found = json.loads(run(*shlex.split(text), "--json"))
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


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page):
        assert (ROOT / "docs" / "explanation" / target).exists(), target
