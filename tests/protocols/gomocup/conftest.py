"""Both ends of the protocol: our engine in this process, and an external one."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from time import sleep

import pytest

from plyground.agents.specs import agent
from plyground.protocols.gomocup.handler import CommandHandler


class Manager:
    """Sends commands to our engine in this process."""

    def __init__(self):
        self.received = []
        self.handler = CommandHandler(self.received.append, seed=1)

    def __call__(self, *lines):
        """Send lines, wait for the search to end, and return the answers."""
        before = len(self.received)
        for line in lines:
            assert self.handler.handle(line)
        self.handler.wait()
        return self.received[before:]

    def wait_for_engine(self):
        while not self.handler._search_thread.is_ready:
            sleep(0.05)

    def ask(self, *lines):
        [answer] = self(*lines)
        return answer


@pytest.fixture(autouse=True)
def _in_english(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])


@pytest.fixture(scope="module")
def shared():
    """For tests that begin with START."""
    return Manager()


@pytest.fixture
def manager(shared):
    shared("INFO rule 0", "INFO timeout_turn 150", "INFO time_left 2147483647", "START 15")
    shared.wait_for_engine()
    del shared.received[:]
    return shared


@pytest.fixture
def new_manager():
    return Manager()


@pytest.fixture
def make_agent(tmp_path):
    """Makes agents of external engines; their `received` returns the lines that were sent."""
    made = []

    def make(behaviour):
        log = tmp_path / f"received-{behaviour}"
        script = Path(__file__).with_name("stub_engine.py")
        words = [sys.executable, str(script), behaviour, str(log)]
        player = agent("gomocup:" + shlex.join(words))
        player.received = lambda: log.read_text().splitlines()
        made.append(player)
        return player

    yield make
    for player in made:
        player.release()
