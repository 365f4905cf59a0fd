"""Random, balanced and written openings."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from plyground.arena.openings import (
    MAX_UNBALANCED,
    generate_balanced_openings,
    generate_openings,
    read_openings,
)
from plyground.games.registry import game_names, load_game
from plyground.games.tictactoe import TicTacToe
from plyground.locale import Problem


def take(start, plies, seed=0, count=12):
    return list(islice(generate_openings(start, plies, seed), count))


def winning_moves(position):
    after = [position.play(move) for move in position.codes]
    return [one for one in after if one.outcome and one.outcome.winner == position.side]


@pytest.mark.parametrize("name", game_names())
def test_openings_are_undecided_and_differ(name):
    openings = take(load_game(name).start(), None, count=3)
    assert len(set(openings)) == 3
    for opening in openings:
        assert len(opening.history) == 4
        assert not opening.is_over
        assert not winning_moves(opening)


def test_no_opening_lets_the_opponent_win_at_once(start):
    for opening in take(start, 4, count=40):
        # On this board a threat can be met by one move only, so it would show after most others.
        lost = sum(bool(winning_moves(opening.play(move))) for move in opening.codes)
        assert lost <= len(opening.codes) / 2


def test_a_seed_reproduces_its_openings(start):
    assert take(start, 3, seed=7) == take(start, 3, seed=7)
    assert take(start, 3, seed=7) != take(start, 3, seed=8)


def test_openings_repeat_only_when_all_have_been_used(start):
    openings = take(start, 1, count=18)
    assert len(set(openings[:9])) == 9
    assert set(openings[9:]) == set(openings[:9])


def test_openings_of_no_plies_are_the_start(start):
    assert take(start, 0, count=3) == [start] * 3


def test_openings_continue_from_the_given_start(start):
    later = start.play("b2")
    assert all(opening.line[0] == "b2" and len(opening.line) == 3 for opening in take(later, 2))


def test_a_short_game_gets_short_openings():
    start = load_game("triangles", points="0,0 4,0 2,3").start()
    # Three segments make the game, and who draws the third wins: any opening would decide it.
    assert take(start, None, count=2) == [start, start]


def test_impossible_openings_are_refused(start):
    with pytest.raises(Problem, match="No opening of 9 moves"):
        take(start, 9)
    with pytest.raises(Problem, match="over"):
        take(start.play_all("a1 b1 a2 b2 a3"), 0)


class FirstCandidate(TicTacToe):
    """Tic-tac-toe whose only candidate is the first free square."""

    name = "first_candidate"

    def build(self):
        rules = super().build()
        return replace(rules, kernels=replace(rules.kernels, candidates=first_free))


def first_free(state, out, info, features, tables):
    for cell in range(9):
        if state[len(state) - 9 + cell] == 0:
            out[0] = cell
            return 1
    return 0


def test_candidates_are_tried_first():
    first, second = take(FirstCandidate().start(), 2, count=2)
    assert first.line == ("a1", "b1")
    assert second.line != first.line


def test_openings_are_read_from_lines(start):
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
def test_wrong_openings_are_refused_with_their_line_number(start, text, words):
    with pytest.raises(Problem, match=words):
        read_openings(text, start)


def test_balanced_openings_are_within_the_tolerance():
    # The evaluation is not the engine: it only depends on how many openings came before.
    start = load_game("gomoku", size=9).start()
    evaluated = []

    def evaluate(position):
        evaluated.append(position)
        return 0.5 + 0.1 * (len(evaluated) % 3)

    found = list(islice(generate_balanced_openings(start, evaluate, 4, 1, 0.15), 20))
    assert len({balanced.position for balanced in found}) == 20
    assert all(len(balanced.position.history) == 4 for balanced in found)
    assert {round(balanced.chance, 1) for balanced in found} == {0.5, 0.6}
    expected = [opening for number, opening in enumerate(evaluated, start=1) if number % 3 != 2]
    assert [balanced.position for balanced in found] == expected


def test_the_search_for_balanced_openings_gives_up(start):
    evaluated = []
    openings = generate_balanced_openings(
        start, lambda position: evaluated.append(position) or 0.9, 2, 1, 0.1
    )
    with pytest.raises(Problem, match=str(MAX_UNBALANCED)):
        next(openings)
    assert len(evaluated) == MAX_UNBALANCED
