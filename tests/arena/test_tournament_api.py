"""Matches and tournaments of a program, without a command and without a database."""

from __future__ import annotations

from itertools import islice
from xml.etree import ElementTree

import pytest

from plyground import (
    Limit,
    MatchReport,
    Problem,
    Sprt,
    draw_llr_chart,
    load_game,
    play_match,
    play_tournament,
)
from plyground.arena.bradley_terry import Encounter
from plyground.arena.standings import PointsTable, list_encounters
from plyground.locale import override_language


class Centre:
    """Plays the middle, else the first move."""

    def choose(self, position, limit):
        return "b2" if "b2" in position.moves else position.moves[0]


def play_last(state):
    return state.moves[-1]


def play_nonsense(state):
    return "z9"


@pytest.fixture
def start():
    return load_game("tictactoe").start()


def test_agents_are_specs_classes_objects_and_functions(start):
    for player in ("random:seed=3", Centre, Centre(), play_last):
        games = list(play_match(start, player, "random:seed=1", Limit(), games=4))
        assert [game.number for game in games] == [1, 2, 3, 4]
        assert [game.a_side for game in games] == [0, 1, 0, 1]
        assert MatchReport.from_games(games).forfeits == ({}, {})


def test_a_pair_has_one_opening(start):
    games = list(play_match(start, Centre, play_last, Limit(), games=6, opening_plies=2, seed=4))
    openings = [game.result.opening for game in games]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3


def test_a_match_stops_when_nobody_asks_for_more(start):
    games = list(islice(play_match(start, Centre, play_last, Limit()), 3))
    assert len(games) == 3


def test_who_answers_nonsense_forfeits(start):
    report = MatchReport.from_games(list(play_match(start, play_nonsense, Centre, Limit(), 2)))
    assert report.tally.losses == 2
    assert sum(report.forfeits[0].values()) == 2


def test_everybody_plays_everybody_from_the_same_opening(start):
    players = {"centre": Centre, "last": play_last, "chance": "random:seed=2"}
    tournament = play_tournament(start, players, Limit(), rounds=2, anchor="chance")
    assert len(tournament.games) == 12
    assert [one.game.number for one in tournament.games] == list(range(1, 13))
    assert {frozenset((one.a, one.b)) for one in tournament.games} == {
        frozenset(pair) for pair in (("centre", "last"), ("centre", "chance"), ("last", "chance"))
    }
    assert len({one.game.result.opening for one in tournament.games}) == 2
    tallies = {row.name: row.totals.tally for row in tournament.standings.rows}
    assert sum(tally.points for tally in tallies.values()) == 12
    again = play_tournament(start, players, Limit(), rounds=2, anchor="chance")
    assert [one.game.result.moves for one in again.games] == [
        one.game.result.moves for one in tournament.games
    ]


def test_a_tournament_is_a_page_and_a_chart(start):
    tournament = play_tournament(start, [Centre, play_last], Limit())
    page = tournament.write_html("Our <class>")
    assert "<h1>Our &lt;class&gt;</h1>" in page
    assert "Centre" in page
    assert ElementTree.fromstring(tournament.write_svg()).tag.endswith("svg")


def test_two_players_of_one_name_are_refused(start):
    with pytest.raises(Problem, match="random"):
        play_tournament(start, ["random", "random"], Limit())


def test_the_chart_of_a_test_shows_its_course_between_the_bounds():
    sprt = Sprt(0, 50)
    values = [0.4, -0.2, 1.5, sprt.upper + 0.1]
    with override_language("en"):
        root = ElementTree.fromstring(draw_llr_chart(sprt, values))
    [course] = [part for part in root if part.tag.endswith("polyline")]
    points = [tuple(map(float, pair.split(","))) for pair in course.get("points", "").split()]
    assert len(points) == 5
    heights = [y for _, y in points]
    # Upward is less.
    assert heights[4] < heights[3] < heights[1] < heights[0] < heights[2]
    texts = [part.text for part in root if part.tag.endswith("text")]
    assert texts == ["+2.94 it is better", "0", "-2.94 it is not", "8 games"]


def test_the_table_by_points_alone_is_that_of_the_games(start):
    players = {"centre": Centre, "last": play_last, "nonsense": play_nonsense}
    tournament = play_tournament(start, players, Limit(), rounds=2)
    table = PointsTable([*players], list_encounters(tournament.games))
    games = tournament.standings
    assert [(row.name, row.rating, row.points) for row in table.rows] == [
        (row.name, row.rating, row.totals.points) for row in games.rows
    ]
    assert {pair: (points.scored, points.games) for pair, points in table.crosstable.items()} == {
        pair: (tally.points, tally.games) for pair, tally in games.crosstable.items()
    }


def test_whoever_has_no_finite_rating_is_placed_by_points():
    """The first has won all, the last has lost all, the fourth has not played."""
    games = [
        Encounter("winner", "middle", 2, 2),
        Encounter("middle", "other", 1.5, 2),
        Encounter("other", "middle", 1.5, 2),
        Encounter("loser", "other", 0, 2),
    ]
    table = PointsTable(["loser", "other", "absent", "middle", "winner"], games)
    assert table.rows[0].name == "winner"
    assert {row.name for row in table.rows[-2:]} == {"loser", "absent"}
    assert table.crosstable["middle", "other"].scored == 2.0
