"""The lines that judgements rest on: replayed by the rules, and checked by plain minimax."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import pytest

from plyground.agents.specs import agent
from plyground.core.limits import Limit
from plyground.games.registry import load_game
from plyground.games.score import Analysis, Line, Score
from plyground.review.evidence import MAX_MOVES, MAX_SEARCHES, Evidence, find_line, follow
from plyground.review.game_review import Review, review_game
from plyground.review.judgement import Judgement

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def engine():
    return agent("engine:hash=4,seed=1")


@cache
def minimax(position):
    """The value of a position for side 0, by the rules alone."""
    if position.outcome is not None:
        return position.outcome.value
    values = [minimax(position.play(move)) for move in position.codes]
    return max(values) if position.side == 0 else min(values)


def assert_best_play(position, line):
    """Every move of a line keeps the value, and the last one ends the game."""
    for move in line.moves:
        after = position.play(move)
        assert minimax(after) == minimax(position), (position.text, line)
        position = after
    assert position.is_over


def play_at_random(start, seed):
    """A random game of some positions, from one that plain minimax can solve."""
    random, positions = Random(seed), [start]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(random.choice(positions[-1].codes)))
    return positions


def begin(name, seed):
    random = Random(seed)
    position, plies = {
        "tictactoe": (load_game("tictactoe").start(), 2),
        "triangles": (load_game("triangles", n=7, seed=seed).start(), 5),
    }[name]
    for _ in range(plies):
        after = position.play(random.choice(position.codes))
        if after.is_over:
            break
        position = after
    return position


@pytest.mark.parametrize("name", ["tictactoe", "triangles"])
def test_lines_that_are_called_proven_are_best_play_to_the_end(engine, name):
    seen = 0
    for seed in range(12):
        positions = play_at_random(begin(name, seed), seed)
        for step in review_game(positions, engine, Limit(nodes=50_000)):
            judgement = step.judgement
            if judgement is None or judgement.grade is None:
                continue
            before, after = positions[step.ply], positions[step.ply + 1]
            assert judgement.missed_line.proven
            assert judgement.missed_line.moves[0] in judgement.better
            assert_best_play(before, judgement.missed_line)
            assert minimax(before) != minimax(after)
            if not after.is_over:
                assert judgement.refutation.proven
                assert_best_play(after, judgement.refutation)
            if name == "triangles":
                values = (minimax(before), minimax(after))
                sign = 1 if before.side == 0 else -1
                assert judgement.margins == tuple(sign * value for value in values)
            seen += 1
    assert seen >= 12


def test_a_win_whose_distance_is_not_known_is_played_to_its_end(engine):
    """Positions of Kamisado that a solver decided. The limit is enough for the value, but not
    always for the distance."""
    known = json.loads((ROOT / "tests/data/kamisado.json").read_text())["positions"]
    game, proven = load_game("kamisado"), 0
    for entry in [e for e in known if e["value"] == 1 and e["plies"] >= 9][:12]:
        position = game.position(entry["position"])
        losing = next((move for move, (value, _) in entry["moves"].items() if value < 0), None)
        if losing is None:
            continue
        positions = [position, position.play(losing)]
        steps = {step.ply: step for step in review_game(positions, engine, Limit(nodes=60_000))}
        judgement = steps[0].judgement
        line = judgement.missed_line
        if judgement.missed is None or not line.proven:
            continue
        assert entry["moves"][line.moves[0]][0] > 0
        assert follow(position, line.moves).outcome.winner == position.side
        proven += 1
    assert proven >= 4


def test_a_strangers_game_has_the_line_of_a_missed_win(engine):
    game = load_game(str(ROOT / "examples/nim.py"), True, heaps="1 2 4")
    start = game.start()
    # 1, 2 and 4 sticks: the sum without carrying is not 0, so the side to move wins.
    wrong = next(move for move in start.codes if minimax(start.play(move)) == -1)
    positions = [start, start.play(wrong)]
    steps = {step.ply: step for step in review_game(positions, engine, Limit(nodes=20_000))}
    judgement = steps[0].judgement
    assert judgement.missed is not None
    assert judgement.missed_line.proven
    assert judgement.refutation.proven
    assert_best_play(start, judgement.missed_line)
    assert_best_play(positions[1], judgement.refutation)
    assert follow(start, judgement.missed_line.moves).outcome.winner == 0
    assert follow(positions[1], judgement.refutation.moves).outcome.winner == 1


# Analyses made by hand.

WIN, LOSS = Score("win", 1, None, True, 1.0), Score("loss", -1, None, True, 0.0)
START = load_game("tictactoe").start()


def found(score, *moves):
    return Analysis(moves[0], score, (Line(moves, score),), moves[:1])


def run(position, first, *later):
    """The line of an analysis, and the positions that were to be analysed for it."""
    searches, asked, answers = find_line(position, first), [], iter(later)
    try:
        asked.append(next(searches))
        while True:
            asked.append(searches.send(next(answers)))
    except StopIteration as done:
        return done.value, asked


def test_a_line_that_is_not_proven_is_cut_and_not_continued():
    estimate = Score("value", 3, None, False, 0.6)
    moves = ("a1", "a2", "a3", "b1", "b2", "b3", "c1")
    assert run(START, found(estimate, *moves)) == (Evidence(moves, False), [])
    long = tuple(str(number) for number in range(20))
    assert run(START, found(estimate, *long)) == (Evidence(long[:MAX_MOVES], False), [])


def test_without_a_distance_only_the_first_move_is_trusted():
    position = START.play_all("a1 b1 a2 b2")
    line, asked = run(position, found(WIN, "a3", "c1"))
    assert (line, asked) == (Evidence(("a3",), True), [])
    position = START.play_all("b2 b1")
    later = (found(LOSS, "c3"), found(WIN, "a3"), found(LOSS, "a2"), found(WIN, "c1"))
    line, asked = run(position, found(WIN, "a1", "a2", "a3"), *later)
    assert asked[0] == position.play("a1")
    assert line == Evidence(("a1", "c3", "a3", "a2", "c1"), True)


def test_a_line_that_ends_otherwise_than_promised_is_not_proven():
    position = START.play_all("a1 b1 a2 b2")
    line, asked = run(position, found(WIN, "c3", "b3"), found(WIN, "b3"))
    assert asked == [position.play("c3")]
    assert line == Evidence(("c3",), False)


def test_where_the_proof_ends_the_line_goes_on_as_the_search_expects():
    estimate = Score("value", 3, None, False, 0.6)
    line, asked = run(START, found(WIN, "b2", "a1"), found(estimate, "a3", "c1", "a1"))
    assert asked == [START.play("b2")]
    assert line == Evidence(("b2", "a3", "c1", "a1"), False)


def test_a_line_is_not_continued_for_ever():
    draw = Score("draw", 0, None, True, 0.5)
    game = load_game("tictactoe", width=5, height=5, line=4)
    start = game.start()
    answers = [found(draw, move) for move in start.moves[1:]]
    line, asked = run(start, found(draw, start.moves[0]), *answers)
    assert not line.proven
    assert len(asked) == MAX_SEARCHES == len(line.moves)


def test_two_judgements_share_the_line_between_them():
    """What refutes a move is what the next one missed."""
    positions = [START, START.play("a1"), START.play_all("a1 b1")]
    review = Review(positions)
    review.add_analysis(found(Score("draw", 0, None, True, 0.5), "b2"))
    asked = []
    while (position := review.next_position) is not None:
        asked.append(position)
        score = WIN if position.side == 1 else LOSS
        review.add_analysis(found(score, next(m for m in position.moves if m not in ("a1", "b1"))))
    assert len(asked) == len(set(asked))


def test_lines_are_stored_and_old_judgements_are_read():
    line = Evidence(("a1", "b2"), True)
    judgement = Judgement(0, "c3", 1.0, 0.0, "blunder", ("a1",), 3, 2, None, None, line, line)
    document = json.loads(json.dumps(judgement.to_document()))
    assert Judgement.from_document(document) == judgement
    text = "What was there, to the end: a1 b2"
    shown = judgement.as_json()["missed_line"]
    assert shown == {"moves": ("a1", "b2"), "proven": True, "text": text}
    for name in ("allowed", "margins", "missed_line", "refutation"):
        del document[name]
    old = Judgement.from_document(document)
    assert (old.missed, old.refutation, old.missed_text) == (3, None, "")
