"""Wins and fouls of single stones: the cases that are told in the rules, and random boards."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.gomoku import Gomoku, rules
from plyground.games.gomoku.fouls import DOUBLE_THREE, judge
from plyground.games.gomoku.legality import is_foul, is_surely_legal
from plyground.games.gomoku.lines import PLANE

VERDICTS = ("legal", "five", "double-three", "double-four", "overline")


def drawn(picture: str) -> tuple[dict[tuple[int, int], int], tuple[int, int], int]:
    """The stones of a drawing (`X` black, `O` white), the point `*`, and the size of the board."""
    lines = picture.split()
    cells = {(x, y): sign for y, line in enumerate(reversed(lines)) for x, sign in enumerate(line)}
    stones = {point: "XO".index(sign) for point, sign in cells.items() if sign in "XO"}
    marked = [point for point, sign in cells.items() if sign == "*"]
    return stones, marked[0], max(5, len(lines), *map(len, lines))


def board_of(game: Gomoku, stones: dict[tuple[int, int], int], side: int = 0) -> Any:
    state = np.array(game.rules.start)
    for (x, y), colour in stones.items():
        state[rules.BOARD + y] |= 1 << (x + PLANE * colour)
    state[rules.STONES] = len(stones)
    state[rules.SIDE] = side
    return state


def verdict(game: Gomoku, stones: Any, point: tuple[int, int], colour: int) -> str:
    board = board_of(game, stones)
    before = board.copy()
    found = judge(board, rules.BOARD, point[1] * game.size + point[0], colour, game.rules.tables)
    assert np.array_equal(board, before)
    return VERDICTS[int(found)]


# What is told of black's stone on `*`, rule by rule. Boards are as large as they are drawn.
CASES: dict[str, tuple[str, dict[str, str]]] = {
    "two fours on one line, with one stone at each end": (
        """
        .........
        .X.X*X.X.
        """,
        {"renju": "double-four", "omok": "legal", "freestyle without 4-4": "double-four"},
    ),
    "two fours on one line, with two stones at each end": (
        """
        ..........
        .XX.*X.XX.
        """,
        {"renju": "double-four", "omok": "legal"},
    ),
    "two fours on one line, with three stones at each end": (
        """
        ...........
        .XXX.*.XXX.
        """,
        {"renju": "double-four", "omok": "legal"},
    ),
    "an outer stone of such a line is part of one four only": (
        """
        ..........
        .X*.XX.XX.
        """,
        {"renju": "legal"},
    ),
    "a straight four is one four": (
        """
        ........
        ..X*XX..
        """,
        {"renju": "legal", "freestyle without 4-4": "legal"},
    ),
    "two fours in two directions": (
        """
        .......
        ...*XXX
        ...X...
        ...X...
        ...X...
        """,
        {"renju": "double-four", "omok": "legal", "standard": "legal"},
    ),
    "a five wins, though it makes a six too": (
        """
        ......X.
        ......X.
        ......X.
        ......X.
        ......X.
        ..XXXX*.
        """,
        {"renju": "five", "standard": "five", "omok": "five", "renju for both": "five"},
    ),
    "a five wins, though it makes two fours too": (
        """
        .........
        ....X..X.
        ....X.X..
        ....XX...
        XXXX*....
        .........
        """,
        {"renju": "five", "standard": "five", "renju for both": "five"},
    ),
    "a five wins, though it makes two threes too": (
        """
        .........
        ....X.X..
        ....XX...
        XXXX*....
        .........
        .........
        """,
        {"renju": "five", "omok": "five", "report": "five"},
    ),
    "six in a row": (
        """
        ........
        .XX*XXX.
        """,
        {
            "renju": "overline",
            "omok": "legal",
            "standard": "legal",
            "caro5": "legal",
            "freestyle": "five",
            "caro": "five",
            "omok where six wins": "five",
        },
    ),
    "a five between enemy stones": (
        """
        .......
        OXX*XXO
        """,
        {"caro": "legal", "caro5": "legal", "renju": "five", "standard": "five"},
    ),
    "a five between an enemy stone and the edge": (
        """
        .......
        XX*XXO.
        """,
        {"caro": "five", "caro5": "five"},
    ),
    "four stones that only a six would complete are no four": (
        """
        ....X....
        ....X....
        ....X....
        .........
        X.XX*X.X.
        """,
        {"renju": "legal", "freestyle without 4-4": "double-four"},
    ),
    "four stones between enemy stones are no four where ends count": (
        """
        ....X....
        ....X....
        ....X....
        .........
        OX.X*XO..
        """,
        {"caro without 3-3 and 4-4": "legal", "freestyle without 4-4": "double-four"},
    ),
    "two threes": (
        """
        ........
        ...X....
        ...X....
        ...*XX..
        ........
        ........
        """,
        {"renju": "double-three", "omok": "double-three", "report": "double-three"},
    ),
    "two threes with gaps": (
        """
        ..........
        ....X.....
        ..........
        ....X.....
        ....*X.X..
        ..........
        ..........
        """,
        {"renju": "double-three", "omok": "double-three", "report": "double-three"},
    ),
    "one line holds one three, whatever is added to it": (
        """
        ............
        ............
        ...XX.*.XX..
        ............
        """,
        {"omok": "legal", "report": "legal", "omok where six wins": "legal"},
    ),
    "a three at an enemy stone is none": (
        """
        ........
        ...X....
        ...X....
        ...*XXO.
        ........
        ........
        """,
        {"renju": "legal", "omok": "legal", "report": "legal"},
    ),
    "a three at the edge is none": (
        """
        .....
        X....
        X....
        *XX..
        .....
        .....
        """,
        {"renju": "legal", "omok": "legal", "report": "legal"},
    ),
    "a three that has room for one four only is none": (
        """
        .........
        ...X.....
        ...X.....
        O.X*X.O..
        .........
        .........
        """,
        {"renju": "legal", "omok": "legal", "report": "double-three"},
    ),
    "a three between own stones at a distance is none": (
        """
        ..........
        ....X.....
        ....X.....
        X..X*X..X.
        ..........
        ..........
        """,
        {"renju": "legal", "omok": "legal", "omok where six wins": "double-three"},
    ),
    "an own stone at a distance on one side leaves it a three": (
        """
        ..........
        ....X.....
        ....X.....
        X..X*X....
        ..........
        ..........
        """,
        {"renju": "double-three", "omok": "double-three"},
    ),
    "a four and a three": (
        """
        ........
        ...X....
        ...X....
        ...*XXXO
        ........
        ........
        """,
        {"renju": "legal", "omok": "legal"},
    ),
    "a four and two threes": (
        """
        ........
        ......X.
        ...X.X..
        ...X....
        ...*XXXO
        ........
        ........
        """,
        {"renju": "double-three", "omok": "double-three"},
    ),
    "a three that becomes a straight four only where a five is made is none": (
        """
        .........
        ..X......
        ..X.X....
        ..X.X....
        .X.X*....
        ..X......
        .........
        """,
        {"renju": "legal", "omok": "legal", "report": "double-three"},
    ),
    "a three that becomes a straight four only by an overline": (
        """
        ..........
        ..X.X.....
        ..X.X.....
        .X.X*.....
        ..X.......
        ..X.......
        ..X.......
        ..........
        """,
        {"renju": "legal", "omok": "double-three"},
    ),
    "a three that becomes a straight four only by a double-four": (
        """
        ..O.......
        ..X.......
        ..X.X.....
        ..X.X.....
        .X.X*.....
        ..........
        ..........
        """,
        {"renju": "legal", "omok": "double-three"},
    ),
    "a three that becomes a straight four only by a double-three": (
        """
        ...........
        .......X...
        ...........
        .......X...
        ....X.X*...
        ....XX.....
        ...X.X.....
        ...........
        ...........
        """,
        {"renju": "legal", "omok": "legal", "report": "double-three"},
    ),
    "and an enemy stone that stops that double-three makes it forbidden": (
        """
        ...........
        .......X...
        ...........
        .....O.X...
        ....X.X*...
        ....XX.....
        ...X.X.....
        ...........
        ...........
        """,
        {"renju": "double-three", "omok": "double-three"},
    ),
    "a double-three in the way of a five": (
        """
        .O.......
        ..O.X....
        ...OX....
        ..XX*....
        .....O...
        .........
        """,
        {"omok": "double-three", "renju": "double-three", "omok with forced 3-3": "legal"},
    ),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_told_cases(name, rule_named):
    picture, expected = CASES[name]
    stones, point, size = drawn(picture)
    for rule, wanted in expected.items():
        ruled = rule_named(rule)
        assert ruled.referee(size).verdict(stones, point, 0) == wanted, f"referee: {rule}"
        assert verdict(Gomoku(**ruled.options(size)), stones, point, 0) == wanted, rule


def scattered(random: Random, size: int) -> dict[tuple[int, int], int]:
    """A board crowded around one place, where threes and fours abound."""
    fill = random.choice((0.15, 0.25, 0.35, 0.5))
    black = random.choice((0.3, 0.5, 0.7, 0.85))
    span = random.randint(4, size)
    left, low = random.randint(0, size - span), random.randint(0, size - span)
    return {
        (left + x, low + y): int(random.random() > black)
        for x in range(span)
        for y in range(span)
        if random.random() < fill
    }


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**40), st.integers(5, 9))
def test_legal_moves_are_those_of_the_referee(ruled, seed, size):
    stones = scattered(Random(seed), size)
    game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
    legal = game.native().compiled["moves"].call
    for colour in (0, 1):
        out = np.zeros(game.rules.branching, np.int64)
        count = legal(board_of(game, stones, colour), out, game.rules.tables)
        found = {(int(move) % size, int(move) // size) for move in out[:count]}
        assert found == referee.legal(stones, colour)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**40), st.integers(5, 9))
def test_kinds_of_fouls_are_those_of_the_referee(ruled, seed, size):
    random = Random(seed)
    stones = scattered(random, size)
    game, referee = Gomoku(**ruled.options(size)), ruled.referee(size)
    empty = referee.empty(stones)
    for point in random.sample(empty, min(12, len(empty))):
        for colour in (0, 1):
            expected = referee.verdict(stones, point, colour)
            assert verdict(game, stones, point, colour) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**40), st.integers(5, 9))
def test_fouls_told_by_patterns_are_those_of_the_judge(ruled, eyes, seed, size):
    random = Random(seed)
    game = Gomoku(**ruled.options(size))
    position = eyes.crowded(game, random, random.randint(4, size * size * 2 // 3))
    state, features, tables = np.array(position.state), eyes.features(position), game.rules.tables
    for cell in range(size * size):
        if (cell % size, cell // size) in eyes.stones(position):
            continue
        for colour in (0, 1):
            expected = judge(state, rules.BOARD, cell, colour, tables) >= DOUBLE_THREE
            assert is_foul(state, cell, colour, features, tables) == expected
            assert not (expected and is_surely_legal(state, cell, colour, features, tables))
