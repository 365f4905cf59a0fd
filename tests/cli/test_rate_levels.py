"""`rate --levels`: a small ladder of tic-tac-toe, and what is shown of measured levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground.agents.level_ratings import LevelRatings, find_level_ratings
from plyground.arena.level_ladder import REFERENCE, RUNGS, ZERO
from plyground.arena.schedule import list_pairings
from plyground.games.registry import load_game
from plyground.store.database import Database
from plyground.store.event_store import list_events

RATE = ("rate", "--levels", "tictactoe", "--rounds", "2", "--nodes", "400")
OTHERS = ("baseline:minimax", "baseline:alphabeta", "baseline:printed", "mcts:playouts=20")
EXAMPLE = Path(__file__).parents[2] / "examples" / "connect4.py"
GAMES = 2 * 2 * (10 + 9 + 5 * len(OTHERS))


@pytest.fixture(scope="module")
def ladder(line, tmp_path_factory):
    """A ladder that was played and stored, with its files."""
    folder = tmp_path_factory.mktemp("ladder")
    words = (*RATE, "--db", f"sqlite:///{folder}/events.db")
    files = ("--save", str(folder / "level_ratings.json"), "--svg", str(folder / "chart.svg"))
    return words, folder, line.json(*words, *files)


def test_all_levels_and_the_others_are_rated_relative_to_random_play(ladder):
    _, _, document = ladder
    players = {row["agent"]: row for row in document["players"]}
    assert set(players) == {*RUNGS, *OTHERS}
    assert document["games"] == len(document["results"]) == GAMES
    assert (document["zero"], document["reference"]) == (ZERO, REFERENCE)
    assert (players[ZERO]["elo"], players[REFERENCE]["error"]) == (0, 0)
    assert all(players[name]["error"] > 0 for name in RUNGS if name != REFERENCE)
    assert players["engine:level=10"]["elo"] > 0


def test_ratings_are_saved_with_the_command_that_measured_them(ladder):
    _, folder, document = ladder
    saved = json.loads((folder / "level_ratings.json").read_text())
    assert saved["command"] == f"plyground {' '.join(RATE)}" == document["command"]
    assert (saved["game"], saved["options"], saved["games"]) == ("tictactoe", {}, GAMES)
    ratings = LevelRatings.from_json(saved)
    for row in document["players"]:
        assert ratings.players[row["agent"]].elo == pytest.approx(row["elo"], abs=0.6)
    assert (folder / "chart.svg").read_text().count("pg-dot") == 2 + len(RUNGS) + len(OTHERS)


def test_a_stored_ladder_is_not_played_again(line, ladder):
    words, _, document = ladder
    again = line.json(*words, "--resume")
    assert again["results"] == document["results"]
    assert again["players"] == document["players"]


def test_whoever_watches_the_stored_ladder_knows_how_long_it_is(ladder):
    _, folder, _ = ladder
    database = Database(f"sqlite:///{folder}/events.db")
    [event] = database.read(lambda connection: list_events(connection, "tictactoe"))
    database.close()
    pairings = list_pairings(event.setup["players"], event.setup["format"])
    assert 2 * event.setup["rounds"] * len(pairings) == GAMES


def test_the_text_says_what_the_ratings_are_relative_to(line, ladder):
    printed = line(*ladder[0], "--resume").stdout
    assert "random has 0 in every game" in printed
    assert "engine:level=10" in printed
    korean = line(*ladder[0], "--resume", "--lang", "ko").stdout
    assert "모든 게임에서 random이 0점" in korean


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--levels", "--rounds", "0"), "--rounds"),
        (("--levels", "--rounds", "many"), "--rounds"),
        (("--levels", "--nodes", "0"), "--nodes"),
        (("--levels", "--time", "-1"), "--time"),
        (("--levels", "--workers", "0"), "--workers"),
        (("--levels", "--anchor", "random"), "--anchor cannot be combined with --levels"),
        (("--levels", "--position", "x"), "--position cannot be combined with --levels"),
        (("--levels", "--set", "width=0"), "width"),
        (("--levels", "--openings", "random:1", "--opening-plies", "1"), "--opening"),
        (("--rounds", "2"), "--rounds needs --levels"),
        (("--save", "x.json"), "--save needs --levels"),
        (("--resume",), "--resume needs --levels"),
    ],
)
def test_invalid_options_are_refused(line, words, expected):
    assert expected in line.refused("rate", "tictactoe", *words)


def test_play_says_how_strong_the_level_is_where_that_is_known(line):
    elo = find_level_ratings(load_game("tictactoe")).about(3)
    play = ("play", "tictactoe", "--second", "engine:level=3")
    assert f"Second player: level 3, about {elo} here" in line(*play).stdout
    assert f"후수: 레벨 3, 이 게임에서 약 {elo}점" in line(*play, "--lang", "ko").stdout
    assert "about" not in line(*play, "--set", "width=4").stdout
    assert "about" not in line("play", str(EXAMPLE), "--second", "engine:level=3").stdout


def test_agents_lists_the_ratings_of_the_levels(line):
    ratings = find_level_ratings(load_game("kamisado"))
    printed = line("agents").stdout
    listed = ", ".join(f"{level}: {elo}" for level, elo in ratings.list_levels().items())
    assert f"Levels in kamisado, in Elo: {listed}" in printed.replace("\n", " ")
    assert f"Measured on {ratings.date} by: {ratings.command}" in printed
    [engine] = [one for one in line.json("agents") if one["name"] == "engine"]
    assert engine["ratings"]["kamisado"] == ratings.to_json()
