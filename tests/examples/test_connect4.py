"""The example that newcomers copy: right, and as good as a built-in game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pyspiel
import pytest

from plyground import Game, check_game, load_game
from plyground.core.perft import Perft

FILE = Path(__file__).parents[2] / "examples" / "connect4.py"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(str(FILE), True)


def test_it_keeps_the_contract(game):
    assert check_game(game, playouts=20).widest == 7


def test_it_is_about_forty_lines_of_code():
    _, _, after_imports = FILE.read_text(encoding="utf-8").partition("\n\nWIDTH")
    lines = [line.strip() for line in after_imports.splitlines()]
    code = [line for line in lines if line and not line.startswith(("#", '"""'))]
    assert len(code) < 60


def test_every_legal_move_and_result_is_as_in_another_program(game):
    spiel = pyspiel.load_game("connect_four")
    chooser = random.Random(7)
    for _ in range(60):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            assert list(ours.codes) == theirs.legal_actions()
            assert ours.side == theirs.current_player()
            move = chooser.choice(ours.codes)
            ours = ours.play(move)
            theirs.apply_action(move)
        assert ours.is_over
        assert ours.utility() == theirs.returns()[0]


def test_sequences_of_moves_are_counted_right(game):
    """Before the seventh disc only a full column can be in the way: 7**7 - 7."""
    for depth, expected in ((1, 7), (6, 7**6), (7, 7**7 - 7)):
        perft = Perft(game.rules, game.native(), depth)
        assert perft.count(game.rules.start, depth) == expected


def test_the_command_line_takes_the_file():
    program = Path(sys.executable).with_name("plyground")
    command = [program, "show", FILE, "--moves", "d1 d2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
