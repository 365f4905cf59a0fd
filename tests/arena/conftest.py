"""Players for the tests of the arena: each does one thing, right or wrong."""

from __future__ import annotations

import threading

import pytest

from plyground.arena.referee import Referee
from plyground.games.registry import load_game
from plyground.games.score import Analysis


class Scripted:
    """Plays the first of its wishes that is legal, else the first legal move."""

    def __init__(self, *wishes):
        self.wishes = wishes
        self.asked = []

    def choose(self, position, limit):
        self.asked.append((position, limit))
        return Analysis(
            next((wish for wish in self.wishes if wish in position.moves), "") or position.moves[0]
        )


class Clock:
    """A clock that only players move on."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Slow(Scripted):
    """Takes so many seconds for each move, by that clock."""

    def __init__(self, clock, seconds, *wishes):
        super().__init__(*wishes)
        self.clock = clock
        self.seconds = seconds

    def choose(self, position, limit):
        self.clock.now += self.seconds
        return super().choose(position, limit)


class Answering:
    """Gives the same answer to every question."""

    def __init__(self, answer):
        self.answer = answer

    def choose(self, position, limit):
        return self.answer


class Raising:
    def __init__(self, error):
        self.error = error

    def choose(self, position, limit):
        raise self.error


class Hanging:
    """Answers only when it is set free."""

    def __init__(self):
        self.free = threading.Event()

    def choose(self, position, limit):
        self.free.wait(60)
        return Analysis(position.moves[0])


class Steady:
    """Stands for a watchdog on a machine that stood still for so long at every move."""

    def __init__(self, overslept=0.0):
        self.seconds = overslept

    def overslept(self, since, until):
        return self.seconds


class Players:
    scripted = Scripted
    slow = Slow
    answering = Answering
    raising = Raising
    hanging = Hanging


@pytest.fixture
def players():
    return Players


@pytest.fixture
def clock(monkeypatch):
    """The referee's clock, to be moved on by slow players."""
    clock = Clock()
    monkeypatch.setattr("plyground.arena.referee.monotonic", clock)
    return clock


@pytest.fixture
def start():
    return load_game("tictactoe").start()


@pytest.fixture
def referee():
    """Makes referees that see a machine that never stalls, unless told otherwise."""

    def make(seconds=30.0, overslept=0.0, **more):
        return Referee(seconds, Steady(overslept), **more)

    return make
