"""The cheapest puzzles of every game, proven again; `bench/puzzles_check.py` does it for all."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from plyground.games.registry import find_game_class
from plyground.solving.puzzle import load_puzzles

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(ROOT.glob("examples/*.puzzles.jsonl"))
GAMES = [
    *("tictactoe", "kamisado", "triangles"),
    *(str(path).replace(".puzzles.jsonl", ".py") for path in EXAMPLES),
]
MINIMAX = 1000
"""Positions; beyond that strategies are played through."""


@pytest.fixture(scope="module")
def bench():
    path = ROOT / "bench" / "puzzles_check.py"
    spec = importlib.util.spec_from_file_location("puzzles_check", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def list_cheapest(kind, count):
    return sorted(load_puzzles(kind).puzzles, key=lambda puzzle: puzzle.nodes)[:count]


def test_every_example_with_an_atlas_has_puzzles():
    assert len(EXAMPLES) >= len(list(ROOT.glob("examples/*.atlas.json"))) > 0


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_the_cheapest_puzzles_have_one_solution(bench, name):
    kind = find_game_class(name, trusted=True)
    for puzzle in list_cheapest(kind, 8):
        position = puzzle.set_up(kind)
        assert bench.check_lines(puzzle, position) is None
        assert bench.check_solved(puzzle, position, MINIMAX)[1] is None


# Gomoku: freestyle once more, with sets of stones.


class Board:
    def __init__(self, text, size):
        black, white, side = text.split(" / ")
        stones = [{read_cell(name) for name in names.split()} for names in (black, white)]
        self.own, self.enemy = stones[int(side)], stones[1 - int(side)]
        self.cells = {(x, y) for x in range(size) for y in range(size)}

    @property
    def free(self):
        return self.cells - self.own - self.enemy

    def list_fives(self, stones):
        """The free cells that complete five."""
        return {cell for cell in self.free if completes_five(cell, stones)}

    def wins_next(self):
        """Is the side that has just moved sure to complete five?"""
        return not self.list_fives(self.enemy) and len(self.list_fives(self.own)) > 1

    def wins_after_four(self, first):
        """Does a move win by a four, its only reply, and two fives at once?"""
        self.own.add(first)
        found = self.wins_next()
        fives = self.list_fives(self.own)
        if not found and len(fives) == 1 and not self.list_fives(self.enemy):
            [reply] = fives
            self.enemy.add(reply)
            threats = self.list_fives(self.enemy)
            if len(threats) < 2:
                for second in threats or self.free:
                    self.own.add(second)
                    found = found or self.wins_next()
                    self.own.remove(second)
            self.enemy.remove(reply)
        self.own.remove(first)
        return found


def read_cell(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def completes_five(cell, stones):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            x, y = cell[0] + sign * dx, cell[1] + sign * dy
            while (x, y) in stones:
                count += 1
                x, y = x + sign * dx, y + sign * dy
        if count >= 5:
            return True
    return False


def test_short_puzzles_of_gomoku_have_one_solution():
    """Those that are won in five plies: no other move wins as fast."""
    kind = find_game_class("gomoku")
    short = [puzzle for puzzle in list_cheapest(kind, 200) if puzzle.plies == 5]
    assert len(short) > 10
    for puzzle in short[:4]:
        board = Board(puzzle.position, puzzle.options["size"])
        assert not board.list_fives(board.own)
        right = read_cell(puzzle.move)
        assert board.list_fives(board.enemy) <= {right}
        assert {cell for cell in board.free if board.wins_after_four(cell)} == {right}
