"""The agent of the report on Kamisado: its order of moves, its depth, and what comes of them."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from plyground import Limit, load_game
from plyground.agents.specs import agent
from plyground.core.limits import Stop
from plyground.locale import say
from plyground.reports.kamisado import EXPERIMENTS, Round, steps

OPTIONS = ["two", "cycle"]

# The report's board as it is scanned, and the same squares as we call them, who sit below.
SCAN = [column + row for row in "87654321" for column in "abcdefgh"]
OURS = [column + row for row in "12345678" for column in "hgfedcba"]
TURNED = dict(zip(SCAN, OURS, strict=True))


@pytest.fixture(scope="module")
def games():
    made = {option: load_game("kamisado", deadlock=option) for option in OPTIONS}
    for game in made.values():
        game.native()
    return made


@pytest.fixture(scope="module")
def game(games):
    return games["two"]


def in_order(moves):
    """Moves as the report's program meets them."""
    return sorted(moves, key=lambda move: [OURS.index(square) for square in move.split("-")])


def naive(position, depth):
    """The score for the side to move, by looking at everything."""
    if position.is_over:
        return 1 if position.outcome.winner == position.side else -1
    if depth == 0:
        return 0
    return max(-naive(position.play(move), depth - 1) for move in position.moves)


def scores(position, depth=3):
    """What each move is worth, in the report's order."""
    return {move: -naive(position.play(move), depth - 1) for move in in_order(position.moves)}


def first_best(position, depth=3):
    worth = scores(position, depth)
    return max(worth, key=lambda move: worth[move])


def chosen(position, spec="baseline", limit=None):
    return agent(spec).choose(position, limit or Limit())


def wander(game, seed):
    """The positions of a random game."""
    chance = random.Random(seed)
    position = game.start()
    while not position.is_over:
        yield position
        position = position.play(chance.choice(position.moves))


def rows(move):
    start, end = move.split("-")
    return abs(int(end[1]) - int(start[1]))


# The order.


def test_the_board_is_the_reports_turned():
    """Its first player's corner a8 is our h1, and its far corner h1 our a8."""
    assert (TURNED["a8"], TURNED["h8"], TURNED["h1"]) == ("h1", "a1", "a8")


def test_moves_are_tried_in_the_order_of_the_report(game):
    for seed in range(20):
        for position in wander(game, seed):
            assert Round(position).actions() == in_order(position.moves)


def test_the_first_player_tries_near_squares_first_and_the_second_far_ones(game):
    start = game.start()
    tried = Round(start).actions()
    assert tried[:3] == ["h1-h2", "h1-g2", "h1-h3"]
    assert tried[-1] == "a1-a7"
    after = start.play("h1-h2")
    assert Round(after).actions()[:3] == ["f8-f2", "f8-f3", "f8-a3"]


# What decides.


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_the_first_of_the_best_of_three_moves_ahead_is_played(games, option, seed):
    for position in list(wander(games[option], seed))[1:]:
        assert chosen(position).move == first_best(position)


def test_with_nothing_to_see_the_first_player_takes_one_step(game):
    found = chosen(game.start())
    assert found.move == "h1-h2"
    assert (found.score.kind, found.score.value, found.score.proven) == ("value", 0, False)
    assert (found.depth, found.stopped_by, len(found.lines[0].moves)) == (3, "depth", 3)


@pytest.mark.parametrize(
    ("first", "reply"), [("h1-h2", "f8-f2"), ("d1-d5", "a8-a2"), ("a1-c3", "h8-h2")]
)
def test_with_nothing_to_see_the_second_player_goes_far(game, first, reply):
    """As far as it can without reaching the last row, which is full."""
    position = game.start().play(first)
    assert set(scores(position).values()) >= {0}
    assert chosen(position).move == reply
    assert rows(reply) == max(map(rows, position.moves))


def test_a_win_is_taken(game):
    """Of four moves only the last wins."""
    position = game.position("a1 b1 c1 d1 e1 f6 g1 h6 / h7 g8 f8 e8 d8 c8 b5 a8 / 0 purple")
    assert in_order(position.moves)[-1] == "f6-h8"
    found = chosen(position)
    assert found.move == "f6-h8"
    assert (found.score.kind, found.score.plies, found.score.proven) == ("win", 1, True)


def test_a_win_in_three_that_comes_first_is_as_good_as_one_at_once(game):
    text = "g7 e5 h5 f6 b7 a5 f7 d6 / f5 e4 c5 h6 c6 h7 a6 g5 / 0 green"
    position = game.position(text)
    assert position.play("e5-e8").is_over
    found = chosen(position)
    assert found.move == "e5-e6"
    assert (found.score.kind, found.score.plies) == ("win", 3)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a1 b1 c1 d1 e1 b5 g1 f5 / h8 f7 f8 e8 d8 c6 b8 b7 / 0 yellow", "d1-d6"),
        ("a1 b1 c1 d1 e7 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 1 blue", "b8-g3"),
    ],
)
def test_a_win_in_three_is_seen(game, text, move):
    position = game.position(text)
    assert max(scores(position, 1).values()) == 0
    assert first_best(position, 1) != move
    assert chosen(position).move == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e5 b1 c2 d1 e1 f1 f6 h1 / h5 g5 f8 e7 d2 c8 b8 a8 / 0 yellow", "d1-g4"),
        ("a1 b1 c1 d5 e1 f1 g1 e4 / h8 g8 f8 e8 d8 c8 b8 c6 / 1 orange", "c6-c4"),
    ],
)
def test_a_loss_is_avoided_and_the_first_other_move_played(game, text, move):
    worth = scores(game.position(text))
    before = list(worth)[: list(worth).index(move)]
    assert len(before) == 2
    assert {worth[other] for other in before} == {-1}
    assert chosen(game.position(text)).move == move


def test_a_loss_four_moves_ahead_is_not_seen(game):
    position = game.position("a1 b1 c1 d7 e1 f1 g1 h1 / h5 c4 f8 e8 d8 c8 b8 a8 / 0 green")
    assert scores(position, 4)["b1-c2"] == -1
    assert chosen(position).move == "b1-c2"
    assert chosen(position, "baseline:depth=4").move == first_best(position, 4) == "b1-a2"


def test_when_all_is_lost_the_first_move_is_played(game):
    position = game.position("f3 h2 g2 h5 c2 f2 b5 d4 / c5 e3 f4 a5 b3 c3 a2 a4 / 0 green")
    assert set(scores(position).values()) == {-1}
    found = chosen(position)
    assert found.move == in_order(position.moves)[0]
    assert (found.score.kind, found.score.plies) == ("loss", 2)


@pytest.mark.parametrize(("option", "move"), [("two", "e1-c3"), ("cycle", "e1-d2")])
def test_a_deadlock_counts_as_the_game_counts_it(games, option, move):
    """After e1-d2 two towers in turn cannot move: by the report's rule that is a loss."""
    text = "a7 b5 c2 d1 e1 f1 b6 h5 / h8 g8 a3 e2 d5 c7 b8 b7 / 0 pink"
    position = games[option].position(text)
    assert scores(position)["e1-d2"] == (-1 if option == "two" else 0)
    assert chosen(position).move == move


# Its habits, in whole games.


def test_it_goes_slowly_as_first_player_and_far_as_second(game):
    player = agent("baseline")
    gone = ([], [])
    for side in (0, 1):
        for seed in range(6):
            chance = random.Random(seed)
            position = game.start()
            while not position.is_over:
                own = position.side == side
                move = player.choose(position, Limit()).move if own else None
                position = position.play(move or chance.choice(position.moves))
                if own:
                    gone[side].append(steps(position))
                    assert gone[side][-1] == rows(move)
    assert mean(gone[1]) > 2 * mean(gone[0])


def test_the_experiment_measures_the_habit():
    for name, experiment in EXPERIMENTS.items():
        load_game(experiment.game, **experiment.options)
        agent(experiment.a), agent(experiment.b)
        for claim in experiment.claims:
            assert claim.of in experiment.measures
        words = [f"experiment.{name}.title", f"experiment.{name}.report", *experiment.measures]
        assert all(map(say, words))


# Limits, and matches.


def test_out_of_time_the_last_finished_depth_counts(game):
    """From the start: 103 positions for depth 1, fewer than 400 for depth 2."""
    start = game.start()
    assert chosen(start, limit=Limit(nodes=103)).depth == 1
    found = chosen(start, limit=Limit(nodes=600))
    assert (found.depth, found.stopped_by) == (2, "nodes")
    assert found.nodes <= 600


def test_without_any_time_the_first_move_is_played(game):
    position = game.position("e5 b1 c2 d1 e1 f1 f6 h1 / h5 g5 f8 e7 d2 c8 b8 a8 / 0 yellow")
    player = agent("baseline")
    player.prepare(game)
    with Stop() as stop:
        stop.set("cancel")
        found = player.think(position, Limit(), stop)
    assert (found.move, found.stopped_by) == ("d1-e2", "cancel")


def test_in_a_match_every_round_is_played_for_itself():
    """The same move wins the round, though the match goes on."""
    match = load_game("kamisado", points=3)
    text = "a1 b1 c1 d1 e1 f6 g1 h6 / h7 g8 f8 e8 d8 c8 b5 a8 / 0 purple / 0 0"
    found = chosen(match.position(text))
    assert (found.move, found.score.kind) == ("f6-h8", "win")
    after = match.position(text).play("f6-h8")
    assert after.moves == ("left", "right")
    assert chosen(after).move == "right"


def test_a_whole_match_can_be_played():
    position = load_game("kamisado", points=3).start()
    position.game.native()
    players = agent("baseline"), agent("random:seed=2")
    while not position.is_over:
        position = position.play(players[position.side].choose(position, Limit()).move)
    assert position.outcome.winner == 0
