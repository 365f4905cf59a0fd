"""Our engine as a process, as a manager starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from time import monotonic, sleep

import pytest

from plyground.protocols.gomocup.handler import CommandHandler

PROGRAM = [sys.executable, "-c", "from plyground.protocols.gomocup.stdio import main; main()"]
SOON = 120
"""Seconds within which a busy machine does anything."""


class Engine:
    def __init__(self, folder, **environment):
        self.process = subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=folder, env={**os.environ, **environment},
        )  # fmt: skip

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line.encode() + b"\r\n")
        self.process.stdin.flush()

    def ask(self, *lines):
        self.send(*lines)
        return self.process.stdout.readline().decode().rstrip("\n")

    def end(self):
        """Send END, and return the remaining output."""
        out, err = self.process.communicate(b"END\r\n", timeout=SOON)
        assert not err
        assert self.process.returncode == 0
        return out


@pytest.fixture
def engine(tmp_path):
    made = Engine(tmp_path)
    yield made
    made.process.kill()
    made.process.wait()


@pytest.fixture
def cold_engine(tmp_path):
    """With nothing compiled yet."""
    made = Engine(tmp_path, PLYGROUND_CACHE=str(tmp_path / "cache"))
    yield made
    made.process.kill()
    made.process.wait()


def is_move(line):
    x, _, y = line.partition(",")
    return x.isdigit() and y.isdigit()


def test_a_game_over_a_pipe(engine):
    assert engine.ask("START 15") == "OK"
    engine.send("INFO timeout_turn 200", "INFO rule 1", "INFO time_left 2147483647")
    first = engine.ask("BEGIN")
    second = engine.ask("TURN 0,0")
    assert is_move(first)
    assert is_move(second)
    assert engine.ask("RESTART") == "OK"
    assert is_move(engine.ask("BOARD", "7,7,2", "DONE"))
    assert engine.end() == b""


def test_moves_come_while_the_engine_is_compiled(cold_engine):
    assert cold_engine.ask("START 15") == "OK"
    cold_engine.send("INFO timeout_turn 300")
    assert cold_engine.ask("BOARD", *(f"{x},7,1" for x in range(4)), "DONE") == "4,7"
    assert cold_engine.ask("START 15") == "OK"
    assert cold_engine.ask("BOARD", *(f"{x},7,2" for x in range(4)), "DONE") == "4,7"
    assert cold_engine.end() == b""


@pytest.mark.parametrize("wait", [0.0, 1.0])
def test_it_exits_at_once_during_a_search(engine, wait):
    assert engine.ask("START 15") == "OK"
    engine.send("INFO timeout_turn 600000", "TURN 7,7")
    sleep(wait)
    began = monotonic()
    assert engine.end() == b""
    assert monotonic() - began < SOON


def test_end_does_not_wait_for_the_lines_before_it(engine):
    assert engine.ask("START 15") == "OK"
    engine.send(*["START 19", "START 20"] * 200)
    assert set(engine.end().split()) <= {b"OK"}


def test_once_end_has_arrived_no_answer_waits_for_the_engine(monkeypatch):
    answers, waits = [], []
    handler = CommandHandler(answers.append)
    monkeypatch.setattr(handler._search_thread._settled, "wait", waits.append)
    handler.handle("START 15", monotonic())
    assert (answers, len(waits)) == (["OK"], 1)
    handler.stop_waiting()
    handler.handle("START 19", monotonic())
    assert (answers, len(waits)) == (["OK", "OK"], 1)


def test_endless_lines_are_cut(engine):
    engine.send("START 15" + " " * 200_000, "A" * 10_000_000)
    assert engine.process.stdout.readline() == b"OK\n"
    assert engine.process.stdout.readline().startswith(b"UNKNOWN")
    assert engine.ask("ABOUT").startswith("name=")
    assert engine.end() == b""


@pytest.mark.parametrize("number", ["-1", "999999999999999", "9" * 400])
def test_absurd_numbers_leave_the_timer_alive(engine, number):
    assert engine.ask("START 15") == "OK"
    keys = ("timeout_turn", "time_left", "timeout_match", "max_memory", "max_depth", "max_node")
    for key in keys:
        engine.send(f"INFO {key} {number}")
    engine.send("TURN 7,7", "YXSTOP")
    assert is_move(engine.process.stdout.readline().decode().strip())
    engine.send("INFO timeout_turn 100", "INFO time_left 2147483647")
    assert is_move(engine.ask("TURN 0,0"))
    assert engine.end() == b""


def test_the_answer_is_sent_after_the_input_has_ended(engine):
    out, err = engine.process.communicate(b"START 15\nINFO timeout_turn 100\nBEGIN\n", SOON)
    ok, move = out.decode().splitlines()
    assert (ok, err) == ("OK", b"")
    assert is_move(move)


def test_with_arguments_it_prints_what_it_is(tmp_path):
    done = subprocess.run([*PROGRAM, "--help"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert "Gomocup" in done.stdout
