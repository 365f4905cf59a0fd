"""`solve` and `analyse`: the shape of their answers, and values known from elsewhere."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest


def test_three_points_are_won_by_one(line):
    document = line.json("solve", "triangles", "--set", "points=0,0 4,0 2,3")
    assert document["value"] == 1
    assert document["distance"] is None
    assert document["best_moves"] == ["A-B", "A-C", "B-C"]
    assert document["complete"]
    assert {"nodes", "seconds"} <= set(document)


def test_every_move_is_valued_for_the_first_player(line):
    """Four points in convex position: the diagonals win by 2, the sides draw."""
    document = line.json("solve", "triangles", "--set", "points=0,0 4,0 4,4 0,4", "--all")
    values = {move: worth["value"] for move, worth in document["moves"].items()}
    assert values == {"A-B": 0, "A-C": 2, "A-D": 0, "B-C": 0, "B-D": 2, "C-D": 0}


def test_values_are_for_the_first_player(line):
    document = line.json("solve", "tictactoe", "--moves", "b2 a2 a1", "--all")
    assert document["value"] == 1
    assert all(worth["value"] == 1 for worth in document["moves"].values())


def test_a_finished_game_is_its_own_solution(line):
    document = line.json("solve", "tictactoe", "--moves", "a1 b1 a2 b2 a3")
    assert (document["value"], document["distance"], document["best_moves"]) == (1, 0, [])


def test_a_solution_in_words(line):
    done = line("solve", "tictactoe", "--moves", "a1 b1 a2 b2")
    assert "The first player wins in 1" in done.stdout
    assert "Best: a3" in done.stdout


def test_a_solution_names_the_sides_as_the_game_does(line):
    # Four in a row with both ends open.
    done = line("solve", "gomoku", "--moves", "h8 a1 i8 c1 j8 e1 k8 g1")
    assert "Black wins in 1" in done.stdout
    # With --all, every line of it.
    won = line("solve", "tictactoe", "--moves", "a1 b1 a2 b2", "--all").stdout
    assert "a3: The first player wins" in won


def test_a_note_of_the_game_is_printed(line):
    asked = ("solve", "triangles", "--set", "set=triangle")
    assert "3 segments in all: odd" in line(*asked).stdout
    assert line.json(*asked)["note"].startswith("3 segments in all: odd")
    assert "선분은 모두 3개" in line(*asked, "--lang", "ko").stdout
    assert line.json("solve", "tictactoe", "--moves", "a1 b1 a2 b2 a3")["note"] is None


def test_giving_up_prints_what_is_known_and_fails(line):
    done = line("solve", "gomoku", "--time", "0.3", "--json", "--hash", "16")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert document["value"] is None
    assert not document["complete"]


@pytest.mark.parametrize("words", [("--time", "x"), ("--hash", "0"), ("--threads", "many")])
def test_a_wrong_number_is_one_sentence(line, words):
    assert words[0] in line.refused("solve", "tictactoe", *words)


def test_an_analysis_has_all_its_fields(line):
    document = line.json("analyse", "tictactoe", "--time", "60", "--lines", "2")
    assert document["move"] in document["best_moves"]
    assert document["score"]["kind"] == "draw"
    assert document["score"]["proven"]
    assert set(document["score"]) >= {"kind", "value", "plies", "proven"}
    assert len(document["lines"]) == 2
    assert len(document["best_moves"]) == 9
    assert document["stopped_by"] == "proven"
    assert {"depth", "nodes", "seconds"} <= set(document)


def test_analyse_says_which_rule_chose_the_move(line):
    asked = ("analyse", "gomoku", "--position", "a2 / d8 e8 f8 / 0", "--agent", "baseline")
    done = line(*asked)
    assert done.exit_code == 0
    assert "g8: stops an open four" in done.stdout
    document = line.json(*asked)
    assert document["why"] == {
        "key": "baseline.why.stops.open_four",
        "values": {},
        "text": "stops an open four",
    }


def test_a_forced_win_has_its_distance(line):
    document = line.json("analyse", "kamisado", "--moves", "d1-d5 a8-a7", "--depth", "3")
    assert document["depth"] >= 1
    document = line.json("analyse", "tictactoe", "--moves", "a1 b1 a2 b2", "--depth", "4")
    assert document["move"] == "a3"
    assert document["score"] == {
        "kind": "win", "value": 1, "plies": 1, "proven": True, "chance": 1.0,
        "margin": None,
    }  # fmt: skip


def test_an_analysis_streams_a_line_a_depth(line):
    done = line("analyse", "triangles", "--depth", "3", "--jsonl")
    depths = [json.loads(text)["depth"] for text in done.stdout.splitlines()]
    assert depths == [1, 2, 3]
    done = line("analyse", "tictactoe", "--depth", "3", "--jsonl")
    depths = [json.loads(text)["depth"] for text in done.stdout.splitlines()]
    assert depths == [1, 2, 3]


def test_an_analysis_of_a_finished_game_is_refused(line):
    assert "over" in line.refused("analyse", "tictactoe", "--moves", "a1 b1 a2 b2 a3")


def test_a_program_is_asked_for_its_move(line):
    stub = Path(__file__).parents[1] / "protocols" / "stub_program.py"
    spec = "program:" + shlex.join([sys.executable, str(stub), "chatty", "/nowhere"])
    document = line.json("analyse", "tictactoe", "--moves", "a1", "--agent", spec)
    assert (document["move"], document["why"]["text"]) == ("b1", "모서리 {text}")


def test_an_agent_that_cannot_analyse_is_refused(line):
    assert "cannot analyse" in line.refused("analyse", "tictactoe", "--agent", "random")


def test_agents_are_listed_with_their_settings(line):
    document = line.json("agents")
    assert {one["name"] for one in document} >= {"human", "engine", "alphabeta", "mcts", "random"}
    assert "level=1..10" in line("agents").stdout


def test_one_way_of_keeping_time_is_enough(line):
    assert "not both" in line.refused("play", "tictactoe", "--time", "1", "--clock", "1+1")


def test_the_value_of_every_move_is_drawn(line, tmp_path):
    path = tmp_path / "values.svg"
    done = line("solve", "tictactoe", "--moves", "a1 c3", "--svg", str(path))
    assert done.exit_code == 0
    # The corners that are left win by a fork; what follows each move is only in the picture.
    assert "Best: c1 a3" in done.stdout
    assert "b1:" not in done.stdout
    picture = path.read_text()
    assert "c1: The first player wins in 5" in picture
    assert "b1: The second player wins" in picture
    assert "+5: a win in 5 plies" in picture
