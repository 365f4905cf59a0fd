"""A scene lists the buttons that are legal moves, and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground import Button, load_game
from plyground.games.tictactoe import TicTacToe


class PassingMarks(TicTacToe):
    """Tic-tac-toe in which the corner is taken by a button."""

    def path(self, state, move):
        return ("corner",) if move == 0 else super().path(state, move)

    def scene(self, state):
        buttons = (Button("corner", "take the corner"), Button("swap", "swap"))
        return replace(super().scene(state), buttons=buttons)


@pytest.mark.parametrize(("moves", "listed"), [("", ["corner"]), ("corner b2", [])])
def test_buttons_that_are_not_legal_are_not_listed(moves, listed):
    scene = PassingMarks().start().play_all(moves).scene
    assert [button.name for button in scene.buttons] == listed


def test_a_game_without_buttons_has_none():
    assert load_game("tictactoe").start().scene.buttons == ()
