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


@pytest.fixture
def start():
    return load_game("tictactoe").start()


@pytest.fixture
def referee():
    """A factory for referees on a machine that does not stall by default."""

    def make(seconds=30.0, stalled=0.0, **options):
        return Referee(seconds, StubWatchdog(stalled), **options)

    return make
