"""Quarto: giving and placing, what four pieces have in common, symmetry, and late positions."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from plyground import check_game, solve

Qualities = tuple[str, str, str, str]

# In the order in which they lie beside the board, row by row from below.
SHAPES = (("solid", "round"), ("solid", "square"), ("hollow", "round"), ("hollow", "square"))
LOOKS = (("large", "brown"), ("small", "brown"), ("large", "light"), ("small", "light"))
STOCK: dict[str, Qualities] = {
    f"{'efgh'[column]}{row + 1}": (*SHAPES[row], *LOOKS[column])
    for row, column in product(range(4), range(4))
}
SQUARES = [f"{column}{row}" for row in "1234" for column in "abcd"]
ROWS = [
    *([f"{column}{row}" for column in "abcd"] for row in "1234"),
    *([f"{column}{row}" for row in "1234"] for column in "abcd"),
    ["a1", "b2", "c3", "d4"],
    ["a4", "b3", "c2", "d1"],
]
BLOCKS = [
    [f"{column}{row}" for column in columns for row in rows]
    for columns in ("ab", "bc", "cd")
    for rows in ("12", "23", "34")
]


@dataclass(frozen=True)
class Oracle:
    """Where each piece lies, the piece that was given, and the rows that count."""

    board: frozenset[tuple[str, str]] = frozenset()
    given: str | None = None
    blocks: bool = False
    side: int = 0

    @property
    def moves(self) -> list[str]:
        places = dict(self.board)
        if self.given:
            return [square for square in SQUARES if square not in places]
        return [piece for piece in STOCK if piece not in places.values()]

    def play(self, move: str) -> Oracle:
        if self.given is None:
            return Oracle(self.board, move, self.blocks, 1 - self.side)
        return Oracle(self.board | {(move, self.given)}, None, self.blocks, self.side)

    @property
    def result(self) -> int | None:
        places = dict(self.board)
        for row in ROWS + (BLOCKS if self.blocks else []):
            pieces = [STOCK[places[square]] for square in row if square in places]
            if len(pieces) == 4 and set.intersection(*map(set, pieces)):
                return 1 if self.side == 0 else -1
        return None if self.moves else 0


@pytest.mark.parametrize("blocks", [False, True])
def test_moves_and_results_are_those_of_the_oracle(load_example, compare_random_games, blocks):
    game = load_example("quarto", blocks=blocks)
    compare_random_games(game, Oracle(blocks=blocks), 2000)


@pytest.mark.parametrize("blocks", [False, True])
def test_it_keeps_the_contract(load_example, blocks):
    assert check_game(load_example("quarto", blocks=blocks), playouts=20).widest == 16


@pytest.mark.parametrize("blocks", [False, True])
def test_brute_force_and_solver_agree_on_late_positions(load_example, find_value, blocks):
    """The whole game is a draw, says L. Goossens (1998); that is far too large for a test."""
    game = load_example("quarto", blocks=blocks)
    chooser = random.Random(2)
    values = set()
    while len(values) < 3:
        ours, oracle = game.start(), Oracle(blocks=blocks)
        while len(ours.history) < 23 and not ours.is_over:
            move = chooser.choice(ours.moves)
            ours, oracle = ours.play(move), oracle.play(move)
        if not ours.is_over:
            value = find_value(oracle, most=1)
            assert solve(ours).value == value, ours.text
            values.add(value)


def test_turned_boards_and_exchanged_qualities_are_the_same_position(load_example):
    game = load_example("quarto")
    chooser = random.Random(4)

    def find_canonical(position):
        out = np.zeros_like(position.state)
        game.kernel("canonical")(position.state, out, game.rules.tables)
        return out.tolist()

    for _ in range(200):
        # Column and row, or row and column, each from the front or from the back.
        swap, across, up = (chooser.random() < 0.5 for _ in range(3))
        # The same bits of the number of every piece are flipped: of its column, of its row.
        flips = chooser.randrange(4), chooser.randrange(4)

        def change(text, is_piece, swap=swap, across=across, up=up, flips=flips):
            column, row = "abcdefgh".index(text[0]), int(text[1]) - 1
            if is_piece:
                return f"{'efgh'[(column - 4) ^ flips[0]]}{(row ^ flips[1]) + 1}"
            column, row = (row, column) if swap else (column, row)
            return f"{'dcba'[column] if across else 'abcd'[column]}{4 - row if up else row + 1}"

        position = other = game.start()
        for ply in range(chooser.randrange(1, 20)):
            if position.is_over:
                break
            move = chooser.choice(position.moves)
            position, other = position.play(move), other.play(change(move, ply % 2 == 0))
            assert find_canonical(position) == find_canonical(other), position.text


def test_who_places_a_piece_gives_the_next_one(load_example):
    position = load_example("quarto").start()
    sides = [position.side]
    for move in ("e1", "a1", "f1", "b1", "g1"):
        position = position.play(move)
        sides.append(position.side)
    assert sides == [0, 1, 1, 0, 0, 1]


def test_a_row_with_something_in_common_is_marked(load_example):
    position = load_example("quarto").start().play_all("e1 a1 f1 b1 g1 c1 h1 d1")
    assert position.is_over
    assert position.utility() == 1
    assert position.scene.winning == ("a1", "b1", "c1", "d1")


def test_pieces_are_nobodys_and_look_different(load_example):
    pieces = load_example("quarto").start().scene.pieces
    assert {piece.side for piece in pieces} == {None}
    assert len({(piece.glyph, piece.tone) for piece in pieces}) == 16
