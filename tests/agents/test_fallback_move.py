"""A move without a search, from plain Python as well as from native code."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plyground.agents.fallback_move import choose_fallback_move
from plyground.games.registry import game_names, load_game


@pytest.mark.parametrize("name", game_names())
def test_the_fallback_move_is_legal_in_every_game(name):
    position = load_game(name).start()
    for _ in range(30):
        if position.is_over:
            break
        found = choose_fallback_move(position)
        assert found.move in position.moves
        position = position.play(found.move)


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro", "caro5", "omok"])
def test_it_wins_at_once_and_stops_a_five(rule):
    game = load_game("gomoku", size=15, rule=rule)
    assert choose_fallback_move(game.position("a1 b1 c1 d1 / a9 c9 e9 g9 / 0")).move == "e1"
    assert choose_fallback_move(game.position("a9 c9 e9 g9 k3 / a1 b1 c1 d1 o9 / 0")).move == "e1"


def test_it_compiles_nothing():
    code = """
import sys
from plyground.agents.fallback_move import choose_fallback_move
from plyground.games.registry import load_game
choose_fallback_move(load_game("gomoku").start().play_all("h8 h9"))
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr
