"""The rates of the rules, with and without a peer."""

from __future__ import annotations

import math

import pytest

from plyground import Problem, load_game
from plyground.bench.known_answers import check_answers
from plyground.bench.measure import Measurement, Peer, measure, measure_rate
from plyground.bench.openspiel import OpenSpiel
from plyground.bench.rules_speed import choose_depth, make_perft, make_playouts, measure_rules


@pytest.fixture
def small():
    return load_game("tictactoe")


def test_a_rate_is_units_per_second(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr("plyground.bench.measure.perf_counter", lambda: next(clock))
    assert measure_rate(lambda: 10, seconds=4) == 10


def test_both_sides_are_measured_and_compared():
    result = measure("game", "perft", lambda: 1, Peer("peer", lambda: 1), seconds=0.03)
    assert result.peer == "peer"
    assert result.ratio == pytest.approx(result.rate / result.peer_rate)
    assert Measurement("game", "perft", 1.0).ratio is None


def test_perft_counts_sequences(small):
    assert make_perft(small, 1)() == 9
    assert make_perft(small, 9)() == 127_872
    assert 3 <= choose_depth(small) <= 9


def test_playouts_are_counted(small):
    assert make_playouts(small)() >= 1


def test_openspiel_counts_the_same_sequences(small):
    theirs = OpenSpiel.load().find_game(small)
    for depth in (1, 2, 5):
        work = theirs.make_perft(depth).work
        assert sum(work() for _ in small.start().codes) == make_perft(small, depth)()
    assert theirs.make_playouts().work() > 0


def test_a_game_with_other_options_is_not_in_openspiel():
    openspiel = OpenSpiel.load()
    assert openspiel.find_game(load_game("tictactoe", width=4)) is None
    assert openspiel.find_game(load_game("triangles")) is None
    assert openspiel.find_game(load_game("gomoku")) is not None


def test_without_a_peer_our_own_rates_remain(small):
    measures = list(measure_rules(small, 0.01))
    assert [one.what for one in measures] == ["perft", "playouts"]
    assert all(one.peer is None and one.rate > 0 and math.isfinite(one.rate) for one in measures)


def test_openspiel_need_not_be_installed(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    assert OpenSpiel.load() is None


def test_an_unknown_kind_of_answers_is_refused():
    with pytest.raises(Problem, match="No game can be checked"):
        check_answers("weather", "file", lambda done, whole: None)
