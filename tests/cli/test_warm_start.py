"""A warm start in the terminal: plain Python plays until the engine is compiled."""

from __future__ import annotations

import io

import pytest

from plyground.agents.engine import Engine, list_kernels
from plyground.agents.human import Human
from plyground.cli import terminal_game
from plyground.cli.terminal_game import TerminalGame
from plyground.cli.warm_start import WarmStart, needs_compiling
from plyground.cli.warmup import split_kernels
from plyground.core.jit import is_cached
from plyground.games.registry import game_names, load_game
from plyground.games.score import Analysis
from plyground.play.session import Session


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_kernel_is_in_one_part(name, count):
    kernels = list_kernels(load_game(name))
    parts = split_kernels(kernels, count)
    assert len(parts) == count
    assert sorted(map(str, kernels)) == sorted(str(entry) for part in parts for entry in part)


def test_parts_compile_all_that_the_engine_needs(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    game = load_game("tictactoe", width=4)
    assert needs_compiling(game)
    start = WarmStart(game, "tictactoe")
    try:
        for process in start._processes:
            assert process.wait(600) == 0
        assert not start.is_running
    finally:
        start.close()
    assert all(is_cached(function) for function, _ in list_kernels(game))
    assert not needs_compiling(game)


def test_closing_ends_what_is_still_compiling(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    start = WarmStart(load_game("kamisado"), "kamisado")
    start.close()
    assert all(process.returncode is not None for process in start._processes)


class StubEngine(Engine):
    def prepare(self, game):
        self.is_prepared = True

    def choose(self, position, limit):
        assert self.is_prepared
        return Analysis(position.moves[-1])


def test_plain_python_plays_first_and_the_engine_takes_over(monkeypatch, capsys):
    class Compiling:
        def __init__(self, game, source):
            self.agent = type("Plain", (), {"choose": lambda _, at, limit: Analysis(at.moves[0])})()
            self.looks = 0

        @property
        def is_running(self):
            self.looks += 1
            return self.looks == 1

        def close(self):
            pass

    keyboard = io.StringIO("b2\nc1\n")
    keyboard.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.setattr(terminal_game, "needs_compiling", lambda game: True)
    monkeypatch.setattr(terminal_game, "WarmStart", Compiling)
    monkeypatch.setattr(
        terminal_game, "prepare_agents", lambda agents, game: agents[1].prepare(game)
    )
    session = Session(load_game("tictactoe").start(), ("human", "engine"))
    TerminalGame(session, (Human(), StubEngine())).play()
    printed = capsys.readouterr().out
    assert "reduced strength" in printed
    assert "full strength" in printed
    # The first legal move, and then the last one.
    assert session.position.line[1] == "a1"
    assert session.position.line[3] == "c3"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("warmup", "--part", "1/2"), "exactly one GAME"),
        (("warmup", "tictactoe", "--part", "3/2"), '"3/2" is no part'),
        (("warmup", "tictactoe", "--part", "x"), '"x" is no part'),
        (("warmup", "tictactoe", "kamisado", "--set", "width=4"), "exactly one GAME"),
    ],
)
def test_a_part_that_is_none_is_refused(line, words, sentence):
    assert sentence in line.refused(*words)
