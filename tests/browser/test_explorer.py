"""The opening explorer on the analysis page."""

from __future__ import annotations

import json
import urllib.request

import pytest
from websockets.sync.client import connect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def play(site, game, moves, resigns):
    """A game of two people that is resigned, over the socket."""
    seats = [{"kind": "human"}, {"kind": "human"}]
    request = urllib.request.Request(
        f"{site}/api/games",
        json.dumps({"game": game, "players": seats}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        begun = json.load(answer)
    address = f"{site.replace('http', 'ws', 1)}/api/games/{begun['id']}/socket"
    for tokens, messages in (
        (begun["tokens"], [{"type": "move", "move": move, "ply": ply} for ply, move in moves]),
        ([begun["tokens"][resigns]], [{"type": "resign"}]),
    ):
        with connect(address, close_timeout=1) as socket:
            for message in ({"type": "hello", "tokens": tokens}, *messages, {"type": "ping"}):
                socket.send(json.dumps(message))
            while json.loads(socket.recv(timeout=300))["type"] != "pong":
                pass


@pytest.fixture(scope="module")
def games(site):
    """Three games that begin alike."""
    play(site, "kamisado", enumerate(["d1-d5", "a8-a4"]), 1)
    play(site, "kamisado", enumerate(["d1-d5", "a8-a4"]), 1)
    play(site, "kamisado", enumerate(["d1-d5", "a8-a5"]), 0)


def open_explorer(page, site, rest):
    page.goto(f"{site}/analysis/{rest}")
    page.locator("#board").wait_for()
    page.wait_for_function("() => document.querySelector('#board').position")
    page.keyboard.press("o")
    return page.locator("#explorer")


def test_the_explorer_shows_what_was_played_and_what_the_engine_thinks(page, site, games):
    explorer = open_explorer(page, site, "kamisado?moves=d1-d5")
    row = explorer.get_by_role("row").filter(has_text="a8-a4")
    row.wait_for()
    results = row.get_by_role("img").get_attribute("aria-label")
    assert results == "First player won 2, drawn 0, Second player won 0"
    assert row.get_by_role("cell").first.inner_text() == "2"
    page.wait_for_function(
        "() => [...document.querySelectorAll('#explorer td.opinion')].every(c => c.textContent)"
    )
    row.get_by_role("button", name="a8-a4").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#board').position.ply === 2")
    explorer.get_by_text("Nobody has played on from here yet.").wait_for()
    page.reload()
    explorer.get_by_text("Nobody has played on from here yet.").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_explorer_fits_a_phone_in_both_languages(
    open_page, site, games, axe_violations, scheme
):
    page = open_page(**PHONE, locale="ko-KR", color_scheme=scheme)
    explorer = open_explorer(page, site, "kamisado?moves=d1-d5")
    explorer.get_by_role("row").nth(2).wait_for()
    assert "오프닝 탐색기" in explorer.inner_text()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert axe_violations(page) == []
