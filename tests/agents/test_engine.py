"""The search agents: sound moves, weaker levels, limits that are kept."""

from __future__ import annotations

import pytest

from plyground import load_game
from plyground.agents.alphabeta_agent import AlphaBetaAgent
from plyground.agents.engine import LEVELS, Engine
from plyground.agents.mcts_agent import MctsAgent
from plyground.agents.specs import agent
from plyground.core.limits import Clock, Limit, Stop

FAST = Limit(nodes=20_000)

# A position each in which the side to move wins at once, and by which moves.
WINS = {
    "tictactoe": ("a1 b1 a2 b2", {"a3"}),
    "gomoku": ("h8 a1 i8 a2 j8 a3 k8 a4", {"g8", "l8"}),
}
# A position each in which all but these moves lose at once.
THREATS = {
    "tictactoe": ("a1 b2 a2", {"a3"}),
    "gomoku": ("a1 h8 c1 i8 e1 j8 g15 k8 l8", {"g8"}),
}


@pytest.mark.parametrize(
    "spec", ["engine", "engine:level=1", "engine:level=4", "alphabeta:depth=3"]
)
@pytest.mark.parametrize("name", WINS)
def test_a_win_is_taken(name, spec):
    moves, wins = WINS[name]
    position = load_game(name).start().play_all(moves)
    assert agent(spec).choose(position, FAST).move in wins


@pytest.mark.parametrize(
    "spec", ["engine", "engine:level=2", "mcts:playouts=3000", "negamax:depth=3"]
)
def test_a_threat_is_met(spec):
    moves, defences = THREATS["tictactoe"]
    position = load_game("tictactoe").start().play_all(moves)
    assert agent(spec).choose(position, FAST).move in defences


def test_every_level_answers_within_its_limit_of_positions():
    position = load_game("kamisado").start()
    for number, level in LEVELS.items():
        if level.nodes:
            found = Engine(number, seed=1).choose(position, Limit())
            assert found.nodes <= level.nodes + 1
            assert 2 <= found.depth <= level.depth
            assert found.move in position.moves


def test_openings_vary_only_where_that_was_asked_for():
    # By symmetry there are always two best moves.
    opening = load_game("gomoku").start().play_all("h8 h9")
    later = opening.play_all("g9 g7")

    def answers(position, **options):
        return {Engine(seed=seed, **options).choose(position, FAST).move for seed in range(8)}

    assert len(answers(opening)) == 1
    assert len(answers(opening, variety=3)) > 1
    assert len(answers(later, variety=3)) == 1


def test_variety_gives_away_no_win():
    moves, wins = WINS["gomoku"]
    position = load_game("gomoku").start().play_all(moves)
    for seed in range(8):
        assert Engine(seed=seed, variety=100).choose(position, FAST).move in wins


def test_levels_with_a_seed_repeat_themselves():
    position = load_game("kamisado").start()
    answers = [[Engine(3, seed=5).choose(position, Limit()).move for _ in range(2)] for _ in "ab"]
    assert answers[0] == answers[1]


def test_a_lost_position_is_held_as_long_as_possible():
    # From tests/data/kamisado.json: only this move holds out for twelve plies.
    text = "a1 e4 d6 d1 e1 f1 b6 h1 / h8 g8 e7 e8 d7 c8 b4 a4 / 0 yellow"
    found = Engine().choose(load_game("kamisado").position(text), Limit(time=2.0))
    assert found.move == "d1-c2"
    assert found.score is not None
    assert (found.score.kind, found.score.plies, found.score.proven) == ("loss", 12, True)


def test_among_equal_moves_the_one_is_played_that_is_hardest_to_answer():
    """Tic-tac-toe: against a corner, seven of eight answers lose; no other opening asks as much."""
    found = Engine().choose(load_game("tictactoe").start(), Limit(time=2.0))
    assert len(found.best_moves) == 9
    assert found.move in {"a1", "a3", "c1", "c3"}


def test_a_game_without_evaluation_is_searched_by_simulations():
    game = load_game("tictactoe", width=9, height=9, line=5)
    found = Engine().choose(game.start(), Limit(nodes=2000))
    assert found.score is not None
    assert 0 < found.score.chance < 1
    assert found.nodes > 100


def test_the_tree_is_kept_from_move_to_move():
    position = load_game("kamisado").start()
    player = MctsAgent(playouts=2000)
    first = player.choose(position, Limit())
    after = position.play(first.lines[0].moves[0]).play(first.lines[0].moves[1])
    search = player._searches(position.game)
    player._advance_tree(search, after)
    assert search.nodes > 10


def test_clocks_are_never_overdrawn():
    for left in (0.01, 0.1, 1.0, 60.0):
        for increment in (0.0, 0.5, 10.0):
            seconds = Limit(clock=Clock(left, increment)).seconds
            assert seconds is not None
            assert 0 < seconds <= left / 2


def test_a_stopped_search_answers_with_what_it_has():
    position = load_game("kamisado").start()
    player = AlphaBetaAgent(depth=60)
    player.prepare(position.game)
    with Stop() as stop:
        stop.set("cancel")
        found = player.think(position, Limit(), stop)
    assert found.stopped_by == "cancel"
    assert found.move in position.moves


def test_lines_are_best_first_at_every_depth():
    position = load_game("gomoku").start().play_all("i9 j6 g10 i10")
    engine, found = Engine(), []
    engine.prepare(position.game)
    with Stop() as stop:
        limit = Limit(depth=7)
        found.append(engine.think(position, limit, stop, lines=3, on_depth=found.append))
    assert len(found) > 7
    for analysis in found:
        chances = [line.score.chance for line in analysis.lines]
        assert chances == sorted(chances, reverse=True)
        assert analysis.move == analysis.lines[0].moves[0]


def test_lines_of_a_tree_search_are_best_first():
    position = load_game("tictactoe", width=5, height=5, line=4).start()
    agent = MctsAgent(seed=1)
    agent.prepare(position.game)
    with Stop() as stop:
        found = agent.think(position, Limit(nodes=2_000), stop, lines=8)
    chances = [line.score.chance for line in found.lines]
    assert len(chances) == 8
    assert chances == sorted(chances, reverse=True)
