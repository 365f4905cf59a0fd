"""The bench measures what it says, and works without its peers."""

from __future__ import annotations

import math

import pytest

from plyground import Problem, load_game
from plyground.bench.known_answers import check_answers
from plyground.bench.measure import Measure, Rival, measure, rate
from plyground.bench.openspiel import Spiel
from plyground.bench.rules_speed import affordable_depth, measure_rules, perft, playouts


@pytest.fixture
def small():
    return load_game("tictactoe")


def test_a_rate_is_pieces_per_second(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr("plyground.bench.measure.perf_counter", lambda: next(clock))
    assert rate(lambda: 10, seconds=4) == 10


def test_both_sides_are_measured_and_compared():
    result = measure("game", "perft", lambda: 1, Rival("peer", lambda: 1), seconds=0.03)
    assert result.peer == "peer"
    assert result.ratio == pytest.approx(result.rate / result.peer_rate)
    assert Measure("game", "perft", 1.0).ratio is None


def test_perft_counts_sequences(small):
    assert perft(small, 1)() == 9
    assert perft(small, 9)() == 127_872
    assert 3 <= affordable_depth(small) <= 9


def test_playouts_play(small):
    assert playouts(small)() >= 1


def test_openspiel_counts_the_same_sequences(small):
    twin = Spiel.found().twin(small)
    for depth in (1, 2, 5):
        work = twin.perft(depth).work
        assert sum(work() for _ in small.start().codes) == perft(small, depth)()
    assert twin.playouts().work() > 0


def test_a_game_with_other_options_has_no_twin():
    spiel = Spiel.found()
    assert spiel.twin(load_game("tictactoe", width=4)) is None
    assert spiel.twin(load_game("triangles")) is None
    assert spiel.twin(load_game("gomoku")) is not None


def test_without_the_peer_our_own_rates_remain(small):
    measures = list(measure_rules(small, 0.01))
    assert [one.what for one in measures] == ["perft", "playouts"]
    assert all(one.peer is None and one.rate > 0 and math.isfinite(one.rate) for one in measures)


def test_the_peer_need_not_be_installed(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    assert Spiel.found() is None


def test_an_unknown_kind_of_answers_is_one_sentence():
    with pytest.raises(Problem, match="No game can be checked"):
        check_answers("weather", "file", lambda done, whole: None)
