"""A start position and referees for the tests of the arena."""

from __future__ import annotations

import pytest

from plyground.arena.referee import Referee
from plyground.games.registry import load_game


class StubWatchdog:
    """The watchdog of a machine that stalls for this long at every move."""

    def __init__(self, stalled=0.0):
        self.stalled = stalled

    def measure_stall(self, since, until):
        return self.stalled


class StubDelay:
    """Of an agent that waits for a core for this long at every move."""

    def __init__(self, delay=0.0):
        self.delay = delay

    def measure(self, seconds):
        return self.delay


@pytest.fixture
def start():
    return load_game("tictactoe").start()


@pytest.fixture
def referee():
    """A factory for referees on a machine that is idle by default."""

    def make(seconds=30.0, stalled=0.0, delay=0.0, **options):
        options.setdefault("start_delay", lambda find_process: StubDelay(delay))
        return Referee(seconds, StubWatchdog(stalled), **options)

    return make
