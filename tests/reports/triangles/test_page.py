"""What the page on the report shows is what the program computes, in both languages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plyground.agents.specs import agent
from plyground.core.limits import Limit
from plyground.games.registry import load_game
from plyground.locale import override_language
from plyground.reports import load_experiments
from plyground.reports.experiment import Cell, Row
from plyground.reports.triangles import set_claims

ROOT = Path(__file__).parents[3]
PAGES = {
    language: (ROOT / "docs" / "explanation" / name).read_text(encoding="utf-8")
    for language, name in (("en", "report-triangles.md"), ("ko", "report-triangles.ko.md"))
}
COMMANDS = {
    language: re.findall(r"^plyground (.*)$", page, re.MULTILINE)
    for language, page in PAGES.items()
}


def ignore_progress(done: int, total: int) -> None:
    pass


def test_every_picture_has_its_command():
    for language, page in PAGES.items():
        shown = re.findall(r'src="\.\./(pictures/[^"]*)"', page)
        made = [text for text in COMMANDS[language] if "--svg docs/" in text]
        assert [f"docs/{name}" for name in shown] == [shlex.split(text)[-1] for text in made]


@pytest.mark.parametrize(
    "name",
    ["hull", "fewest", "polygons", "captures", "offers", "phases", "chains"],
)
def test_tables_are_those_of_the_experiments(name):
    for row in load_experiments()[f"triangles-{name}"].run(ignore_progress).rows:
        assert_row_is_shown(row)


def test_table_of_the_law_is_that_of_the_experiment(monkeypatch):
    """But for eight points, which take half a minute."""
    monkeypatch.setattr(set_claims, "LAW_SIZES", range(3, 8))
    for row in set_claims.check_law(ignore_progress).rows:
        assert_row_is_shown(row)


def assert_row_is_shown(row: Row) -> None:
    for language, page in PAGES.items():
        with override_language(language):
            line = f"| {' | '.join(map(format_cell, row.cells))} |"
        assert f"\n{line}\n" in page, line


def format_cell(cell: Cell) -> str:
    if isinstance(cell, float):
        return f"{cell:.4g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_positions_in_which_text_and_print_differ(page):
    rows = re.findall(
        r"^\| \d+ \| .* \| `([^`]*)`,? ?([A-Z -]*) \| (\S+) \| (\S+) \|$", page, re.MULTILINE
    )
    assert len(rows) == 11
    for options, moves, text, printed in rows:
        settings = dict(option.split("=") for option in options.split())
        position = load_game("triangles", **settings).start().play_all(moves)
        assert agent("baseline:report").choose(position, Limit()).move == text
        assert agent("baseline:printed").choose(position, Limit()).move == printed


def test_table_of_cases_has_the_exact_values():
    for row in set_claims.check_cases(ignore_progress).rows:
        moves, value = row.cells[1], row.cells[3]
        shown = f"| {'' if moves == '-' else moves + ' '}|"
        for page in PAGES.values():
            assert re.search(rf"{re.escape(shown)} [^|]* \| (\*\*)?{value}\b", page), row.cells


def test_every_claim_is_in_both_languages():
    tables = [
        re.findall(r"^\| (.+?) \|(.*?)\|(.*?)\|$", section, re.MULTILINE)
        for page in PAGES.values()
        for section in page.split("\n## ")
        if section.startswith(("Everything it says", "보고서의 모든 말"))
    ]
    assert len(tables) == 2
    assert len(tables[0]) == len(tables[1]) > 25
