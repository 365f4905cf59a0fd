from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from plyground.arena.openings import random_openings, read_openings
from plyground.games.registry import game_names, load_game
from plyground.games.tictactoe import TicTacToe
from plyground.locale import Problem


def had(start, plies, seed=0, count=12):
    return list(islice(random_openings(start, plies, seed), count))


def winning_moves(position):
    after = [position.play(move) for move in position.codes]
    return [one for one in after if one.outcome and one.outcome.winner == position.side]


@pytest.mark.parametrize("name", game_names())
def test_openings_are_open_and_differ(name):
    openings = had(load_game(name).start(), None, count=3)
    assert len(set(openings)) == 3
    for opening in openings:
        assert len(opening.history) == 4
        assert not opening.is_over
        assert not winning_moves(opening)


def test_no_opening_lets_the_opponent_win_at_once(start):
    for opening in had(start, 4, count=40):
        # On this board a threat can be met by one move only, so it would show after most others.
        lost = sum(bool(winning_moves(opening.play(move))) for move in opening.codes)
        assert lost <= len(opening.codes) / 2


def test_a_seed_gives_the_same_openings_again(start):
    assert had(start, 3, seed=7) == had(start, 3, seed=7)
    assert had(start, 3, seed=7) != had(start, 3, seed=8)


def test_openings_begin_again_when_all_were_had(start):
    openings = had(start, 1, count=18)
    assert len(set(openings[:9])) == 9
    assert set(openings[9:]) == set(openings[:9])


def test_without_moves_every_game_begins_at_the_start(start):
    assert had(start, 0, count=3) == [start] * 3


def test_openings_follow_the_start_that_is_given(start):
    begun = start.play("b2")
    assert all(opening.line[0] == "b2" and len(opening.line) == 3 for opening in had(begun, 2))


def test_a_short_game_gets_short_openings():
    start = load_game("triangles", points="0,0 4,0 2,3").start()
    # Three segments make the game, and who draws the third wins: any opening would decide it.
    assert had(start, None, count=2) == [start, start]


def test_openings_that_cannot_be_are_refused(start):
    with pytest.raises(Problem, match="No opening of 9 moves"):
        had(start, 9)
    with pytest.raises(Problem, match="over"):
        had(start.play_all("a1 b1 a2 b2 a3"), 0)


class Pushy(TicTacToe):
    """Thinks only of the first free square."""

    name = "pushy"

    def build(self):
        rules = super().build()
        return replace(rules, kernels=replace(rules.kernels, candidates=first_free))


def first_free(state, out, memory, tables):
    for cell in range(9):
        if state[len(state) - 9 + cell] == 0:
            out[0] = cell
            return 1
    return 0


def test_moves_worth_a_thought_come_first():
    first, second = had(Pushy().start(), 2, count=2)
    assert first.line == ("a1", "b1")
    assert second.line != first.line


def test_openings_can_be_read(start):
    text = "a1 b2\n\n# nothing here\n  c3 b2 a1   # a corner\n"
    assert [opening.line for opening in read_openings(text, start)] == [
        ("a1", "b2"),
        ("c3", "b2", "a1"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1 b2\na1 a1\n", "line 2.*Move 2"),
        ("a1 b1 a2 b2 a3\n", "line 1.*over"),
        ("\n# nothing\n", "no openings"),
    ],
)
def test_wrong_openings_are_refused_by_their_line(start, text, words):
    with pytest.raises(Problem, match=words):
        read_openings(text, start)
