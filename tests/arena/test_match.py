from __future__ import annotations

from itertools import cycle, repeat

import pytest

from plyground.arena.match import Contender, Match, MatchReport
from plyground.arena.rating import Tally
from plyground.games.score import Analysis


@pytest.fixture
def play(referee, players, start):
    """Plays a match between two factories of agents."""

    def run(a, b, games, openings=None, **more):
        contenders = Contender("a", a), Contender("b", b)
        match = Match(contenders, openings or repeat(start), games, referee(**more))
        return list(match.play())

    return run


def make_loser(players):
    return lambda: players.raising(RuntimeError("lost"))


def test_each_opening_is_played_with_both_colours(play, players, start):
    openings = [start.play_all("a1 b1"), start.play_all("c3 b2")]
    games = play(players.scripted, players.scripted, 5, cycle(openings))
    assert [game.a_side for game in games] == [0, 1, 0, 1, 0]
    assert [game.result.opening for game in games] == [
        ("a1", "b1"),
        ("a1", "b1"),
        ("c3", "b2"),
        ("c3", "b2"),
        ("a1", "b1"),
    ]
    assert [game.number for game in games] == [1, 2, 3, 4, 5]


def test_results_belong_to_the_contender_not_to_the_colour(play, players):
    games = play(players.scripted, make_loser(players), 4)
    assert [game.result.outcome.winner for game in games] == [0, 1, 0, 1]
    assert [game.winner for game in games] == [0] * 4
    report = MatchReport.from_games(games)
    assert report.tally == Tally(4, 0, 0)
    assert report.by_side == (Tally(2, 0, 0), Tally(2, 0, 0))
    assert report.pairs.counts == (0, 0, 0, 0, 2)
    assert report.forfeits == ({}, {"crashed": 4})


def test_wins_of_the_first_player_split_the_pairs(play, players):
    def make():
        return players.scripted("a1", "a2", "a3", "b1", "b2")

    report = MatchReport.from_games(play(make, make, 4))
    assert report.tally == Tally(2, 2, 0)
    assert report.by_side == (Tally(2, 0, 0), Tally(0, 2, 0))
    assert report.pairs.counts == (0, 0, 2, 0, 0)
    assert report.rating.elo == 0


def test_games_with_the_same_moves_are_counted(play, players, start):
    # Equal players without chance: the second game of a pair repeats the first.
    openings = cycle([start.play("a1"), start.play("b2"), start.play("c3")])
    assert (
        MatchReport.from_games(play(players.scripted, players.scripted, 6, openings)).duplicates
        == 3
    )
    assert MatchReport.from_games(play(players.scripted, players.scripted, 1)).duplicates == 0


def test_an_unfinished_pair_is_not_counted(play, players):
    report = MatchReport.from_games(play(players.scripted, make_loser(players), 3))
    assert report.pairs.pairs == 1
    assert report.games == 3


def test_agents_are_prepared_before_every_game(play, players):
    events = []

    class Careful(players.scripted):
        def prepare(self, game):
            events.append(("prepared", game.name))

        def choose(self, position, limit):
            events.append(("asked",))
            return super().choose(position, limit)

    play(Careful, Careful, 2)
    begins = [at for at, event in enumerate(events) if event == ("prepared", "tictactoe")]
    assert begins[:2] == [0, 1]
    assert len(begins) == 4
    assert begins[3] == begins[2] + 1


def test_an_agent_that_never_answered_is_replaced(play, players):
    made = []

    class HangsOnce(players.hanging):
        """The first instance hangs; later ones play."""

        def __init__(self):
            super().__init__()
            made.append(self)

        def choose(self, position, limit):
            if len(made) == 1:
                return super().choose(position, limit)
            return Analysis(position.moves[0])

    games = play(HangsOnce, players.scripted, 2, seconds=0.5, timeout=0.1)
    made[0].free.set()
    assert games[0].result.forfeit.kind == "silent"
    assert games[1].result.forfeit is None
    assert len(made) == 2


def test_a_match_can_be_abandoned_at_any_time(referee, players, start):
    contenders = Contender("a", players.scripted), Contender("b", players.scripted)
    playing = Match(contenders, repeat(start), 1000, referee()).play()
    known = [next(playing), next(playing)]
    playing.close()
    assert MatchReport.from_games(known).games == 2


def test_a_report_of_no_games_is_empty():
    report = MatchReport.from_games([])
    assert report.games == report.duplicates == report.stalls == 0
    assert report.rating.elo is None
