"""Matches: the engine solves the round, and knows what its results are worth in the match."""

from __future__ import annotations

import random

import pytest

from plyground import load_game
from plyground.agents.engine import Engine
from plyground.core.limits import Limit, Stop
from plyground.games.kamisado.match import count_towers, win_match
from plyground.games.kamisado.rules import FILL, FORCED, POINTS

NODES = Limit(nodes=100_000)
MOST_POSITIONS = 2_000


class TooLarge(Exception):
    pass


def find_chance(position, seen):
    """The chance of side 0 to win the match, by minimax over all that can happen until the round is
    over; at its end, by points and towers alone."""
    key = position.state.tobytes()
    if key in seen:
        return seen[key]
    if len(seen) > MOST_POSITIONS:
        raise TooLarge
    if position.is_over:
        chance = float(position.outcome.winner == 0)
    elif position.state[FORCED] == FILL:
        # The defender fills, and his opponent begins.
        challenger = 1 - position.side
        points = [int(each) for each in position.state[POINTS:][:2]]
        towers = [count_towers(position.state, side) for side in (0, 1)]
        chance = win_match(
            position.game.settings["points"],
            points[challenger],
            points[1 - challenger],
            towers[challenger],
            towers[1 - challenger],
        )
        chance = chance if challenger == 0 else 1 - chance
    else:
        best = max if position.side == 0 else min
        chance = best(find_chance(position.play(move), seen) for move in position.codes)
    seen[key] = chance
    return chance


def crowd_towers(game, rng):
    """A position with rings whose round is soon over: most towers have passed each other."""
    near = [[column + str(row) for column in "abcdefgh" for row in rows] for rows in ("567", "345")]
    first = rng.sample(near[0], 8)
    second = rng.sample([square for square in near[1] if square not in first], 8)
    rings = (["+" * rng.choice([0, 0, 1, 1, 2]) for _ in range(8)] for _ in range(2))
    towers = (
        " ".join(map("".join, zip(squares, each, strict=True)))
        for squares, each in zip((first, second), rings, strict=True)
    )
    points = rng.choice(["0 0", "1 2", "2 1", "2 2", "0 2"])
    colour = rng.choice(["red", "green", "blue", "pink"])
    return game.position(f"{' / '.join(towers)} / {rng.randrange(2)} {colour} / {points}")


def list_reports(engine, position):
    """All that an analysis with three lines shows, from the first depth to the end."""
    reports = []
    engine.release()
    engine.prepare(position.game)
    with Stop() as stop:
        reports.append(engine.think(position, NODES, stop, 3, reports.append))
    return reports


@pytest.mark.parametrize("goal", [3, 7, 15])
def test_a_round_is_worth_what_minimax_says(goal):
    rng = random.Random(goal)
    game, engine = load_game("kamisado", points=goal), Engine(hash=4)
    graded = 0
    for _ in range(60):
        position = crowd_towers(game, rng)
        try:
            chance = find_chance(position, seen := {})
        except TooLarge:
            continue
        found = engine.choose(position, NODES)
        own = chance if position.side == 0 else 1 - chance
        assert found.score.chance == pytest.approx(own, abs=0.002)
        assert found.score.proven == (own in (0, 1))
        assert find_chance(position.play(found.move), seen) == chance
        for report in list_reports(engine, position):
            for line in report.lines:
                after = find_chance(position.play(line.moves[0]), seen)
                exact = after if position.side == 0 else 1 - after
                assert exact == line.score.chance or not line.score.proven
        graded += 0 < own < 1
    assert graded > (0 if goal == 3 else 5)


def choose(text, goal=3, **options):
    """What the engine plays, with few nodes, and its score."""
    game = load_game("kamisado", points=goal)
    return Engine(hash=4, **options).choose(game.position(text), Limit(nodes=20_000))


# Green loses the round wherever it goes; on f6 alone it calls a tower that does not end the match.
CHEAPEST = "a6 g5+ a7 d5+ h5++ g7++ e7+ d7+ / e3 c3+ g4+ h3++ c4++ d4 d3++ b5 / 0 green / 0 0"
# The plain tower on e7 and the one on g5 both have an open line, and any may move.
BOTH_WIN = "a1 b1 c1 d1 e7 f1 {} h1 / h8 b5 f8 a5 d8 c8 b8 a8 / 0 - / {}"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_move_that_wins_the_match_is_played_at_once(threads):
    found = choose(BOTH_WIN.format("g5+", "1 2"), threads=threads)
    assert found.move.startswith("g5-")
    assert found.move[-1] == "8"
    assert (found.score.kind, found.score.plies, found.score.proven) == ("win", 1, True)


def test_of_two_wins_the_one_worth_more_is_played():
    """Two points are more than one, but a triple sumo can hardly move any more."""
    found = choose(BOTH_WIN.format("g5+", "0 0"))
    assert found.move.startswith("g5-")
    assert (found.score.kind, found.score.proven) == ("value", False)
    assert choose(BOTH_WIN.format("g5++", "3 3"), goal=15).move.startswith("e7-")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_lost_round_is_lost_to_the_cheapest_tower(threads):
    """All moves lose the round: all but one to a tower that ends the match."""
    found = choose(CHEAPEST, threads=threads)
    assert found.move == "g5-f6"
    assert not found.score.proven


def test_a_move_that_loses_the_match_is_shown_so_beside_one_that_loses_the_round():
    game, engine = load_game("kamisado", points=3), Engine(hash=4)
    engine.prepare(game)
    with Stop() as stop:
        found = engine.think(game.position(CHEAPEST), Limit(nodes=20_000), stop, lines=3)
    assert found.lines[0].moves[0] == "g5-f6"
    assert [line.score.proven for line in found.lines] == [False, True, True]
    assert {line.score.kind for line in found.lines[1:]} == {"loss"}


def test_a_proof_about_the_round_is_none_about_the_match():
    """After d1-d6 f8-f3 the first player wins the round; in a match that is a point."""
    game = load_game("kamisado", points=3)
    position = game.start().play_all("d1-d6 f8-f3")
    found = Engine(hash=4).choose(position, Limit(nodes=200_000))
    alone = load_game("kamisado").start().play_all("d1-d6 f8-f3")
    exact = Engine(hash=4).choose(alone, Limit(nodes=200_000))
    assert exact.score.kind == "win"
    assert exact.score.proven
    assert (found.score.kind, found.score.plies, found.score.proven) == ("value", None, False)
    assert 0.5 < found.score.chance < 1
    decisive = game.position(position.text.replace("/ 0 0", "/ 2 2"))
    assert Engine(hash=4).choose(decisive, Limit(nodes=200_000)).score.proven


def test_grades_are_the_results_of_a_round_the_best_first():
    game = load_game("kamisado", points=7)
    position = game.position("a1+ b1 c1 d1 e1 f1 g1 h1 / h8 g8 f8 e8 d8 c8 b8+ a8 / 0 - / 1 5")
    graded = game.grade_round(position)
    chances = [grade.chance for grade in graded.grades]
    assert chances == sorted(chances, reverse=True)
    # With a plain tower, with a sumo; lost to a plain tower, to a sumo that ends the match.
    assert (len(chances), graded.won, chances[-1]) == (4, 2, 0.0)
    assert graded.grades[-1].question is None
    assert all(grade.question.game == load_game("kamisado") for grade in graded.grades[:-1])
    assert game.round == load_game("kamisado")
    assert load_game("kamisado").round is None


def test_chances_of_both_sides_add_up_to_one():
    """What is good for one side is as bad for the other."""
    rng = random.Random(0)
    game = load_game("kamisado", points=7)
    for _ in range(20):
        position = crowd_towers(game, rng)
        *towers, turn, points = position.text.split(" / ")
        other = game.position(" / ".join((*towers, f"{1 - position.side}{turn[1:]}", points)))
        for one, two in zip(
            game.grade_round(position).grades,
            reversed(game.grade_round(other).grades),
            strict=True,
        ):
            assert one.chance == pytest.approx(1 - two.chance)
