"""Games and positions can be copied and sent to other processes."""

from __future__ import annotations

import copy
import pickle

import pytest

from plyground import load_game


def send(position):
    return pickle.loads(pickle.dumps(position))


@pytest.mark.parametrize(
    "make_copy", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
@pytest.mark.parametrize(
    ("name", "options"), [("gomoku", {"size": 7}), ("kamisado", {}), ("triangles", {"n": 6})]
)
def test_a_copy_is_the_same_position_with_the_same_history(name, options, make_copy):
    position = load_game(name, **options).start()
    for _ in range(5):
        position = position.play(position.codes[-1])
    made = make_copy(position)
    assert made == position
    assert made.line == position.line
    assert made.undo() == position.undo()
    assert made.game.settings == position.game.settings


def test_a_long_game_can_be_copied():
    position = load_game("gomoku", size=22).start()
    while not position.is_over:
        # Every third place, so that nobody gets five in a row soon.
        position = position.play(position.codes[len(position.codes) // 3])
    assert send(position).line == position.line


def test_a_position_without_history_can_be_copied():
    game = load_game("tictactoe")
    position = game.position(game.start().play("b2").text)
    assert send(position) == position
