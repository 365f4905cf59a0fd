"""What holds for all tests.

They read English, whatever the machine speaks and whatever an earlier test chose; and none of them
depends on how fast the machine is.
"""

from __future__ import annotations

import threading

import pytest
from hypothesis import settings

from plyground import locale
from plyground.games.score import Analysis

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("PLYGROUND_LANG", "en")
    monkeypatch.setattr(locale, "_process_language", [])


# Agents for whoever plays games: each does one thing, right or wrong.


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
