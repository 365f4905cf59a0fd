"""A user's own game appears in the lobby and can be played, without any JavaScript."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {"connect4": "ConnectFour", "hex": "Hex", "kalah": "Kalah", "quarto": "Quarto"}


def install(packages, name, source, target):
    """Put a game into a folder as `pip` would, with its entry point."""
    info = packages / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (packages / f"{name}.py").write_text(source, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[plyground.games]\n{name} = {name}:{target}\n")


@pytest.fixture
def server_with_examples(serve, tmp_path):
    """A server that finds the examples as an installed package's entry points."""
    packages = tmp_path / "packages"
    for name, game in GAMES.items():
        install(packages, name, (EXAMPLES / f"{name}.py").read_text(encoding="utf-8"), game)
    # Where these tests found Plyground, the server finds it as well.
    return serve({"PYTHONPATH": os.pathsep.join([str(packages), *sys.path])})


def test_a_users_game_is_set_up_and_played_to_its_end(server_with_examples, player):
    page = player.page
    player.set_up(server_with_examples.url, "connect4", opponent="agent")
    assert page.locator("#setup-title").inner_text() == "Connect Four"
    page.locator('select[name="agent"]').select_option("random")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    random = Random(3)
    while player.wait_for_turn():
        before = len(player.made)
        player.click(random.choice(sorted(player.paths.values())))
        player.wait_for_moves(before + 1)
    assert len(player.made) >= 7
    assert page.locator("#board .pieces .piece").count() == len(player.made)


def test_hexagons_and_pits_are_played_with_the_keyboard(server_with_examples, player):
    page = player.page

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate("document.activeElement.getAttribute('aria-label')")

    player.begin(server_with_examples.url, "hex", {"size": "5"}, opponent="here")
    assert page.locator("#board .ground polygon.tile").count() == 25
    assert page.locator("#board .ground polygon.border").count() == 4
    page.locator('#board [data-spot="c3"]').focus()
    # Up is one of the two cells above, then down is one of the two below it, and so on.
    assert press("ArrowRight") == "d3, empty"
    assert press("ArrowUp").startswith(("c4,", "d4,"))
    assert press("ArrowDown").startswith(("c3,", "d3,", "e3,"))
    page.locator('#board [data-spot="c3"]').focus()
    press("Enter")
    player.wait_for_moves(1)
    assert player.made == ["c3"]
    assert "stone of the First player" in press()

    player.begin(server_with_examples.url, "kalah", opponent="here")
    page.locator('#board [data-spot="a3"]').focus()
    assert press() == "a3, seeds: 4, First player's"
    press("Enter")
    player.wait_for_moves(1)
    page.wait_for_selector('#board .pit[data-pit="a3"][data-count="0"]')
    # Four seeds in the next pits, the last of them in the store.
    assert page.locator('#board .pit[data-pit="A"] .seed').count() == 1
    assert page.locator('#board .pit[data-pit="a4"] .seed').count() == 5


def test_a_piece_of_neither_side_is_given_and_placed(server_with_examples, player, axe_violations):
    page = player.page
    player.begin(server_with_examples.url, "quarto", opponent="here")
    assert page.locator("#board .pieces .piece.neutral").count() == 16
    for number, spot in enumerate(["h4", "b2", "e1"], start=1):
        player.click((spot,))
        player.wait_for_moves(number)
    page.locator('#board .spot[data-spot="b2"]').focus()
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert "light, small, square, hollow" in label
    page.locator("#status", has_text="Place the marked piece.").wait_for()
    assert axe_violations(page) == []


def test_a_game_that_cannot_be_loaded_is_a_card_with_its_sentence(
    serve, tmp_path, player, axe_violations
):
    install(tmp_path / "packages", "wrong", "import a_module_that_is_not_there\n", "Wrong")
    site = serve({"PYTHONPATH": str(tmp_path / "packages")}).url
    player.set_up(site, "tictactoe", opponent="here")
    card = player.page.locator(".card.broken")
    assert card.locator(".card-title").inner_text() == "wrong"
    assert "a_module_that_is_not_there" in card.inner_text()
    assert card.locator("input").count() == 0
    assert axe_violations(player.page) == []
    player.page.get_by_role("button", name="Play", exact=True).click()
    player.page.wait_for_url("**/game/*")
    assert player.wait_for_turn()
