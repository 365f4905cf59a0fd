"""Puzzles, against plain minimax; and a sample of those that are shipped."""

from __future__ import annotations

from itertools import repeat
from random import Random

import numpy as np
import pytest

from plyground import load_game
from plyground.games.registry import find_game_class
from plyground.solving.look_alikes import find_signature
from plyground.solving.puzzle import Difficulty, PuzzleSet, find_file, load_puzzles, sort_puzzles
from plyground.solving.puzzle_search import PuzzleSearch
from plyground.solving.puzzle_text import describe_task, list_hints, try_move
from plyground.solving.sampling import GameSampler


def make(game, count, seed=1):
    search = PuzzleSearch(count)
    if not search.search_every(game.start(), seed):
        for _ in search.search_games(GameSampler(seed).play_games(repeat(game.start()))):
            pass
    return search.puzzles


def check_by_minimax(puzzle, kind, oracle):
    position = puzzle.set_up(kind)
    values = oracle.value_moves(position)
    assert [move for move, left in values.items() if left == max(values.values())] == [puzzle.move]
    assert values[puzzle.move] == puzzle.value
    assert position.side == puzzle.side
    for move, refutation in puzzle.wrong.items():
        assert refutation.value == values[move] < puzzle.value
        after = position.play(move).play_all(" ".join(refutation.line))
        assert after.outcome is not None
        assert after.outcome.value * (1 - 2 * puzzle.side) == refutation.value
    end = position.play_all(" ".join(puzzle.solution))
    assert end.outcome is not None
    assert end.outcome.value * (1 - 2 * puzzle.side) == puzzle.value


def test_small_triangles_have_one_best_segment(oracle):
    game = load_game("triangles", n=6)
    puzzles = make(game, 12)
    assert len(puzzles) == 12
    for puzzle in puzzles:
        check_by_minimax(puzzle, type(game), oracle)
    signatures = {find_signature(puzzle.set_up(type(game))) for puzzle in puzzles}
    assert len(signatures) == 12


def test_sticks_have_a_puzzle_for_every_heap_that_is_won(sticks):
    kind = find_game_class(str(sticks), trusted=True)
    puzzles = make(kind(), 100)
    heaps = {int(puzzle.set_up(kind).state[1]): puzzle for puzzle in puzzles}
    # With one stick there is nothing to choose; multiples of four are lost. Whose turn it is makes
    # no difference to the one who solves it.
    assert sorted(heaps) == [heap for heap in range(2, 22) if heap % 4]
    assert len(puzzles) == len(heaps)
    for heap, puzzle in heaps.items():
        assert puzzle.move == str(heap % 4)
        assert puzzle.plies == 2 * (heap // 4) + 1
    path = sticks.with_name("sticks.puzzles.jsonl")
    path.write_text(PuzzleSet("sticks", "sticks@1", "", sort_puzzles(puzzles)).to_jsonl())
    assert find_file(kind) == path
    assert sort_puzzles(puzzles) == load_puzzles(kind).puzzles


def test_a_seed_gives_the_same_puzzles_again():
    game = load_game("kamisado")
    first, again, other = (make(game, 2, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_puzzle_by_threats_says_how_far_it_was_searched():
    game = load_game("gomoku")
    puzzles = make(game, 1)
    [puzzle] = puzzles
    assert puzzle.method == "threats"
    assert puzzle.searched == 2_000
    position = puzzle.set_up(type(game))
    assert set(puzzle.wrong) <= set(position.moves) - {puzzle.move}
    position.play_all(" ".join(puzzle.solution))


@pytest.mark.parametrize("turn", range(8))
def test_turned_and_reflected_boards_look_alike(turn):
    game = load_game("tictactoe")
    board = np.array([[1, 2, 0], [0, 1, 0], [0, 0, 2]])

    def write(cells):
        stones = {1: [], 2: []}
        for (row, column), mark in np.ndenumerate(cells):
            if mark:
                stones[mark].append("abc"[column] + str(row + 1))
        return game.position(f"{' '.join(stones[1])} / {' '.join(stones[2])} / 0")

    turned = np.rot90(board, turn % 4)
    turned = turned.T if turn >= 4 else turned
    assert find_signature(write(turned)) == find_signature(write(board))
    other = board.copy()
    other[2, 2], other[2, 1] = 0, 2
    assert find_signature(write(other)) != find_signature(write(board))


def test_more_to_see_is_a_higher_grade():
    grades = [
        Difficulty(depth, tuple(range(1, failed + 1)), lures).grade
        for depth, failed, lures in ((1, 0, 0), (2, 2, 0), (3, 3, 1), (4, 5, 2), (6, 9, 3))
    ]
    assert grades == [1, 2, 3, 4, 5]


def test_a_puzzle_survives_its_file():
    game = load_game("tictactoe")
    made = PuzzleSet("tictactoe", game.id, "plyground puzzles", tuple(make(game, 5)))
    assert PuzzleSet.from_jsonl(made.to_jsonl()) == made
    assert made.find(made.puzzles[2].id) == made.puzzles[2]
    assert made.find("nothing") is None


def test_hints_lead_to_the_solution_and_tries_are_answered():
    kind = find_game_class("tictactoe")
    for puzzle in load_puzzles(kind).puzzles[:5]:
        position = puzzle.set_up(kind)
        assert describe_task(puzzle, position)
        first, choices, spot = list_hints(puzzle, position)
        assert first.text
        assert puzzle.move in choices.text
        assert spot.spots == (puzzle.move,)
        for move in position.moves:
            answer = try_move(puzzle, position, move)
            assert answer.is_right == (move == puzzle.move)
            position.play(move).play_all(" ".join(answer.line))


# Those that are shipped. `bench/puzzles_check.py` proves all of them again.


def test_tic_tac_toe_has_every_puzzle_there_is(oracle):
    kind = find_game_class("tictactoe")
    shipped = load_puzzles(kind).puzzles
    wanted, waiting, seen = set(), [kind().start()], set()
    while waiting:
        position = waiting.pop()
        values = oracle.value_moves(position)
        best = [value for value in values.values() if value == max(values.values())]
        if len(values) > 1 and len(best) == 1 and best[0] >= 0:
            wanted.add(find_signature(position))
        for code in position.codes:
            after = position.play(code)
            if after.state.tobytes() not in seen and not after.is_over:
                seen.add(after.state.tobytes())
                waiting.append(after)
    assert len(shipped) == len(wanted)
    assert {find_signature(puzzle.set_up(kind)) for puzzle in shipped} == wanted
    for puzzle in Random(1).sample(shipped, 40):
        check_by_minimax(puzzle, kind, oracle)


SHIPPED = {"kamisado": 200, "triangles": 200, "gomoku": 200}


@pytest.mark.parametrize("name", SHIPPED)
def test_as_many_puzzles_are_shipped_as_promised(name):
    kind = find_game_class(name)
    puzzles = load_puzzles(kind)
    assert len(puzzles.puzzles) == len({puzzle.id for puzzle in puzzles.puzzles}) == SHIPPED[name]
    assert puzzles.rules == f"{name}@{kind.version}"
    assert find_file(kind).stat().st_size < 1_000_000
    assert {puzzle.grade for puzzle in puzzles.puzzles} >= {2, 3, 4, 5}
    for puzzle in Random(2).sample(puzzles.puzzles, 10):
        position = puzzle.set_up(kind)
        position.play_all(" ".join(puzzle.solution))
        for move, refutation in puzzle.wrong.items():
            position.play(move).play_all(" ".join(refutation.line))
