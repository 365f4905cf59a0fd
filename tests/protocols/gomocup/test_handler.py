"""The answers of our engine to each command."""

from __future__ import annotations

import re
import threading
from time import monotonic

import pytest

POINT = re.compile(r"\d+,\d+")


def is_move(line):
    return POINT.fullmatch(line) is not None


def test_start_answers_ok(new_manager):
    assert new_manager("START 15") == ["OK"]
    assert new_manager("START 20\r") == ["OK"]


@pytest.mark.parametrize("size", ["4", "23", "0", "-15", "x", "", "15,15", "15 15", "1e1"])
def test_an_impossible_size_is_an_error(manager, size):
    assert manager.ask(f"START {size}").startswith("ERROR ")
    assert is_move(manager.ask("BEGIN")), "the previous board remains"


def test_rectangular_boards_are_refused(manager):
    assert manager("RECTSTART 15,15") == ["OK"]
    assert "only square boards" in manager.ask("RECTSTART 15,20")


def test_commands_are_case_insensitive(manager):
    assert manager("start 15") == ["OK"]
    assert is_move(manager.ask("begin"))


def test_empty_lines_are_not_answered(manager):
    assert manager("", "   ", "\t") == []


def test_begin_opens_and_turn_answers(manager):
    first = manager.ask("BEGIN")
    assert is_move(first)
    second = manager.ask("TURN 0,0")
    assert is_move(second)
    assert second not in (first, "0,0")


def test_games_from_the_same_stones_differ(manager):
    answers = set()
    for _ in range(12):
        manager("RESTART")
        answers.add(manager.ask("TURN 7,7"))
    assert len(answers) > 1


def test_begin_needs_an_empty_board(manager):
    manager("BEGIN")
    assert manager.ask("BEGIN").startswith("ERROR ")


@pytest.mark.parametrize("point", ["15,0", "0,15", "-1,3", "3", "3,", "a,b", "3,3,1", "", "3 3"])
def test_an_invalid_turn_is_an_error(manager, point):
    assert manager.ask(f"TURN {point}").startswith("ERROR ")
    assert is_move(manager.ask("TURN 3,3"))


def test_a_turn_on_a_stone_is_an_error(manager):
    manager("TURN 3,3")
    assert "already" in manager.ask("TURN 3,3")


def test_everything_needs_a_start(new_manager):
    for line in (
        "BEGIN",
        "TURN 3,3",
        "BOARD",
        "RESTART",
        "TAKEBACK 1,1",
        "PLAY 1,1",
        "YXSHOWFORBID",
    ):
        assert "START first" in new_manager.ask(line), line


def test_a_board_wins_where_it_can(manager):
    own = [f"{x},7,1" for x in range(4, 8)]
    enemy = [f"{x},9,2" for x in (1, 3, 5, 11)]
    assert manager.ask("BOARD", *own, *enemy, "DONE") in ("3,7", "8,7")


def test_a_board_stops_a_five(manager):
    assert manager.ask(
        "BOARD", "0,14,1", "4,7,2", "5,7,2", "3,7,1", "6,7,2", "14,0,1", "7,7,2", "DONE"
    ) == "8,7"  # fmt: skip


def test_stones_of_a_board_need_no_order_and_no_alternation(manager):
    assert is_move(manager.ask("BOARD", "1,1,2", "2,2,2", "9,9,2", "3,9,1", "DONE"))
    assert is_move(manager.ask("BOARD", "1,1,1", "2,4,1", "9,9,1", "DONE"))
    assert is_move(manager.ask("BOARD", "DONE"))


def test_after_a_board_the_game_continues_with_turns(manager):
    first = manager.ask("BOARD", "7,7,2", "DONE")
    second = manager.ask("TURN 14,14")
    assert is_move(second)
    assert second not in (first, "7,7", "14,14")
    assert "already" in manager.ask(f"TURN {first}")


@pytest.mark.parametrize(
    "line", ["1,1", "1,1,3", "1,1,0", "x", "1,1,1,1", "15,1,1", "7,7,1", "TURN 3,3", "BEGIN"]
)
def test_a_wrong_line_ends_a_board(manager, line):
    assert manager.ask("BOARD", "7,7,2", line).startswith("ERROR ")
    assert manager.ask("DONE").startswith("ERROR ")
    assert is_move(manager.ask("BEGIN")), "the previous board remains"


def test_a_board_within_a_board_is_an_error_but_counts(manager):
    answers = manager("BOARD", "7,7,2", "BOARD", "3,3,2", "DONE")
    assert answers[0].startswith("ERROR ")
    assert is_move(answers[1])
    assert is_move(manager.ask("TURN 7,7"))


def test_a_start_in_a_board_starts(manager):
    assert manager("BOARD", "7,7,2", "START 15") == ["OK"]
    assert is_move(manager.ask("BEGIN"))


def test_info_is_allowed_between_the_stones(manager):
    assert is_move(manager.ask("BOARD", "7,7,2", "INFO timeout_turn 100", "DONE"))


def test_a_board_that_is_over_is_an_error(manager):
    five = [f"{x},7,2" for x in range(5)]
    assert manager.ask("BOARD", *five, "DONE").startswith("ERROR ")
    assert manager.ask("BOARD", *(stone[:-1] + "1" for stone in five), "DONE").startswith("ERROR ")


def test_yxboard_is_not_answered(manager):
    assert manager("YXBOARD", "7,7,2", "6,6,1", "DONE") == []
    assert "already" in manager.ask("TURN 7,7")
    assert is_move(manager.ask("TURN 8,8"))


def test_takeback_removes_a_stone(manager):
    move = manager.ask("TURN 7,7")
    assert manager(f"TAKEBACK {move}", "TAKEBACK 7,7") == ["OK", "OK"]
    assert manager.ask("TAKEBACK 7,7").startswith("ERROR ")
    assert is_move(manager.ask("BEGIN"))


def test_play_plays_the_given_move(manager):
    assert manager("PLAY 3,4") == ["3,4"]
    assert "already" in manager.ask("TURN 3,4")


def test_restart_clears_the_board(manager):
    manager("BEGIN")
    assert manager("RESTART") == ["OK"]
    assert is_move(manager.ask("BEGIN"))


def test_about_is_one_line_of_names(manager):
    about = manager.ask("ABOUT")
    for key in ("name", "version", "author", "country", "www", "email"):
        assert f'{key}="' in about


def test_an_unknown_command_is_unknown(manager):
    assert manager.ask("FLY me, to the moon").startswith("UNKNOWN ")
    assert manager.ask("3,3").startswith("UNKNOWN ")


def test_end_ends(manager):
    assert not manager.handler.handle("END")


@pytest.mark.parametrize(
    "line",
    [
        "INFO timeout_match 180000", "INFO max_memory 367001600", "INFO max_memory 0",
        "INFO game_type 2", "INFO evaluate 3,3", "INFO folder /nowhere/at all", "INFO weather 3",
        "INFO max_depth 5", "INFO max_node -1", "INFO thread_num 1", "INFO thread_split_depth 3",
        "INFO hash_size 8192", "INFO caution_factor 2", "info TIMEOUT_TURN 100",
    ],
)  # fmt: skip
def test_info_is_not_answered(new_manager, line):
    assert new_manager(line) == []


@pytest.mark.parametrize("line", ["INFO", "INFO timeout_turn", "INFO rule x", "INFO time_left 1,2"])
def test_an_info_without_its_number_is_an_error(new_manager, line):
    assert new_manager.ask(line).startswith("ERROR ")


@pytest.mark.parametrize("rule", [0, 1, 4, 8, 9])
def test_all_rules_are_played(manager, rule):
    assert manager(f"INFO rule {rule}") == []
    assert is_move(manager.ask("BEGIN"))
    assert is_move(manager.ask("TURN 0,0"))


@pytest.mark.parametrize("rule", [3, 6, 12, 64, -1])
def test_an_unsupported_rule_is_an_error_of_the_next_command(manager, rule):
    assert manager(f"INFO rule {rule}") == []
    assert "not played here" in manager.ask("BEGIN")
    assert manager("INFO rule 1", "RESTART") == ["OK"]


def test_two_is_renju_for_yixin_and_a_continuous_game_for_gomocup(new_manager):
    new_manager("INFO timeout_turn 0", "INFO rule 2", "START 15")
    threes = ["7,6,1", "7,8,1", "6,7,1", "8,7,1", "0,0,2", "0,14,2", "14,0,2", "14,14,2"]
    assert new_manager("YXBOARD", *threes, "DONE", "YXSHOWFORBID") == ["FORBID 0707."]
    assert "not played here" in new_manager.ask("INFO game_type 1", "RESTART")


def test_the_standard_rule_needs_exactly_five(manager):
    row = [f"{x},7,1" for x in (2, 3, 4, 6, 7)]
    enemy = [f"{x},1{y},2" for x, y in ((0, 1), (2, 2), (4, 3), (9, 4), (12, 1))]
    assert manager.ask("BOARD", *row, *enemy, "DONE") == "5,7"
    assert manager.ask("INFO rule 1", "BOARD", *row, *enemy, "DONE") != "5,7"


def test_nothing_is_forbidden_but_in_renju(manager):
    assert manager("YXSHOWFORBID") == ["FORBID ."]


def test_a_forbidden_point_is_not_played(manager):
    # Black must stop a five at 7,7, where it would make a double three: any move but that.
    manager("INFO rule 4")
    black = ["7,6,1", "7,8,1", "6,7,1", "8,7,1"]
    white = ["3,3,2", "4,4,2", "5,5,2", "6,6,2"]
    assert manager.ask("BOARD", *black, *white, "DONE") != "7,7"


def test_yxstop_ends_a_search(manager):
    manager("INFO timeout_turn 60000")
    threading.Timer(0.2, manager.handler.handle, ["YXSTOP"]).start()
    began = monotonic()
    assert is_move(manager.ask("TURN 7,7"))
    assert monotonic() - began < 30
    assert manager.ask("YXSTOP").startswith("ERROR ")


def test_only_info_and_start_are_allowed_during_a_search(manager):
    manager("INFO timeout_turn 60000")
    assert manager.handler.handle("TURN 7,7")
    assert manager.handler.handle("TURN 8,8")
    assert manager.received[-1].startswith("ERROR ")
    assert manager.handler.handle("INFO timeout_turn 100")
    assert manager.handler.handle("START 15")
    assert manager.received[-1] == "OK"
    assert is_move(manager.ask("BEGIN"))
    assert sum(map(is_move, manager.received)) == 1, "the cancelled search sends nothing"


def test_a_depth_can_be_the_limit(manager):
    manager("INFO timeout_turn 60000", "INFO max_depth 1")
    assert is_move(manager.ask("TURN 7,7"))
    manager("INFO max_depth 0")


@pytest.mark.parametrize("line", ["INFO timeout_turn 0", "INFO time_left 0", "INFO time_left -500"])
def test_without_time_there_is_a_move_at_once(manager, line):
    manager("INFO timeout_turn 60000", line)
    assert is_move(manager.ask("TURN 7,7"))


def test_yxhashclear_is_not_answered(manager):
    assert manager("YXHASHCLEAR") == []
    assert is_move(manager.ask("BEGIN"))


def test_swap2_begins_with_three_stones(manager):
    stones = manager.ask("SWAP2BOARD", "DONE").split()
    assert len(set(stones)) == 3
    assert all(map(is_move, stones))
    assert manager.ask("SWAP2BOARD", "DONE").split() != stones


def test_swap2_takes_the_better_colour(manager):
    # Two black stones side by side in the middle, white's far away: black is better.
    assert manager("SWAP2BOARD", "7,7", "0,14", "8,8", "DONE") == ["SWAP"]
    # Black in opposite corners, white in the middle and to move.
    assert is_move(manager.ask("SWAP2BOARD", "0,0", "7,7", "14,14", "DONE"))


def test_swap2_chooses_after_five_stones(manager):
    line = ["7,7", "0,14", "8,8", "14,0", "6,8"]
    assert manager("SWAP2BOARD", *line, "DONE") == ["SWAP"]


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_swap2_has_no_other_numbers_of_stones(manager, count):
    stones = [f"{x},{x}" for x in range(count)]
    assert manager.ask("SWAP2BOARD", *stones, "DONE").startswith("ERROR ")


def test_swap2_continues_with_a_board(manager):
    manager("SWAP2BOARD", "7,7", "0,14", "8,8", "DONE")
    assert is_move(manager.ask("BOARD", "7,7,1", "0,14,2", "8,8,1", "1,1,2", "DONE"))
