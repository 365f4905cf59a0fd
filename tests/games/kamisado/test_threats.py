"""Threats against the rules of the checker of certificates, which share no code with the game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.kamisado import rules
from plyground.games.kamisado.board import COLOUR_NAMES
from plyground.games.kamisado.notation import square_name
from plyground.games.kamisado.threats import (
    list_blocked,
    list_calls,
    list_finishes,
    list_winning,
)
from plyground.games.registry import load_game


@pytest.fixture(scope="module")
def slow(check_certificate):
    """Makes the slow position of a text, with any side and colour to move."""
    rules = check_certificate.load_rules("kamisado")

    def make(position, side, colour):
        first, second = position.text.split(" / ")[:2]
        return rules.start(f"{first} / {second} / {side} {colour}")

    return make


def list_real_moves(tower):
    return [move for move in tower.moves if move[:2] != move[3:]]


def list_ends(tower):
    """Where moves of this tower end the round."""
    real = list_real_moves(tower)
    return {move[3:] for move in real if tower.play(move).winner == tower.side}


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_towers_that_win_next_and_blocked_ones(random_walk, slow, seed):
    for position in random_walk(seed):
        if position.state[rules.FORCED] == rules.FILL:
            continue
        for side in (0, 1):
            towers = {c: slow(position, side, name) for c, name in enumerate(COLOUR_NAMES)}
            ends = {colour: list_ends(tower) for colour, tower in towers.items()}
            winning = [colour for colour in ends if ends[colour]]
            blocked = [colour for colour, tower in towers.items() if not list_real_moves(tower)]
            assert list_winning(position.state, side, position.game.rules.tables) == winning
            assert list_blocked(position.state, side) == blocked
            for colour, squares in ends.items():
                found = list_finishes(position.state, side, colour, position.game.rules.tables)
                assert {square_name(square) for square in found} == squares


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_calls_are_what_the_next_position_asks(random_walk, slow, seed):
    for position in random_walk(seed):
        tables = position.game.rules.tables
        calls = {call.move: call for call in list_calls(position.state, position.codes, tables)}
        for move in position.codes:
            after = position.play(move)
            asked = int(after.state[rules.FORCED])
            if after.is_over or asked >= rules.ANY:
                assert move not in calls
                continue
            call, tower = calls[move], slow(after, after.side, COLOUR_NAMES[asked])
            assert (call.side, call.colour) == (after.side, asked)
            assert call.wins == bool(list_ends(tower))
            assert call.blocked == (not list_real_moves(tower))
            assert tower.towers[square_name(call.square)] == (after.side, COLOUR_NAMES[asked])


def test_after_a_push_the_own_tower_is_called():
    text = "a1 b1 c1 d1 e3+ f1 g1 h1 / h8 g8 f8 e4 d8 c8 b8 a8 / 0 pink / 1 0"
    position = load_game("kamisado", points=3).position(text)
    calls = list_calls(position.state, position.codes, position.game.rules.tables)
    [push] = [call for call in calls if call.move % 64 == 28]
    assert push.side == position.side == 0
    # It landed on e5, which is brown; its own tower of that colour is on a1.
    assert (COLOUR_NAMES[push.colour], square_name(push.square)) == ("brown", "a1")
