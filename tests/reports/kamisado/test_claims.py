"""The report's claims, counted again in plain words from the moves and texts of positions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from plyground import Limit, load_game, solve
from plyground.agents.specs import agent
from plyground.reports.kamisado.claims import (
    compare_deadlocks,
    play_duels,
    play_randomly,
    solve_pairs,
)

# Two towers of the second player, on e2 and f2, are side by side one step from the end.
PAIR_OPPONENT = "b3 c5 d7 a4 e1 c4 g1 h7 / h8 f2 e5 e2 d8 e3 b4 a8 / 0 pink"
PAIR_OWNER = "b3 c5 d7 a4 d2 c4 g1 h7 / h8 f2 e5 e2 d8 e3 b4 a8 / 1 blue"


@pytest.fixture
def cases():
    """Collects what progress is reported."""
    return []


@pytest.fixture
def on_case(cases):
    return lambda done, total: cases.append((done, total))


def is_zero(move):
    return move[:2] == move[3:]


def can_win(position, plies):
    """Does the side to move win within so many plies, whatever the opponent plays?"""
    for move in position.moves:
        after = position.play(move)
        if after.is_over:
            if after.outcome.winner == position.side:
                return True
        elif plies > 2 and all(
            not (end := after.play(reply)).is_over and can_win(end, plies - 2)
            for reply in after.moves
        ):
            return True
    return False


# Against itself.


def test_the_second_player_wins_although_the_first_looks_deeper(on_case, cases):
    findings = play_duels(on_case, deepest=4)
    assert cases == [(0, 2), (1, 2)]
    for depth, row in zip((3, 4), findings.rows, strict=True):
        players = agent(f"baseline:depth={depth}"), agent("baseline")
        position = load_game("kamisado", deadlock="printed").start()
        while not position.is_over:
            position = position.play(players[position.side].choose(position, Limit()).move)
        assert position.outcome.winner == 1
        assert row.position == position
        assert row.cells[0] == depth
        assert (str(row.cells[1]), *row.cells[2:]) == (
            "second",
            len(position.line),
            " ".join(position.line),
        )
    assert findings.verdict == "agrees"
    assert "wins 2 of 2 games" in str(findings.conclusion)


def test_the_first_player_throws_a_won_game_away_with_its_second_move():
    """Its depth would have to be 8 to see it: the loss is 7 plies away after e1-e2."""
    position = load_game("kamisado").start().play_all("h1-h2 f8-f2")
    assert agent("baseline").choose(position, Limit()).move == "e1-e2"
    won = solve(position, memory=64)
    lost = solve(position.play("e1-e2"), memory=64)
    assert (won.value, lost.value, lost.distance) == (1, -1, 7)
    assert lost.best_moves == ("g8-g2",)
    assert "e1-e2" not in won.best_moves


# Two towers side by side.


def kind_of(columns):
    return "beside" if any(column + 1 in columns for column in columns) else "apart"


def test_pairs_are_found_and_counted(on_case, cases):
    games = 40
    total, won = Counter(), Counter()
    for number in range(games):
        seen = set()
        for position in play_randomly(load_game("kamisado"), number):
            near = [
                {"abcdefgh".index(square[0]) for square in part.split() if square[1] == row}
                for part, row in zip(position.text.split(" / ")[:2], "72", strict=True)
            ]
            for owner in (0, 1):
                key = kind_of(near[owner]), position.side == owner
                counts = len(near[owner]) >= 2 and len(near[1 - owner]) < 2
                if position.is_over or not counts or key in seen:
                    continue
                seen.add(key)
                names = ["owner" if position.side == owner else "opponent"]
                if position.side != owner and not can_win(position, 1):
                    names.append("harmless")
                for name in names:
                    total[key[0], name] += 1
                    won[key[0], name] += solve(position, memory=8).value == 1 - 2 * owner
    findings = solve_pairs(on_case, games)
    assert cases == [(number, games) for number in range(games)]
    rows = {
        tuple(cell.key.rpartition(".")[2] for cell in row.cells[:2]): row for row in findings.rows
    }
    assert {key: row.cells[2:4] for key, row in rows.items()} == {
        key: (total[key], won[key]) for key in rows
    }
    assert 0 < won["beside", "opponent"] < total["beside", "opponent"]
    assert findings.verdict == "contradicts"
    for (_, turn), row in rows.items():
        if row.position is not None:
            loser = row.position.side if turn == "owner" else 1 - row.position.side
            assert solve(row.position, memory=8).value == 2 * loser - 1


def test_two_towers_side_by_side_can_lose():
    """Their owner never gets to move them: brown and blue run through first."""
    game = load_game("kamisado")
    assert can_win(game.position(PAIR_OPPONENT), 3)
    after = game.position(PAIR_OPPONENT).play("e1-d2")
    assert after.text == PAIR_OWNER
    assert set(after.moves) == {"b4-c3", "b4-a3"}
    assert after.play("b4-c3").play("b3-b8").outcome.winner == 0
    assert after.play("b4-a3").play("g1-g8").outcome.winner == 0


# Deadlocks.


def test_games_that_the_text_ends_earlier_are_counted(on_case):
    games = 400
    findings = compare_deadlocks(on_case, games)
    rows = {row.cells[0]: row.cells[1:] for row in findings.rows}
    earlier = ended = 0
    for number in range(games):
        *_, end = play_randomly(load_game("kamisado", deadlock="printed"), number)
        zero = [is_zero(move) for move in end.line]
        # The last move of a game that a deadlock ends is a zero move.
        ended += zero[-1]
        earlier += any(one and other for one, other in pairwise(zero))
    assert rows["printed"] == (ended, 0, 0)
    assert rows["two"][:2] == (earlier, earlier)
    assert earlier > 0
    assert f"ends {earlier} of {games}" in str(findings.conclusion)


TEXT_AND_PROGRAM = "a1 b1 c1 d1 c5 h7 g3 f3 / h8 g8 f8 e8 h4 c6 b5 a2 / 0 orange"


@pytest.mark.parametrize(
    ("deadlock", "move", "value"), [("two", "f3-f5", -1), ("printed", "f3-e4", 1)]
)
def test_text_and_program_choose_differently_and_only_one_of_them_wins(deadlock, move, value):
    """After f3-e4 two towers are blocked, but the third can move."""
    position = load_game("kamisado", deadlock=deadlock).position(TEXT_AND_PROGRAM)
    assert agent("baseline").choose(position, Limit()).move == move
    assert solve(position.play(move), memory=16).value == value
    third = position.play_all("f3-e4 a2-a2 h7-h7")
    assert third.is_over == (deadlock == "two")
    assert third.moves == (() if deadlock == "two" else ("c6-d5",))


def test_the_three_rules_can_disagree_on_who_wins():
    text = "b2 a2 d2 c2 e5 g2 g3 h4 / g5 g8 f8 e6 a3 c3 b3 e4 / 0 blue"
    values = {
        deadlock: solve(load_game("kamisado", deadlock=deadlock).position(text), memory=16).value
        for deadlock in ("cycle", "two", "printed")
    }
    assert values == {"cycle": -1, "two": -1, "printed": 1}
