"""The agent of the report on Kamisado: its order of moves, its depth, and what comes of them."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from statistics import mean

import pytest

from plyground import Limit, load_game
from plyground.agents.specs import agent
from plyground.core.limits import Stop
from plyground.locale import LANGUAGES, override_language
from plyground.reports.kamisado import count_rows
from plyground.reports.kamisado.negamax_agent import Round

OPTIONS = ["printed", "two", "cycle"]

# The report's board as it is scanned, and the same squares as we call them, who sit below.
SCAN = [column + row for row in "87654321" for column in "abcdefgh"]
OURS = [column + row for row in "12345678" for column in "hgfedcba"]
ROTATED = dict(zip(SCAN, OURS, strict=True))


@pytest.fixture(scope="module")
def games():
    made = {option: load_game("kamisado", deadlock=option) for option in OPTIONS}
    for game in made.values():
        game.native()
    return made


@pytest.fixture(scope="module")
def game(games):
    return games["two"]


def sort_by_scan(moves):
    """Moves as the report's program meets them."""
    return sorted(moves, key=lambda move: [OURS.index(square) for square in move.split("-")])


def naive(position, depth):
    """The score for the side to move, by looking at everything; easyAI's bonus for depth."""
    if position.is_over:
        return (100 if position.outcome.winner == position.side else -100) * (1 + 0.001 * depth)
    if depth == 0:
        return 0
    return max(-naive(position.play(move), depth - 1) for move in position.moves)


def score_moves(position, depth=3):
    """What each move is worth, in the report's order."""
    return {move: -naive(position.play(move), depth - 1) for move in sort_by_scan(position.moves)}


def find_first_best(position, depth=3):
    worth = score_moves(position, depth)
    return max(worth, key=lambda move: worth[move])


def choose(position, spec="baseline", limit=None):
    return agent(spec).choose(position, limit or Limit())


def random_game(game, seed):
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


def test_the_board_is_the_reports_rotated():
    """Its first player's corner a8 is our h1, and its far corner h1 our a8."""
    assert (ROTATED["a8"], ROTATED["h8"], ROTATED["h1"]) == ("h1", "a1", "a8")


def test_moves_are_tried_in_the_order_of_the_report(game):
    for seed in range(20):
        for position in random_game(game, seed):
            assert Round(position).actions() == sort_by_scan(position.moves)


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
    for position in list(random_game(games[option], seed))[1:]:
        assert choose(position).move == find_first_best(position)


def test_with_nothing_to_see_the_first_player_takes_one_step(game):
    found = choose(game.start())
    assert found.move == "h1-h2"
    assert (found.score.kind, found.score.value, found.score.proven) == ("value", 0, False)
    assert (found.depth, found.stopped_by, len(found.lines[0].moves)) == (3, "depth", 3)


@pytest.mark.parametrize(
    ("first", "reply"), [("h1-h2", "f8-f2"), ("d1-d5", "a8-a2"), ("a1-c3", "h8-h2")]
)
def test_with_nothing_to_see_the_second_player_goes_far(game, first, reply):
    """As far as it can without reaching the last row, which is full."""
    position = game.start().play(first)
    assert 0 in score_moves(position).values()
    assert choose(position).move == reply
    assert rows(reply) == max(map(rows, position.moves))


def test_a_win_is_taken(game):
    """Of four moves only the last wins."""
    position = game.position("a1 b1 c1 d1 e1 f6 g1 h6 / h7 g8 f8 e8 d8 c8 b5 a8 / 0 purple")
    assert sort_by_scan(position.moves)[-1] == "f6-h8"
    found = choose(position)
    assert found.move == "f6-h8"
    assert (found.score.kind, found.score.plies, found.score.proven) == ("win", 1, True)


@pytest.mark.parametrize(
    ("text", "later", "at_once"),
    [
        ("g7 e5 h5 f6 b7 a5 f7 d6 / f5 e4 c5 h6 c6 h7 a6 g5 / 0 green", "e5-e6", "e5-e8"),
        ("b2 a2 c1 d1 e4 f1 h6 h4 / e5 g8 a3 e8 d7 c3 g3 d5 / 0 brown", "b2-b4", "b2-b8"),
    ],
)
def test_a_win_at_once_is_preferred_to_an_earlier_found_win_in_three(game, text, later, at_once):
    position = game.position(text)
    worth = score_moves(position)
    assert worth[at_once] > worth[later] >= 100
    assert list(worth).index(later) < list(worth).index(at_once)
    found = choose(position)
    assert found.move == at_once
    assert (found.score.kind, found.score.plies) == ("win", 1)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a1 b1 c1 d1 e1 b5 g1 f5 / h8 f7 f8 e8 d8 c6 b8 b7 / 0 yellow", "d1-d6"),
        ("a1 b1 c1 d1 e7 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8 a8 / 1 blue", "b8-g3"),
    ],
)
def test_a_win_in_three_is_seen(game, text, move):
    position = game.position(text)
    assert max(score_moves(position, 1).values()) == 0
    assert find_first_best(position, 1) != move
    assert choose(position).move == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e5 b1 c2 d1 e1 f1 f6 h1 / h5 g5 f8 e7 d2 c8 b8 a8 / 0 yellow", "d1-g4"),
        ("a1 b1 c1 d5 e1 f1 g1 e4 / h8 g8 f8 e8 d8 c8 b8 c6 / 1 orange", "c6-c4"),
    ],
)
def test_a_loss_is_avoided_and_the_first_other_move_played(game, text, move):
    worth = score_moves(game.position(text))
    before = list(worth)[: list(worth).index(move)]
    assert len(before) == 2
    assert max(worth[other] for other in before) < 0
    assert choose(game.position(text)).move == move


def test_a_loss_four_moves_ahead_is_not_seen(game):
    position = game.position("a1 b1 c1 d7 e1 f1 g1 h1 / h5 c4 f8 e8 d8 c8 b8 a8 / 0 green")
    assert score_moves(position, 4)["b1-c2"] < 0
    assert choose(position).move == "b1-c2"
    assert choose(position, "baseline:depth=4").move == find_first_best(position, 4) == "b1-a2"


def test_when_all_is_lost_the_first_move_is_played(game):
    position = game.position("f3 h2 g2 h5 c2 f2 b5 d4 / c5 e3 f4 a5 b3 c3 a2 a4 / 0 green")
    assert max(score_moves(position).values()) < 0
    found = choose(position)
    assert found.move == sort_by_scan(position.moves)[0]
    assert (found.score.kind, found.score.plies) == ("loss", 2)


def test_of_lost_moves_the_first_that_lasts_longest_is_played(game):
    position = game.position("b4 a7 c1 d1 e1 f7 f4 d5 / f6 g8 f3 c4 a3 h3 e5 a4 / 0 yellow")
    worth = score_moves(position, 4)
    assert list(worth)[-1] == "d1-d4"
    assert 0 > worth["d1-d4"] > max(worth[move] for move in list(worth)[:-1])
    found = choose(position, "baseline:depth=4")
    assert (found.move, found.score.kind, found.score.plies) == ("d1-d4", "loss", 4)
    assert choose(position).move == find_first_best(position) != "d1-e2"


@pytest.mark.parametrize(
    ("option", "move"), [("two", "e1-c3"), ("printed", "e1-d2"), ("cycle", "e1-d2")]
)
def test_text_and_program_choose_differently_where_two_towers_are_blocked(games, option, move):
    """After e1-d2 two towers in turn cannot move: a loss by the text, but not by the program."""
    text = "a7 b5 c2 d1 e1 f1 b6 h5 / h8 g8 a3 e2 d5 c7 b8 b7 / 0 pink"
    position = games[option].position(text)
    assert (score_moves(position)["e1-d2"] < 0) == (option == "two")
    assert choose(position).move == move


# What easyAI plays.


@pytest.fixture(scope="module")
def bench():
    """The module of the bench command, which has the report's program as an easyAI game."""
    path = Path(__file__).parents[3] / "bench" / "kamisado_easyai.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_easyai_plays_the_same_moves(bench):
    """In 200 positions of random games, by the deadlock test of the printed program."""
    compared = 0
    for position, theirs in bench.random_positions(200, seed=7):
        assert choose(position).move == bench.to_text(theirs.get_move()), position.text
        compared += len(position.moves) > 1
    assert compared > 150


def test_easyai_wins_at_once_where_the_scan_meets_a_win_in_three_first(bench, games):
    """The position of the test above, built in both programs."""
    text = "b2 a2 c1 d1 e4 f1 h6 h4 / e5 g8 a3 e8 d7 c3 g3 d5 / 0 brown"
    theirs = bench.ReportGame()
    sides = [part.split() for part in text.split(" / ")[:2]]
    theirs.towers = {
        bench.from_text(f"{square}-{square}")[0]: (player, str(colour))
        for player, squares in enumerate(sides, start=1)
        for colour, square in enumerate(squares)
    }
    theirs.forced, theirs.last_mover = "0", 2
    assert bench.to_text(theirs.get_move()) == "b2-b8"
    assert choose(games["printed"].position(text)).move == "b2-b8"


# Why it plays so.


WHY = {
    "win": ("a1 b1 e3 e4 f5 d6 g2 h1 / h8 e6 h4 e8 g5 c8 c7 a2 / 0 purple", "d6-f8"),
    "win_later": ("a1 b1 e3 e4 f2 d6 g2 h1 / h8 f7 h4 e8 g5 c8 c7 a2 / 0 pink", "f2-f3"),
    "avoid": ("a1 b1 c4 g4 b4 f1 g1 h6 / h8 d5 f7 e8 d8 f5 c7 a8 / 0 green", "b1-b2"),
    "first": ("a1 b1 e3 e4 f2 f4 g1 h1 / h8 f7 f8 e8 g5 c8 c7 a2 / 1 red", "f8-a3"),
    "loss": ("b4 b1 c7 d1 e1 f1 g6 h1 / h8 g8 f8 e5 f6 c8 a7 a8 / 1 red", "f8-c5"),
    "only": ("a2 f5 a5 d1 d4 a6 g2 h6 / h7 e3 f8 e8 c7 c5 e5 a7 / 1 brown", "h7-g6"),
    "zero": ("a1 b1 e3 e4 f2 f4 g2 h1 / h8 f7 h6 e8 g5 c8 c7 a2 / 1 orange", "a2-a2"),
}


@pytest.mark.parametrize("rule", WHY)
def test_it_says_which_rule_chose_the_move(games, rule):
    text, move = WHY[rule]
    position = games["printed"].position(text)
    found = choose(position)
    assert found.move == move
    assert found.why.key == f"baseline.kamisado.why.{rule}"
    holds = {
        "win": lambda worth: worth[move] > 100.1,
        "win_later": lambda worth: worth[move] == 100,
        "avoid": lambda worth: worth[move] == 0 > next(iter(worth.values())),
        "first": lambda worth: worth[move] == 0 and next(iter(worth)) == move,
        "loss": lambda worth: max(worth.values()) < 0,
        "only": lambda worth: len(worth) == 1,
        "zero": lambda worth: list(worth) == [move] and move[:2] == move[3:],
    }
    assert holds[rule](score_moves(position))
    for language in LANGUAGES:
        with override_language(language):
            assert str(found.why)


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
                    gone[side].append(count_rows(position))
                    assert gone[side][-1] == rows(move)
    assert mean(gone[1]) > 2 * mean(gone[0])


# Limits, and matches.


def test_out_of_time_the_last_finished_depth_counts(game):
    """From the start: 103 positions for depth 1, fewer than 400 for depth 2."""
    start = game.start()
    assert choose(start, limit=Limit(nodes=103)).depth == 1
    found = choose(start, limit=Limit(nodes=600))
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
    assert found.why.key == "baseline.kamisado.why.unfinished"


def test_in_a_match_every_round_is_played_for_itself():
    """The same move wins the round, though the match goes on."""
    match = load_game("kamisado", points=3)
    text = "a1 b1 c1 d1 e1 f6 g1 h6 / h7 g8 f8 e8 d8 c8 b5 a8 / 0 purple / 0 0"
    found = choose(match.position(text))
    assert (found.move, found.score.kind) == ("f6-h8", "win")
    after = match.position(text).play("f6-h8")
    assert after.moves == ("left", "right")
    found = choose(after)
    assert (found.move, found.why.key) == ("right", "baseline.kamisado.why.fill")


def test_a_whole_match_can_be_played():
    position = load_game("kamisado", points=3).start()
    position.game.native()
    players = agent("baseline"), agent("random:seed=2")
    while not position.is_over:
        position = position.play(players[position.side].choose(position, Limit()).move)
    assert position.outcome.winner == 0
