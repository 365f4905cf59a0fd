"""The solver as a search: proofs to the end of the game, and what is not proven."""

from __future__ import annotations

from plyground.agents.solver_agent import SolverAgent, take_over
from plyground.core.limits import Limit, Stop
from plyground.games.registry import load_game
from plyground.games.score import Analysis, Line, Score


def solve(name, moves="", lines=1, stop=None):
    position = load_game(name).start().play_all(moves)
    agent = SolverAgent(hash=8)
    agent.prepare(position.game)
    with stop or Stop() as stopped:
        return position, agent.think(position, Limit(), stopped, lines)


def estimate(move, chance):
    return Line((move,), Score("value", 0, None, False, chance))


def test_every_line_of_a_proof_goes_to_the_end():
    position, found = solve("tictactoe", "b2 b1", lines=3)
    assert len(found.lines) == 3
    for line in found.lines:
        assert (line.score.kind, line.score.plies, line.score.proven) == ("win", 5, True)
        assert position.play_all(" ".join(line.moves)).outcome.winner == 0
        assert len(line.moves) == 5


def test_a_draw_is_proven_to_the_end():
    position, found = solve("tictactoe", "b2 a1")
    assert (found.score.kind, found.score.proven) == ("draw", True)
    assert position.play_all(" ".join(found.lines[0].moves)).is_over


def test_a_margin_is_proven_to_the_end():
    position, found = solve("triangles")
    assert found.score.margin == -1
    assert position.play_all(" ".join(found.lines[0].moves)).outcome.margin == -1


def test_without_a_proof_there_is_no_score():
    stopped = Stop()
    stopped.set()
    _, found = solve("gomoku", stop=stopped)
    assert (found.score, found.lines, found.best_moves) == (None, (), ())


def test_the_other_moves_of_a_search_follow_the_proof_unless_they_contradict_it():
    _, proof = solve("tictactoe", "b2 a1")
    assert "c1" in proof.best_moves
    found = Analysis("c1", lines=(estimate("c1", 0.9), estimate("x", 0.7), estimate("y", 0.3)))
    assert [line.moves[0] for line in take_over(proof, found, 5).lines] == [proof.move, "y"]
    assert len(take_over(proof, found, 1).lines) == 1
    assert take_over(proof, None, 3) is proof
