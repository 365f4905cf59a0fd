"""A start and referees for the tests of the arena."""

from __future__ import annotations

import pytest

from plyground.arena.referee import Referee
from plyground.games.registry import load_game


class Steady:
    """Stands for a watchdog on a machine that stood still for so long at every move."""

    def __init__(self, overslept=0.0):
        self.seconds = overslept

    def overslept(self, since, until):
        return self.seconds


@pytest.fixture
def start():
    return load_game("tictactoe").start()


@pytest.fixture
def referee():
    """Makes referees that see a machine that never stalls, unless told otherwise."""

    def make(seconds=30.0, overslept=0.0, **more):
        return Referee(seconds, Steady(overslept), **more)

    return make
