"""The files of an experiment: the same findings as CSV, Markdown, chart and page."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from plyground.games.registry import load_game
from plyground.locale import use_language
from plyground.reports.summary import Column, Example, Summary
from plyground.reports.summary_files import draw_chart, write_csv, write_html, write_markdown

SUMMARY = Summary(
    name="stub",
    title="Who <begins>?",
    claim="The first wins & always.",
    finding="The first made 3 of 4 points.",
    verdicts=("agrees", "open"),
    columns=(Column("agent"), Column("won"), Column("s a move", 3), Column("margin")),
    rows=(("A | x", 3, 0.25, -2.0), ("B", 1, None, 4.0)),
    notes=("games: 4",),
    examples=(Example("Game 1", load_game("tictactoe").start().play("b2")),),
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def english():
    use_language("en")


def test_csv_has_numbers_as_numbers_and_gaps_as_gaps():
    rows = list(csv.reader(io.StringIO(write_csv(SUMMARY))))
    assert rows == [
        ["agent", "won", "s a move", "margin"],
        ["A | x", "3", "0.25", "-2.0"],
        ["B", "1", "", "4.0"],
    ]


def test_markdown_aligns_numbers_and_escapes_bars():
    lines = write_markdown(SUMMARY).splitlines()
    assert "| agent | won | s a move | margin |" in lines
    assert "| --- | ---: | ---: | ---: |" in lines
    assert "| A \\| x | 3 | 0.250 | -2 |" in lines
    assert "| B | 1 | - | 4 |" in lines
    assert "`plyground lab --experiment stub`" in lines


def test_the_chart_has_a_bar_for_every_number_in_proportion():
    root = ElementTree.fromstring(draw_chart(SUMMARY))
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "pg-bar"]
    widths = [float(bar.get("width", "")) for bar in bars]
    assert len(widths) == 6
    assert widths[0] == pytest.approx(3 * widths[1], abs=0.1)
    # The margins share one scale with zero between them: -2 ends where 4 begins.
    assert widths[5] == pytest.approx(2 * widths[4], abs=0.1)
    left, right = (float(bar.get("x", "")) for bar in bars[4:])
    assert left + widths[4] == pytest.approx(right, abs=0.1)
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {"A | x", "won", "s a move", "0.250", "-"} <= texts


def test_a_chart_of_nothing_but_zeros_can_be_drawn():
    ElementTree.fromstring(draw_chart(replace(SUMMARY, rows=(("A", 0, 0.0, None),))))


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_page_stands_alone_and_has_everything(language):
    use_language(language)
    page = write_html(SUMMARY)
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    for text in ("Who <begins>?", "The first wins & always.", SUMMARY.finding, "A | x", "Game 1"):
        assert text in tags.text
    assert ("html", {"lang": language}) in tags.seen
    assert sum(tag == "svg" for tag, _ in tags.seen) == 2
    # Nothing is loaded from elsewhere, and nothing runs.
    assert not [attrs for tag, attrs in tags.seen if "src" in attrs or "href" in attrs]
    assert not [tag for tag, _ in tags.seen if tag in ("script", "link", "iframe")]
