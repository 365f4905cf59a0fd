"""What the pages on the gomoku reports show is what the program makes, in both languages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from plyground.reports.gomoku import EXPERIMENTS

ROOT = Path(__file__).parents[3]
PAGES = {
    name: (ROOT / "docs" / "explanation" / name).read_text(encoding="utf-8")
    for report in ("omok", "gomoku")
    for name in (f"report-{report}.md", f"report-{report}.ko.md")
}
COMMANDS = {
    name: re.findall(r"^plyground (.*)$", page, re.MULTILINE) for name, page in PAGES.items()
}


@pytest.mark.parametrize("report", ["omok", "gomoku"])
def test_both_languages_have_the_same_commands_and_claims(report):
    english, korean = f"report-{report}.md", f"report-{report}.ko.md"
    assert PAGES[english].count("\n|") == PAGES[korean].count("\n|")
    for name in (english, korean):
        drawn = [f"../{shlex.split(text)[-1].removeprefix('docs/')}" for text in COMMANDS[name]]
        for picture in re.findall(r"!\[[^]]*\]\(([^)]*)\)", PAGES[name]):
            assert picture in drawn


def test_every_experiment_has_its_command():
    asked = {
        shlex.split(text)[-1]
        for name, texts in COMMANDS.items()
        for text in texts
        if "--experiment" in text
    }
    assert asked == set(EXPERIMENTS)
