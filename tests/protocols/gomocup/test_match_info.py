"""Time and memory limits from the settings of a manager."""

from __future__ import annotations

import threading

import pytest

from plyground.protocols.gomocup.match_info import UNLIMITED, MatchInfo, compute_table_size


def make_info(*lines):
    info = MatchInfo()
    for line in lines:
        info.update(line)
    return info


def test_a_move_ends_before_its_time():
    budget = make_info("timeout_turn 1000").make_budget(0.0)
    assert budget.think == pytest.approx(0.97)
    assert budget.think < budget.latest < 1.0


def test_overhead_of_earlier_moves_is_reserved():
    assert make_info("timeout_turn 1000").make_budget(0.02).think == pytest.approx(0.95)


def test_a_game_is_not_spent_on_one_move():
    budget = make_info("timeout_turn 30000", "timeout_match 180000", "time_left 60000").make_budget(
        0.0
    )
    assert budget.think < 3
    assert make_info("timeout_turn 30000", "timeout_match 60000").make_budget(0.0) == budget


def test_the_last_seconds_are_never_overrun():
    for left in (2000, 500, 100, 50):
        assert (
            make_info("timeout_turn 30000", f"time_left {left}").make_budget(0.0).latest
            < left / 1000
        )


def test_an_unlimited_game_has_no_clock():
    unlimited = make_info("timeout_turn 1000", "timeout_match 5000", "time_left 2147483647")
    assert unlimited.make_budget(0.0) == make_info("timeout_turn 1000").make_budget(0.0)
    assert make_info("timeout_match 0").left is None


def test_without_time_left_the_time_is_counted():
    counted = make_info("timeout_match 60000")
    counted.spend(10.0)
    assert counted.left == pytest.approx(50.0)


def test_no_time_at_all_is_very_little_time():
    assert make_info("timeout_turn 0").make_budget(0.0).think <= 0.02
    assert make_info("time_left -100").make_budget(0.0).think == 0


@pytest.mark.parametrize("number", ["-1", "-" + "9" * 400, "0", "2147483648", "9" * 15, "9" * 5000])
@pytest.mark.parametrize("key", ["timeout_turn", "time_left", "timeout_match"])
def test_a_timer_can_wait_for_whatever_time_is_sent(key, number):
    info = MatchInfo()
    info.update(f"{key} {number}")
    budget = info.make_budget(0)
    assert 0 <= budget.think <= budget.latest <= UNLIMITED / 1000
    assert budget.latest < threading.TIMEOUT_MAX


def test_the_table_and_the_program_fit_into_the_memory():
    for used in (40, 170, 260, 330):
        assert compute_table_size(350 * 2**20, None, used) + used <= 350
        assert compute_table_size(350 * 2**20, 10_000_000, used) + used <= 350
    assert compute_table_size(1000, None, 170) == 1
    assert compute_table_size(0, 65536, 170) == 64
    assert 1 < compute_table_size(0, None, 170) < 1024


def test_two_is_renju_only_without_a_game_type():
    assert make_info("rule 2").rule == 4
    assert make_info("rule 2", "game_type 1").rule == 2
    assert [make_info(f"rule {mask}").rule for mask in (0, 1, 4, 8, 9)] == [0, 1, 4, 8, 9]
