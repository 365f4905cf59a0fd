"""What our engine answers, command by command."""

from __future__ import annotations

import re
import threading
from time import monotonic

import pytest

POINT = re.compile(r"\d+,\d+")


def is_move(line):
    return POINT.fullmatch(line) is not None


def test_start_answers_ok(new_talk):
    assert new_talk("START 15") == ["OK"]
    assert new_talk("START 20\r") == ["OK"]


@pytest.mark.parametrize("size", ["4", "23", "0", "-15", "x", "", "15,15", "15 15", "1e1"])
def test_a_size_that_cannot_be_is_an_error(talk, size):
    assert talk.one(f"START {size}").startswith("ERROR ")
    assert is_move(talk.one("BEGIN")), "the board before counts on"


def test_only_square_boards_are_rectangles_for_us(talk):
    assert talk("RECTSTART 15,15") == ["OK"]
    assert "only square boards" in talk.one("RECTSTART 15,20")


def test_commands_are_heard_in_any_case(talk):
    assert talk("start 15") == ["OK"]
    assert is_move(talk.one("begin"))


def test_empty_lines_are_not_answered(talk):
    assert talk("", "   ", "\t") == []


def test_begin_opens_and_turn_answers(talk):
    first = talk.one("BEGIN")
    assert is_move(first)
    second = talk.one("TURN 0,0")
    assert is_move(second)
    assert second not in (first, "0,0")


def test_games_from_the_same_stones_differ(talk):
    answers = set()
    for _ in range(12):
        talk("RESTART")
        answers.add(talk.one("TURN 7,7"))
    assert len(answers) > 1


def test_begin_needs_an_empty_board(talk):
    talk("BEGIN")
    assert talk.one("BEGIN").startswith("ERROR ")


@pytest.mark.parametrize("point", ["15,0", "0,15", "-1,3", "3", "3,", "a,b", "3,3,1", "", "3 3"])
def test_a_turn_that_is_none_is_an_error(talk, point):
    assert talk.one(f"TURN {point}").startswith("ERROR ")
    assert is_move(talk.one("TURN 3,3"))


def test_a_turn_on_a_stone_is_an_error(talk):
    talk("TURN 3,3")
    assert "already" in talk.one("TURN 3,3")


def test_everything_needs_a_start(new_talk):
    for line in (
        "BEGIN",
        "TURN 3,3",
        "BOARD",
        "RESTART",
        "TAKEBACK 1,1",
        "PLAY 1,1",
        "YXSHOWFORBID",
    ):
        assert "START first" in new_talk.one(line), line


def test_a_board_wins_where_it_can(talk):
    own = [f"{x},7,1" for x in range(4, 8)]
    enemy = [f"{x},9,2" for x in (1, 3, 5, 11)]
    assert talk.one("BOARD", *own, *enemy, "DONE") in ("3,7", "8,7")


def test_a_board_stops_a_five(talk):
    assert talk.one(
        "BOARD", "0,14,1", "4,7,2", "5,7,2", "3,7,1", "6,7,2", "14,0,1", "7,7,2", "DONE"
    ) == "8,7"  # fmt: skip


def test_stones_of_a_board_need_no_order_and_no_alternation(talk):
    assert is_move(talk.one("BOARD", "1,1,2", "2,2,2", "9,9,2", "3,9,1", "DONE"))
    assert is_move(talk.one("BOARD", "1,1,1", "2,4,1", "9,9,1", "DONE"))
    assert is_move(talk.one("BOARD", "DONE"))


def test_after_a_board_the_game_goes_on_by_turns(talk):
    first = talk.one("BOARD", "7,7,2", "DONE")
    second = talk.one("TURN 14,14")
    assert is_move(second)
    assert second not in (first, "7,7", "14,14")
    assert "already" in talk.one(f"TURN {first}")


@pytest.mark.parametrize(
    "line", ["1,1", "1,1,3", "1,1,0", "x", "1,1,1,1", "15,1,1", "7,7,1", "TURN 3,3", "BEGIN"]
)
def test_a_wrong_line_ends_a_board(talk, line):
    assert talk.one("BOARD", "7,7,2", line).startswith("ERROR ")
    assert talk.one("DONE").startswith("ERROR ")
    assert is_move(talk.one("BEGIN")), "the board before counts on"


def test_a_new_board_in_a_board_is_told_and_counts(talk):
    answers = talk("BOARD", "7,7,2", "BOARD", "3,3,2", "DONE")
    assert answers[0].startswith("ERROR ")
    assert is_move(answers[1])
    assert is_move(talk.one("TURN 7,7"))


def test_a_start_in_a_board_starts(talk):
    assert talk("BOARD", "7,7,2", "START 15") == ["OK"]
    assert is_move(talk.one("BEGIN"))


def test_info_between_the_stones_is_heard(talk):
    assert is_move(talk.one("BOARD", "7,7,2", "INFO timeout_turn 100", "DONE"))


def test_a_board_that_is_over_is_an_error(talk):
    five = [f"{x},7,2" for x in range(5)]
    assert talk.one("BOARD", *five, "DONE").startswith("ERROR ")
    assert talk.one("BOARD", *(stone[:-1] + "1" for stone in five), "DONE").startswith("ERROR ")


def test_yxboard_is_not_answered(talk):
    assert talk("YXBOARD", "7,7,2", "6,6,1", "DONE") == []
    assert "already" in talk.one("TURN 7,7")
    assert is_move(talk.one("TURN 8,8"))


def test_takeback_takes_a_stone_away(talk):
    move = talk.one("TURN 7,7")
    assert talk(f"TAKEBACK {move}", "TAKEBACK 7,7") == ["OK", "OK"]
    assert talk.one("TAKEBACK 7,7").startswith("ERROR ")
    assert is_move(talk.one("BEGIN"))


def test_play_plays_what_is_wanted(talk):
    assert talk("PLAY 3,4") == ["3,4"]
    assert "already" in talk.one("TURN 3,4")


def test_restart_clears_the_board(talk):
    talk("BEGIN")
    assert talk("RESTART") == ["OK"]
    assert is_move(talk.one("BEGIN"))


def test_about_is_one_line_of_names(talk):
    about = talk.one("ABOUT")
    for key in ("name", "version", "author", "country", "www", "email"):
        assert f'{key}="' in about


def test_an_unknown_command_is_unknown(talk):
    assert talk.one("FLY me, to the moon").startswith("UNKNOWN ")
    assert talk.one("3,3").startswith("UNKNOWN ")


def test_end_ends(talk):
    assert not talk.session.hear("END")


@pytest.mark.parametrize(
    "line",
    [
        "INFO timeout_match 180000", "INFO max_memory 367001600", "INFO max_memory 0",
        "INFO game_type 2", "INFO evaluate 3,3", "INFO folder /nowhere/at all", "INFO weather 3",
        "INFO max_depth 5", "INFO max_node -1", "INFO thread_num 1", "INFO thread_split_depth 3",
        "INFO hash_size 8192", "INFO caution_factor 2", "info TIMEOUT_TURN 100",
    ],
)  # fmt: skip
def test_info_is_not_answered(new_talk, line):
    assert new_talk(line) == []


@pytest.mark.parametrize("line", ["INFO", "INFO timeout_turn", "INFO rule x", "INFO time_left 1,2"])
def test_an_info_without_its_number_is_an_error(new_talk, line):
    assert new_talk.one(line).startswith("ERROR ")


@pytest.mark.parametrize("rule", [0, 1, 4, 8, 9])
def test_all_rules_are_played(talk, rule):
    assert talk(f"INFO rule {rule}") == []
    assert is_move(talk.one("BEGIN"))
    assert is_move(talk.one("TURN 0,0"))


@pytest.mark.parametrize("rule", [3, 6, 12, 64, -1])
def test_a_rule_that_is_not_played_is_told_at_the_next_command(talk, rule):
    assert talk(f"INFO rule {rule}") == []
    assert "not played here" in talk.one("BEGIN")
    assert talk("INFO rule 1", "RESTART") == ["OK"]


def test_two_is_renju_for_yixin_and_a_continuous_game_for_gomocup(new_talk):
    new_talk("INFO timeout_turn 0", "INFO rule 2", "START 15")
    threes = ["7,6,1", "7,8,1", "6,7,1", "8,7,1", "0,0,2", "0,14,2", "14,0,2", "14,14,2"]
    assert new_talk("YXBOARD", *threes, "DONE", "YXSHOWFORBID") == ["FORBID 0707."]
    assert "not played here" in new_talk.one("INFO game_type 1", "RESTART")


def test_the_standard_rule_wants_exactly_five(talk):
    row = [f"{x},7,1" for x in (2, 3, 4, 6, 7)]
    enemy = [f"{x},1{y},2" for x, y in ((0, 1), (2, 2), (4, 3), (9, 4), (12, 1))]
    assert talk.one("BOARD", *row, *enemy, "DONE") == "5,7"
    assert talk.one("INFO rule 1", "BOARD", *row, *enemy, "DONE") != "5,7"


def test_nothing_is_forbidden_but_in_renju(talk):
    assert talk("YXSHOWFORBID") == ["FORBID ."]


def test_a_forbidden_point_is_not_played(talk):
    # Black must stop a five at 7,7, where it would make a double three: any move but that.
    talk("INFO rule 4")
    black = ["7,6,1", "7,8,1", "6,7,1", "8,7,1"]
    white = ["3,3,2", "4,4,2", "5,5,2", "6,6,2"]
    assert talk.one("BOARD", *black, *white, "DONE") != "7,7"


def test_yxstop_ends_a_thought(talk):
    talk("INFO timeout_turn 60000")
    threading.Timer(0.2, talk.session.hear, ["YXSTOP"]).start()
    began = monotonic()
    assert is_move(talk.one("TURN 7,7"))
    assert monotonic() - began < 30
    assert talk.one("YXSTOP").startswith("ERROR ")


def test_a_command_during_a_thought_is_an_error_but_info_and_start_are_heard(talk):
    talk("INFO timeout_turn 60000")
    assert talk.session.hear("TURN 7,7")
    assert talk.session.hear("TURN 8,8")
    assert talk.said[-1].startswith("ERROR ")
    assert talk.session.hear("INFO timeout_turn 100")
    assert talk.session.hear("START 15")
    assert talk.said[-1] == "OK"
    assert is_move(talk.one("BEGIN"))
    assert sum(map(is_move, talk.said)) == 1, "the abandoned thought says nothing"


def test_a_depth_can_be_the_limit(talk):
    talk("INFO timeout_turn 60000", "INFO max_depth 1")
    assert is_move(talk.one("TURN 7,7"))
    talk("INFO max_depth 0")


@pytest.mark.parametrize("line", ["INFO timeout_turn 0", "INFO time_left 0", "INFO time_left -500"])
def test_without_time_there_is_a_move_at_once(talk, line):
    talk("INFO timeout_turn 60000", line)
    assert is_move(talk.one("TURN 7,7"))


def test_yxhashclear_is_not_answered(talk):
    assert talk("YXHASHCLEAR") == []
    assert is_move(talk.one("BEGIN"))


def test_swap2_begins_with_three_stones(talk):
    stones = talk.one("SWAP2BOARD", "DONE").split()
    assert len(set(stones)) == 3
    assert all(map(is_move, stones))
    assert talk.one("SWAP2BOARD", "DONE").split() != stones


def test_swap2_takes_the_better_colour(talk):
    # Two black stones side by side in the middle, white's far away: black is better.
    assert talk("SWAP2BOARD", "7,7", "0,14", "8,8", "DONE") == ["SWAP"]
    # Black in opposite corners, white in the middle and to move.
    assert is_move(talk.one("SWAP2BOARD", "0,0", "7,7", "14,14", "DONE"))


def test_swap2_chooses_after_five_stones(talk):
    line = ["7,7", "0,14", "8,8", "14,0", "6,8"]
    assert talk("SWAP2BOARD", *line, "DONE") == ["SWAP"]


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_swap2_has_no_other_numbers_of_stones(talk, count):
    stones = [f"{x},{x}" for x in range(count)]
    assert talk.one("SWAP2BOARD", *stones, "DONE").startswith("ERROR ")


def test_swap2_goes_on_by_a_board(talk):
    talk("SWAP2BOARD", "7,7", "0,14", "8,8", "DONE")
    assert is_move(talk.one("BOARD", "7,7,1", "0,14,2", "8,8,1", "1,1,2", "DONE"))
