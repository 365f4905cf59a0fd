"""Ctrl-C, also before the program is loaded, during native code, and where Python drops it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import weakref
from time import sleep

import pytest
import typer

from plyground.agents.verdict import Verdict
from plyground.cli import menu
from plyground.cli.interrupts import INTERRUPTED, record_interrupts, run_interruptibly
from plyground.cli.lab_experiment import play_match
from plyground.core.limits import Stop

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def interrupt_in_a_callback():
    """Press Ctrl-C where the exception goes nowhere."""

    class Short:
        pass

    short = Short()
    reference = weakref.ref(short, lambda _: signal.raise_signal(signal.SIGINT))
    del short
    assert reference() is None


def test_an_interrupt_that_python_drops_is_recorded():
    with record_interrupts() as interrupted:
        assert not interrupted.is_set()
        interrupt_in_a_callback()
        assert interrupted.is_set()


def test_an_interrupt_is_raised_as_usual():
    with pytest.raises(KeyboardInterrupt), record_interrupts() as interrupted:
        signal.raise_signal(signal.SIGINT)
    assert interrupted.is_set()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_threads_leave_the_signals_alone():
    def look():
        with record_interrupts() as interrupted:
            found.append(interrupted.is_set())

    found = []
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [False]


def test_a_match_ends_after_an_interrupt_that_python_drops():
    class Match:
        games = 3

        def play(self):
            yield "first game"
            interrupt_in_a_callback()
            yield "second game"
            yield "third game"

    assert play_match(Match(), verbose=False) == (["first game", "second game"], True)


@pytest.mark.parametrize("moment", [1, 2, 3, 5, 10, 20, 50, 100, 200, 400, 700, 1000])
def test_from_its_first_line_on_the_program_ends_without_a_traceback(start_process, moment):
    """The moment is the number of an import, so that it is the same on every machine."""
    code = f"""
import signal, sys

def interrupt(event, arguments):
    global left
    if event == "import" and signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        left -= 1
        if not left:
            signal.raise_signal(signal.SIGINT)

left = {moment}
sys.addaudithook(interrupt)
sys.argv = ["plyground", "bench", "--quick", "tictactoe"]
from plyground.__main__ import main
main()
"""
    process = start_process(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.communicate() == ("", "")
    assert process.returncode == INTERRUPTED


@pytest.mark.parametrize(
    "work",
    [
        # Native code in the main thread, which returns in an hour.
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)",
        # The exception of a callback is dropped; so is that of a library which catches them all.
        "reference = weakref.ref(short, lambda _: signal.raise_signal(signal.SIGINT)); del short",
    ],
    ids=["native", "dropped"],
)
def test_nothing_delays_or_swallows_it(start_process, work):
    code = f"""
import hashlib, signal, time, weakref
from plyground.cli.interrupts import end_on_interrupt

class Short: pass

short = Short()
end_on_interrupt()
print("ready", flush=True)
{work}
print("went on", flush=True)
"""
    process = start_process(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    if "raise_signal" not in work:
        process.send_signal(signal.SIGINT)
    assert process.communicate() == ("", "")
    assert process.returncode == INTERRUPTED


def test_a_program_in_the_background_of_a_script_ignores_it(start_process):
    code = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from plyground.cli.interrupts import end_on_interrupt
end_on_interrupt()
signal.raise_signal(signal.SIGINT)
print("went on")
"""
    process = start_process([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.communicate()[0] == "went on\n"
    assert process.returncode == 0


def test_work_that_does_not_return_when_asked_is_abandoned(monkeypatch):
    monkeypatch.setattr("plyground.cli.interrupts.PATIENCE_SECONDS", 0.01)
    asked, free = threading.Event(), threading.Event()

    def work():
        signal.raise_signal(signal.SIGINT)
        free.wait(60)

    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(work, asked.set)
    assert asked.is_set()
    free.set()


def test_work_that_returns_when_asked_has_its_result():
    asked = threading.Event()

    def work():
        signal.raise_signal(signal.SIGINT)
        assert asked.wait(60)
        return "what was found so far"

    assert run_interruptibly(work, asked.set) == "what was found so far"


def test_a_solver_says_what_it_knows_so_far(line, monkeypatch):
    def solve(position, **settings):
        with Stop() as stop:
            signal.raise_signal(signal.SIGINT)
            while not stop.is_set:
                sleep(0.01)
        return Verdict(None, None, (), 7, 0.5, complete=False, stopped_by=stop.reason)

    monkeypatch.setattr("plyground.agents.verdict.solve", solve)
    done = line("solve", "tictactoe", "--json")
    assert done.exit_code == INTERRUPTED
    document = json.loads(done.stdout)
    assert (document["nodes"], document["stopped_by"]) == (7, "interrupt")


def test_a_game_that_is_left_says_how_to_go_on(line, monkeypatch):
    answers = iter(["a1"])

    def read_line(prompt, seconds=None):
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("plyground.cli.terminal_game.read_line", read_line)
    done = line("play", "tictactoe", "--first", "human", "--second", "human")
    assert done.exit_code == INTERRUPTED
    assert "--moves a1" in done.stdout


def test_the_menu_can_be_left(monkeypatch):
    def read_line(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr(menu, "read_line", read_line)
    with pytest.raises(typer.Exit) as left:
        menu.choose_session(None, None)
    assert left.value.exit_code == INTERRUPTED
