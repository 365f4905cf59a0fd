"""Regret, against plain minimax."""

from __future__ import annotations

from itertools import islice

import pytest

from plyground import Analysis, agent, load_game
from plyground.core.limits import Limit
from plyground.locale import Problem
from plyground.solving.regret import PositionSampler, RegretReport
from plyground.solving.regret_page import draw_regret_chart, list_cells, list_headings

LIMIT = Limit(time=5.0)


class LastMove:
    """Always the last move of the list."""

    def choose(self, position, limit):
        return Analysis(position.moves[-1])


class Broken:
    def choose(self, position, limit):
        raise RuntimeError("no idea")


def sample(game, count, seed=1):
    sampler = PositionSampler(game.start(), seed, count)
    return sampler, list(islice(sampler.sample(), count))


def measure(game, player, count):
    sampler, solved = sample(game, count)
    report = RegretReport("x", game.rules.scoring, 0)
    report.cases += [sampler.judge(one, player, LIMIT) for one in solved]
    return report


SMALL_GAMES = [
    ("tictactoe", {}),
    ("triangles", {"n": 6}),
    ("triangles", {"n": 5, "extra_move": True}),
]


@pytest.mark.parametrize(("name", "options"), SMALL_GAMES)
def test_values_and_right_moves_are_those_of_minimax(oracle, name, options):
    game = load_game(name, **options)
    own = type(oracle)()
    for solved in sample(game, 60)[1]:
        values = own.value_moves(solved.position)
        assert solved.value == max(values.values())
        assert set(solved.right) == {move for move, left in values.items() if left == solved.value}
        assert solved.best in solved.right


@pytest.mark.parametrize(("name", "options"), SMALL_GAMES)
def test_what_an_agent_gives_away_is_what_minimax_says(name, options, oracle):
    game = load_game(name, **options)
    own = type(oracle)()
    report = measure(game, LastMove(), 60)
    for case in report.cases:
        left = own.value_moves(case.solved.position)[case.solved.position.moves[-1]]
        assert case.after == left
        assert case.loss == case.solved.value - left
    total = report.rows[-1]
    assert total.positions == 60 == sum(total.counts.values())
    assert total.points == (sum(case.loss for case in report.cases) if game.rules.scoring else 0)
    losses = [case.loss for case in report.worst_first]
    assert losses == sorted(losses, reverse=True)
    assert all(losses)


def test_an_agent_that_sees_everything_has_no_regret():
    report = measure(load_game("tictactoe"), agent("minimax"), 40)
    assert report.rows[-1].counts["kept"] == 40
    assert report.worst_first == []


def test_a_seed_gives_the_same_positions_again():
    game = load_game("kamisado")
    first, again, other = (
        [one.position.text for one in sample(game, 8, seed)[1]] for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other
    assert len(set(first)) == 8


def test_a_small_game_is_taken_whole(sticks):
    from plyground.games.registry import find_game_class

    game = find_game_class(str(sticks), trusted=True)()
    solved = sample(game, 1000)[1]
    # From 21 sticks down to 2; with one there is nothing to choose. Side 1 never has 21, and
    # whoever has 20, 19 or 18 is the second player, or the first in his second move.
    assert {int(one.position.state[1]) for one in solved} == set(range(2, 22))
    for one in solved:
        heap = int(one.position.state[1])
        assert one.value == (1 if heap % 4 else -1)
        assert one.right == ((str(heap % 4),) if heap % 4 else one.position.moves)


def test_an_agent_that_fails_is_counted_and_named():
    report = measure(load_game("tictactoe"), Broken(), 5)
    assert report.rows[-1].counts["failed"] == 5
    assert report.worst_first[0].failure == "no idea"


def test_what_is_too_hard_is_counted_and_left_out():
    game = load_game("kamisado")
    sampler = PositionSampler(game.start(), 1, 5, effort=1_000)
    solved = list(islice(sampler.sample(), 5))
    assert sampler.too_hard > 0
    assert len(solved) == 5


def test_a_finished_position_is_refused():
    game = load_game("tictactoe")
    with pytest.raises(Problem):
        PositionSampler(game.start().play_all("a1 b1 a2 b2 a3"), 1, 5)


def test_the_chart_and_the_table_show_every_kind():
    report = measure(load_game("tictactoe"), LastMove(), 40)
    heads = list_headings(report)
    assert all(len(list_cells(report, row)) == len(heads) for row in report.rows)
    picture = draw_regret_chart(report, "title <&>")
    assert "title &lt;&amp;&gt;" in picture
    # Where every move is as good, there is nothing to show, as in the table.
    total = report.rows[-1]
    assert total.critical < 40
    assert f"{total.kept_critical}/{total.critical}" in picture
