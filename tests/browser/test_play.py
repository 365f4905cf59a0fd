"""Whole games by mouse, touch and keyboard."""

from __future__ import annotations

from random import Random

import pytest

GAMES = ("tictactoe", "gomoku", "kamisado", "triangles")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def play_out(player, press, seed=1):
    """Play any legal moves until the game is over, and return how many there were."""
    random = Random(seed)
    moves = 0
    while player.wait_for_turn():
        before = len(player.made)
        press(random.choice(sorted(player.paths.values())))
        player.wait_for_moves(before + 1)
        moves += 1
    return moves


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_engine_is_played_to_its_end_by_mouse(player, site, game):
    player.begin(site, game, opponent="engine", level="1")
    assert play_out(player, player.click) > 1
    page = player.page
    assert page.locator("#status").inner_text().endswith(")")
    assert page.get_by_role("button", name="Rematch").is_visible()
    assert page.get_by_role("link", name="Analyse").get_attribute("href").startswith("/analysis/")


def test_pieces_can_be_dragged_and_a_drop_off_the_board_returns(player, site):
    player.begin(site, "kamisado", opponent="here")
    path = player.paths["d1-d5"]
    player.page.mouse.move(*player.place("d1"))
    player.page.mouse.down()
    player.page.mouse.move(5, 5)
    player.page.mouse.up()
    assert player.made == []
    assert player.page.locator("#board .target").count() == 0
    player.drag(path)
    player.wait_for_moves(1)
    assert player.made == ["d1-d5"]


def test_lines_can_be_dragged_too(player, site):
    player.begin(site, "triangles", opponent="here")
    move, path = next(iter(player.paths.items()))
    player.drag(path)
    player.wait_for_moves(1)
    assert player.made == [move]


def test_targets_are_shown_as_dots_when_a_piece_is_picked(player, site):
    player.begin(site, "kamisado", opponent="here")
    player.click(["d1"])
    targets = {path[1] for path in player.paths.values() if path[0] == "d1"}
    assert player.page.locator("#board .target").count() == len(targets)
    player.click(["d1"])
    assert player.page.locator("#board .target").count() == 0


def test_a_line_may_be_drawn_from_either_end(player, site):
    player.begin(site, "triangles", opponent="here")
    move, path = next(iter(player.paths.items()))
    player.click(path[::-1])
    player.wait_for_moves(1)
    assert player.made == [move]


def test_a_game_is_played_by_keyboard_alone(player, site):
    page = player.page
    page.goto(f"{site}/#tictactoe")
    page.locator("#level").wait_for()
    page.locator("#level").press("Home")
    page.locator("#level").press("Enter")
    page.wait_for_url("**/game/*")
    while player.wait_for_turn():
        page.keyboard.press("b")
        wanted = sorted(player.paths)[0]
        for _ in range(12):
            spot = page.evaluate("() => document.activeElement.getAttribute('data-spot')")
            if spot == wanted:
                break
            page.keyboard.press(step_towards(player, spot, wanted))
        assert spot == wanted
        before = len(player.made)
        page.keyboard.press("Enter")
        player.wait_for_moves(before + 1)
        page.keyboard.press("Tab")
    assert len(player.made) >= 5


def test_a_missing_preview_does_not_prevent_a_game(open_page, site):
    page = open_page(allow_errors=True)
    busy = {"status": 503, "json": {"problem": "busy"}}
    page.route("**/api/positions", lambda route: route.fulfill(**busy))
    page.goto(f"{site}/#tictactoe")
    page.locator("#setup-problem").get_by_text("busy").wait_for()
    page.locator("#level").press("Enter")
    page.wait_for_url("**/game/*")


def step_towards(player, spot, wanted):
    (x, y), (aim_x, aim_y) = player.place(spot), player.place(wanted)
    if abs(aim_x - x) > 5:
        return "ArrowRight" if aim_x > x else "ArrowLeft"
    return "ArrowDown" if aim_y > y else "ArrowUp"


def test_every_spot_of_a_plane_can_be_reached_by_keyboard(player, site):
    player.begin(site, "triangles", opponent="here")
    page = player.page
    page.keyboard.press("b")
    reached = set()
    for _ in range(8):
        page.keyboard.press("PageDown")
        reached.add(page.evaluate("() => document.activeElement.getAttribute('data-spot')"))
    assert reached == set("ABCDEFGH")


def test_a_move_can_be_typed(player, site):
    player.begin(site, "gomoku", opponent="here")
    page = player.page
    page.keyboard.press("/")
    page.keyboard.type("H8")
    page.keyboard.press("Enter")
    player.wait_for_moves(1)
    assert player.made == ["h8"]


def test_a_game_is_played_by_touch_on_a_phone(open_page, player_at, site):
    player = player_at(open_page(**PHONE))
    player.begin(site, "kamisado", opponent="engine", level="1")
    page = player.page
    width = page.locator("#board").bounding_box()["width"]
    assert width >= 350
    assert play_out(player, player.tap) > 1
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_a_choice_has_a_button(player, site):
    player.begin(site, "gomoku", {"opening": "swap2"}, opponent="here")
    for number, spot in enumerate(("h8", "h9", "i10"), start=1):
        player.click([spot])
        player.wait_for_moves(number)
        player.wait_for_turn()
    player.page.get_by_role("button", name="Take black").click()
    player.wait_for_moves(4)
    assert player.made[-1] == "Take black"


def test_invalid_options_are_shown_before_the_game(open_page, player_at, site):
    page = open_page(allow_errors=True)
    player = player_at(page)
    player.set_up(site, "tictactoe", {"line": "7"}, opponent="here")
    page.locator("#setup-problem:not(:empty)").wait_for()
    assert "line" in page.locator("#setup-problem").inner_text()
    assert page.get_by_role("button", name="Play", exact=True).is_disabled()


def test_lines_and_triangles_belong_to_who_drew_them(player, site):
    player.begin(site, "triangles", {"points": "0,0 4,0 2,3"}, opponent="here")
    page = player.page
    for number, path in enumerate((["A", "B"], ["B", "C"], ["C", "A"]), start=1):
        assert player.wait_for_turn()
        player.click(path)
        player.wait_for_moves(number)
    page.locator("#status.over").wait_for()
    lines = page.locator("#board .line")
    assert [lines.nth(index).get_attribute("data-side") for index in range(3)].count("0") == 2
    assert page.locator('#board .area[data-side="0"]').count() == 1
    assert page.locator("#below .score").inner_text() == "1"


def test_the_row_that_won_is_marked(player, site):
    player.begin(site, "tictactoe", opponent="here")
    for number, spot in enumerate(("a1", "b1", "a2", "b2", "a3"), start=1):
        assert player.wait_for_turn()
        assert not player.page.locator("#board .winning").count()
        player.click([spot])
        player.wait_for_moves(number)
    player.page.locator("#status.over").wait_for()
    assert player.page.locator("#board .winning").count() == 3


def test_a_tower_that_may_not_move_says_which_one_must(player, site):
    player.begin(site, "kamisado", opponent="here")
    page = player.page
    player.click(["d1", "d5"])
    player.wait_for_moves(1)
    assert player.wait_for_turn()
    [must] = {path[0] for path in player.paths.values()}
    assert f"tower on {must} must move" in page.locator("#status").inner_text()
    other = next(spot for spot in ("a8", "b8") if spot != must)
    player.click([other])
    page.locator("#messages .problem", has_text=f"tower on {must} must move").wait_for()
    assert len(player.made) == 1


def test_who_takes_a_colour_is_shown_with_it(player, site):
    player.begin(site, "gomoku", {"opening": "swap2"}, opponent="here")
    page = player.page
    assert "place a black stone" in page.locator("#status").inner_text()
    for number, spot in enumerate(("h8", "h9", "i10"), start=1):
        player.click([spot])
        player.wait_for_moves(number)
        player.wait_for_turn()
    before = [shown_colour(page, strip) for strip in ("#below", "#above")]
    assert "take a colour" in page.locator("#status").inner_text()
    page.get_by_role("button", name="Take black").click()
    player.wait_for_moves(4)
    player.wait_for_turn()
    assert [shown_colour(page, strip) for strip in ("#above", "#below")] == before
    page.locator("label", has=page.locator("#hint-show")).click()
    page.locator("#bar:not([hidden])").wait_for()
    colour = page.evaluate(
        "document.querySelector('#bar').style.getPropertyValue('--first-colour')"
    )
    assert colour == shown_colour(page, "#below")


def shown_colour(page, strip):
    """The colour of the player in a strip beside the board."""
    return page.locator(f"{strip} .sign").evaluate("sign => sign.style.getPropertyValue('--side')")
