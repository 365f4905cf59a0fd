"""The arena in a browser: the owner starts a tournament, a visitor watches it."""

from __future__ import annotations

import re

import pytest

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def own_link(own_server):
    """The link that the server prints for its owner."""
    return re.search(r"http\S+/arena#\S+", own_server.log)[0]


def test_the_owner_starts_a_tournament_and_everybody_watches(
    own_server, own_link, open_page, axe_violations
):
    owner = open_page()
    owner.goto(own_link)
    owner.get_by_text("Start a tournament").click()
    assert own_link.rpartition("#")[2] not in owner.url
    owner.locator("select[name=game]").select_option("tictactoe")
    owner.get_by_label("Players, one per line").fill("random\nalphabeta:depth=2\nalphabeta:depth=1")
    owner.get_by_label("Rounds").fill("2")
    owner.get_by_role("button", name="Start", exact=True).click()
    owner.locator("#events a").click()
    owner.locator("#event-status", has_text="Finished, 12 of 12 games").wait_for()
    assert owner.locator("#ratings tbody tr").count() == 3
    assert owner.locator("#cross tbody tr").count() == 3
    assert owner.locator("#event-games tbody tr").count() == 12

    visitor = open_page(**PHONE)
    visitor.goto(f"{own_server.url}/arena")
    assert visitor.get_by_text("Start a tournament").is_hidden()
    visitor.locator("#events a").click()
    visitor.locator("#ratings tbody tr").first.wait_for()
    assert axe_violations(visitor) == []
    width = visitor.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 360
    visitor.locator("#event-games a").first.click()
    visitor.wait_for_url("**/analysis/tictactoe*")
    visitor.locator("ply-board").first.wait_for()
