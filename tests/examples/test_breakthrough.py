"""Breakthrough: rules and exact values."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pyspiel
import pytest

from plyground import check_game, solve

Square = tuple[int, int]


@dataclass(frozen=True)
class Oracle:
    """The pieces of both sides, as sets of columns and rows."""

    columns: int
    rows: int
    pieces: tuple[frozenset[Square], frozenset[Square]]
    side: int = 0

    @classmethod
    def start(cls, columns: int, rows: int) -> Oracle:
        def fill(*lines: int) -> frozenset[Square]:
            return frozenset((x, y) for x in range(columns) for y in lines)

        return cls(columns, rows, (fill(0, 1), fill(rows - 2, rows - 1)))

    @property
    def moves(self) -> list[str]:
        own, others = self.pieces[self.side], self.pieces[1 - self.side]
        found = []
        for x, y in own:
            ahead = y + 1 if self.side == 0 else y - 1
            for aside in (-1, 0, 1):
                target = (x + aside, ahead)
                on_board = 0 <= x + aside < self.columns
                blocked = target in own or (aside == 0 and target in others)
                if on_board and not blocked:
                    found.append(f"{write((x, y))}-{write(target)}")
        return found

    def play(self, move: str) -> Oracle:
        origin, target = map(read, move.split("-"))
        own = self.pieces[self.side] - {origin} | {target}
        others = self.pieces[1 - self.side] - {target}
        both = (own, others) if self.side == 0 else (others, own)
        return Oracle(self.columns, self.rows, both, 1 - self.side)

    @property
    def result(self) -> int | None:
        if any(y == self.rows - 1 for _, y in self.pieces[0]) or not self.pieces[1]:
            return 1
        if any(y == 0 for _, y in self.pieces[1]) or not self.pieces[0]:
            return -1
        return None


def write(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def read(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


@pytest.mark.parametrize("size", [(8, 8), (4, 5), (2, 6), (5, 4)])
def test_moves_and_results_are_those_of_the_oracle(load_example, compare_random_games, size):
    game = load_example("breakthrough", columns=size[0], rows=size[1])
    compare_random_games(game, Oracle.start(*size), 600)


def test_it_keeps_the_contract(load_example):
    assert check_game(load_example("breakthrough"), playouts=20).widest > 22


def test_games_are_those_of_another_program(load_example):
    """There the first player starts at the top."""

    def turn(text: str) -> str:
        (x, y), (x2, y2) = read(text[:2]), read(text[2:4])
        return f"{write((x, 7 - y))}-{write((x2, 7 - y2))}"

    game, spiel = load_example("breakthrough"), pyspiel.load_game("breakthrough")
    chooser = random.Random(1)
    for _ in range(10):
        ours, theirs = game.start(), spiel.new_initial_state()
        while not theirs.is_terminal():
            actions = {turn(theirs.action_to_string(one)): one for one in theirs.legal_actions()}
            assert sorted(ours.moves) == sorted(actions)
            move = chooser.choice(ours.moves)
            ours = ours.play(move)
            theirs.apply_action(actions[move])
        assert ours.utility() == theirs.returns()[0]


@pytest.mark.parametrize("size", [(2, 4), (2, 5), (3, 4)])
def test_brute_force_and_solver_agree(load_example, find_value, size):
    game = load_example("breakthrough", columns=size[0], rows=size[1])
    assert solve(game.start()).value == find_value(Oracle.start(*size), most=1)


def test_the_second_player_wins_4_x_4(load_example):
    """The larger ones are in `bench/examples_exact.py`."""
    assert solve(load_example("breakthrough", columns=4, rows=4).start()).value == -1
