"""`plyground bench`: ratios in a table or as JSON, and files of known answers."""

from __future__ import annotations

import json

ANSWER = {"black": [[7, 7], [8, 7]], "white": [], "forbidden": {}, "legal": ["a1"]}


def test_rates_are_printed_beside_a_peers(line):
    done = line("bench", "tictactoe", "--quick")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("OpenSpiel") == 4


def test_rates_as_json(line):
    document = line.json("bench", "tictactoe", "--quick")
    kinds = ["perft", "playouts", "minimax", "simulations"]
    assert [one["what"] for one in document["measures"]] == kinds
    assert all(one["ratio"] > 0 for one in document["measures"])
    assert document["peers"] == {"open_spiel": True, "easyAI": True}


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


PUZZLE = {
    "kind": "vcf",
    "rule": "freestyle",
    "size": 9,
    "to_move": "black",
    "black": [[2, 4], [3, 4], [4, 4], [4, 0]],
    "white": [[0, 0], [0, 8], [8, 0], [8, 8]],
}


def test_puzzles_are_solved_and_counted_by_kind(line, tmp_path):
    file = tmp_path / "puzzles.jsonl"
    hopeless = {**PUZZLE, "kind": "win-in-three", "to_move": "white", "set": "mine", "index": 2}
    file.write_text(json.dumps(PUZZLE) + "\n" + json.dumps(hopeless) + "\n")
    document = line.json("bench", "--puzzles", str(file))["gomoku"]
    assert [(row["kind"], row["solved"]) for row in document["kinds"]] == [
        ("vcf", "1/1"),
        ("win-in-three", "0/1"),
    ]
    assert document["unsolved"] == ["Line 2 (win-in-three, mine 2): not solved in time."]
    assert document["wrong"] == []


def test_a_given_solution_is_confirmed_move_by_move(line, tmp_path):
    file = tmp_path / "solutions.jsonl"
    puzzle = {key: value for key, value in PUZZLE.items() if key != "kind"}
    good = {**puzzle, "solution": ["f5", "b5", "g5"]}
    short = {**puzzle, "solution": ["b5"]}
    file.write_text(json.dumps(good) + "\n" + json.dumps(short) + "\n")
    done = line("bench", "--puzzles", str(file))
    assert done.exit_code == 0, done.stdout
    assert "2/2" in done.stdout
    file.write_text(json.dumps({**puzzle, "solution": ["c5"]}))
    done = line("bench", "--puzzles", str(file))
    assert done.exit_code == 1
    assert "the win does not hold" in done.stdout


def test_an_invalid_puzzle_is_refused_with_its_line(line, tmp_path):
    file = tmp_path / "puzzles.jsonl"
    file.write_text(json.dumps(PUZZLE) + "\n{}\n")
    assert "Line 2" in line.refused("bench", "--puzzles", str(file))
