"""The engine is ready when a manager may start a clock; plain Python searches until it is."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest

from plyground.agents.engine import Engine
from plyground.agents.python_search import PythonSearch
from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.protocols.gomocup import search_thread
from plyground.protocols.gomocup.handler import CommandHandler
from plyground.protocols.gomocup.search_thread import EngineSetup, SearchThread

SOON = 600
"""Seconds within which a busy machine does anything."""
UNHURRIED = ("INFO timeout_turn 600000", "INFO max_depth 2")
"""A search is over when its depth is, however slow the machine."""


class Recorder:
    """Our engine in this process: what it sends and whether it is ready then, and its analyses."""

    def __init__(self, monkeypatch):
        self.sent = []
        self.answers = []
        reply = CommandHandler._reply

        def record(handler, game, analysis):
            self.answers.append(analysis)
            reply(handler, game, analysis)

        monkeypatch.setattr(CommandHandler, "_reply", record)
        self.handler = CommandHandler(self.send, seed=1)

    @property
    def thread(self):
        return self.handler._search_thread

    def send(self, line):
        self.sent.append((line, self.thread.is_ready))

    def __call__(self, *lines):
        for line in lines:
            assert self.handler.handle(line)
        self.handler.wait()


class Compiling:
    """A pool whose only request is ready when it is told to be."""

    def __init__(self):
        self.ready = Future()
        self.listeners = []
        self.requests = 0

    def submit(self, entries):
        self.requests += 1
        return self

    @property
    def is_ready(self):
        return self.ready.done()

    def add_listener(self, listener):
        self.listeners.append(listener)

    def finish(self, problem=None):
        if problem is None:
            self.ready.set_result(None)
        else:
            self.ready.set_exception(problem)
        for listener in self.listeners:
            listener()


@pytest.fixture
def compiling(monkeypatch):
    """Nothing is compiled yet, and nothing will be unless the test says so."""
    pool = Compiling()
    monkeypatch.setattr(search_thread, "get_pool", lambda: pool)
    monkeypatch.setattr(SearchThread, "_needs_compiling", staticmethod(lambda game: True))
    return pool


@pytest.mark.parametrize("infos", [(), ("INFO rule 4", "INFO max_memory 367001600")])
def test_with_a_warm_cache_the_engine_is_ready_when_ok_is_sent(monkeypatch, infos):
    Engine(hash=1).prepare(load_game("gomoku"))
    monkeypatch.setattr(search_thread, "LOAD_SECONDS", SOON)
    recorder = Recorder(monkeypatch)
    recorder(*infos, "START 15")
    recorder("START 20")
    recorder("RESTART")
    assert recorder.sent == [("OK", True)] * 3
    recorder(*UNHURRIED, "TURN 7,7")
    [analysis] = recorder.answers
    assert analysis.depth > 0


def test_with_a_cold_cache_ok_does_not_wait_and_plain_python_searches(monkeypatch, compiling):
    searched = []
    think = PythonSearch.think

    def watch(player, position, limit, *rest, **named):
        found = think(player, position, limit, *rest, **named)
        searched.append((limit.nodes, found.depth))
        return found

    monkeypatch.setattr(PythonSearch, "think", watch)
    recorder = Recorder(monkeypatch)
    recorder("START 15", *UNHURRIED[:1], "INFO max_depth 1")
    assert recorder.sent == [("OK", False)]
    recorder("BOARD", *(f"{x},7,1" for x in range(4)), *(f"{2 * x},0,2" for x in range(4)), "DONE")
    assert recorder.sent[-1] == ("4,7", False)
    recorder("START 15")
    recorder("BOARD", *(f"{x},7,2" for x in range(4)), *(f"{2 * x},0,1" for x in range(3)), "DONE")
    assert recorder.sent[-1] == ("4,7", False)
    # Each move is chosen at once, and then by a search.
    assert [nodes for nodes, _ in searched] == [1, None, 1, None]
    assert [depth for nodes, depth in searched if nodes is None] == [1, 1]
    assert compiling.requests == 1


def test_the_engine_takes_over_when_it_is_compiled(monkeypatch, compiling):
    recorder = Recorder(monkeypatch)
    recorder("START 15")
    compiling.finish()
    while not recorder.thread.is_ready:
        threading.Event().wait(0.02)
    recorder(*UNHURRIED, "TURN 7,7")
    assert recorder.answers[0].depth == 2


def test_what_cannot_be_compiled_is_played_by_plain_python(monkeypatch, compiling):
    recorder = Recorder(monkeypatch)
    recorder("START 15", *UNHURRIED[:1], "INFO max_depth 1")
    compiling.finish(Problem("problem.kernel.compile", kernel="moves", why="it is wrong"))
    recorder("TURN 7,7")
    assert recorder.sent[-1][0].count(",") == 1
    assert not recorder.thread.is_ready
    assert compiling.requests == 1


def test_common_rules_are_loaded_before_anything_is_asked():
    games = [load_game("gomoku", rule=rule) for rule in ("freestyle", "renju")]
    thread = SearchThread(list_common=lambda: games)
    thread.start()
    thread.prepare(EngineSetup(games[1], 0, 1024, 1, 0))
    assert thread._settled.wait(SOON)
    assert thread.is_ready
    assert all("rules" in vars(game) for game in games)
