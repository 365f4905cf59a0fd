"""How pages look: one margin, dark and light, coordinates, and the keys that work everywhere."""

from __future__ import annotations

import pytest

PAGES = (
    "/",
    "/library",
    "/analysis",
    "/analysis/tictactoe?moves=b2",
    "/lab",
    "/experiments",
    "/no/such/page",
)
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
    page = open_page(viewport=DESKTOP, allow_errors=True)
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
    page = open_page(allow_errors=True)
    sound = page.get_by_role("button", name="Sounds")
    for path in every_page(page):
        before = sound.get_attribute("aria-pressed")
        page.keyboard.press("m")
        assert sound.get_attribute("aria-pressed") != before, path
        page.keyboard.press("?")
        page.get_by_role("dialog").get_by_text("Sounds on or off").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "dark"), ("ko-KR", "light")])
def test_axe_finds_nothing_serious_on_any_page(
    open_page, every_page, axe_violations, locale, scheme
):
    page = open_page(locale=locale, color_scheme=scheme, allow_errors=True)
    for path in every_page(page):
        assert axe_violations(page) == [], path


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
    # Once more: back to what the system has, now and later.
    page.keyboard.press("d")
    assert "data-theme" not in page.request.get(f"{site}/lab").text()
    for scheme, colour in (("light", light), ("dark", dark)):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(PAPER) == colour


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


def test_a_line_that_passes_a_point_does_not_touch_it(page, site):
    """Of 30 points, seven lie close to this line, and none of them on it."""
    open_at(page, site, "/analysis/triangles?set.n=30&moves=A-AC")
    page.locator("#board .line").wait_for()
    gaps = page.evaluate(
        """() => {
            const [line] = document.querySelectorAll("#board .line .owned");
            const ends = ["x1", "y1", "x2", "y2"];
            const [x, y, endX, endY] = ends.map((each) => line[each].baseVal.value);
            const length = Math.hypot(endX - x, endY - y);
            const [dx, dy] = [(endX - x) / length, (endY - y) / length];
            const half = parseFloat(getComputedStyle(line).strokeWidth) / 2;
            const points = [...document.querySelectorAll("#board .layer.points circle")];
            return points.map(({ cx, cy, r }) => {
                const [px, py] = [cx.baseVal.value - x, cy.baseVal.value - y];
                return Math.abs(px * dy - py * dx) - r.baseVal.value - half;
            }).filter((gap) => gap > -half - 5);
        }"""
    )
    assert len(gaps) == 28
    assert min(gaps) > 2


def test_arrows_leave_names_readable(page, site):
    open_at(page, site, "/analysis/triangles?set.n=30")
    page.locator("#board .arrow.best").wait_for()
    layers = page.locator("#board .layer").evaluate_all(
        "all => all.map(({ classList }) => classList[1])"
    )
    assert layers.index("names") > layers.index("overlays")
    # The letter of a tower is in its middle: an arrow begins at the rim.
    open_at(page, site, "/analysis/kamisado?moves=d1-d5")
    page.locator("#board .arrow.best line").first.wait_for(state="attached")
    starts = page.locator("#board .arrow line").evaluate_all(
        "all => all.map(({ y1 }) => y1.baseVal.value)"
    )
    tower = page.locator('#board .piece[data-spot="a8"]').evaluate(
        "piece => piece.transform.baseVal[0].matrix.f"
    )
    assert min(starts) >= tower + 39


def test_no_label_of_the_evaluation_bar_is_cut_off(page, site):
    open_at(page, site, "/analysis/gomoku?start=f8+g8+h8+/+a1+c1+l1+/+0")
    label = page.locator("#bar span")
    page.locator("#engine .lines li").first.wait_for()
    label.evaluate("label => (label.textContent = '100%')")
    assert label.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")


TRUNCATED = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select")].filter((select) => {
        const style = getComputedStyle(select);
        pen.font = style.font;
        const widths = [...select.options].map(({ text }) => pen.measureText(text).width);
        const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        const arrow = 18;
        const room = select.clientWidth - padding - arrow;
        return select.offsetWidth && Math.max(...widths) > room;
    }).map(({ name, options }) => `${name}: ${[...options].map(({ text }) => text).join(" | ")}`);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "ko-KR"])
@pytest.mark.parametrize("width", [1280, 360])
def test_no_choice_is_cut_off(open_page, site, locale, width):
    page = open_page(viewport={"width": width, "height": 800}, locale=locale)
    for path, ready in (
        ("/#gomoku", "#fields details"),
        ("/#triangles", "#fields details"),
        ("/lab?game=gomoku", "#settings details"),
        ("/analysis/gomoku?moves=h8", "#engine select"),
    ):
        open_at(page, site, path)
        page.locator(ready).first.wait_for(state="attached")
        page.evaluate(
            "() => document.querySelectorAll('details').forEach((each) => (each.open = true))"
        )
        assert page.evaluate(TRUNCATED) == [], path
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, path
