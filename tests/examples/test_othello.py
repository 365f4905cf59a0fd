"""Othello: rules, exact values, and passes."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property

import pyspiel
import pytest

from plyground import check_game, solve

Square = tuple[int, int]


@dataclass(frozen=True)
class Oracle:
    """The discs as a text, row by row: `.` empty, `x` the first player's, `o` the second's."""

    size: int
    discs: str
    side: int = 0

    @classmethod
    def start(cls, size: int) -> Oracle:
        discs = ["."] * size * size
        low, high = size // 2 - 1, size // 2
        for x, y, disc in ((low, low, "o"), (high, high, "o"), (low, high, "x"), (high, low, "x")):
            discs[y * size + x] = disc
        return cls(size, "".join(discs))

    def at(self, x: int, y: int) -> str:
        inside = 0 <= x < self.size and 0 <= y < self.size
        return self.discs[y * self.size + x] if inside else " "

    def turned(self, x: int, y: int) -> list[Square]:
        """The discs that a new one would turn over."""
        own, other = "xo"[self.side], "ox"[self.side]
        found: list[Square] = []
        if self.at(x, y) != ".":
            return found
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                row = []
                here = (x + dx, y + dy)
                while (dx or dy) and self.at(*here) == other:
                    row.append(here)
                    here = (here[0] + dx, here[1] + dy)
                if self.at(*here) == own:
                    found += row
        return found

    @cached_property
    def squares(self) -> list[str]:
        board = [(x, y) for x in range(self.size) for y in range(self.size)]
        return [f"{'abcdefgh'[x]}{y + 1}" for x, y in board if self.turned(x, y)]

    @property
    def moves(self) -> list[str]:
        return self.squares or ["pass"]

    def play(self, move: str) -> Oracle:
        if move == "pass":
            return replace(self, side=1 - self.side)
        x, y = "abcdefgh".index(move[0]), int(move[1]) - 1
        discs = list(self.discs)
        for column, row in (*self.turned(x, y), (x, y)):
            discs[row * self.size + column] = "xo"[self.side]
        return Oracle(self.size, "".join(discs), 1 - self.side)

    @property
    def result(self) -> int | None:
        if self.squares or replace(self, side=1 - self.side).squares:
            return None
        return self.discs.count("x") - self.discs.count("o")


@pytest.mark.parametrize(("size", "positions"), [(4, 500), (6, 700), (8, 1200)])
def test_moves_and_results_are_those_of_the_oracle(
    load_example, compare_random_games, size, positions
):
    compare_random_games(load_example("othello", size=size), Oracle.start(size), positions)


@pytest.mark.parametrize("size", [4, 8])
def test_it_keeps_the_contract(load_example, size):
    assert check_game(load_example("othello", size=size), playouts=20).longest > size


def test_games_are_those_of_another_program(load_example):
    game, spiel = load_example("othello"), pyspiel.load_game("othello")
    chooser = random.Random(1)
    for _ in range(10):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
            assert sorted(ours.moves) == sorted(actions)
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        assert ours.is_over
        won = ours.utility()
        assert theirs.returns()[0] == (won > 0) - (won < 0)


def test_on_4_x_4_the_second_player_wins_by_8(load_example, find_value):
    """The solver and brute force agree."""
    assert solve(load_example("othello", size=4).start()).value == -8
    assert find_value(Oracle.start(4)) == -8


def test_who_cannot_move_passes_and_only_then(load_example):
    game = load_example("othello", size=4)
    chooser = random.Random(5)
    passes = 0
    for _ in range(50):
        position = game.start()
        while not position.is_over:
            if "pass" in position.moves:
                passes += 1
                assert position.moves == ("pass",)
                assert position.play("pass").moves != ("pass",)
                assert [button.name for button in game.draw(position).buttons] == ["pass"]
            position = position.play(chooser.choice(position.moves))
    assert passes > 10
