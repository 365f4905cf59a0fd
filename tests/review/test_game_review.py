"""A whole game looked at."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from plyground.agents.specs import agent
from plyground.core.limits import Limit
from plyground.games.registry import load_game
from plyground.games.score import Analysis, Line, Score
from plyground.review.game_review import Review, review_game, settle_score

DATA = Path(__file__).parents[1] / "data"


def positions_of(position):
    line = [position]
    while line[-1].before is not None:
        line.append(line[-1].before)
    return line[::-1]


def played(name, moves, **options):
    return positions_of(load_game(name, **options).start().play_all(moves))


@pytest.fixture(scope="module")
def engine():
    return agent("engine:hash=4,seed=1")


def all_steps(positions, thinker, limit=None):
    return {
        step.ply: step for step in review_game(positions, thinker, limit or Limit(nodes=200_000))
    }


def test_an_edge_against_the_centre_loses_and_the_corners_were_better(engine):
    steps = all_steps(played("tictactoe", "b2 b1"), engine)
    assert sorted(steps) == [0, 1, 2]
    assert steps[0].judgement.grade is None
    edge = steps[1].judgement
    assert (edge.grade, edge.side, edge.move) == ("blunder", 1, "b1")
    assert set(edge.better) == {"a1", "a3", "c1", "c3"}
    assert (edge.before, edge.after) == (0.5, 0.0)
    assert steps[2].judgement is None
    assert [steps[ply].chance for ply in range(3)] == [0.5, 0.5, 1.0]


def test_every_corner_is_as_good(engine):
    for corner in ("a1", "a3", "c1", "c3"):
        steps = all_steps(played("tictactoe", f"b2 {corner}"), engine)
        assert steps[1].judgement.grade is None


def test_a_game_to_the_end_has_the_result_as_its_last_chance(engine):
    steps = all_steps(played("tictactoe", "b2 b1 a1 c3 a3 c1 a2"), engine)
    assert steps[7].analysis is None
    assert steps[7].chance == 1.0
    # O did not stop the row; X had it won already.
    assert [ply for ply in range(7) if steps[ply].judgement.grade] == [1]


def test_steps_come_from_the_end_and_can_be_left(engine):
    steps = review_game(played("tictactoe", "b2 a1 c3"), engine, Limit(nodes=200_000))
    assert next(steps).ply == 3
    assert next(steps).ply == 2
    steps.close()


def decided():
    """Positions of Kamisado that a solver decided: won in a few plies, but not by every move."""
    known = json.loads((DATA / "kamisado.json").read_text())["positions"]
    return [
        entry
        for entry in known
        if entry["value"] == 1
        and entry["plies"] <= 5
        and any(value < 0 for value, _ in entry["moves"].values())
    ]


def test_moves_that_lose_a_solved_position_are_blamed_and_those_that_win_are_not(engine):
    game = load_game("kamisado")
    for entry in decided()[:5]:
        position = game.position(entry["position"])
        wins = {move for move, (value, _) in entry["moves"].items() if value > 0}
        for move in entry["moves"]:
            steps = all_steps([position, position.play(move)], engine)
            judgement = steps[0].judgement
            assert judgement.grade == (None if move in wins else "blunder"), (entry, move)
            assert set(judgement.better) <= wins


def score(chance):
    return Score("value", 0, None, False, chance)


def test_a_second_look_clears_a_move_that_is_no_worse():
    """Side 0 seemed to stand at 70 %, and stands at 50 % after its move; but also after the move
    that the search would have played."""
    positions = played("tictactoe", "a1")
    review = Review(positions)
    assert review.next_position == positions[1]
    review.add_analysis(Analysis("b2", score(0.5), best_moves=("b2",)))
    review.add_analysis(Analysis("b2", score(0.7), best_moves=("b2",)))
    assert review.next_position == positions[0].play("b2")
    step = review.add_analysis(Analysis("a1", score(0.5), best_moves=("a1",)))
    assert step.judgement.grade is None
    assert step.judgement.better == ()
    assert review.next_position is None


def test_a_second_look_confirms_a_mistake():
    review = Review(played("tictactoe", "a1"))
    review.add_analysis(Analysis("b2", score(0.5), best_moves=("b2",)))
    review.add_analysis(Analysis("b2", score(0.7), best_moves=("b2",)))
    step = review.add_analysis(Analysis("a1", score(0.35), best_moves=("a1",)))
    assert step.judgement.grade == "blunder"
    assert step.judgement.before == pytest.approx(0.65)
    assert review.accuracy[0] < 100
    assert review.accuracy[1] is None


def test_a_review_says_why():
    """White should have stopped the open three."""
    review = Review(played("gomoku", "f8 a1 g8 c1 h8 a15"))
    review.add_analysis(Analysis("e8", Score("win", 1, 3, True, 1.0), best_moves=("e8",)))
    review.add_analysis(Analysis("e8", score(0.4), best_moves=("e8",)))
    step = review.add_analysis(Analysis("a2", score(0.6), best_moves=("a2",)))
    assert step.judgement.move == "a15"
    assert (
        str(step.judgement.why)
        == "It does not answer the open three: the opponent makes an open four at e8."
    )


def test_a_proof_needs_no_second_look():
    review = Review(played("tictactoe", "a1"))
    review.add_analysis(Analysis("b2", score(0.5), best_moves=("b2",)))
    win = Score("win", 1, 3, True, 1.0)
    step = review.add_analysis(Analysis("b2", win, best_moves=("b2",)))
    assert step.judgement.missed == 3
    assert review.next_position is None


def test_a_part_of_a_game_can_be_reviewed(engine):
    positions = played("tictactoe", "b2 b1 a1")
    review = Review(positions[1:])
    assert review.moves == ("b1", "a1")
    steps = all_steps(positions[1:], engine)
    assert steps[0].judgement.move == "b1"
    assert steps[0].judgement.grade == "blunder"


REVIEWED = {
    "gomoku": "h8 i9 h9 h10 g9 i7 j9 f9 g8 i10 g10",
    "kamisado": "d1-d5 a8-a6 b1-g6 e8-c6",
}


def load_the_machine(stop):
    while not stop.is_set():
        sum(range(10_000))


@pytest.mark.parametrize("name", REVIEWED)
def test_a_review_is_the_same_in_every_run_and_under_load(name):
    positions = played(name, REVIEWED[name])
    limit = Limit(nodes=20_000)
    thinker = agent("engine:hash=4")
    alone = all_steps(positions, thinker, limit)
    # What it searched before makes no difference, nor does anything else that runs.
    thinker.choose(positions[2], Limit(nodes=50_000))
    stop = threading.Event()
    others = [threading.Thread(target=load_the_machine, args=(stop,)) for _ in range(3)]
    for other in others:
        other.start()
    try:
        again = all_steps(positions, thinker, limit)
    finally:
        stop.set()
        for other in others:
            other.join()
    for ply, step in alone.items():
        assert (step.chance, step.judgement) == (again[ply].chance, again[ply].judgement)
        assert (step.analysis.move, step.analysis.nodes) == (
            again[ply].analysis.move,
            again[ply].analysis.nodes,
        )


def test_a_score_that_alternates_with_the_depth_is_settled():
    def at(depth, chance):
        return Analysis("h8", score(chance), (Line(("h8",), score(chance)),), depth=depth)

    depths = [at(depth, 0.7 if depth % 2 else 0.4) for depth in range(1, 10)]
    assert settle_score(depths[-1], depths).score.chance == pytest.approx(0.55)
    assert settle_score(depths[-2], depths[:-1]).score.chance == pytest.approx(0.55)
    win = Analysis("h8", Score("win", 1, 3, True, 1.0))
    assert settle_score(win, depths) is win
