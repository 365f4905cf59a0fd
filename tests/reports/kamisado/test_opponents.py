"""The opponents that the report writes about."""

from __future__ import annotations

from collections import Counter

import pytest

from plyground import Limit, load_game
from plyground.agents.specs import agent
from plyground.reports.kamisado.claims import play_randomly

GAME = load_game("kamisado", deadlock="printed")


@pytest.fixture(scope="module", autouse=True)
def native():
    GAME.native()


def rows(move):
    return abs(int(move[4]) - int(move[1]))


def wins(position):
    """The moves after which the game is over and won."""
    after = {move: position.play(move) for move in position.moves}
    return {
        move
        for move, end in after.items()
        if end.is_over and end.outcome.winner == position.side and move[:2] != move[3:]
    }


def is_pair(position, side):
    """Are two towers of a side neighbours on the row before the last?"""
    squares = position.text.split(" / ")[side].split()
    columns = {"abcdefgh".index(square[0]) for square in squares if square[1] == "72"[side]}
    return any(column + 1 in columns for column in columns)


def positions(games=40):
    for number in range(games):
        for position in play_randomly(GAME, number):
            if not position.is_over:
                yield position


def test_the_novice_wins_at_once_or_goes_far():
    for position in positions():
        found = agent("baseline:novice").choose(position, Limit())
        best = wins(position) or {
            move for move in position.moves if rows(move) == max(map(rows, position.moves))
        }
        assert set(found.best_moves) == best
        assert found.move in best
        rule = "win" if wins(position) else "far"
        assert found.why.key == f"baseline.kamisado.why.{rule}"


def test_the_trick_player_makes_a_pair_unless_it_loses_at_once():
    rules = Counter()
    for position in positions():
        found = agent("baseline:trick").choose(position, Limit())
        rules[found.why.key.rpartition(".")[2]] += 1
        if wins(position):
            assert set(found.best_moves) == wins(position)
            continue
        safe = [move for move in position.moves if not wins(position.play(move))]
        assert found.move in (safe or position.moves)
        pairs = [move for move in safe if is_pair(position.play(move), position.side)]
        if pairs:
            assert set(found.best_moves) <= set(pairs)
        assert (found.why.key == "baseline.kamisado.why.pair") == bool(pairs)
    assert min(rules[rule] for rule in ("win", "pair", "far")) > 0


@pytest.mark.parametrize("spec", ["baseline:novice,seed=3", "baseline:trick,seed=3"])
def test_the_same_seed_plays_the_same_moves(spec):
    """Also in a match, where home rows are filled."""

    def play():
        player = agent(spec)
        position = load_game("kamisado", points=3).start()
        while not position.is_over:
            position = position.play(player.choose(position, Limit()).move)
        return position.line

    assert play() == play()
    assert any(move in ("left", "right") for move in play())


def test_as_first_player_the_agent_falls_to_the_trick():
    """And as second player it does not always."""
    wins_by_side = Counter()
    for side in (0, 1):
        for seed in range(8):
            players = [None, None]
            players[side] = agent("baseline")
            players[1 - side] = agent(f"baseline:trick,seed={seed}")
            position = GAME.start()
            while not position.is_over:
                position = position.play(players[position.side].choose(position, Limit()).move)
            wins_by_side[side] += position.outcome.winner == side
    assert wins_by_side[0] == 0
    assert wins_by_side[1] >= 4
