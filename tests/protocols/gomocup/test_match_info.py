"""How long a move takes, and how much memory, by what a manager said."""

from __future__ import annotations

import pytest

from plyground.protocols.gomocup.match_info import Terms, table_size


def terms(*lines):
    made = Terms()
    for line in lines:
        made.hear(line)
    return made


def test_a_move_ends_before_its_time():
    budget = terms("timeout_turn 1000").budget(0.0)
    assert budget.think == pytest.approx(0.97)
    assert budget.think < budget.latest < 1.0


def test_what_moves_took_too_long_is_kept_back():
    assert terms("timeout_turn 1000").budget(0.02).think == pytest.approx(0.95)


def test_a_game_is_not_spent_on_one_move():
    budget = terms("timeout_turn 30000", "timeout_match 180000", "time_left 60000").budget(0.0)
    assert budget.think < 3
    assert terms("timeout_turn 30000", "timeout_match 60000").budget(0.0) == budget


def test_the_last_seconds_are_never_overrun():
    for left in (2000, 500, 100, 50):
        assert terms("timeout_turn 30000", f"time_left {left}").budget(0.0).latest < left / 1000


def test_an_unlimited_game_has_no_clock():
    unlimited = terms("timeout_turn 1000", "timeout_match 5000", "time_left 2147483647")
    assert unlimited.budget(0.0) == terms("timeout_turn 1000").budget(0.0)
    assert terms("timeout_match 0").left is None


def test_without_a_word_on_what_is_left_it_is_counted():
    counted = terms("timeout_match 60000")
    counted.spend(10.0)
    assert counted.left == pytest.approx(50.0)


def test_no_time_at_all_is_very_little_time():
    assert terms("timeout_turn 0").budget(0.0).think <= 0.02
    assert terms("time_left -100").budget(0.0).think == 0


def test_the_table_and_the_program_fit_into_the_memory():
    for used in (40, 170, 260, 330):
        assert table_size(350 * 2**20, None, used) + used <= 350
        assert table_size(350 * 2**20, 10_000_000, used) + used <= 350
    assert table_size(1000, None, 170) == 1
    assert table_size(0, 65536, 170) == 64
    assert 1 < table_size(0, None, 170) < 1024


def test_two_is_renju_only_where_no_type_of_game_was_told():
    assert terms("rule 2").rule == 4
    assert terms("rule 2", "game_type 1").rule == 2
    assert [terms(f"rule {mask}").rule for mask in (0, 1, 4, 8, 9)] == [0, 1, 4, 8, 9]
