"""A warm start in the terminal: plain Python plays until the engine is compiled."""

from __future__ import annotations

import io

from plyground.agents.agent import list_kernels
from plyground.agents.engine import Engine
from plyground.agents.human import Human
from plyground.agents.specs import agent
from plyground.agents.warm_start import WarmStart, needs_compiling
from plyground.cli import terminal_game
from plyground.cli.terminal_game import TerminalGame
from plyground.core import jit
from plyground.core.jit import is_cached
from plyground.games.registry import load_game
from plyground.games.score import Analysis
from plyground.play.session import Session


def test_what_the_agents_need_is_compiled_by_processes(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    # Other tests may have loaded the same kernels.
    monkeypatch.setattr(jit, "_compiled", {})
    game, agents = load_game("tictactoe", width=4), [agent("minimax:depth=1")]
    assert needs_compiling(agents, game)
    start = WarmStart(agents, game)
    start._request.ready.result(600)
    assert not start.is_running
    assert not needs_compiling(agents, game)
    assert all(is_cached(function) for function, _ in list_kernels(agents[0], game))


class StubEngine(Engine):
    def prepare(self, game):
        self.is_prepared = True

    def choose(self, position, limit):
        assert self.is_prepared
        return Analysis(position.moves[-1])


def test_plain_python_plays_first_and_the_engine_takes_over(monkeypatch, capsys):
    class Compiling:
        seconds = 40

        def __init__(self, agents, game):
            pass

        @property
        def is_running(self):
            return len(session.position.history) < 2

    keyboard = io.StringIO("b2\nc1\n")
    keyboard.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", keyboard)
    needs = iter([True])
    monkeypatch.setattr(terminal_game, "needs_compiling", lambda agents, game: next(needs, False))
    plain = type("Plain", (), {"choose": lambda _, at, limit: Analysis(at.moves[0])})()
    monkeypatch.setattr(terminal_game, "make_stand_in", {"engine": plain}.get)
    monkeypatch.setattr(terminal_game, "WarmStart", Compiling)
    monkeypatch.setattr(
        terminal_game, "prepare_agents", lambda agents, game: agents[1].prepare(game)
    )
    session = Session(load_game("tictactoe").start(), ("human", "engine"))
    TerminalGame(session, (Human(), StubEngine())).play()
    printed = capsys.readouterr().out
    assert "warming up: 40 s; playing at reduced strength" in printed
    assert "full strength" in printed
    # The first legal move, and then the last one.
    assert session.position.line[1] == "a1"
    assert session.position.line[3] == "c3"


def test_settings_need_one_game(line):
    assert "exactly one GAME" in line.refused("warmup", "tictactoe", "kamisado", "--set", "width=4")
