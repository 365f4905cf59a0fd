"""Hexapawn: rules and exact values."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from plyground import check_game, solve

Square = tuple[int, int]


@dataclass(frozen=True)
class Oracle:
    """The pawns of both sides, as sets of columns and rows."""

    columns: int
    rows: int
    pawns: tuple[frozenset[Square], frozenset[Square]]
    side: int = 0

    @classmethod
    def start(cls, columns: int, rows: int) -> Oracle:
        below, above = (frozenset((x, y) for x in range(columns)) for y in (0, rows - 1))
        return cls(columns, rows, (below, above))

    @property
    def moves(self) -> list[str]:
        own, others = self.pawns[self.side], self.pawns[1 - self.side]
        found = []
        for x, y in own:
            ahead = y + 1 if self.side == 0 else y - 1
            if (x, ahead) not in own | others:
                found.append(f"{write((x, y))}-{write((x, ahead))}")
            captures = {(x - 1, ahead), (x + 1, ahead)} & others
            found += [f"{write((x, y))}-{write(target)}" for target in captures]
        return found

    def play(self, move: str) -> Oracle:
        origin, target = map(read, move.split("-"))
        own = self.pawns[self.side] - {origin} | {target}
        others = self.pawns[1 - self.side] - {target}
        both = (own, others) if self.side == 0 else (others, own)
        return Oracle(self.columns, self.rows, both, 1 - self.side)

    @property
    def result(self) -> int | None:
        if any(y == self.rows - 1 for _, y in self.pawns[0]):
            return 1
        if any(y == 0 for _, y in self.pawns[1]):
            return -1
        if not self.moves:
            return -1 if self.side == 0 else 1
        return None


def write(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def read(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


@pytest.mark.parametrize("size", [(3, 3), (8, 8), (1, 5), (4, 4), (5, 3)])
def test_moves_and_results_are_those_of_the_oracle(load_example, compare_random_games, size):
    game = load_example("hexapawn", columns=size[0], rows=size[1])
    compare_random_games(game, Oracle.start(*size), 500)


@pytest.mark.parametrize("size", [(3, 3), (1, 3), (8, 8)])
def test_it_keeps_the_contract(load_example, size):
    game = load_example("hexapawn", columns=size[0], rows=size[1])
    assert check_game(game, playouts=20).positions > 20


def test_the_second_player_wins_3_x_3(load_example):
    """M. Gardner, How to build a game-learning machine, Scientific American 206 (March 1962)."""
    verdict = solve(load_example("hexapawn").start())
    assert verdict.value == -1


@pytest.mark.parametrize("size", [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (3, 5)])
def test_brute_force_and_solver_agree(load_example, find_value, size):
    game = load_example("hexapawn", columns=size[0], rows=size[1])
    assert solve(game.start()).value == find_value(Oracle.start(*size), most=1)


def test_a_pawn_that_is_through_is_marked(load_example):
    through = load_example("hexapawn").start().play_all("a1-a2 c3-c2 b1-c2 b3-a2 c2-c3")
    assert through.utility() == 1
    assert through.scene.winning == ("c3",)


def test_who_cannot_move_has_lost(load_example):
    blocked = load_example("hexapawn").start().play_all("b1-b2 a3-b2 a1-b2 c3-b2 c1-b2")
    assert blocked.utility() == 1
    assert blocked.scene.winning == ()
