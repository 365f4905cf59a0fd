"""The pictures and figures of docs/explanation are the output of the commands next to them."""

from __future__ import annotations

import math
import re
import shlex
from pathlib import Path

import pytest

from plyground.games.registry import load_game
from plyground.lab.comparison import compare
from plyground.lab.search_setup import TextbookSearch

ROOT = Path(__file__).parents[2]
PAGES = {
    language: (ROOT / "docs" / "explanation" / name).read_text(encoding="utf-8")
    for language, name in (("en", "adversarial-search.md"), ("ko", "adversarial-search.ko.md"))
}
COMMANDS = [
    command
    for page in PAGES.values()
    for command in re.findall(r"^plyground (lab .*)$", page, re.MULTILINE)
]
PICTURES = {shlex.split(text)[-1]: text for text in COMMANDS if "--svg" in text}


def test_every_picture_is_shown_and_has_its_command():
    drawn = {f"docs/pictures/{file.name}" for file in (ROOT / "docs/pictures").glob("lab-*.svg")}
    assert drawn == set(PICTURES)
    for page in PAGES.values():
        shown = re.findall(r"\]\(\.\./pictures/(lab-[^)]*)\)", page)
        asked = re.findall(r"--svg docs/pictures/(\S+)$", page, re.MULTILINE)
        assert shown == asked
        assert shown


@pytest.fixture(scope="module")
def efforts():
    start = load_game("tictactoe").start()
    start.game.native()
    return [
        tuple(f"{count:,}" for count in (effort.nodes, effort.leaves, effort.cuts))
        for effort in compare(start, max_seconds=math.inf)
    ]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_table_is_that_of_the_comparison(efforts, page):
    rows = re.findall(r"^\|[^|]+\|[^|]+\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert rows == efforts
    assert rows[0][0] == "549,946"


def test_the_figures_about_order_and_depth_are_true():
    start = load_game("tictactoe").start()
    for order in ("natural", "best", "random:1"):
        nodes = TextbookSearch(start, "alphabeta", order=order).run().nodes
        assert all(f"{nodes:,}" in page for page in PAGES.values())
    for depth in range(1, 10):
        nodes = TextbookSearch(start, "alphabeta", depth).run().nodes
        assert all(f"{nodes:,}" in page for page in PAGES.values())
