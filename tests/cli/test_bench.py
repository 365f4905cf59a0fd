"""`plyground bench`: ratios in a table or as JSON, and files of known answers."""

from __future__ import annotations

import json

ANSWER = {"black": [[7, 7], [8, 7]], "white": [], "forbidden": {}, "legal": ["a1"]}


def test_rates_are_printed_beside_a_peers(line):
    done = line("bench", "tictactoe", "--quick")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("OpenSpiel") == 4


def test_rates_are_told_as_json(line):
    told = line.json("bench", "tictactoe", "--quick")
    kinds = ["perft", "playouts", "minimax", "simulations"]
    assert [one["what"] for one in told["measures"]] == kinds
    assert all(one["ratio"] > 0 for one in told["measures"])
    assert told["peers"] == {"open_spiel": True, "easyAI": True}


def test_right_answers_pass(line, tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps(ANSWER))
    done = line("bench", "--forbidden", str(file))
    assert done.exit_code == 0
    assert done.stdout == "gomoku: 1 positions, 1 points, 0 wrong\n"


def test_a_wrong_answer_fails(line, tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text(json.dumps({**ANSWER, "forbidden": {"a1": "double-three"}, "legal": []}))
    done = line("bench", "--forbidden", str(file))
    assert done.exit_code == 1
    assert "1 wrong" in done.stdout


def test_a_missing_file_is_one_sentence(line, tmp_path):
    assert "There is no file" in line.refused("bench", "--forbidden", str(tmp_path / "none"))
