"""Refutations, against a plain search through all games."""

from __future__ import annotations

from random import Random

import pytest

from plyground import Analysis, agent, load_game
from plyground.cli.refute import describe_refutation
from plyground.core.limits import Limit
from plyground.records.record import Record
from plyground.solving.refutation import Refuter, UnstableAgent

LIMIT = Limit(time=5.0)


class Fixed:
    """Chooses by the position alone: a number decides how."""

    def __init__(self, number):
        self.number = number

    def choose(self, position, limit):
        chance = Random(f"{self.number} {position.state.tobytes()!r}")
        return Analysis(chance.choice(position.moves))


class Coin:
    """Chooses by the number of questions."""

    made = 0

    def __init__(self):
        Coin.made += 1
        self.random = Random(Coin.made)

    def choose(self, position, limit):
        return Analysis(self.random.choice(position.moves))


class Stumbler(Fixed):
    """Sees no move when five marks are on the board."""

    def choose(self, position, limit):
        if len(position.moves) == 4:
            return Analysis("nonsense")
        return super().choose(position, limit)


def shortest_loss(position, player, side):
    """Plies to the soonest loss of the agent, by trying everything; None if it never loses."""
    if position.outcome is not None:
        return len(position.history) if position.outcome.winner == 1 - side else None
    moves = position.moves
    if position.side == side:
        moves = (player.choose(position, LIMIT).move,)
    lengths = [shortest_loss(position.play(move), player, side) for move in moves]
    return min((length for length in lengths if length is not None), default=None)


@pytest.mark.parametrize("number", range(4))
def test_the_game_found_is_the_shortest_one(number):
    start, player = load_game("tictactoe").start(), Fixed(number)
    found = Refuter(start, lambda: Fixed(number), LIMIT).run()
    lengths = [shortest_loss(start, player, side) for side in (0, 1)]
    assert found.is_complete
    assert found.game.plies == min(length for length in lengths if length is not None)
    assert found.game.end.outcome.winner == 1 - found.game.agent_side


def test_the_record_replays_with_the_agents_own_answers():
    start = load_game("triangles", n=5).start()
    found = Refuter(start, lambda: Fixed(7), LIMIT).run()
    record = Record.from_json(found.game.to_record("mine", "refute").to_json())
    assert record.players[found.game.agent_side] == "mine"
    position = record.replay()
    assert position == found.game.end
    while position.before is not None:
        before = position.before
        if before.side == found.game.agent_side:
            assert Fixed(7).choose(before, LIMIT).move == position.line[-1]
        position = before


def test_who_plays_perfectly_cannot_be_beaten():
    found = Refuter(load_game("tictactoe").start(), lambda: agent("minimax"), LIMIT).run()
    assert found.game is None
    assert found.is_complete


def test_an_effort_that_ends_is_said():
    start = load_game("tictactoe").start()
    found = Refuter(start, lambda: agent("minimax"), LIMIT, questions=60).run()
    assert found.game is None
    assert not found.is_complete
    assert found.questions == 60
    assert 1 <= found.looked_through < 9


def test_an_effort_that_ends_before_anything_was_looked_through_is_said():
    start = load_game("tictactoe").start()
    found = Refuter(start, lambda: agent("minimax"), LIMIT, questions=6).run()
    assert found.looked_through == 0
    [first, _] = describe_refutation(found, "minimax")
    assert "--effort" in first


def test_an_agent_that_answers_in_two_ways_is_noticed():
    with pytest.raises(UnstableAgent):
        Refuter(load_game("tictactoe").start(), Coin, LIMIT).run()


def test_no_legal_move_is_a_refutation():
    start = load_game("tictactoe").start()
    found = Refuter(start, lambda: Stumbler(1), LIMIT).run()
    if found.game.fault is not None:
        assert found.game.plies == 5
        assert "nonsense" in found.game.detail
        record = found.game.to_record("mine", "refute")
        assert record.result.winner == 1 - found.game.agent_side
    # Five plies is also the soonest that anybody can lose on the board.
    assert found.game.plies == 5
