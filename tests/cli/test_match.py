"""`match`: what it prints, what it refuses, and how it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

RANDOM = ("match", "tictactoe", "random:seed=1", "random:seed=2")

STUBS = """
import time
from plyground.games.score import Analysis

class First:
    def choose(self, position, limit):
        return Analysis(position.moves[0])

class Sleepy(First):
    def choose(self, position, limit):
        time.sleep(0.02)
        return super().choose(position, limit)

class Broken:
    def choose(self, position, limit):
        return Analysis("z99")
"""


@pytest.fixture
def stubs(tmp_path, monkeypatch):
    """The name of a module with agents of a user."""
    package = tmp_path / "someones"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "agents.py").write_text(STUBS)
    monkeypatch.syspath_prepend(tmp_path)
    yield "someones.agents"
    for name in [name for name in sys.modules if name.startswith("someones")]:
        del sys.modules[name]


def test_json_has_the_documented_keys(line):
    document = line.json(*RANDOM, "--games", "12", "--time", "5")
    assert document["games"] == 12
    a, b = document["a"], document["b"]
    assert a["wins"] + a["losses"] + a["draws"] == 12
    assert (a["wins"], a["losses"], a["draws"]) == (b["losses"], b["wins"], b["draws"])
    assert isinstance(document["elo"], float)
    assert document["error"] is None or document["error"] >= 0
    assert 0 <= document["los"] <= 1
    assert document["forfeits"] == document["stalls"] == 0
    assert sum(document["pairs"]) == 6
    assert document["seconds"] > 0
    assert document["interrupted"] is False
    for key in ("wins", "losses", "draws"):
        assert document["as_first"][key] + document["as_second"][key] == a[key]


def test_json_has_every_game(line):
    document = line.json(*RANDOM, "--games", "4", "--opening-plies", "2")
    results = document["results"]
    assert [game["first"] for game in results] == ["a", "b", "a", "b"]
    assert results[0]["opening"] == results[1]["opening"] != results[2]["opening"]
    for game in results:
        assert len(game["opening"].split()) == 2
        assert game["moves"].startswith(game["opening"])
        shown = line.json("show", "tictactoe", "--moves", game["moves"])
        winner = {None: None, game["first"]: 0}.get(game["winner"], 1)
        assert shown["outcome"]["winner"] == winner
        assert game["reason"] in shown["outcome"]["words"]


def test_seeds_make_a_match_repeatable(line):
    def moves(seed):
        document = line.json(*RANDOM, "--games", "4", "--seed", seed)
        return [game["moves"] for game in document["results"]]

    assert moves("3") == moves("3")
    assert moves("3") != moves("4")


def test_the_text_has_the_result(line):
    done = line(*RANDOM, "--games", "10")
    assert done.exit_code == 0
    assert done.stdout.startswith("random:seed=1 against random:seed=2: 10 games")
    assert "Elo" in done.stdout
    assert "forfeits: 0 and 0" in done.stdout
    assert "Game 1/10" not in done.output


def test_progress_goes_to_standard_error(line):
    done = line(*RANDOM, "--games", "12", "--verbose", "--json")
    json.loads(done.stdout)
    document = done.stderr.splitlines()
    games = [one for one in document if one.startswith("Game ")]
    assert len(games) == 12
    assert games[0].startswith("Game 1/12: random:seed=1 - random:seed=2 ")
    assert games[1].startswith("Game 2/12: random:seed=2 - random:seed=1 ")
    assert any(one.startswith("After 10 games: ") for one in document)


def test_a_win_of_all_games_has_no_elo(line, stubs):
    document = line.json("match", "tictactoe", f"{stubs}:First", f"{stubs}:Broken", "--games", "4")
    assert document["elo"] is None
    assert document["error"] is None
    assert document["a"]["wins"] == document["forfeits"] == 4
    forfeit = document["results"][1]["forfeit"]
    assert (forfeit["by"], forfeit["kind"]) == ("b", "illegal")
    assert forfeit["detail"].startswith('returned "z99"; legal are: ')
    done = line("match", "tictactoe", f"{stubs}:First", f"{stubs}:Broken", "--games", "2")
    assert "one side has all points" in done.stdout


def test_equal_games_are_counted(line, stubs):
    document = line.json("match", "tictactoe", f"{stubs}:First", f"{stubs}:First", "--games", "4")
    assert document["duplicates"] == 2


def test_openings_come_from_a_file(line, tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("a1 b2\nb2 c3\n")
    document = line.json(*RANDOM, "--games", "6", "--openings", str(file))
    openings = [game["opening"] for game in document["results"]]
    assert openings == ["a1 b2", "a1 b2", "b2 c3", "b2 c3", "a1 b2", "a1 b2"]


def test_games_begin_with_the_position_that_is_given(line):
    document = line.json(*RANDOM, "--games", "2", "--opening-plies", "0", "--moves", "b2 a1")
    assert all(game["moves"].startswith("b2 a1 ") for game in document["results"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--games", "0"), "--games"),
        (("--games", "many"), "--games"),
        (("--time", "0"), "--time"),
        (("--time", "nan"), "--time"),
        (("--seed", "-1"), "--seed"),
        (("--clock", "ten"), "--clock"),
        (("--time", "1", "--clock", "10"), "--clock"),
        (("--depth", "0"), "--depth"),
        (("--openings", "random:x"), "--openings"),
        (("--sprt", "5,0"), "smaller first"),
        (("--resign", "3"), "--resign"),
        (("--draw", "3,2"), "--draw"),
        (("--workers", "0"), "--workers"),
        (("--db", "nonsense"), "nonsense"),
        (("--opening-plies", "x"), "--opening-plies"),
        (("--opening-plies", "9"), "No opening of 9 moves"),
        (("--openings", "no-such-file"), "no-such-file"),
        (("--moves", "a1 b1 a2 b2 a3"), "over"),
        (("--moves", "a1 a1"), "Move 2"),
    ],
    ids=" ".join,
)
def test_invalid_options_are_refused(line, options, words):
    if isinstance(options, str):
        options = options.split()
    assert words in line.refused(*RANDOM, *options)


def test_two_kinds_of_openings_are_refused(line, tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("a1\n")
    sentence = line.refused(*RANDOM, "--openings", str(file), "--opening-plies", "2")
    assert "choose one" in sentence


@pytest.mark.parametrize("agents", [("human", "random"), ("random", "human")])
def test_a_human_cannot_play_a_match(line, agents):
    assert "human" in line.refused("match", "tictactoe", *agents)


def test_a_misspelt_agent_is_refused(line):
    assert 'Did you mean "random"?' in line.refused("match", "tictactoe", "random", "rndom")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_prints_the_games_so_far(stubs, tmp_path, start_process, as_json):
    code = "from plyground.cli.main import main; main()"
    agents = (f"{stubs}:Sleepy", f"{stubs}:Sleepy")
    command = [sys.executable, "-c", code, "match", "tictactoe", *agents, "--games", "5000"]
    running = start_process(
        [*command, "--verbose", *(["--json"] if as_json else [])],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for text in running.stderr:
        if text.startswith("Game 2/"):
            break
    running.send_signal(signal.SIGINT)
    printed, errors = running.communicate()
    assert running.returncode == 130
    again = "plyground match tictactoe someones.agents:Sleepy someones.agents:Sleepy --games 5000"
    assert f"To continue: {again} --verbose" in errors
    assert errors.rstrip().endswith("--resume")
    if as_json:
        document = json.loads(printed)
        assert document["interrupted"] is True
        assert document["games"] == len(document["results"]) >= 2
        assert document["stopped"].startswith("Stopped after")
    else:
        assert "of 5000 games" in printed.splitlines()[0]
        assert "Elo" in printed


def test_a_stopped_match_is_resumed(line, tmp_path):
    command = (*RANDOM, "--games", "8", "--db", f"sqlite:///{tmp_path}/events.db")
    first = line.json(*command)
    again = line(*command, "--resume", "--json")
    assert json.loads(again.stdout)["results"] == first["results"]
    assert "afresh" not in again.stderr
    other = line(*command, "--seed", "5", "--resume", "--json")
    assert "starts afresh" in other.stderr
    assert json.loads(other.stdout)["games"] == 8


def test_an_edited_agent_is_another_one(line, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(STUBS)
    command = ("match", "tictactoe", f"{file}:First", "random", "--games", "2", "--resume")
    assert "afresh" in line(*command).stderr
    assert "afresh" not in line(*command).stderr
    file.write_text(f"{STUBS}\n# edited")
    assert "afresh" in line(*command).stderr


def test_two_workers_play_the_same_schedule(line):
    command = (*RANDOM, "--games", "12", "--depth", "1")
    alone, together = line.json(*command), line.json(*command, "--workers", "2")
    openings = [game["opening"] for game in alone["results"]]
    assert [game["opening"] for game in together["results"]] == openings
    assert [game["first"] for game in together["results"]] == ["a", "b"] * 6


def test_a_test_ends_the_match(line):
    command = ("match", "tictactoe", "engine", "random:seed=1", "--games", "400", "--depth", "3")
    document = line.json(*command, "--sprt", "0,200")
    assert document["games"] < 400
    assert document["sprt"]["verdict"] == "elo1"
    assert document["sprt"]["llr"] >= document["sprt"]["upper"]
    assert "the test has accepted" in document["stopped"]
    shown = line(*command, "--sprt", "0,200").stdout
    assert "The test has ended: stronger by 200 Elo" in shown


def test_limits_other_than_time_are_accepted(line):
    for limit in (("--clock", "60+1"), ("--clock", "1:00"), ("--depth", "2"), ("--nodes", "50")):
        document = line.json("match", "tictactoe", "alphabeta", "random", "--games", "2", *limit)
        assert document["games"] == 2
        assert document["time"] is None
        assert document["forfeits"] == 0
    assert document["a"]["nodes_per_move"] > 0


def test_balanced_openings_are_the_same_every_time(line):
    def list_openings():
        document = line.json(*RANDOM, "--games", "4", "--openings", "balanced:2")
        return [game["opening"] for game in document["results"]]

    openings = list_openings()
    assert all(len(opening.split()) == 2 for opening in openings)
    assert list_openings() == openings


def test_unequal_players_are_warned_of(line):
    done = line("match", "tictactoe", "engine:threads=2", "engine", "--games", "2", "--depth", "1")
    assert "different numbers of threads" in done.stderr
    assert done.exit_code == 0


def test_workers_need_cores_of_their_own_under_a_time_limit(line):
    document = line.json(*RANDOM, "--games", "2", "--workers", "1000")
    assert any("of 1000 workers" in warning for warning in document["warnings"])
