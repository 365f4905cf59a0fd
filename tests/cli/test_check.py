"""`plyground check`."""

from __future__ import annotations

import pytest

from plyground.cli.main import build_app

SOURCE = """
from plyground import LOSS, ONGOING, WIN, Game, Kernels, Rules, Scene, Spot, kernel, vector

@kernel
def moves(state, out, tables):
    count = min(state[1], 3)
    for move in range(count):
        out[move] = move
    return count

@kernel
def play(state, move, tables):
    state[1] -= move + 1
    state[0] = 1 - state[0]

@kernel
def outcome(state, tables):
    return {result} if state[1] == 0 else ONGOING

class Sticks(Game):
    name = "sticks"

    def build(self):
        kernels = Kernels(moves=moves, play=play, outcome=outcome)
        return Rules(kernels, start=vector([0, 21]), move_limit=3, branching={branching})

    def path(self, state, move):
        return (str(move + 1),)

    def scene(self, state):
        return Scene("plane", tuple(Spot(str(number), number, 0) for number in (1, 2, 3)))
"""


@pytest.fixture
def write_game(tmp_path):
    def write(result="LOSS", branching=3):
        file = tmp_path / f"sticks_{result}_{branching}.py"
        file.write_text(SOURCE.format(result=result, branching=branching))
        return str(file)

    return write


def test_a_sound_game_is_reported_with_what_was_covered(line, write_game):
    done = line("check", write_game())
    assert done.exit_code == 0
    assert "Sticks() keeps its promises" in done.stdout
    assert "50 games" in done.stdout
    assert "3 of 3 moves; 2 of 2 slots" in done.stdout
    assert "Suspicious" not in done.stdout


def test_a_suspicion_is_a_sentence_and_no_failure(line, write_game):
    found = line.json("check", write_game("WIN"), "--games", "20")
    assert found["playouts"] == 20
    assert found["is_native"] is True
    (suspicion,) = found["suspicions"]
    assert suspicion.startswith("Suspicious: in all of ")


def test_a_violation_fails_with_a_sentence(line, write_game):
    sentence = line.refused("check", write_game(branching=2), code=1)
    assert "kernel moves" in sentence.lower()
    assert "outside of a vector" in sentence


def test_a_built_in_game_is_checked_with_its_options(line):
    found = line.json("check", "tictactoe", "--set", "width=4", "--games", "3")
    assert found["game"] == "TicTacToe(width=4)"
    assert found["move_limit"] == 12
    assert found["suspicions"] == []
    assert line.refused("check", "tictactoe", "--games", "0").startswith("--games cannot be")


def test_the_command_is_listed():
    assert "check" in {command.name for command in build_app().registered_commands}
