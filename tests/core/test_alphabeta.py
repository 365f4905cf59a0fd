"""Alpha-beta in exact mode is minimax: same value, and a line that leads to it."""

from __future__ import annotations

import threading
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import Game, Position, load_game
from plyground.agents.alphabeta_agent import MinimaxAgent
from plyground.core.iterative_deepening import (
    ENDLESS,
    ESTIMATE_DELAY,
    AlphaBeta,
    SearchResult,
    _ThreatSearch,
)
from plyground.core.limits import Limit, Stop
from plyground.core.values import INFINITE, MARGIN, ONGOING, POINT, WON, is_margin
from plyground.games.score import Score

GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    # name of the case: game, options, depth
    "tictactoe": ("tictactoe", {}, 6),
    "tictactoe-4x3": ("tictactoe", {"width": 4, "height": 3}, 4),
    "gomoku-5": ("gomoku", {"size": 5}, 2),
    "gomoku-6-renju": ("gomoku", {"size": 6, "rule": "renju"}, 2),
    "gomoku-6-omok": ("gomoku", {"size": 6, "rule": "omok"}, 2),
    "gomoku-6-caro": ("gomoku", {"size": 6, "rule": "caro"}, 2),
    "gomoku-6-swap2": ("gomoku", {"size": 6, "opening": "swap2"}, 2),
    "kamisado": ("kamisado", {}, 4),
    "kamisado-two": ("kamisado", {"deadlock": "two"}, 4),
    "kamisado-match": ("kamisado", {"points": 3}, 4),
    "triangles": ("triangles", {"n": 6, "seed": 3}, 4),
    "triangles-extra": ("triangles", {"n": 6, "seed": 4, "extra_move": True}, 4),
    "triangles-convex": ("triangles", {"n": 7, "layout": "convex", "extra_move": True}, 3),
}


@cache
def game_of(case: str) -> Game:
    name, options, _ = GAMES[case]
    game = load_game(name, **options)
    game.native()
    return game


@cache
def searcher(case: str, threads: int) -> AlphaBeta:
    game = game_of(case)
    return AlphaBeta(game.rules, game.native(), 1, threads)


def score_at_end(game: Game, state: Any, ply: int) -> int | None:
    """The score of a finished game for its side to move, or None."""
    code = int(game.kernel("outcome")(state, game.rules.tables))
    if code == ONGOING:
        return None
    if is_margin(code):
        return (code - MARGIN) * POINT
    return {1: WON - ply, -1: ply - WON, 2: 0}[code]


def judge(game: Game, state: Any) -> int:
    """The score at the horizon for the side to move."""
    rules = game.rules
    features = np.zeros(max(rules.features_size, 1), np.int64)
    if game.kernels.init_features is not None:
        game.kernel("init_features")(state, features, rules.tables)
    if game.kernels.evaluate is not None:
        return int(game.kernel("evaluate")(state, features, rules.tables))
    if game.kernels.score_bounds is not None:
        out = np.zeros(3, np.int64)
        game.kernel("score_bounds")(state, out, rules.tables)
        return int(out[0]) * POINT
    return 0


def minimax(game: Game, state: Any, depth: int, ply: int = 0) -> int:
    """The definition: no windows, no table, no order."""
    ended = score_at_end(game, state, ply)
    if ended is not None:
        return ended
    if depth == 0:
        return judge(game, state)
    out = np.zeros(game.rules.branching, np.int64)
    count = game.kernel("moves")(state, out, game.rules.tables)
    if count == 0:
        return 0
    best = -INFINITE
    for move in out[:count]:
        child = np.array(state)
        game.kernel("play")(child, move, game.rules.tables)
        score = minimax(game, child, depth - 1, ply + 1)
        best = max(best, score if child[0] == state[0] else -score)
    return best


def random_position(game: Game, seed: int) -> Position:
    """An ongoing position some way into the game."""
    random = Random(seed)
    position = game.start()
    for _ in range(random.randrange(40)):
        after = position.play(random.choice(position.codes))
        if after.is_over:
            break
        position = after
    return position


def follow(game: Game, position: Position, line: tuple[int, ...], depth: int) -> int:
    """The score, for the side to move in `position`, of what the line leads to."""
    state = np.array(position.state)
    for ply, move in enumerate(line):
        assert score_at_end(game, state, ply) is None
        game.kernel("play")(state, move, game.rules.tables)
    ended = score_at_end(game, state, len(line))
    if ended is None:
        out = np.zeros(game.rules.branching, np.int64)
        stuck = game.kernel("moves")(state, out, game.rules.tables) == 0
        assert stuck or len(line) == depth, "the line ends before the horizon"
        ended = 0 if stuck and len(line) < depth else judge(game, state)
    return ended if state[0] == position.side else -ended


def exact(
    case: str, position: Position, depth: int, threads: int = 1, lines: int = 1
) -> SearchResult:
    with Stop() as stop:
        return searcher(case, threads).run(
            position.state, Limit(depth=depth), stop, exact=True, lines=lines
        )


@pytest.mark.parametrize("case", GAMES)
@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_exact_search_equals_minimax_and_its_line_leads_to_the_value(case: str, seed: int) -> None:
    game = game_of(case)
    position = random_position(game, seed)
    deepest = GAMES[case][2]
    depth = 1 + seed % deepest
    expected = minimax(game, position.state, depth)
    for threads in (1, 2):
        found = exact(case, position, depth, threads)
        # A proven result may come from a lower depth: deeper search could not change it.
        assert found.best.score == expected
        assert follow(game, position, found.best.line, found.depth) == expected


@pytest.mark.parametrize("case", GAMES)
@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 10**9))
def test_best_moves_and_lines_are_those_of_minimax(case: str, seed: int) -> None:
    game = game_of(case)
    position = random_position(game, seed)
    depth = 1 + seed % min(GAMES[case][2], 3)
    scores = {}
    for move in position.codes:
        after = position.play(move)
        score = minimax(game, after.state, depth - 1, 1)
        scores[move] = score if after.side == position.side else -score
    found = exact(case, position, depth, lines=3)
    if found.depth < depth:
        return
    assert set(found.best_moves) == {
        move for move, score in scores.items() if score == max(scores.values())
    }
    assert [line.score for line in found.lines] == sorted(scores.values(), reverse=True)[:3]
    for line in found.lines:
        assert scores[line.move] == line.score


@pytest.mark.parametrize("case", GAMES)
@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 10**9))
def test_plain_search_with_and_without_pruning_equals_minimax(case: str, seed: int) -> None:
    game = game_of(case)
    position = random_position(game, seed)
    depth = 1 + seed % GAMES[case][2]
    expected = minimax(game, position.state, depth)
    for prune in (False, True):
        found = MinimaxAgent(depth, prune).choose(position, Limit())
        assert found.score is not None
        assert found.score == Score.from_core(expected, found.score.proven, game.rules)
        assert found.move in found.best_moves


def test_minimax_of_tic_tac_toe_visits_every_node_of_the_tree() -> None:
    """549,946 nodes: the known size of the tree from the empty board, the root included."""
    game = game_of("tictactoe")
    found = MinimaxAgent().choose(game.start(), Limit())
    assert found.nodes == 549_946
    assert found.score is not None
    assert (found.score.kind, found.score.proven) == ("draw", True)
    assert len(found.best_moves) == 9


def test_node_limit_is_kept_and_repeats_exactly() -> None:
    game = game_of("kamisado")
    runs = []
    for _ in range(2):
        fresh = AlphaBeta(game.rules, game.native(), 1)
        with Stop() as stop:
            runs.append(fresh.run(game.start().state, Limit(nodes=20_000), stop))
    assert runs[0].lines == runs[1].lines
    assert runs[0].nodes == runs[1].nodes
    assert runs[0].nodes <= 20_001
    assert runs[0].stopped_by == "nodes"


def test_the_search_for_forced_wins_gets_time_by_the_chance_and_its_own_hope() -> None:
    game = load_game("gomoku")
    search = AlphaBeta(game.rules, game.native(), 1)
    sure = int(20 * game.rules.scale)

    def share(
        score: int, win_estimate: float, elapsed: float = 1.0, positions: int = ESTIMATE_DELAY
    ) -> Any:
        search._threats = _ThreatSearch(ENDLESS, positions, win_estimate=win_estimate)
        clock: Any = SimpleNamespace(seconds=10.0, elapsed=elapsed)
        return search._threat_seconds(score, clock)

    assert share(0, 0.0) == pytest.approx(10 * 0.5**2), "the square of even chances"
    assert share(0, 0.7) == pytest.approx(7), "it hopes for more"
    assert share(0, 0.7, positions=500) == share(0, 0.0), "so soon, hope means nothing"
    assert share(sure, 0.1) == pytest.approx(10)
    assert share(-sure, 0.1) == pytest.approx(1)
    assert share(sure, 0.7, elapsed=0.1) == 0, "there was no time for a judgement yet"


def test_helper_threads_end_with_their_search():
    before = set(threading.enumerate())
    game = game_of("tictactoe")
    search = AlphaBeta(game.rules, game.native(), 1, threads=3)
    with Stop() as stop:
        search.run(search.rules.start, Limit(depth=2), stop)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    del search
    for helper in helpers:
        helper.join(60)
        assert not helper.is_alive()
