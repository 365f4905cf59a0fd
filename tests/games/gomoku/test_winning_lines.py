"""Wins that are shown as evidence: legal by a slow referee, and ended by a five."""

from __future__ import annotations

from random import Random

import pytest

from plyground.games.gomoku import Gomoku
from plyground.games.gomoku.winning_lines import find_threat_win, pass_turn
from plyground.games.registry import load_game

SIZE = 10
CROSSING = "e7 f7 g5 g6 / a1 a15 o1"


def point(cell, size=SIZE):
    return cell % size, cell // size


@pytest.mark.parametrize("rule", ["freestyle", "renju", "caro"])
def test_a_win_is_legal_and_ends_with_a_five_after_answers_to_every_four(rule_named, eyes, rule):
    named = rule_named(rule)
    referee, game, random = named.referee(SIZE), Gomoku(**named.options(SIZE)), Random(rule)
    game.native()
    found = by_threes = 0
    for _ in range(40):
        position = eyes.crowded(game, random, random.randint(6, 30))
        line = find_threat_win(position)
        if not line:
            continue
        found += 1
        stones, side = eyes.stones(position), position.side
        is_by_fours = True
        for ply, cell in enumerate(line):
            mover = side ^ ply & 1
            assert point(cell) in referee.legal(stones, mover)
            if mover != side:
                fives = referee.fives(stones, side)
                is_by_fours &= bool(fives)
                # An answer goes where a five is to be stopped, if that is legal.
                if set(fives) & referee.legal(stones, mover) and rule != "caro":
                    assert point(cell) in fives
            is_five = referee.makes_five(stones, point(cell), mover)
            assert is_five == (ply == len(line) - 1)
            stones[point(cell)] = mover
        by_threes += not is_by_fours
    assert found >= 6
    assert by_threes >= (rule == "freestyle")


def test_what_a_side_would_do_after_a_pass_is_a_threat():
    game = load_game("gomoku")
    game.native()
    position = game.position(f"{CROSSING} / 1")
    assert not find_threat_win(position)
    line = find_threat_win(pass_turn(position))
    assert len(line) % 2 == 1
    assert find_threat_win(game.position(f"{CROSSING} o15 / 0"))


@pytest.mark.parametrize(
    ("text", "move", "better", "words", "line"),
    [
        (
            "e5 e6 d8 f8 / h4 i5 f6 f7 / 0",
            "a14",
            "e8",
            "It misses two threes at e8, which win.",
            "missed",
        ),
        (
            "d4 h7 h8 f9 / g4 f6 d7 i7 / 0",
            "a14",
            "g8",
            "It misses a win by threes and fours that begins at g8 (9 moves).",
            "missed",
        ),
        (
            "d4 e4 f4 g7 d8 / g4 i4 d5 g6 / 1",
            "f9",
            "f6",
            "It does not stop the threat of a win by threes and fours "
            "that begins at e5 (14 moves).",
            "allowed",
        ),
        (
            "i6 e7 e8 h9 i9 / h4 i5 d7 f9 / 1",
            "d4",
            "g7",
            "It allows a win by threes and fours that begins at e6 (16 moves).",
            "allowed",
        ),
        (
            f"{CROSSING} / 1",
            "a14",
            "g7",
            "It does not stop the threat of two threes at g7.",
            "allowed",
        ),
    ],
)
def test_wins_by_threes_are_told_and_shown(text, move, better, words, line):
    game = load_game("gomoku")
    game.native()
    position = game.position(text)
    remark = game.remark(position, position.find(move), position.find(better))
    assert str(remark.sentence) == words
    assert remark.proven
    start = position if line == "missed" else position.play(move)
    end = start
    for code in getattr(remark, line):
        end = end.play(code)
    assert end.outcome.winner == start.side


def test_a_win_that_every_answer_leaves_is_not_missed():
    """Black has wasted a move, but the two threes are still there in another way."""
    game = load_game("gomoku")
    game.native()
    position = game.position(f"{CROSSING} o15 / 0")
    remark = game.remark(position, position.find("a14"), position.find("g7"))
    assert str(remark.sentence) == "g7 would make two threes."


def test_every_line_of_a_remark_ends_as_it_says(eyes):
    """Any move beside the best of the search: whatever is told of it is replayed."""
    game, random = load_game("gomoku"), Random(3)
    game.native()
    told = set()
    for _ in range(40):
        position = eyes.crowded(game, random, random.randint(6, 26))
        candidates = [code for code in eyes.candidates(position)[0] if code in position.codes]
        move, better = random.choice(position.codes), random.choice(candidates)
        if position.is_over or move == better:
            continue
        remark = game.remark(position, move, better)
        if remark is None:
            continue
        told.add(remark.sentence.key.removeprefix("game.gomoku.why."))
        if remark.proven:
            start = position if remark.missed else position.play(move)
            end = start
            for code in remark.missed or remark.allowed:
                end = end.play(code)
            assert end.outcome.winner == start.side, (position.text, remark)
    assert len(told) >= 6, told
