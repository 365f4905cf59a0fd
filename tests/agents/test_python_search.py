"""The search in plain Python sees wins and blocks in every game, and finds what minimax finds."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from plyground import Limit, load_game
from plyground.agents.levels import LEVELS
from plyground.agents.python_search import PythonSearch, choose_at_once, make_stand_in
from plyground.classic import minimax
from plyground.games.registry import game_names

# Small enough that random games come near their end soon.
GAMES = {
    "tictactoe": {},
    "gomoku": {"size": 7},
    "kamisado": {},
    "triangles": {"n": 7},
}
LIMIT = Limit(depth=2)
# A level that searches may lose points, but overlooks neither a win nor a loss of a game that has
# none.
PLAYERS = [(name, 10) for name in GAMES] + [("tictactoe", 3), ("kamisado", 3)]


def wins_at_once(position):
    """The moves that win the game for the side to move, by the rules alone."""
    found = []
    for move in position.moves:
        after = position.play(move)
        if after.is_over and after.outcome.winner == position.side:
            found.append(move)
    return found


def random_positions(name, wanted, seed=1):
    """Ongoing positions of random games for which `wanted` holds, with what it returns."""
    random, game, found = Random(seed), load_game(name, **GAMES[name]), 0
    for _ in range(2_000):
        position = game.start()
        while not position.is_over:
            seen = wanted(position)
            if seen:
                yield position, seen
                found += 1
                break
            position = position.play(random.choice(position.moves))
        if found == 8:
            return
    raise AssertionError(f"{name}: only {found} positions found")


def blocks(position):
    """The moves after which the opponent cannot win at once, if some moves allow it and some not.

    Only where the side to move cannot win itself.
    """
    if wins_at_once(position):
        return None
    safe = [
        move
        for move in position.moves
        if (after := position.play(move)).is_over
        or after.side == position.side
        or not wins_at_once(after)
    ]
    return safe if 0 < len(safe) < len(position.moves) else None


def test_every_game_is_tried():
    assert set(GAMES) == set(game_names())


@pytest.mark.parametrize(("name", "level"), PLAYERS)
def test_a_win_at_once_is_played(name, level):
    for position, wins in random_positions(name, wins_at_once):
        found = PythonSearch(level).choose(position, LIMIT)
        assert found.move in wins, position
        assert not position.game.is_native


@pytest.mark.parametrize(("name", "level"), PLAYERS)
def test_a_loss_at_once_is_prevented(name, level):
    for position, safe in random_positions(name, blocks):
        assert PythonSearch(level).choose(position, LIMIT).move in safe, position


@pytest.mark.parametrize(("name", "plies"), [("tictactoe", 3), ("triangles", 4)])
def test_searched_to_the_end_it_finds_the_value_of_minimax(name, plies):
    random = Random(7)
    for _ in range(5):
        position = load_game(name, **({"n": 5} if name == "triangles" else {})).start()
        for _ in range(plies):
            position = position.play(random.choice(position.moves))
        if position.is_over:
            continue
        found = PythonSearch().choose(position, Limit(depth=20))
        best = minimax(position).value * (1 if position.side == 0 else -1)
        assert found.score is not None
        assert found.score.value == best


def test_lines_are_in_order_and_depths_are_reported():
    seen = []
    search = PythonSearch()
    from plyground.core.limits import Stop

    position = load_game("tictactoe").start().play_all("a1 b2")
    with Stop() as stop:
        found = search.think(position, Limit(depth=3), stop, lines=3, on_depth=seen.append)
    assert [analysis.depth for analysis in seen] == [1, 2, 3]
    chances = [line.score.chance for line in found.lines]
    assert len(chances) == 3
    assert chances == sorted(chances, reverse=True)
    for line in found.lines:
        position.play_all(" ".join(line.moves))


@pytest.mark.parametrize("name", game_names())
def test_a_move_at_once_is_legal_in_every_game(name):
    position = load_game(name).start()
    for _ in range(30):
        if position.is_over:
            break
        found = choose_at_once(position)
        assert found.move in position.moves
        assert found.score is not None
        position = position.play(found.move)


def test_a_stand_in_is_as_weak_as_the_agent_is():
    search = make_stand_in("engine:level=3,time=0.5,hash=16")
    assert (search.level, search.time) == (LEVELS[3], 0.5)
    assert make_stand_in("negamax:depth=4").depth == 4
    assert make_stand_in("baseline:omok").level == LEVELS[10]


def test_it_opens_in_the_middle():
    assert choose_at_once(load_game("gomoku").start()).move == "h8"


RULES = ["freestyle", "standard", "renju", "caro", "caro5", "omok", "report"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("row", ["a1 b1 c1 d1", "a1 b1 d1 e1", "a1 c3 d4 e5", "h8 h9 h11 h12"])
def test_fives_are_completed_and_stopped_at_once(rule, row):
    game = load_game("gomoku", size=15, rule=rule)
    attacking = game.position(f"{row} / n1 n3 n5 n7 / 0")
    assert attacking.play(choose_at_once(attacking).move).is_over
    defending = game.position(f"n1 n3 n5 n7 / {row} / 0")
    after = defending.play(choose_at_once(defending).move)
    assert not wins_at_once(after)


def test_black_does_not_stop_a_five_where_it_may_not():
    position = load_game("gomoku", rule="renju").position("h7 h9 g8 i8 / e11 f10 g9 d12 o1 / 0")
    assert "h8" not in position.moves
    assert choose_at_once(position).move in position.moves


def test_a_move_at_once_compiles_nothing():
    code = """
import sys
from plyground.agents.python_search import choose_at_once, make_stand_in
from plyground.games.registry import load_game
choose_at_once(load_game("gomoku").start().play_all("h8 h9"))
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


# Positions that even a slow machine searches in a second, in plain Python.
LARGE = {
    "tictactoe": ({"width": 19, "height": 19, "line": 5}, 2_000),
    "gomoku": ({"size": 19}, 300),
}


@pytest.mark.parametrize("name", LARGE)
def test_on_large_boards_wins_and_blocks_are_seen_in_a_second(name):
    options, nodes = LARGE[name]
    game, limit = load_game(name, **options), Limit(nodes=nodes)
    attacking = game.position("n9 o10 p11 q12 / m8 a1 c3 e7 / 0")
    assert PythonSearch().choose(attacking, limit).move == "r13"
    defending = game.position("m8 a1 c3 e7 / n9 o10 p11 q12 / 0")
    assert PythonSearch().choose(defending, limit).move == "r13"


def test_a_low_level_varies_its_moves_and_looks_no_deeper():
    position = load_game("tictactoe").start()
    found = [PythonSearch(level=1).choose(position, Limit()) for _ in range(30)]
    assert {analysis.depth for analysis in found} == {LEVELS[1].depth}
    assert len({analysis.move for analysis in found}) > 1


def test_a_given_depth_is_kept():
    position = load_game("kamisado").start()
    assert PythonSearch(depth=2).choose(position, Limit()).depth == 2
