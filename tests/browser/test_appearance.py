"""How pages look: one margin, dark and light, coordinates, and the keys that work everywhere."""

from __future__ import annotations

import pytest

PAGES = ("/", "/library", "/analysis", "/analysis/tictactoe?moves=b2", "/lab", "/experiments")
DESKTOP = {"width": 1920, "height": 1080}
LEFT = """selector => Math.min(...[...document.querySelectorAll(selector)]
    .map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 1)
    .map(({ left }) => Math.round(left)))"""


def open_at(page, site, path):
    page.goto(f"{site}{path}")
    page.locator("html[data-ready]").wait_for()
    return page


@pytest.fixture
def every_page(player_at, site):
    """Visits every page with a tab: `for path in every_page(page)`."""

    def visit(page):
        for path in PAGES:
            open_at(page, site, path)
            yield path
        player_at(page).begin(site, "tictactoe", opponent="here")
        yield "/game"

    return visit


def test_every_page_begins_at_one_margin_and_its_header_ends_at_the_edge(open_page, every_page):
    page = open_page(viewport=DESKTOP)
    margins = {}
    for path in every_page(page):
        edge = page.evaluate(
            "() => document.querySelector('#header').getBoundingClientRect().right"
        )
        assert edge == DESKTOP["width"], path
        parts = "#study:not([hidden]) > *" if "tictactoe" in path else "main > :not([hidden])"
        page.locator(parts).first.wait_for(state="attached")
        margins[path] = page.evaluate(LEFT, parts)
        margins["header"] = page.evaluate(LEFT, ".brand")
    assert len(set(margins.values())) == 1, margins


def test_the_keys_of_all_pages_work_on_every_page(open_page, every_page):
    page = open_page()
    sound = page.get_by_role("button", name="Sounds")
    for path in every_page(page):
        before = sound.get_attribute("aria-pressed")
        page.keyboard.press("m")
        assert sound.get_attribute("aria-pressed") != before, path
        page.keyboard.press("?")
        page.get_by_role("dialog").get_by_text("Sounds on or off").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


PAPER = "() => getComputedStyle(document.documentElement).backgroundColor"


def test_dark_and_light_follow_the_system_until_one_is_chosen(open_page, site):
    page = open_at(open_page(color_scheme="light"), site, "/")
    light = page.evaluate(PAPER)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(PAPER)
    assert dark != light
    page.get_by_role("button", name="Dark colours").click()
    assert page.evaluate(PAPER) == light
    # The server writes the choice into the page: it holds before any script has run.
    served = page.request.get(f"{site}/lab").text()
    assert '<html lang="en" data-theme="light"' in served
    open_at(page, site, "/lab")
    assert page.evaluate(PAPER) == light
    page.keyboard.press("d")
    assert page.evaluate(PAPER) == dark


def test_a_theme_of_the_cookie_is_one_that_exists(open_page, site):
    page = open_page()
    page.context.add_cookies([{"name": "theme", "value": "'>x", "url": site}])
    assert "data-theme" not in page.request.get(site).text()


def test_coordinates_are_switched_off_and_stay_so(player, site):
    page = player.page
    player.begin(site, "gomoku", opponent="here")
    letters = page.locator("#board .coordinate")
    letters.first.wait_for()
    page.keyboard.press("a")
    letters.first.wait_for(state="detached")
    open_at(page, site, "/analysis/gomoku?moves=h8")
    page.locator("#board .piece").wait_for()
    assert letters.count() == 0
    page.get_by_role("button", name="Coordinates on or off").click()
    letters.first.wait_for()
