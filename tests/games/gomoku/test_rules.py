"""Whole games of gomoku: how they end, the swap2 opening, and counts against the referee."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.gomoku import Gomoku, rules
from plyground.games.grid import parse_spot, spot_name
from plyground.games.position import Position


def place(name: str) -> tuple[int, int]:
    return parse_spot(name, 22, 22)


def referee_says(referee, stones, point, colour, foul_loses):
    """Who wins by a stone: 1 its owner, -1 the other side, 0 nobody."""
    told = referee.verdict(stones, point, colour)
    if told == "five":
        return 1
    return -1 if foul_loses and told != "legal" else 0


@pytest.mark.parametrize("foul", ["illegal", "loses"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**40), size=st.integers(5, 8))
def test_random_games_go_as_the_referee_says(ruled, foul, seed, size):
    random = Random(seed)
    game, referee = Gomoku(**ruled.options(size), foul=foul), ruled.referee(size)
    game.native()
    position, stones = game.start(), {}
    while not position.is_over:
        colour = position.side
        expected = set(referee.empty(stones))
        if foul == "illegal":
            expected = referee.legal(stones, colour)
        assert {place(move) for move in position.moves} == expected
        move = random.choice(position.moves)
        result = referee_says(referee, stones, place(move), colour, foul == "loses")
        position = position.play(move)
        stones[place(move)] = colour
        assert position.side == 1 - colour
        if result:
            assert position.outcome.winner == (colour if result == 1 else 1 - colour)
        elif position.is_over:
            assert position.outcome.winner is None
            assert not referee.empty(stones) or not referee.legal(stones, 1 - colour)


def count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(position.play(move), depth - 1) for move in position.codes)


def count_by_referee(referee, stones, colour, depth):
    if depth == 0:
        return 1
    total = 0
    for point in referee.legal(stones, colour):
        if referee.verdict(stones, point, colour) != "five":
            after = {**stones, point: colour}
            total += count_by_referee(referee, after, 1 - colour, depth - 1)
        elif depth == 1:
            total += 1
    return total


@pytest.mark.parametrize(
    "text",
    [
        "- / - / 0",
        "c3 b3 c2 d4 / a1 b1 e5 d1 / 0",
        "b2 c2 b3 c4 d3 e5 / a1 a2 a3 a4 e1 / 1",
    ],
)
def test_move_sequences_are_as_many_as_the_referee_counts(ruled, text):
    game, referee = Gomoku(**ruled.options(5)), ruled.referee(5)
    position = game.position(text)
    black, white = (part.split() for part in text.split(" / ")[:2])
    stones = {place(name): 0 for name in black if name != "-"}
    stones |= {place(name): 1 for name in white if name != "-"}
    game.native()
    assert count(position, 2) == count_by_referee(referee, stones, position.side, 2)


def test_the_board_is_15_wide_and_19_for_the_report():
    assert [Gomoku().size, Gomoku(rule="report").size, Gomoku(rule="report", size=9).size] == [
        15,
        19,
        9,
    ]


def test_what_only_repeats_the_rule_makes_no_other_game():
    assert Gomoku(rule="omok", ban33="both", three="rif") == Gomoku(rule="omok")
    assert Gomoku(rule="omok", ban33="black") != Gomoku(rule="omok")


def test_equal_stones_are_equal_positions_whatever_the_order():
    game = Gomoku(rule="renju")
    one = game.start().play_all("h8 i9 j10 a1 g7")
    other = game.start().play_all("g7 a1 h8 i9 j10")
    assert one == other


def written(rows: list[str]) -> str:
    """The stones of a board that is drawn row by row from below."""
    names = {
        sign: [
            spot_name(x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == sign
        ]
        for sign in "XO"
    }
    return " / ".join(" ".join(names[sign]) for sign in "XO")


def test_a_full_board_is_a_draw():
    rows = ["XXOXX", "OOXOO", "XXOXX", "OOXOO", "XXOXX"]
    position = Gomoku(size=5).position(f"{written(rows)} / 1")
    assert position.is_over
    assert position.outcome.winner is None
    assert position.outcome.reason == "reason.full"


def test_no_legal_move_left_is_a_draw():
    # One point is empty, and there black would make seven.
    rows = ["XXX.XXX"] + [("XXOO" * 3)[2 * (row % 2) :][:7] for row in range(1, 7)]
    position = Gomoku(rule="renju", size=7).position(f"{written(rows)} / 0")
    assert position.is_over
    assert position.moves == ()
    assert position.outcome.winner is None


@pytest.mark.parametrize(
    ("rule", "wins"),
    [
        ("freestyle", "56"),
        ("standard", "5"),
        ("omok", "5"),
        ("renju", "56"),
        ("caro", "56"),
        ("caro5", "5"),
        ("report", "5"),
    ],
)
def test_white_wins_by_five_or_six_as_the_table_says(rule, wins):
    game = Gomoku(rule=rule, size=9)
    for length in (5, 6):
        row = [f"{column}1" for column in "abcdef"[:length]]
        gap = row.pop(2)
        position = game.position(f"a5 c6 e7 g8 i9 / {' '.join(row)} / 1").play(gap)
        assert position.is_over == (str(length) in wins)
        if position.is_over:
            assert position.outcome.winner == 1
            assert position.outcome.reason == "game.gomoku.reason.five"


@pytest.mark.parametrize(
    ("stones", "move", "reason"),
    [
        ("b2 c3 e3 f3 / a1 b1 c1 e1", "d4", None),
        ("d4 d5 e3 f3 / a1 b1 c1 e1", "d3", "double_three"),
        ("d4 d5 d6 e3 f3 g3 / a1 b1 c1 e1 f1 a9", "d3", "double_four"),
        ("b3 c3 e3 f3 g3 / a1 b1 c1 e1 f1", "d3", "overline"),
    ],
)
def test_a_foul_loses_where_it_is_not_illegal(stones, move, reason):
    position = Gomoku(rule="renju", size=10, foul="loses").position(f"{stones} / 0").play(move)
    assert position.is_over == (reason is not None)
    if reason:
        assert position.outcome.winner == 1
        assert position.outcome.reason == f"game.gomoku.reason.{reason}"


def test_swap2_goes_through_every_choice():
    game = Gomoku(size=7, opening="swap2")
    first = game.start()
    sides = []
    for move in ("d4", "d5", "e4"):
        sides.append(first.side)
        first = first.play(move)
    assert sides == [0, 0, 0]
    assert first.side == 1
    assert first.moves == ("white", "black", "more")

    # After each way to the play: who moves next, and with which colour. White always does.
    white = first.play("white")
    black = first.play("black")
    more = first.play("more")
    assert more.side == 1
    more = more.play("a1")
    assert more.side == 1
    more = more.play("g7")
    assert more.side == 0
    assert more.moves == ("white", "black")
    next_sides = [white.side, black.side, more.play("white").side, more.play("black").side]
    assert next_sides == [1, 0, 0, 1]
    for position in (white, black, more.play("white"), more.play("black")):
        assert rules.colour_to_move(position.state) == 1
        names = [piece.glyph for piece in position.play("b2").scene.pieces if piece.spot == "b2"]
        assert names == ["○"]


@pytest.mark.parametrize(("choice", "winner"), [("white", 0), ("black", 1)])
def test_after_a_swap_black_wins_for_the_side_that_took_it(choice, winner):
    game = Gomoku(size=7, opening="swap2")
    position = game.start().play_all(f"a1 g7 b1 {choice} g6 c1 g5 d1 g3 e1")
    assert position.is_over
    assert position.outcome.winner == winner


def test_fouls_go_by_colour_after_a_swap():
    game = Gomoku(rule="renju", size=9, opening="swap2")
    opening = "d4 a1 d5 black a2 e3 a3 f3 a9"
    position = game.start().play_all(opening)
    assert position.side == 1
    assert "d3" not in position.moves
    unswapped = game.start().play_all(opening.replace("black", "white"))
    assert unswapped.side == 0
    assert "d3" not in unswapped.moves


def test_every_way_through_the_opening_places_stones_of_the_right_colours():
    game = Gomoku(size=5, opening="swap2")
    for first, second in product(("white", "black", "more"), ("white", "black")):
        position = game.start().play_all("a1 b1 c1").play(first)
        if first == "more":
            position = position.play_all("d1 e1").play(second)
        shown = "".join(piece.glyph for piece in position.scene.pieces)
        assert shown == ("●●●○○" if first == "more" else "●●○")


def test_outcome_reads_only_the_state_after_each_move():
    game = Gomoku(size=5)
    state = np.array(game.rules.start)
    for move in (0, 5, 1, 6, 2, 7, 3, 8):
        rules.play(state, move, game.rules.tables)
        assert rules.outcome(state, game.rules.tables) == 0
    rules.play(state, 4, game.rules.tables)
    assert rules.outcome(state, game.rules.tables) == -1
