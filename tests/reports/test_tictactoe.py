"""The agent of the report on tic-tac-toe: minimax, or alpha-beta, to the end of the game."""

from __future__ import annotations

import pytest

from plyground import Limit, Problem, load_game
from plyground.agents.specs import agent
from plyground.classic import alphabeta, minimax
from plyground.core.limits import Clock, Stop
from plyground.reports.tictactoe import PATIENCE, AlphaBeta, Minimax

SPECS = ["baseline", "baseline:alphabeta"]


@pytest.fixture(scope="module")
def game():
    made = load_game("tictactoe")
    made.native()
    return made


@pytest.fixture(scope="module")
def wide():
    made = load_game("tictactoe", width=10, height=10, line=5)
    made.native()
    return made


def chosen(spec, position, limit=None):
    return agent(spec).choose(position, limit or Limit())


# What is played.


@pytest.mark.parametrize("spec", SPECS)
def test_a_win_is_taken_rather_than_a_threat_met(game, spec):
    """X may block at a2, which comes first and draws, or win at c2."""
    found = chosen(spec, game.start().play_all("c1 a1 c3 a3"))
    assert found.move == "c2"
    assert (found.score.kind, found.score.plies, found.score.proven) == ("win", 1, True)


@pytest.mark.parametrize("spec", SPECS)
def test_a_threat_is_met(game, spec):
    """X has a1 and a2: only a3 does not lose, and others come before it."""
    found = chosen(spec, game.start().play_all("a1 b2 a2"))
    assert found.move == "a3"
    assert (found.score.kind, found.score.proven, found.stopped_by) == ("draw", True, "proven")


@pytest.mark.parametrize("spec", SPECS)
def test_of_equal_moves_the_first_is_played(game, spec):
    """Every first move draws."""
    assert chosen(spec, game.start()).move == "a1"


@pytest.mark.parametrize("spec", SPECS)
def test_a_slow_win_that_comes_first_is_kept(game, spec):
    """a3 completes a line, but b2 comes first and makes two threats at once."""
    found = chosen(spec, game.start().play_all("a1 b1 a2 c2"))
    assert found.move == "b2"
    assert (found.score.kind, found.score.plies) == ("win", 3)


@pytest.mark.parametrize("spec", SPECS)
def test_when_all_is_lost_the_first_move_is_played(game, spec):
    """a3 would hold out longer; c1 loses at once and comes first."""
    found = chosen(spec, game.start().play_all("a1 b1 a2"))
    assert found.move == "c1"
    assert (found.score.kind, found.score.plies) == ("loss", 2)


def test_nobody_beats_it(game):
    """Every game that an opponent can play against it, on either side."""
    player = agent("baseline")

    def results(position, side):
        if position.is_over:
            return {position.outcome.winner}
        own = position.side == side
        moves = [player.choose(position, Limit()).move] if own else position.moves
        return set().union(*(results(position.play(move), side) for move in moves))

    assert results(game.start(), 0) == {0, None}
    assert results(game.start(), 1) == {1, None}


# How it is found.


@pytest.mark.parametrize("moves", ["a1", "b2", "b1", "a1 b2", "a1 b1 a2", "a1 b1 a2 c2"])
@pytest.mark.parametrize(("player", "search"), [(Minimax, minimax), (AlphaBeta, alphabeta)])
def test_the_move_is_that_of_the_textbooks_search(game, player, search, moves):
    position = game.start().play_all(moves)
    told = player().choose(position, Limit())
    found = search(position)
    [line] = told.lines
    assert line.moves == found.line
    assert told.move == found.action
    assert told.stopped_by == "proven"


@pytest.mark.parametrize("depth", range(1, 9))
def test_native_minimax_looks_at_the_textbooks_nodes(game, depth):
    position = game.start().play("a1")
    with Stop() as stop:
        told = Minimax().look(position, Limit(depth=depth), stop)
    found = minimax(position, depth)
    assert (told.nodes, told.move) == (found.nodes, found.action)
    assert (told.stopped_by == "proven") == found.complete


def test_native_minimax_visits_the_well_known_number_of_positions(game):
    with Stop() as stop:
        assert Minimax().look(game.start(), Limit(depth=9), stop).nodes == 549_946


def test_the_nodes_of_all_depths_are_told(game):
    position = game.start().play_all("a1 b2 c3")
    for player, search in ((Minimax, minimax), (AlphaBeta, alphabeta)):
        each = [search(position, depth).nodes for depth in range(1, 7)]
        assert player().choose(position, Limit()).nodes == sum(each)


def test_every_move_of_the_same_worth_is_told(game):
    assert len(chosen("baseline", game.start()).best_moves) == 9


# Limits, and other boards.


@pytest.mark.parametrize("spec", SPECS)
def test_a_depth_is_obeyed(wide, spec):
    found = chosen(f"{spec}{',' if ':' in spec else ':'}depth=2", wide.start())
    assert (found.depth, found.stopped_by, found.move) == (2, "depth", "a1")
    assert (found.score.kind, found.score.proven) == ("value", False)
    assert len(found.lines[0].moves) == 2
    assert chosen(spec, wide.start(), Limit(depth=1)).depth == 1


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("limit", [Limit(time=0.5), Limit(clock=Clock(15.0))])
def test_on_a_large_board_the_last_finished_depth_counts(wide, spec, limit):
    found = chosen(spec, wide.start(), limit)
    assert found.stopped_by == "time"
    assert found.depth >= 1
    assert found.move in wide.start().moves


@pytest.mark.parametrize("spec", SPECS)
def test_on_a_large_board_it_completes_its_line(wide, spec):
    position = wide.position("c3 d3 e3 f3 / a1 b1 c1 j10 / 0")
    found = chosen(spec, position, Limit(depth=1))
    assert found.move == "b3"
    assert (found.score.kind, found.score.plies) == ("win", 1)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("nodes", "depth"), [(1, 0), (50, 0), (150, 1)])
def test_a_number_of_nodes_is_obeyed(wide, spec, nodes, depth):
    """A look one move ahead takes 101."""
    found = chosen(spec, wide.start(), Limit(nodes=nodes))
    assert found.stopped_by == "nodes"
    assert found.nodes <= nodes + 1
    assert found.depth == depth


@pytest.mark.parametrize("spec", SPECS)
def test_without_any_time_the_first_square_is_taken(game, spec):
    position = game.start().play_all("a1 b2 a2")
    player = agent(spec)
    player.prepare(game)
    with Stop() as stop:
        stop.set("cancel")
        found = player.think(position, Limit(), stop)
    assert (found.move, found.stopped_by, found.score) == ("b1", "cancel", None)


@pytest.mark.parametrize("player", [Minimax, AlphaBeta])
def test_nobody_waits_for_ever(player):
    assert player().own(Limit()).time == PATIENCE
    assert player(time=2.0).own(Limit()).time == 2.0
    assert player(time=2.0).own(Limit(time=0.5)).time == 0.5
    assert player(depth=3).own(Limit()).time is None
    assert player().own(Limit(depth=3)).time is None


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    "options",
    [
        {"width": 1, "height": 1, "line": 1},
        {"width": 5, "height": 1, "line": 3},
        {"width": 4, "height": 3, "line": 3},
        {"width": 19, "height": 19, "line": 5},
    ],
    ids=str,
)
def test_every_board_can_be_played(spec, options):
    position = load_game("tictactoe", **options).start()
    assert chosen(spec, position, Limit(time=0.2)).move in position.moves


def test_the_usual_baseline_is_minimax(game):
    position = game.start().play_all("a1 b2 c3")
    usual, by_name, other = (
        chosen(spec, position).nodes for spec in ("baseline", "baseline:minimax", SPECS[1])
    )
    assert usual == by_name > other


def test_a_wrong_setting_is_one_sentence(game):
    with pytest.raises(Problem, match="Option depth"):
        chosen("baseline:depth=0", game.start())
