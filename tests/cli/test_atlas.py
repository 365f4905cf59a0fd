"""`plyground atlas`, and certificates of `plyground solve`."""

from __future__ import annotations

import json

import pytest


def test_solved_boards_are_listed(line):
    done = line("atlas", "kamisado")
    assert done.exit_code == 0
    assert "The first player wins in 17" in done.stdout
    assert len(line.json("atlas", "kamisado")["kamisado"]) == 1 + 102 + 8


def test_all_games_are_listed_in_korean(line):
    done = line("atlas", "--lang", "ko")
    assert "카미사도" in done.stdout
    assert "틱택토" in done.stdout


def test_a_game_without_solved_boards_is_a_sentence(line):
    done = line("atlas", "gomoku")
    assert done.exit_code != 0
    assert "Nothing of gomoku is in the atlas" in done.stderr


def test_a_user_solves_boards_of_a_game_of_his_own(line, tmp_path):
    file = tmp_path / "sticks.py"
    file.write_text(STICKS, encoding="utf-8")
    done = line("atlas", str(file), "--build", str(tmp_path))
    assert done.exit_code == 0, done.stderr
    assert "sticks count=5: The first player wins in 3" in done.stdout
    document = json.loads((tmp_path / "sticks.atlas.json").read_text())
    assert [entry["value"] for entry in document["entries"]] == [1, -1]
    assert "count=8" in line("atlas", str(file)).stdout


def test_the_value_of_every_first_move_is_drawn(line, tmp_path):
    path = tmp_path / "moves.svg"
    assert line("atlas", "kamisado", "--svg", str(path)).exit_code == 0
    assert path.read_text().count("player wins in") == 102
    done = line("atlas", "tictactoe", "--svg", str(path))
    assert done.exit_code == 2
    assert "plyground solve tictactoe --svg FILE" in done.stderr
    assert line("atlas", "--svg", str(path)).exit_code == 2


def test_a_certificate_of_any_position(line, tmp_path, check_certificate):
    path = tmp_path / "proof.json"
    assert line("solve", "kamisado", "--moves", "c1-d2", "--certificate", str(path)).exit_code == 0
    document = json.loads(path.read_text())
    (entry,) = document["entries"]
    assert (entry["value"], entry["plies"], entry["moves"]) == (-1, 15, "c1-d2")
    assert entry["nodes"] > 1000
    assert check_certificate.check_entry(check_certificate.load_rules("kamisado"), entry) > 100


@pytest.mark.parametrize("options", [["set=hexagon"], ["n=6", "seed=2", "extra_move=true"]])
def test_a_certificate_spells_out_points(line, tmp_path, check_certificate, options):
    """Whoever checks it knows neither the sets nor how points are drawn."""
    path = tmp_path / "proof.json"
    given = [word for option in options for word in ("--set", option)]
    assert line("solve", "triangles", *given, "--certificate", str(path)).exit_code == 0
    [entry] = json.loads(path.read_text())["entries"]
    assert check_certificate.check_entry(check_certificate.load_rules("triangles"), entry) > 20


def test_a_certificate_that_cannot_be_written_is_a_sentence(line, tmp_path):
    done = line("solve", "tictactoe", "--certificate", str(tmp_path / "no" / "proof.json"))
    assert done.exit_code == 1
    assert "proof.json" in done.stderr


STICKS = """
from plyground import LOSS, ONGOING, Game, Kernels, Option, Rules, Scene, Spot, kernel, vector

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
    return LOSS if state[1] == 0 else ONGOING

class Sticks(Game):
    name = "sticks"
    options = (Option("count", 21, low=1, high=99),)
    atlas = [{"count": 5}, {"count": 8}]

    def build(self):
        kernels = Kernels(moves=moves, play=play, outcome=outcome)
        return Rules(kernels, start=vector([0, self.settings["count"]]), move_limit=3, branching=3)

    def path(self, state, move):
        return (str(move + 1),)

    def scene(self, state):
        return Scene("plane", tuple(Spot(str(n), x=n, y=0) for n in (1, 2, 3)))
"""
