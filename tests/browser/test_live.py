"""Live games: reloads, restarts, two browsers, clocks, offers and undo."""

from __future__ import annotations

import re


def seconds(text):
    minutes, rest = text.split(":")
    return 60 * int(minutes) + float(rest)


def clock(page, strip):
    return seconds(page.locator(f"{strip} .clock").inner_text())


def test_a_reload_loses_nothing(player, site):
    player.begin(site, "gomoku", opponent="here")
    for number, spot in enumerate(("h8", "h9", "i8"), start=1):
        player.click([spot])
        player.wait_for_moves(number)
    player.page.reload()
    assert player.wait_for_turn()
    assert player.made == ["h8", "h9", "i8"]
    player.click(["j8"])
    player.wait_for_moves(4)


def test_a_game_continues_after_the_server_was_killed(own_server, open_page, player_at):
    page = open_page(allow_errors=True)
    player = player_at(page)
    player.begin(own_server.url, "gomoku", opponent="here")
    player.click(["h8"])
    player.wait_for_moves(1)
    own_server.kill()
    page.locator('#connection[data-status="lost"]').wait_for()
    own_server.start()
    page.locator('#connection[data-status="open"]').wait_for()
    assert player.wait_for_turn()
    assert player.made == ["h8"]
    player.click(["h9"])
    player.wait_for_moves(2)


def test_two_browsers_play_each_other_by_link(open_page, player_at, site):
    host, opponent, spectator = (player_at(open_page()) for _ in range(3))
    host.set_up(site, "tictactoe", opponent="link")
    host.page.get_by_role("button", name="Play", exact=True).click()
    link = host.page.locator("#invitation").input_value()
    opponent.page.goto(link)
    spectator.page.goto(host.page.url)
    for number, (who, spot) in enumerate(
        ((host, "b2"), (opponent, "a1"), (host, "a2"), (opponent, "a3"), (host, "c2")), start=1
    ):
        assert who.wait_for_turn()
        who.click([spot])
        for each in (host, opponent, spectator):
            each.wait_for_moves(number)
    for each in (host, opponent, spectator):
        each.page.locator("#status.over").wait_for()
        assert "first player wins" in each.page.locator("#status").inner_text().lower()
    assert not spectator.page.get_by_role("button", name="Rematch").count()
    assert "#" not in opponent.page.url


def test_a_spectator_cannot_move(open_page, player_at, site):
    host, spectator = player_at(open_page()), player_at(open_page())
    host.begin(site, "tictactoe", opponent="here")
    spectator.page.goto(host.page.url)
    spectator.page.get_by_text("You are watching").wait_for()
    spectator.click(["b2"])
    host.click(["a1"])
    spectator.wait_for_moves(1)
    assert spectator.made == ["a1"]


def test_a_draw_is_offered_and_accepted(open_page, player_at, site):
    host, opponent = player_at(open_page()), player_at(open_page())
    host.set_up(site, "kamisado", opponent="link")
    host.page.get_by_role("button", name="Play", exact=True).click()
    opponent.page.goto(host.page.locator("#invitation").input_value())
    host.wait_for_turn()
    host.page.get_by_role("button", name="Draw").click()
    host.page.locator("dialog").get_by_role("button", name="Draw").click()
    opponent.page.get_by_text("offers a draw").wait_for()
    opponent.page.get_by_role("button", name="Accept").click()
    for each in (host, opponent):
        each.page.locator("#status.over").wait_for()
        assert "Draw" in each.page.locator("#status").inner_text()


def test_undo_against_a_person_is_an_offer(open_page, player_at, site):
    host, opponent = player_at(open_page()), player_at(open_page())
    host.set_up(site, "tictactoe", opponent="link")
    host.page.get_by_role("button", name="Play", exact=True).click()
    opponent.page.goto(host.page.locator("#invitation").input_value())
    host.wait_for_turn()
    host.click(["b2"])
    opponent.wait_for_moves(1)
    host.page.get_by_role("button", name="Undo").click()
    opponent.page.get_by_text("wants to take a move back").wait_for()
    opponent.page.get_by_role("button", name="Accept").click()
    host.page.get_by_text("No move yet").wait_for()
    assert host.wait_for_turn()


def test_undo_takes_two_plies_back_and_restores_the_clocks(player, site):
    page = player.page
    player.set_up(site, "gomoku", opponent="engine", level="1", clock="game")
    page.locator('input[name="clock.minutes"]').fill("5")
    page.locator('input[name="clock.increment"]').fill("60")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    player.wait_for_turn()
    player.click(["h8"])
    player.wait_for_moves(2)
    player.wait_for_turn()
    assert clock(page, "#below") > 300, "the move added a minute"
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("No move yet").wait_for()
    assert player.wait_for_turn()
    assert clock(page, "#below") <= 300


def test_undo_can_be_switched_off(player, site):
    player.set_up(site, "gomoku", opponent="here")
    player.page.get_by_label("Moves may be taken back").uncheck()
    player.page.get_by_role("button", name="Play", exact=True).click()
    player.page.get_by_role("button", name="Resign").wait_for()
    assert not player.page.get_by_role("button", name="Undo").count()


def test_resigning_asks_for_confirmation(player, site):
    page = player.page
    player.begin(site, "gomoku", opponent="engine", level="1")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Cancel").click()
    assert not player.is_over
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    page.locator("#status.over").wait_for()
    assert "resign" in page.locator("#status").inner_text()
    lesson = page.get_by_role("link", name="Mistakes").get_attribute("href")
    assert lesson.endswith("?learn=0")


def test_a_rematch_swaps_the_sides(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="engine", level="1")
    before = page.url
    assert "First player" in page.locator("#below").inner_text()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/game/" in url and url != before)
    assert player.wait_for_turn()
    assert "Second player" in page.locator("#below").inner_text()
    assert len(player.made) == 1


def test_a_player_out_of_time_loses(player, site):
    page = player.page
    player.set_up(site, "gomoku", opponent="engine", level="1", clock="move")
    page.locator('input[name="clock.move"]').fill("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#status.over").wait_for()
    assert "on time" in page.locator("#status").inner_text()


def test_viewing_earlier_moves_leaves_the_live_game_alone(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    for number, spot in enumerate(("b2", "a1", "c3"), start=1):
        player.click([spot])
        player.wait_for_moves(number)
    shown = "() => document.querySelectorAll('#board .pieces .piece').length"
    for key, pieces in (("ArrowLeft", 2), ("ArrowLeft", 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        page.wait_for_function(f"count => ({shown})() === count", arg=pieces)
    assert "Looking at move 1 of 3" in page.locator("#status").inner_text()
    assert page.url.endswith("#1")
    page.reload()
    page.get_by_text("Looking at move 1 of 3").wait_for()
    page.wait_for_function(f"() => ({shown})() === 1")
    player.click(["c1"])
    assert len(player.made) == 3
    page.keyboard.press("End")
    page.wait_for_function(f"() => ({shown})() === 3")
    page.get_by_role("button", name=re.compile("Move 2")).click()
    page.wait_for_function(f"() => ({shown})() === 2")


def test_a_stone_appears_before_the_server_responds(player, site):
    """And it disappears, with a reason, when the server refuses it."""
    page = player.page
    held = []

    def through(route):
        server = route.connect_to_server()

        def to_server(message):
            if '"move"' in message:
                held.append(message)
            else:
                server.send(message)

        route.on_message(to_server)
        held.append(route)

    page.route_web_socket(re.compile("/api/games/"), through)
    player.begin(site, "gomoku", opponent="here")
    page.wait_for_function("() => document.querySelector('#board').ghost")
    player.click(["h8"])
    page.locator('#board .pieces .piece[data-spot="h8"]').wait_for()
    assert len(held) == 2, "the move has not arrived"
    held[0].send('{"type":"refused","why":"Not there, please.","ply":0}')
    page.get_by_text("Not there, please.").wait_for()
    page.locator('#board .pieces .piece[data-spot="h8"]').wait_for(state="detached")
    assert player.wait_for_turn()


def test_a_forbidden_point_says_why(player, site):
    player.begin(site, "gomoku", {"rule": "omok"}, opponent="here")
    # Two open threes of black would meet on h8.
    for number, spot in enumerate(("g8", "a1", "f8", "a15", "h9", "o1", "h10", "o15"), start=1):
        assert player.wait_for_turn()
        player.click([spot])
        player.wait_for_moves(number)
    player.wait_for_turn()
    player.click(["h8"])
    player.page.get_by_text("double-three").wait_for()
    assert len(player.made) == 8


def test_a_declined_undo_is_said(open_page, player_at, site):
    host, opponent = player_at(open_page()), player_at(open_page())
    host.set_up(site, "tictactoe", opponent="link")
    host.page.get_by_role("button", name="Play", exact=True).click()
    opponent.page.goto(host.page.locator("#invitation").input_value())
    host.wait_for_turn()
    host.click(["b2"])
    opponent.wait_for_moves(1)
    host.page.get_by_role("button", name="Undo").click()
    opponent.page.get_by_role("button", name="Decline").click()
    host.page.locator("#messages", has_text="does not want to take the move back").wait_for()
    assert host.made == ["b2"]


def test_a_move_waits_for_the_state_of_the_connection(player, site):
    """The state of a new connection arrives late: until then it may be the opponent's turn."""
    page, sockets, sent, late = player.page, [], [], []

    def pass_on(socket):
        server = socket.connect_to_server()
        is_late = bool(sockets)
        sockets.append(socket)
        socket.on_message(lambda text: (sent.append(text), server.send(text)))
        server.on_message(lambda text: late.append(text) if is_late else socket.send(text))

    page.route_web_socket("**/api/games/**", pass_on)
    player.begin(site, "tictactoe", opponent="here")
    sockets[0].close(code=1012)
    page.wait_for_function("() => !document.querySelector('#board').interactive")
    page.locator('#connection[data-status="open"]').wait_for()
    player.click(["b2"])
    while not late:
        page.wait_for_timeout(10)
    sockets[1].send(late[0])
    assert player.wait_for_turn()
    assert not [text for text in sent if '"move"' in text]
