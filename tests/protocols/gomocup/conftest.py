"""Both ends of the protocol: a conversation in this process, and a stranger's engine."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from time import sleep

import pytest

from plyground.agents.specs import agent
from plyground.protocols.gomocup.handler import Session


class Talk:
    """A conversation with our engine, without a pipe."""

    def __init__(self):
        self.said = []
        self.session = Session(self.said.append, seed=1)

    def __call__(self, *lines):
        """Say some lines, wait until nothing is owed, and give what was answered."""
        before = len(self.said)
        for line in lines:
            assert self.session.hear(line)
        self.session.wait()
        return self.said[before:]

    def wait_for_engine(self):
        while not self.session._thinker.is_ready:
            sleep(0.05)

    def one(self, *lines):
        [answer] = self(*lines)
        return answer


@pytest.fixture(autouse=True)
def _in_english(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])


@pytest.fixture(scope="module")
def shared():
    """For tests that begin by START."""
    return Talk()


@pytest.fixture
def talk(shared):
    shared("INFO rule 0", "INFO timeout_turn 150", "INFO time_left 2147483647", "START 15")
    shared.wait_for_engine()
    del shared.said[:]
    return shared


@pytest.fixture
def new_talk():
    return Talk()


@pytest.fixture
def stranger(tmp_path):
    """Makes agents of strangers' engines; `heard` is what the last of them was told."""
    made = []

    def make(how):
        log = tmp_path / f"heard-{how}"
        script = Path(__file__).with_name("stranger.py")
        words = [sys.executable, str(script), how, str(log)]
        player = agent("gomocup:" + shlex.join(words))
        player.heard = lambda: log.read_text().splitlines()
        made.append(player)
        return player

    yield make
    for player in made:
        player.close()
