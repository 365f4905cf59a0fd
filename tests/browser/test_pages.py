"""What holds for every page: languages, accessibility, shortcuts, a stable layout."""

from __future__ import annotations

import pytest

from plyground.agents.level_ratings import find_level_ratings
from plyground.games.registry import load_game

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_lobby(open_page, site, axe_violations, scheme):
    page = open_page(color_scheme=scheme)
    page.goto(site)
    page.locator("#fields fieldset").first.wait_for()
    page.locator("summary").click()
    assert axe_violations(page) == []


@pytest.mark.parametrize(
    ("game", "scheme"),
    [("tictactoe", "light"), ("gomoku", "dark"), ("kamisado", "light"), ("triangles", "dark")],
)
def test_axe_finds_nothing_serious_on_the_game_page(
    open_page, player_at, site, axe_violations, game, scheme
):
    player = player_at(open_page(color_scheme=scheme))
    player.begin(site, game, opponent="here", clock="game")
    path = next(iter(player.paths.values()))
    player.click(path)
    player.wait_for_moves(1)
    assert axe_violations(player.page) == []
    player.page.get_by_role("button", name="Resign").click()
    player.page.locator("dialog").get_by_role("button", name="Resign").click()
    player.page.locator("#status.over").wait_for()
    assert axe_violations(player.page) == []


def test_axe_finds_nothing_serious_on_a_phone(open_page, player_at, site, axe_violations):
    player = player_at(open_page(**PHONE))
    player.begin(site, "kamisado", opponent="here")
    assert axe_violations(player.page) == []


def test_korean_is_chosen_and_saved(player, site):
    page = player.page
    page.goto(site)
    page.get_by_role("button", name="한국어").click()
    page.get_by_role("heading", name="게임을 고르세요").wait_for()
    assert page.evaluate("() => document.documentElement.lang") == "ko"
    page.locator("#cards").get_by_text("오목", exact=True).click()
    page.get_by_text("둘이 함께").click()
    page.get_by_role("button", name="대국 시작").click()
    page.wait_for_url("**/game/*")
    assert player.wait_for_turn()
    assert "흑 차례" in page.locator("#status").inner_text()
    player.click(["h8"])
    player.wait_for_moves(1)
    page.locator("#move-input").fill("h8")
    page.keyboard.press("Enter")
    page.get_by_text("지금 둘 수 없습니다").wait_for()
    page.reload()
    page.get_by_text("백 차례").first.wait_for()


def test_a_korean_browser_gets_korean(open_page, site):
    page = open_page(locale="ko-KR")
    page.goto(site)
    page.get_by_role("heading", name="게임을 고르세요").wait_for()


def test_no_words_are_missing(open_page, player_at, site):
    for locale in ("en-GB", "ko-KR"):
        page = open_page(locale=locale)
        page.goto(site)
        page.locator("#fields fieldset").first.wait_for()
        page.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
        assert missing(page) == []
        page.locator("label:has(input[name=opponent][value=here])").click()
        page.locator("#start").click()
        page.wait_for_url("**/game/*")
        player_at(page).wait_for_turn()
        page.keyboard.press("?")
        page.locator("dialog").wait_for()
        assert missing(page) == []


def missing(page):
    """Translation keys that are shown instead of texts."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *")].flatMap((element) => [
            element.childElementCount ? "" : element.textContent,
            ...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name)),
        ]).filter((text) => /^web\\.|\\{\\w+\\}/.test(text ?? ""))"""
    )


def test_the_keys_are_listed(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_text("Turn the board").is_visible()
    assert dialog.get_by_text("Move the cursor").is_visible()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert page.locator("[data-nav=flip]").get_attribute("title") == "Turn the board (f)"
    first = player.place("a1")
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('#board').flipped")
    assert player.place("a1") != first


def test_muting_is_saved(page, site):
    page.goto(site)
    button = page.get_by_role("button", name="Sounds")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    page.reload()
    assert button.get_attribute("aria-pressed") == "false"


def test_spots_are_named_and_moves_are_announced(player, site):
    page = player.page
    player.begin(site, "gomoku", opponent="here")
    player.click(["h8"])
    player.wait_for_moves(1)
    assert page.get_by_role("gridcell", name="h8, black stone").count() == 1
    assert page.get_by_role("gridcell", name="h9, empty", exact=True).count() == 1
    assert page.locator("#announcer").inner_text() == "Black: h8"


def test_players_of_gomoku_are_black_and_white_and_choices_have_words(player, site):
    page = player.page
    player.set_up(site, "gomoku")
    for name in ("Black", "White"):
        page.locator("#fields label:has(input[name=side])", has_text=name).wait_for()
    player.begin(site, "gomoku", {"opening": "swap2"}, opponent="here")
    for number, spot in enumerate(("h8", "i9", "g7"), start=1):
        player.click([spot])
        player.wait_for_moves(number)
    page.get_by_role("button", name="Take black").click()
    player.wait_for_moves(4)
    # The second player holds black now, and White is to move.
    assert player.made[3] == "Take black"
    assert page.locator("#status").inner_text().startswith("White to move")
    assert page.locator("#above").get_attribute("aria-label") == "Black"
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    page.locator("#status.over", has_text="wins (by resignation)").wait_for()
    assert "player" not in page.locator("#status").inner_text()


def test_hints_are_off_and_are_three_switches(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="engine", level="1")
    for name in ("Think", "Record", "Show"):
        assert not page.get_by_role("switch", name=name).is_checked()
    assert page.locator("#bar").is_hidden()


def test_the_visitors_games_are_in_the_lobby(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    player.click(["b2"])
    player.wait_for_moves(1)
    address = page.url.removeprefix(site)
    page.goto(site)
    page.locator(f'#mine a[href="{address}"]').click()
    assert player.wait_for_turn()
    assert player.made == ["b2"]


def test_the_layout_does_not_shift_during_a_game(player, site):
    """No event changes the place of anything."""
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    parts = ("#board", "#above", "#below", "#move-panel", "#actions", "#status")
    before = {part: page.locator(part).bounding_box() for part in parts}
    for number, spot in enumerate(("b2", "a1", "a2", "a3", "c2"), start=1):
        player.click([spot])
        player.wait_for_moves(number)
        for part in parts:
            now, then = page.locator(part).bounding_box(), before[part]
            assert (now["x"], now["y"]) == (then["x"], then["y"]), part


def test_the_engine_gives_hints_on_request(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    page.get_by_text("Show", exact=True).click()
    assert page.get_by_role("switch", name="Think").is_checked()
    page.locator("#board .arrow.best").wait_for()
    assert page.locator("#bar").is_visible()
    page.keyboard.press(" ")
    player.wait_for_moves(1)
    page.get_by_text("Think", exact=True).click()
    page.locator("#bar").wait_for(state="hidden")
    assert page.locator("#board .arrow").count() == 0


def test_hints_are_winning_chances(player, site):
    page = player.page
    player.begin(site, "gomoku", opponent="here")
    page.get_by_text("Show", exact=True).click()
    page.locator("#hint-note", has_text="depth").wait_for()
    assert "%" in page.locator("#hint-note").inner_text()
    assert page.locator("#bar").get_attribute("aria-label").startswith("Black: ")


def test_evaluations_are_recorded_without_being_shown(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    page.get_by_text("Record", exact=True).click()
    recorded = """count => {
        const name = Object.keys(localStorage).find((key) => key.includes("evaluations"));
        return name && Object.keys(JSON.parse(localStorage[name])).length >= count;
    }"""
    for number, spot in enumerate(("b2", "a1"), start=1):
        page.wait_for_function(recorded, arg=number)
        assert page.locator("#bar").is_hidden()
        player.click([spot])
        player.wait_for_moves(number)
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    page.locator("svg.graph").wait_for()


def test_there_are_no_hints_against_another_person(open_page, player_at, site):
    player = player_at(open_page())
    player.set_up(site, "tictactoe", opponent="link")
    player.page.get_by_role("button", name="Play", exact=True).click()
    player.page.get_by_text("No hints while").wait_for()
    assert player.page.get_by_role("switch", name="Think").is_disabled()


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", [200]), ("reduce", [])])
def test_pieces_are_animated_unless_reduced_motion_is_preferred(
    open_page, player_at, site, motion, moving
):
    player = player_at(open_page(reduced_motion=motion))
    page = player.page
    player.begin(site, "kamisado", opponent="here")
    page.evaluate(
        """() => {
            window.seen = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
                if ("transform" in frames[0]) window.seen.push(options.duration);
                return animate.call(this, frames, options);
            };
        }"""
    )
    player.click(["d1", "d5"])
    player.wait_for_moves(1)
    assert page.evaluate("() => window.seen") == moving


def test_an_experiment_runs_and_shows_its_findings(open_page, site, axe_violations):
    page = open_page()
    page.goto(f"{site}/experiments")
    panel = page.locator("#tictactoe-slip")
    panel.get_by_role("button", name="Run").click()
    panel.locator(".verdict").wait_for(timeout=300_000)
    assert "unlike what the report found" in panel.locator(".verdict").inner_text()
    assert panel.locator("img.chart").evaluate("(image) => image.naturalWidth") > 300
    assert panel.locator("tbody tr").count() == 6
    panel.get_by_role("button", name="Run again").wait_for()
    assert axe_violations(page) == []
    # The findings are still there for the next visitor.
    page.reload()
    page.locator("#tictactoe-slip .verdict").wait_for()


@pytest.mark.parametrize(
    ("locale", "title"), [("en-GB", "Not found"), ("ko-KR", "찾을 수 없습니다")]
)
def test_a_missing_game_is_a_page_that_leads_on(open_page, site, locale, title):
    page = open_page(allow_errors=True, locale=locale)
    page.goto(f"{site}/game/nothing")
    page.get_by_role("heading", name=title).wait_for()
    assert "nothing" in page.locator("main").inner_text()
    page.locator("main a").click()
    page.locator("#cards").wait_for()


def test_a_level_shows_its_rating_in_the_game_as_it_was_measured(player, site):
    page = player.page
    ratings = find_level_ratings(load_game("kamisado"))
    shown = page.locator(".level output")
    player.set_up(site, "kamisado", opponent="engine", level="4")
    assert shown.inner_text() == f"4, about {ratings.about(4)} here"
    assert ratings.command in shown.get_attribute("title")
    assert ratings.date in shown.get_attribute("title")
    page.locator("summary").click()
    page.locator('[name="option.points"]').select_option("3")
    assert shown.inner_text() == "4"
    assert shown.get_attribute("title") == ""
