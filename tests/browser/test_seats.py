"""Who plays: invitations, names, engines to watch or to take over, games from a position."""

from __future__ import annotations


def invite(host, site, name=""):
    host.set_up(site, "tictactoe", opponent="link")
    host.page.get_by_label("Your name").fill(name)
    host.page.get_by_role("button", name="Play", exact=True).click()
    return host.page.locator("#invitation").input_value()


def test_a_third_browser_cannot_use_an_invitation(open_page, player_at, site):
    host, guest, third = (player_at(open_page()) for _ in range(3))
    link = invite(host, site)
    guest.page.goto(link)
    assert host.wait_for_turn()
    third.page.goto(link)
    third.page.get_by_text("Somebody has used this invitation").wait_for()
    third.page.get_by_text("You are watching this game").wait_for()
    assert not third.page.get_by_role("button", name="Resign").count()
    host.click(["b2"])
    guest.wait_for_moves(1)
    guest.page.reload()
    assert guest.wait_for_turn()
    guest.click(["a1"])
    host.wait_for_moves(2)


def test_names_are_shown_and_remembered(open_page, player_at, site):
    host, guest = player_at(open_page()), player_at(open_page())
    guest.page.goto(invite(host, site, "Ada"))
    guest.page.locator("#above .name", has_text="Ada").wait_for()
    guest.page.get_by_label("Your name").fill("Grace")
    guest.page.get_by_role("button", name="Save").click()
    host.page.locator("#above .name", has_text="Grace").wait_for()
    guest.page.locator("#name-form").wait_for(state="hidden")
    guest.page.goto(site)
    assert guest.page.get_by_label("Your name").input_value() == "Grace"


def test_a_game_by_link_is_not_shown_to_strangers(own_server, open_page, player_at):
    site = own_server.url
    host, stranger = player_at(open_page()), open_page()
    invite(host, site)
    other = player_at(open_page())
    other.begin(site, "kamisado", opponent="here")
    stranger.goto(site)
    stranger.locator("#others .game-card").first.wait_for()
    assert stranger.locator("#others .game-card strong").all_inner_texts() == ["Kamisado"]
    # Nobody has said a name.
    stranger.locator("#others").get_by_text("First player – Second player").wait_for()


def test_two_engines_are_watched_paused_and_exchanged(player, site):
    page = player.page
    player.set_up(site, "gomoku", {"size": "9"}, opponent="watch")
    page.locator('[name="watch.0"]').select_option("random")
    page.locator('[name="watch.1"]').select_option("engine:level=1")
    page.locator('[name="watch.delay"]').fill("0.5")
    page.get_by_role("button", name="Play", exact=True).click()
    player.wait_for_moves(2)
    page.get_by_role("button", name="Pause").press("Enter")
    page.get_by_role("button", name="Go on").wait_for()
    assert page.get_by_role("button", name="Go on").evaluate("b => b === document.activeElement")
    assert page.locator("#move-form").is_hidden()
    paused = len(player.made)
    page.get_by_text("Change players").click()
    page.locator('#seat-panel form[data-side="0"] select').select_option("engine:level=2")
    page.locator('#seat-panel form[data-side="0"] button').click()
    page.locator(".player .name", has_text="level 2").wait_for()
    assert len(player.made) == paused
    page.get_by_role("button", name="Go on").click()
    player.wait_for_moves(paused + 1)
    page.reload()
    page.get_by_role("button", name="Pause").wait_for()


def test_a_stronger_engine_takes_over(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="engine", level="1")
    page.get_by_text("Change players").click()
    page.locator('#seat-panel form[data-side="1"] select').select_option("engine:level=9")
    page.locator('#seat-panel form[data-side="1"] button').click()
    page.locator("#above .name", has_text="level 9").wait_for()
    page.locator('#seat-panel form[data-side="0"] select').select_option("engine:level=3")
    page.locator('#seat-panel form[data-side="0"] button').click()
    player.wait_for_moves(2)
    assert page.locator("#below .name").inner_text() == "Engine, level 3"


def test_a_game_is_played_from_a_position_of_an_analysis(player, site):
    page = player.page
    page.goto(f"{site}/analysis/gomoku?set.size=9&moves=e5+d4+e4")
    page.locator("#tree button").nth(1).click()
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("From a position of your analysis, after 2 moves").wait_for()
    page.locator('label:has(input[name="opponent"][value="here"])').click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    assert player.wait_for_turn()
    assert player.made == ["e5", "d4"]
    assert "9" in page.locator("#details").inner_text()
    player.click(["a1"])
    player.wait_for_moves(3)


def test_a_finished_position_starts_no_game(player, site):
    page = player.page
    page.goto(f"{site}/analysis/tictactoe?moves=a1+b1+a2+b2+a3")
    page.locator("#status", has_text="wins").wait_for()
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("The game is over in this position").wait_for()


def test_bare_moves_ask_for_their_game(open_page, site):
    page = open_page(allow_errors=True)
    page.goto(f"{site}/analysis")
    page.get_by_role("button", name="Import").click()
    page.locator("#import-text").fill("b2 a1 c3")
    page.locator("dialog").get_by_role("button", name="Import").click()
    page.locator("dialog .problem", has_text="which game").wait_for()
    assert page.locator("#import-game").evaluate("field => field === document.activeElement")
    page.locator("#import-game").select_option("tictactoe")
    page.locator("dialog").get_by_role("button", name="Import").click()
    page.wait_for_url("**/analysis/study/*")
    page.locator("#tree button", has_text="c3").wait_for()
