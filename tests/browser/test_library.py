"""The page of the visitor's own games and studies."""

from __future__ import annotations

import json
import urllib.request

import pytest

from plyground.records.record import Record

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def post(site, path, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{site}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def open_library(page, site, count):
    """Open the page in a browser that holds this many games, and one study."""
    seats = {}
    opponents = [{"kind": "agent", "spec": "random"}, {"kind": "human"}]
    for number in range(count):
        players = [{"kind": "human"}, opponents[number % 2]]
        begun = post(site, "/api/games", {"game": "tictactoe", "moves": ["b2"], "players": players})
        tokens = [token for token in begun["tokens"] if token]
        seats[begun["id"]] = {"tokens": tokens, "invite": None, "at": number}
    study = post(site, "/api/studies", {"game": "kamisado"})
    page.goto(f"{site}/library")
    page.evaluate(
        """([seats, id, key]) => {
          localStorage.setItem("plyground.seats", JSON.stringify(seats));
          localStorage.setItem(`plyground.study.${id}`, JSON.stringify(key));
        }""",
        [seats, study["id"], study["key"]],
    )
    page.reload()
    page.locator("#entries li").first.wait_for()
    return seats


def test_games_are_filtered_exported_and_deleted(page, site):
    seats = open_library(page, site, 30)
    cards = page.locator("#entries > li")
    assert cards.count() == 24
    page.get_by_role("button", name="Show more").click()
    assert cards.count() == 31
    page.wait_for_function(
        "() => [...document.querySelectorAll('#entries img')].some((img) => img.naturalWidth > 0)"
    )
    page.get_by_label("Opponent").select_option("computer")
    assert cards.count() == 15
    page.reload()
    page.locator("#entries li").first.wait_for()
    assert cards.count() == 15, "the address of the page says what is shown"
    with page.expect_download() as download:
        page.get_by_role("button", name="Export (15)").click()
    lines = download.value.path().read_text().splitlines()
    assert [Record.from_json(line).moves[0] for line in lines] == ["b2"] * 15
    page.get_by_role("button", name="Delete (15)").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    page.get_by_text("Nothing matches").wait_for()
    page.get_by_label("Opponent").select_option("any")
    assert cards.count() == 16
    left = page.evaluate("() => Object.keys(JSON.parse(localStorage['plyground.seats']))")
    assert len(left) == 15
    assert set(left) < set(seats)
    page.get_by_text("Studies", exact=True).click()
    assert cards.count() == 1
    page.get_by_label("Text").fill("nothing of the kind")
    page.get_by_text("Nothing matches").wait_for()


def test_a_new_visitor_reads_what_the_page_is_for(page, site):
    page.goto(f"{site}/library")
    page.get_by_text("Nothing here yet").wait_for()
    page.get_by_role("link", name="Start a game").click()
    page.locator("#fields fieldset").first.wait_for()


@pytest.mark.parametrize(
    "options", [{"color_scheme": "dark"}, {**PHONE, "locale": "ko-KR"}], ids=["dark", "phone"]
)
def test_axe_finds_nothing_serious_in_the_library(open_page, site, axe_violations, options):
    page = open_page(**options)
    open_library(page, site, 2)
    assert axe_violations(page) == []
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]
