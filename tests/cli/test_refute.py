"""`plyground refute` on the command line."""

from __future__ import annotations

import json


def test_the_slip_of_the_printed_program_is_found_and_can_be_replayed(line, tmp_path):
    file = tmp_path / "beaten.json"
    done = line("refute", "tictactoe", "baseline:printed", "--export", str(file))
    assert done.exit_code == 0, done.stderr
    assert "is beaten in 5 plies" in done.stdout
    assert "No shorter game beats it" in done.stdout
    record = json.loads(file.read_text())
    shown = line.json("show", "tictactoe", "--moves", " ".join(record["moves"]))
    assert shown["over"]
    loser = record["players"].index("baseline:printed")
    assert shown["outcome"]["winner"] == 1 - loser == record["result"]["winner"]


def test_json_has_the_record(line):
    document = line.json("refute", "tictactoe", "baseline:printed")
    assert document["beaten"]
    assert document["complete"]
    assert document["plies"] == len(document["moves"]) == 5
    assert document["record"]["moves"] == document["moves"]


def test_who_cannot_be_beaten_is_said_so(line):
    done = line("refute", "tictactoe", "minimax", "--moves", "b2 a1", "--lang", "ko")
    assert done.exit_code == 0
    assert "모든 판을 살펴보았습니다" in done.stdout


def test_an_unstable_agent_is_one_sentence(line):
    sentence = line.refused("refute", "tictactoe", "random", code=1)
    assert "does not always answer the same" in sentence


def test_wrong_requests_are_one_sentence(line):
    assert "--effort" in line.refused("refute", "tictactoe", "random", "--effort", "x")
    assert line.refused("refute", "tictactoe", "human")
    assert ".doc" in line.refused("refute", "tictactoe", "minimax", "--export", "game.doc")
