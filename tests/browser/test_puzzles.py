"""The puzzles page: hints, a wrong try that is refuted, a solution that is played and saved."""

from __future__ import annotations

import pytest

from plyground.games.tictactoe import TicTacToe
from plyground.solving.puzzle import load_puzzles

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

[PUZZLE, OTHER] = [
    puzzle
    for puzzle in load_puzzles(TicTacToe).puzzles
    if puzzle.goal == "win" and puzzle.plies == 3 and puzzle.wrong and not puzzle.options
][:2]


def open_puzzle(page, site, puzzle):
    page.goto(f"{site}/puzzles/tictactoe/{puzzle.id}")
    wait_for_turn(page)


def wait_for_turn(page):
    page.wait_for_function("() => document.querySelector('#board')?.interactive")


def read_results(page):
    return page.evaluate("() => JSON.parse(localStorage.getItem('plyground.puzzles.tictactoe'))")


def test_a_wrong_try_is_refuted_and_taken_back(player, site):
    page = player.page
    open_puzzle(page, site, PUZZLE)
    before = page.evaluate("() => document.querySelector('#board').position.text")
    for _ in range(3):
        page.keyboard.press("h")
    assert page.locator("#hints li").count() == 3
    move, refutation = next(iter(PUZZLE.wrong.items()))
    player.click([move])
    page.locator("#verdict.wrong").get_by_text(refutation.line[0]).first.wait_for()
    page.get_by_role("button", name="Back").click()
    wait_for_turn(page)
    assert page.evaluate("() => document.querySelector('#board').position.text") == before
    assert read_results(page) == {PUZZLE.id: "failed"}


def test_a_solution_is_played_with_its_replies_and_saved(player, site):
    page = player.page
    open_puzzle(page, site, PUZZLE)
    first, reply, last = PUZZLE.solution
    player.click([first])
    page.wait_for_function(
        "reply => document.querySelector('#board').position.last[0] === reply", arg=reply
    )
    wait_for_turn(page)
    player.click([last])
    page.get_by_text("Solved!").wait_for()
    assert read_results(page) == {PUZZLE.id: "solved"}
    page.keyboard.press("n")
    page.wait_for_url(lambda url: "/puzzles/tictactoe/" in url and PUZZLE.id not in url)
    page.go_back()
    page.wait_for_url(f"**/{PUZZLE.id}")


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("ko-KR", "dark")])
def test_axe_finds_nothing_serious_among_the_puzzles(
    open_page, site, axe_violations, locale, scheme
):
    page = open_page(**PHONE, locale=locale, color_scheme=scheme)
    open_puzzle(page, site, OTHER)
    page.locator("summary").click()
    page.locator("[data-action=hint]").click()
    page.locator("#hints li").wait_for()
    assert axe_violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
