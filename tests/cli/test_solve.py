"""`solve` and `analyse`: the shape of their answers, and values known from elsewhere."""

from __future__ import annotations

import json
import signal
import threading
import time

import pytest

from plyground.cli.interrupts import interruptible


def test_three_points_are_won_by_one(line):
    told = line.json("solve", "triangles", "--set", "points=0,0 4,0 2,3")
    assert told["value"] == 1
    assert told["distance"] is None
    assert told["best_moves"] == ["A-B", "A-C", "B-C"]
    assert told["complete"]
    assert {"nodes", "seconds"} <= set(told)


def test_every_move_is_valued_for_the_first_player(line):
    """Four points in convex position: the diagonals win by 2, the sides draw."""
    told = line.json("solve", "triangles", "--set", "points=0,0 4,0 4,4 0,4", "--all")
    values = {move: worth["value"] for move, worth in told["moves"].items()}
    assert values == {"A-B": 0, "A-C": 2, "A-D": 0, "B-C": 0, "B-D": 2, "C-D": 0}


def test_values_are_for_the_first_player_whoever_moves(line):
    told = line.json("solve", "tictactoe", "--moves", "b2 a2 a1", "--all")
    assert told["value"] == 1
    assert all(worth["value"] == 1 for worth in told["moves"].values())


def test_a_finished_game_is_its_own_solution(line):
    told = line.json("solve", "tictactoe", "--moves", "a1 b1 a2 b2 a3")
    assert (told["value"], told["distance"], told["best_moves"]) == (1, 0, [])


def test_a_solution_in_words(line):
    done = line("solve", "tictactoe", "--moves", "a1 b1 a2 b2")
    assert "The first player wins in 1" in done.stdout
    assert "Best: a3" in done.stdout


def test_giving_up_tells_what_is_known_and_fails(line):
    done = line("solve", "gomoku", "--time", "0.3", "--json", "--hash", "16")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["value"] is None
    assert not told["complete"]


@pytest.mark.parametrize("words", [("--time", "x"), ("--hash", "0"), ("--threads", "many")])
def test_a_wrong_number_is_one_sentence(line, words):
    assert words[0] in line.refused("solve", "tictactoe", *words)


def test_an_analysis_tells_all_it_should(line):
    told = line.json("analyse", "tictactoe", "--time", "0.5", "--lines", "2")
    assert told["move"] in told["best_moves"]
    assert told["score"]["kind"] == "draw"
    assert told["score"]["proven"]
    assert set(told["score"]) >= {"kind", "value", "plies", "proven"}
    assert len(told["lines"]) == 2
    assert len(told["best_moves"]) == 9
    assert told["stopped_by"] == "proven"
    assert {"depth", "nodes", "seconds"} <= set(told)


def test_analyse_says_which_rule_chose_the_move(line):
    asked = ("analyse", "gomoku", "--position", "a2 / d8 e8 f8 / 0", "--agent", "baseline")
    done = line(*asked)
    assert done.exit_code == 0
    assert "g8: stops an open four" in done.stdout
    told = line.json(*asked)
    assert told["why"] == {
        "key": "baseline.why.stops.open_four",
        "values": {},
        "text": "stops an open four",
    }


def test_a_forced_win_is_told_with_its_distance(line):
    told = line.json("analyse", "kamisado", "--moves", "d1-d5 a8-a7", "--depth", "3")
    assert told["depth"] >= 1
    told = line.json("analyse", "tictactoe", "--moves", "a1 b1 a2 b2", "--depth", "4")
    assert told["move"] == "a3"
    assert told["score"] == {
        "kind": "win", "value": 1, "plies": 1, "proven": True, "chance": 1.0,
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


def test_who_cannot_analyse_is_refused(line):
    assert "cannot analyse" in line.refused("analyse", "tictactoe", "--agent", "random")


def test_agents_are_listed_with_their_settings(line):
    told = line.json("agents")
    assert {one["name"] for one in told} >= {"human", "engine", "alphabeta", "mcts", "random"}
    assert "level=1..10" in line("agents").stdout


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs signals of POSIX")
def test_an_interrupt_ends_the_work_and_keeps_its_result():
    """Ctrl-C as the terminal sends it, while the main thread waits."""
    stop = threading.Event()

    def work():
        stop.wait(20)
        time.sleep(0.3)
        return "what is known so far"

    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    assert interruptible(work, stop.set) == "what is known so far"


def test_one_way_of_keeping_time_is_enough(line):
    assert "not both" in line.refused("play", "tictactoe", "--time", "1", "--clock", "1+1")
