"""The page of solved games: values on a board, cards in groups, and a game against perfect play."""

from __future__ import annotations

import pytest

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_first_move_shows_its_value_and_is_played_against_perfect_play(player, site):
    page = player.page
    page.goto(f"{site}/solved/kamisado")
    page.locator("#first-board .badge").first.wait_for()
    assert page.locator("#first-board .badge").count() == 8, "one for each tower"
    for spot in ("a1", "a7"):
        page.mouse.click(*player.place(spot, "#first-board"))
    page.get_by_text("a1-a7: The second player wins in 3").wait_for()
    card = page.locator(".solved-card").filter(has_text="a1-a7").first
    card.get_by_role("button", name="Play as Second player").click()
    page.wait_for_url("**/game/*")
    assert player.wait_for_turn()


@pytest.mark.parametrize(
    ("locale", "scheme", "options"),
    [("en-GB", "dark", "Columns: 4 · Rows: 4"), ("ko-KR", "light", "열: 4 · 행: 4")],
)
def test_axe_finds_nothing_serious_among_the_solved_games(
    open_page, site, axe_violations, locale, scheme, options
):
    page = open_page(**PHONE, locale=locale, color_scheme=scheme)
    page.goto(f"{site}/solved/tictactoe")
    page.get_by_role("heading", name=options, exact=True).wait_for()
    assert axe_violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
