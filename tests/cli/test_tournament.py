"""`tournament` and `rate`: tables, files, folders of players."""

from __future__ import annotations

import json

import pytest

from plyground.records.record import Record

PLAYERS = ("engine:level=4", "random:seed=1", "random:seed=2")
TOURNAMENT = ("tournament", "tictactoe", *PLAYERS, "--depth", "2")

AGENT = """
class Agent:
    def choose(self, position, limit):
        return position.moves[{index}]
"""


@pytest.fixture
def folder(tmp_path):
    """Submissions of a class, one of which cannot be loaded."""
    for number in (0, -1):
        (tmp_path / f"student{number + 2}.py").write_text(AGENT.format(index=number))
    (tmp_path / "student9.py").write_text("import no_such_module")
    return tmp_path


@pytest.fixture
def database(tmp_path):
    return ("--db", f"sqlite:///{tmp_path}/events.db")


def test_everybody_plays_everybody_with_both_colours(line):
    document = line.json(*TOURNAMENT, "--rounds", "2")
    assert document["games"] == len(document["results"]) == 2 * 2 * 3
    players = {row["agent"]: row for row in document["players"]}
    assert set(players) == set(PLAYERS)
    for name, row in players.items():
        assert row["games"] == 8
        assert row["wins"] + row["losses"] + row["draws"] == 8
        assert sum(row["as_first"].values()) == sum(row["as_second"].values()) == 4
        assert set(document["crosstable"][name]) == set(PLAYERS) - {name}
    for name, others in document["crosstable"].items():
        for other, tally in others.items():
            reverse = document["crosstable"][other][name]
            assert (tally["wins"], tally["losses"]) == (reverse["losses"], reverse["wins"])
    assert players["engine:level=4"]["nodes_per_move"] > 0


def test_a_round_has_one_opening(line):
    document = line.json(*TOURNAMENT, "--rounds", "2")
    openings = [game["opening"] for game in document["results"]]
    assert len(set(openings[:6])) == len(set(openings[6:])) == 1
    assert openings[0] != openings[6]


def test_a_gauntlet_is_the_first_player_against_all_others(line):
    document = line.json(*TOURNAMENT, "--format", "gauntlet", "--anchor", PLAYERS[0])
    assert document["games"] == 4
    assert {game["a"] for game in document["results"]} == {PLAYERS[0]}
    engine = next(row for row in document["players"] if row["agent"] == PLAYERS[0])
    assert (engine["elo"], engine["error"]) == (0, 0)


def test_a_folder_of_players_survives_a_broken_one(line, folder):
    pattern = f"{folder}/*.py:Agent"
    document = line.json("tournament", "tictactoe", pattern, "random", "--depth", "1")
    names = {row["agent"] for row in document["players"]}
    assert names == {f"{folder}/student{n}.py:Agent" for n in (1, 2)} | {"random"}
    [warning] = document["warnings"]
    assert "student9.py:Agent is left out" in warning
    assert "no_such_module" in warning


def test_a_stopped_tournament_is_resumed(line, database):
    first = line.json(*TOURNAMENT, *database)
    again = line.json(*TOURNAMENT, *database, "--resume")
    assert again["results"] == first["results"]
    other = line(*TOURNAMENT, *database, "--rounds", "3", "--resume", "--json")
    assert "starts afresh" in other.stderr


def test_ratings_cover_everything_that_is_stored(line, database):
    line.json(*TOURNAMENT, *database)
    line.json("match", "tictactoe", "random", PLAYERS[1], "--games", "4", *database)
    document = line.json("rate", "tictactoe", *database)
    assert document["games"] == 6 + 4
    assert document["events"] == 2
    assert {row["agent"] for row in document["players"]} == {*PLAYERS, "random"}
    shown = line("rate", "tictactoe", *database).stdout
    assert shown.startswith("Tic-tac-toe: 10 games of 2 matches and tournaments")
    refused = line.refused("rate", "tictactoe", "--set", "width=4", *database)
    assert "No games" in refused


def test_all_games_are_exported(line, tmp_path):
    command = ("match", "gomoku", "random:seed=1", "random:seed=2", "--games", "2")
    done = line(*command, "--export", str(tmp_path / "games.json"), "--json")
    results = json.loads(done.stdout)["results"]
    documents = json.loads((tmp_path / "games.json").read_text())
    records = [Record.from_json(json.dumps(document)) for document in documents]
    assert [" ".join(record.moves) for record in records] == [one["moves"] for one in results]
    assert records[1].players == ("random:seed=2", "random:seed=1")
    line(*command, "--export", str(tmp_path / "games.sgf"))
    shown = json.loads(line("convert", str(tmp_path / "games-2.sgf"), "-").stdout)
    assert len(shown["moves"]) > 4
    assert "games.pdf" in line.refused(*command, "--export", str(tmp_path / "games.pdf"))


def test_the_page_has_every_game(line, tmp_path):
    page, chart = tmp_path / "page.html", tmp_path / "chart.svg"
    line.json(*TOURNAMENT, "--html", str(page), "--svg", str(chart))
    text = page.read_text()
    assert text.count("<tr data-game=") == 6
    assert "src=" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert chart.read_text().startswith("<svg")
    assert all(name in chart.read_text() for name in PLAYERS)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--format", "swiss"), "round-robin"),
        (("--rounds", "0"), "--rounds"),
        (("--anchor", "nobody"), "nobody"),
    ],
)
def test_invalid_options_are_refused(line, options, words):
    assert words in line.refused(*TOURNAMENT, *options)


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (("random",), "at least two"),
        (("random", "random"), "twice"),
        (("random", "nowhere/*.py:Agent"), "No file fits"),
        (("random", "rndom"), "Did you mean"),
    ],
)
def test_invalid_players_are_refused(line, players, words):
    assert words in line.refused("tournament", "tictactoe", *players)
