"""A user's game is checked before it runs, and one that breaks the contract is a sentence."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from plyground.cli.main import build_app
from plyground.games.checking import admission, native_trial, sandbox
from plyground.games.registry import load_game
from plyground.locale import Failure

BUGS = {
    # What the first check in plain Python finds.
    "branching too small": "moves goes outside of a vector: index 5",
    "move_limit too small": "lists move 5",
    "branching of zero": "`branching` is 0",
    "start of another type": "`start` must be",
    "start too short": "outside of a vector",
    "tables too short": "evaluate goes outside",
    "no features": "init_features goes outside",
    "a third side at the start": "first slot",
    "moves writes far": "index 40000000",
    "moves writes just behind": "index 8",
    "moves writes before": "negative",
    "play writes just behind": "after .*: Kernel play goes outside",
    "play writes far": "index 10000000000",
    "play reads far": "index 10000000000",
    "play writes into tables": "play failed|`tables`",
    "evaluate reads far": "evaluate goes outside",
    "evaluate writes into the state": "evaluate changes `state`",
    "late write behind the state": "after( .1){6}: Kernel play goes outside",
    "late write far away": "after( .1){6}: Kernel play goes outside",
    "late features out of bounds": "update_features goes outside",
    "too many moves told": "tells 17 moves",
    "fewer than no moves told": "tells -1 moves",
    "a move twice": "twice",
    "moves above the limit": "lists move 100",
    "moves below zero": "lists move -3",
    "a third side": "Slot 0 of the state is 2",
    "an unknown outcome": "77",
    "a game without end": "otherwise|not over",
    "a key that collides": "kernel key",
    "a key of the stones alone": "kernel key",
    "a candidate that is illegal": "candidates lists move 0",
    "no candidates": "candidates lists nothing",
    "a false claim": "known_result claims",
    "canonical of nothing": "canonical",
    "a syntax error": "SyntaxError",
    "an error at import": "ZeroDivisionError",
    "a division by zero": "play failed: ZeroDivisionError",
    "an error in a kernel": "play failed: ValueError",
    "a name that does not exist": "NameError",
    "a recursion without end": "RecursionError",
    "a random evaluation": "otherwise|differ|when compiled",
    "another number of parameters": "state, move, tables",
    "a class without a name": "has no `name`",
    "rules that cannot be built": "cannot be built: NameError",
    "a scene that fails": "scene failed",
    "a path that fails": "move_text failed",
}
NATIVE_BUGS = {
    "a function that is no kernel": "count_stones, which is no kernel",
    "a native endless loop": "play did not return",
    "a native index far away": "after .*: play failed: IndexError",
    "a native recursion without end": "play (crashes|did not return)",
}
COMMANDS = (
    ("solve",),
    ("play", "--first", "random", "--second", "engine:level=1"),
    ("match", "engine:level=1", "random", "--games", "2"),
    ("show",),
)

pytestmark = pytest.mark.usefixtures("checks")


@pytest.fixture
def impatient(monkeypatch):
    """A kernel that does not return is found out sooner."""
    monkeypatch.setattr(sandbox, "CALL_SECONDS", 1.0)
    monkeypatch.setattr(native_trial, "CALL_SECONDS", 3.0)


def test_a_game_that_keeps_the_contract_is_admitted_once(plant, monkeypatch):
    game = load_game(plant(None), True)
    game.native()
    monkeypatch.setattr(admission, "_passed", set())
    monkeypatch.setattr(native_trial, "run_native_trial", None)
    monkeypatch.setattr("plyground.games.checking.checker.check_plain", None)
    again = type(game)()
    assert again.native().compiled.keys() == game.kernels.present().keys()


def test_what_a_check_depends_on_is_in_its_fingerprint(plant, monkeypatch):
    game = load_game(plant(None), True)
    hashes = {admission._hash_rules(game)}
    for change in ({"branching": 9}, {"move_limit": 9}, {"scoring": True}, {"scale": 1.0}):
        other = type(game)()
        other.__dict__["rules"] = replace(game.rules, **change)
        hashes.add(admission._hash_rules(other))
    monkeypatch.setattr(admission, "VERSION", admission.VERSION + 1)
    hashes.add(admission._hash_rules(game))
    assert len(hashes) == 6


@pytest.mark.parametrize("number", range(len(BUGS)), ids=BUGS)
def test_a_planted_bug_ends_a_command_with_one_sentence(plant, number):
    """Each bug in one of the commands, in turn; `bench/planted_bugs.py` has all combinations."""
    bug, sentence = list(BUGS.items())[number]
    command, *more = COMMANDS[number % len(COMMANDS)]
    done = CliRunner().invoke(build_app(), [command, plant(bug), *more], env={"NO_COLOR": "1"})
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    # A game that plain Python has nothing against says first that native code is checked.
    *before, said = done.stderr.splitlines()
    assert all(line.startswith(("plyground: checking", "preparing")) for line in before)
    assert re.search(sentence, said), said
    assert "defect" not in said


@pytest.mark.parametrize("bug", NATIVE_BUGS)
def test_a_bug_in_native_code_alone_is_found_in_a_child(plant, bug, impatient):
    game = load_game(plant(bug), True)
    with pytest.raises(Failure, match=NATIVE_BUGS[bug]) as found:
        game.native()
    with pytest.raises(Failure) as again:
        type(game)().native()
    assert str(again.value) == str(found.value)
    assert not game.is_native


@pytest.mark.parametrize("kernel", ["moves", "play", "evaluate", "threat_search"])
def test_an_endless_loop_is_interrupted(plant, kernel, impatient):
    with pytest.raises(Failure, match=f"{kernel} did not return"):
        load_game(plant(f"an endless loop in {kernel}"), True)


def test_a_class_made_by_hand_is_checked_when_native_code_is_wanted(plant):
    namespace: dict[str, object] = {"__name__": "by_hand"}
    exec(Path(plant("moves writes far")).read_text(), namespace)
    game = namespace["Row"]()
    with pytest.raises(Failure, match="40000000"):
        game.native()


def test_checks_can_be_switched_off(plant, monkeypatch):
    monkeypatch.setenv(admission.NO_CHECK, "1")
    assert load_game(plant("branching too small"), True).name == "row"


def test_no_check_lets_the_door_find_it(plant, monkeypatch):
    """Without the check the search itself ends with a sentence."""
    monkeypatch.setattr(os, "environ", dict(os.environ))
    done = CliRunner().invoke(build_app(), ["solve", plant("branching too small"), "--no-check"])
    assert done.exit_code == 1
    assert "branching" in done.stderr


def test_ctrl_c_ends_a_check(plant, tmp_path, start_process):
    """While a kernel in the child never returns."""
    command = [sys.executable, "-m", "plyground", "solve", plant("a native endless loop")]
    environment = {
        **os.environ,
        "PLYGROUND_CACHE": str(tmp_path / "kernels"),
        "PLYGROUND_LANG": "en",
    }
    environment.pop(admission.NO_CHECK, None)
    process = start_process(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    said = []
    for line in process.stderr:
        said.append(line)
        if "checking" in line:
            break
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130, said


def test_other_threads_go_on_during_a_check(plant, impatient):
    game = load_game(plant("a native endless loop"), True)
    failures = []

    def run():
        try:
            game.native()
        except Failure as failure:
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    turns = 0
    while thread.is_alive():
        thread.join(0.01)
        turns += 1
    assert failures
    assert turns > 20
