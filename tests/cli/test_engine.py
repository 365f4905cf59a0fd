"""`plyground engine`."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest


def test_it_speaks_the_protocol_that_was_named(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "plyground", "engine", "gomocup"],
        input=b"START 15\r\nFLY\r\nEND\r\n",
        capture_output=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    assert done.stdout == b"OK\nUNKNOWN there is no command FLY\n"
    assert done.stderr == b""


def test_a_misspelt_protocol_is_refused(line):
    assert 'Did you mean "gomocup"?' in line.refused("engine", "gomcup")


def test_agents_lists_external_engines(line):
    assert "gomocup" in {agent["name"] for agent in line.json("agents")}


def test_a_missing_program_is_refused(line):
    done = line("match", "gomoku", "engine", "gomocup:/no/such/engine", "--games", "1")
    # Where there is no sandbox, a note comes first.
    *_, error = done.stderr.splitlines()
    assert done.exit_code == 2
    assert "/no/such/engine" in error


def make_spec(tmp_path, behaviour):
    """The spec of an engine of the protocol's own tests."""
    script = Path(__file__).parents[1] / "protocols" / "gomocup" / "stub_engine.py"
    return (
        f"gomocup:{shlex.join([sys.executable, str(script), behaviour, str(tmp_path / behaviour)])}"
    )


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [("crash", "(a failure of the player)"), ("occupied", "(an illegal move)")],
)
def test_an_engine_that_fails_in_the_terminal_has_lost(line, tmp_path, behaviour, reason):
    done = line("play", "gomoku", "--second", make_spec(tmp_path, behaviour), stdin="h8\n")
    assert done.exit_code == 0, done.stderr
    assert f"Black wins {reason}" in done.stdout


def test_an_engine_plays_in_the_terminal_and_in_a_match(line, tmp_path):
    done = line("play", "gomoku", "--second", make_spec(tmp_path, "plain"), stdin="h8\n")
    assert "White played a15" in done.stdout
    document = line.json(
        "match", "gomoku", make_spec(tmp_path, "plain"), make_spec(tmp_path, "crash"),
        "--games", "2", "--time", "0.5", "--set", "size=9",
    )  # fmt: skip
    assert [game["forfeit"]["kind"] for game in document["results"]] == ["crashed", "crashed"]


def test_a_record_may_not_start_a_program(line, tmp_path):
    record = tmp_path / "game.json"
    stdin = f"h8\nsave {record}\nquit\n"
    line("play", "gomoku", "--second", make_spec(tmp_path, "plain"), stdin=stdin)
    assert "only whoever runs Plyground" in line.refused("play", "--resume", str(record))
