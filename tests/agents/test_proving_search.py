"""The engine with the solver beside it: exact where it can be, and never against a proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground import load_game
from plyground.agents.engine import Engine
from plyground.agents.levels import LEVELS
from plyground.agents.proving_search import ProvingSearch, keep_sound
from plyground.agents.solver_agent import SolverAgent
from plyground.core.limits import Limit, Stop
from plyground.core.solver import ValueBounds
from plyground.games.score import Analysis, Line, Score

DATA = Path(__file__).parents[1] / "data"
KAMISADO = json.loads((DATA / "kamisado.json").read_text())["positions"]


@pytest.mark.parametrize("threads", [1, 2])
def test_kamisado_has_its_known_values_and_distances(threads):
    """149 positions whose values two other solvers agree on."""
    game, engine = load_game("kamisado"), Engine(threads=threads, book=False)
    for known in KAMISADO[:: 3 * threads]:
        found = engine.choose(game.position(known["position"]), Limit(nodes=10_000_000))
        kind = "win" if known["value"] == 1 else "loss"
        assert (found.score.kind, found.score.proven) == (kind, True)
        assert found.score.plies == known["plies"]
        assert known["moves"][found.move] == [known["value"], known["plies"]]
        best = {
            m for m, exact in known["moves"].items() if exact == [known["value"], known["plies"]]
        }
        assert set(found.best_moves) <= best


def test_a_margin_is_exact():
    for seed in range(4):
        position = load_game("triangles", n=7, seed=seed).start()
        found = Engine(book=False).choose(position, Limit(nodes=2_000_000))
        solver = SolverAgent()
        solver.prepare(position.game)
        exact = solver.think(position, Limit(), Stop())
        assert found.score.proven
        assert found.score.margin == exact.score.margin
        assert found.move in exact.best_moves


def test_only_full_strength_proves():
    """From the start the win takes 17 plies: no other level sees it."""
    position = load_game("kamisado").start()
    for level in LEVELS:
        found = Engine(level, seed=1).choose(position, Limit(nodes=3_000_000))
        assert found.score is None or found.score.proven == (level == max(LEVELS))


def test_a_win_of_unknown_distance_is_called_one():
    """The value of the start takes some 240,000 positions, the distance millions."""
    position = load_game("kamisado").start()
    found = Engine(book=False).choose(position, Limit(nodes=1_000_000))
    assert (found.score.kind, found.score.plies, found.score.proven) == ("win", None, True)
    assert found.nodes <= 1_000_100


def test_a_depth_is_searched_without_the_solver():
    position = load_game("kamisado").start()
    found = Engine(book=False).choose(position, Limit(depth=3))
    assert (found.depth, found.stopped_by) == (3, "depth")


def line(move, chance=0.5):
    return Line((move,), Score("value", 0, None, False, chance))


def search_badly(position, limit, stop, lines, on_depth, only):
    """Finds the last of the moves best, whatever it is told."""
    move = position.moves[-1]
    return Analysis(move, line(move).score, (line(move),), (move,), depth=1, nodes=1)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [40, 200, 1_000, 100_000])
def test_no_search_is_followed_into_a_refuted_move(threads, nodes):
    """Tic-tac-toe: X threatens a3, and the last move in the list loses."""
    position = load_game("tictactoe").start().play_all("a1 b2 a2")
    solver = SolverAgent(hash=1)
    solver.prepare(position.game)
    search = ProvingSearch(search_badly, search_badly, solver, threads)
    with Stop() as stop:
        found = search.think(position, Limit(nodes=nodes), stop, 1, None)
    if found.score.proven:
        assert found.move == "a3"
    else:
        assert nodes < 1_000


def test_what_a_search_has_found_is_kept_as_far_as_it_is_sound():
    position = load_game("tictactoe").start()
    codes = dict(zip(position.moves, position.codes, strict=True))
    found = Analysis("a1", line("a1", 0.9).score, (line("a1", 0.9), line("b2", 0.6)), ("a1",))
    kept = keep_sound(found, position, [codes["b2"], codes["c3"]])
    assert (kept.move, kept.score.chance, kept.best_moves) == ("b2", 0.6, ("b2",))
    kept = keep_sound(found, position, [codes["c3"]], ValueBounds(0, 0))
    assert (kept.move, kept.score.kind, kept.score.proven) == ("c3", "draw", True)
    assert [one.moves for one in kept.lines] == [("c3",)]
    kept = keep_sound(found, position, [codes["b2"]], ValueBounds(1, 1))
    assert [one.moves for one in kept.lines] == [("b2",), ("a1",)]


def test_several_lines_are_shown_beside_a_win_of_unknown_distance():
    position, engine = load_game("kamisado").start(), Engine(book=False)
    engine.prepare(position.game)
    with Stop() as stop:
        found = engine.think(position, Limit(nodes=1_000_000), stop, lines=3)
    assert (found.score.kind, found.score.proven) == ("win", True)
    assert len({line.moves[0] for line in found.lines}) == 3
    assert found.lines[0].moves[0] == found.move


def test_variety_keeps_a_proven_value():
    """Noughts must answer a corner in the centre: all else loses."""
    position = load_game("tictactoe").start().play_all("a1")
    for seed in range(4):
        assert Engine(seed=seed, variety=9).choose(position, Limit(nodes=50_000)).move == "b2"
