"""Ctrl-C, also where Python itself drops it."""

from __future__ import annotations

import signal
import threading
import weakref

import pytest

from plyground.cli.interrupts import record_interrupts
from plyground.cli.match import play_match

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
