"""The page of a tournament, opened as the file it is."""

from __future__ import annotations

import pytest

from plyground.arena.match import Contender, Match
from plyground.arena.openings import generate_openings
from plyground.arena.referee import Referee
from plyground.arena.standings import Standings, TournamentGame
from plyground.arena.tournament_page import write_page
from plyground.arena.watchdog import Watchdog
from plyground.games.registry import load_game

PLAYERS = ("random:seed=1", "random:seed=2")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    start = load_game("tictactoe").start()
    contenders = Contender.from_spec(PLAYERS[0]), Contender.from_spec(PLAYERS[1])
    with Watchdog() as watchdog:
        match = Match(contenders, generate_openings(start, 2, 0), 4, Referee(30.0, watchdog))
        games = [TournamentGame(*PLAYERS, game) for game in match.play()]
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(write_page("A class", ["depth 1"], start, Standings(PLAYERS, games), games))
    return path.as_uri(), games


def test_every_game_is_replayed(page, file):
    address, games = file
    page.goto(address)
    for number, one in enumerate(games):
        page.click(f"#games tr:nth-child({number + 1}) button")
        assert one.first in page.inner_text("#title")
        moves = one.game.result.moves
        assert page.inner_text("#where") == f"{len(moves)}. {moves[-1]}"
        page.click("#first")
        empty = page.locator("#pieces > *").count()
        for ply, move in enumerate(moves, start=1):
            page.keyboard.press("ArrowRight")
            assert page.inner_text("#where") == f"{ply}. {move}"
        assert page.locator("#pieces > *").count() > empty


def test_games_of_one_player_can_be_chosen(page, file):
    page.goto(file[0])
    page.select_option("#player", PLAYERS[0])
    assert page.locator("#games tr:visible").count() == 4


def test_it_is_accessible_and_fits_a_phone(open_page, file, axe_violations):
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(file[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe_violations(page) == []
