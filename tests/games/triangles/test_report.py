"""The figures of the report on Gaining Territory, by the solver and by minimax over the slow rules.

`docs/explanation/report-triangles.md` shows them with pictures. Values are for the first player.
"""

from __future__ import annotations

import pytest

from plyground.agents.verdict import solve
from plyground.games.position import Position
from plyground.games.triangles import Triangles


@pytest.fixture
def values(oracle):
    """What each move leads to, in points for the first player; two ways that must agree."""

    def find(points: str, moves: str = "", **options: object) -> dict[str, int]:
        given = {"points" if "," in points else "set": points}
        position = Triangles(**given, **options).start().play_all(moves)
        slow = by_rules(oracle(position.game.points, **options), position)
        verdict = solve(position, every_move=True, distance=False, memory=4)
        assert verdict.complete
        assert {move: value.value for move, value in verdict.moves.items()} == slow
        return slow

    return find


def by_rules(slow, position: Position) -> dict[str, int]:
    """The same by minimax over rules that know neither kernels nor tables."""
    segments = position.game.point_set.segments
    for move in position.history:
        slow.play(segments[move])
    ahead, sign = slow.scores[0] - slow.scores[1], 1 - 2 * slow.side
    names = {
        segments[code]: text for code, text in zip(position.codes, position.moves, strict=True)
    }
    return {names[segment]: ahead + sign * value for segment, value in slow.values().items()}


def test_three_points_first_player_wins(values):
    assert values("triangle") == {"A-B": 1, "A-C": 1, "B-C": 1}


def test_convex_four_points_the_diagonal_wins_and_a_side_draws(values):
    first = values("quadrilateral")
    assert {move: first[move] for move in ("A-C", "B-D")} == {"A-C": 2, "B-D": 2}
    assert all(first[side] == 0 for side in ("A-B", "B-C", "C-D", "A-D"))


def test_after_a_side_it_is_the_opposite_side_that_draws_and_the_diagonal_loses(values):
    assert values("quadrilateral", "A-B") == {"A-C": 2, "A-D": 2, "B-C": 2, "B-D": 2, "C-D": 0}


def test_after_a_side_the_diagonal_draws_if_who_scores_moves_again(values):
    second = values("quadrilateral", "A-B", extra_move=True)
    assert second == {"A-C": 0, "A-D": 0, "B-C": 0, "B-D": 0, "C-D": -2}


@pytest.mark.parametrize("inside", ["3,2", "1,1", "2,3", "3,1"])
def test_three_hull_points_with_one_inside_favour_the_second_player(values, inside):
    first = values(f"0,0 6,0 3,6 {inside}")
    assert set(first.values()) == {-1}
    assert len(first) == 6


def test_three_points_and_one_on_a_side_are_won_by_the_segment_across(values):
    assert values("triangle_side") == {"A-C": 0, "A-D": 0, "B-C": 0, "B-D": 0, "C-D": 2}


def test_square_with_its_centre_a_half_diagonal_draws_and_a_side_loses_by_two(values):
    first = values("square_centre")
    assert {move for move, value in first.items() if value == 0} == {"A-E", "B-E", "C-E", "D-E"}
    assert {move for move, value in first.items() if value == -2} == {"A-B", "B-C", "C-D", "A-D"}


def test_five_convex_points_all_ten_first_moves_are_worth_the_same(values):
    first = values("pentagon")
    assert len(first) == 10
    assert set(first.values()) == {1}


def test_six_convex_points_a_hull_edge_gives_up_two_and_so_does_a_long_diagonal(values):
    first = values("hexagon")
    assert {move for move, value in first.items() if value == 2} == {
        "A-C", "B-D", "C-E", "D-F", "A-E", "B-F"
    }  # fmt: skip
    assert sorted(set(first.values())) == [0, 2]


def test_refusing_a_point_that_hands_back_two_can_be_right(values):
    second = values("hexagon_centre", "A-B A-G B-C C-D D-G")
    points = {"A-C", "B-D", "B-G", "C-G"}
    assert {second[move] for move in points} == {0}
    assert {value for move, value in second.items() if move not in points} == {-2}


def test_refusing_an_even_chain_can_cost_two(values):
    assert values("triangle_inside", "C-D A-C B-D B-C") == {"A-B": -3, "A-D": -1}
