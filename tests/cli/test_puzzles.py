"""`plyground puzzles` on the command line."""

from __future__ import annotations

import json


def test_puzzles_come_with_boards_and_their_solutions_last(line):
    done = line("puzzles", "tictactoe", "--count", "2", "--ready", "--seed", "3")
    assert done.exit_code == 0, done.stderr
    boards, solutions = done.stdout.split("Solutions")
    assert boards.count("Position:") == 2
    assert "1. " in solutions
    assert "2. " in solutions


def test_json_has_all_of_a_puzzle(line):
    document = line.json("puzzles", "triangles", "--set", "n=6", "--count", "3", "--seed", "5")
    assert len(document["puzzles"]) == 3
    for puzzle in document["puzzles"]:
        assert puzzle["goal"] == "margin"
        assert puzzle["options"] == {"n": 6}
        assert puzzle["solution"].split()[0] not in puzzle["wrong"]
        assert puzzle["nodes"] >= 0
        assert 1 <= puzzle["grade"] <= 5


def test_puzzles_of_a_game_in_a_file(line, tmp_path):
    record = {
        "format": 1, "game": "tictactoe", "rules": "tictactoe@1",
        "moves": ["a1", "b2", "c1", "b1", "b3", "a3", "c3"],
    }  # fmt: skip
    (tmp_path / "game.json").write_text(json.dumps(record))
    document = line.json(
        "puzzles", "tictactoe", "--from", str(tmp_path), "--count", "1", "--seed", "1"
    )
    assert document["puzzles"][0]["source"] == "stored"


def test_saved_puzzles_name_their_command(line, tmp_path):
    file = tmp_path / "x.jsonl"
    done = line(
        "puzzles", "triangles", "--vary", "n=5..6", "--vary", "seed=0..9", "--count", "2",
        "--save", str(file),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert "2 puzzles" in done.stdout
    head, *rest = map(json.loads, file.read_text().splitlines())
    assert head["game"] == "triangles"
    assert len(rest) == 2


def test_wrong_requests_are_one_sentence(line):
    assert "--count" in line.refused("puzzles", "tictactoe", "--count", "0")
    assert "seed=0..99" in line.refused("puzzles", "triangles", "--vary", "seed")
    assert line.refused("puzzles", "triangles", "--vary", "sed=0..9")
    assert line.refused("puzzles", "tictactoe", "--from", "nowhere.json")
