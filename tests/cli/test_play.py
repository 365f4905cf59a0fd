"""`play`: whole games by input lines, commands, and quitting without losing anything."""

from __future__ import annotations

import shlex

import pytest

from plyground.games.registry import game_names
from plyground.records.files import load_record


def lines(*given):
    return "\n".join(given) + "\n"


def test_without_a_terminal_it_describes_the_menu(line):
    done = line("play")
    assert done.exit_code == 0
    assert "menu" in done.stdout


def test_two_people_play_to_the_end(line):
    done = line("play", "tictactoe", "--second", "human", stdin=lines("a1", "b2", "a2", "c3", "a3"))
    assert done.exit_code == 0
    assert "The first player wins (a complete line)" in done.stdout
    assert "not over" not in done.stdout


@pytest.mark.parametrize("name", game_names())
def test_two_agents_play_every_game_to_its_end(line, name):
    words = ("play", name, "--first", "random:seed=1", "--second", "random:seed=2")
    settings = {"gomoku": ["--set", "size=6"]}.get(name, [])
    done = line(*words, *settings)
    assert done.exit_code == 0
    assert "wins" in done.stdout or "Draw" in done.stdout
    assert done.stdout == line(*words, *settings).stdout


def test_an_agent_answers(line):
    done = line("play", "tictactoe", "--second", "random:seed=1", stdin=lines("b2"))
    assert "Second player played" in done.stdout


def test_a_person_is_told_what_the_rules_ask_for(line):
    done = line("play", "kamisado", "--second", "human", stdin="a1-f6")
    assert done.stdout.count("The brown tower on h8 must move.") == 1


def test_an_agent_that_plays_by_rules_says_which_one(line):
    game = ("play", "gomoku", "--set", "size=9", "--second", "baseline")
    three = ("--position", "c5 d5 / a1 a9 / 0")
    assert "White played f5. (stops an open four)" in line(*game, *three, stdin="e5").stdout
    korean = line(*game, *three, "--lang", "ko", stdin="e5").stdout
    assert "f5 (열린 사를 막음)" in korean


def test_the_second_player_may_be_the_human(line):
    done = line("play", "tictactoe", "--first", "random:seed=1", "--second", "human", stdin="")
    assert "Second player, your move" in done.stdout


def test_a_wrong_move_is_explained_and_asked_for_command(line):
    done = line("play", "tictactoe", "--second", "human", stdin=lines("b2", "b2", "z9", "a1"))
    assert '"b2" is no legal move here' in done.stdout
    assert '"z9" is no spot' in done.stdout
    assert "❲O❳" in done.stdout


@pytest.mark.parametrize(
    ("style", "first", "second"), [("report", "A1", "s19"), ("numbers", "0", "360")]
)
def test_moves_are_typed_and_shown_as_the_coordinates_say(line, tmp_path, style, first, second):
    words = ("play", "gomoku", "--set", "rule=report", "--set", f"coordinates={style}")
    file = tmp_path / "game.json"
    done = line(
        *words, "--second", "human", stdin=lines(first, second, "A20", f"save {file}", "quit")
    )
    assert f"played {second.upper()}." in done.stdout
    assert '"A20" is no spot of this board' in done.stdout
    assert f"--moves '{first} {second.upper()}'" in done.stdout
    assert load_record(file).moves == ("a19", "s1")


def test_commands_work_in_both_languages(line):
    words = ("play", "tictactoe", "--second", "human")
    done = line(*words, stdin=lines("b2", "a1", "undo", "moves", "help", "quit"))
    assert "Moves taken back: 1." in done.stdout
    assert "a1 b1 c1 a2 c2 a3 b3 c3" in done.stdout
    assert "give the game up" in done.stdout
    assert "--moves b2" in done.stdout
    korean = line(*words, "--lang", "ko", stdin=lines("b2", "무르기", "b2", "undo", "끝"))
    assert korean.stdout.count("무른 수: 1.") == 2


def test_commandst_an_agent_both_moves_are_undone(line):
    done = line(
        "play", "tictactoe", "--second", "random:seed=1", stdin=lines("b2", "undo", "undo", "quit")
    )
    assert "Moves taken back: 2." in done.stdout
    assert "There is no move to take back." in done.stdout


def test_resigning_loses(line):
    done = line("play", "tictactoe", "--second", "human", stdin=lines("b2", "resign", "resign"))
    assert "The first player wins (by resignation)" in done.stdout
    assert "The game is over already." in done.stdout


def test_a_finished_game_can_be_undone_and_saved(line, tmp_path):
    file = tmp_path / "game.json"
    moves = ("a1", "b2", "a2", "c3", "a3")
    words = ("play", "tictactoe", "--second", "human")
    done = line(*words, stdin=lines(*moves, "undo", "c1", f"save {file}", ""))
    assert done.exit_code == 0
    assert load_record(file).moves == ("a1", "b2", "a2", "c3", "c1")


def test_quitting_prints_the_command_to_continue(line):
    words = ("play", "tictactoe", "--set", "width=4", "--second", "random:seed=1")
    done = line(*words, stdin=lines("b2"))
    assert done.exit_code == 0
    command = shlex.split(done.stdout.strip().splitlines()[-1])
    assert command[:3] == ["plyground", "play", "tictactoe"]
    resumed = line(*command[1:])
    assert resumed.exit_code == 0
    assert resumed.stdout.strip().splitlines()[-1].strip() == shlex.join(command)


def test_the_command_to_continue_has_the_start_position(line):
    words = ("play", "tictactoe", "--position", "b2 / a1 / 0", "--second", "human")
    done = line(*words, stdin=lines("c3"))
    command = shlex.split(done.stdout.strip().splitlines()[-1])
    assert command[-4:] == ["--position", "b2 / a1 / 0", "--moves", "c3"]


def test_a_saved_game_can_be_resumed(line, tmp_path):
    file = tmp_path / "a game.json"
    line("play", "tictactoe", "--second", "human", stdin=lines("b2", "a1", f"save {file}"))
    assert load_record(file).players == ("human", "human")
    done = line("play", "--resume", str(file), stdin=lines("c3"))
    assert "First player, your move" in done.stdout
    assert "--moves 'b2 a1 c3'" in done.stdout
    done = line("play", "--resume", str(file), "--second", "random:seed=1", stdin=lines("c3"))
    assert "Second player played" in done.stdout
    error = line.refused("play", "kamisado", "--resume", str(file))
    assert "is a game of tictactoe, not of kamisado" in error


def test_a_record_cannot_name_a_program(line, tmp_path):
    file = tmp_path / "game.json"
    line("play", "tictactoe", "--second", "human", stdin=lines("b2", f"save {file}"))
    file.write_text(file.read_text().replace('"human"', '"os.path:join"'))
    assert 'no agent "os.path"' in line.refused("play", "--resume", str(file))


def test_saving_destroys_nothing(line, tmp_path):
    file = tmp_path / "diary.txt"
    file.write_text("dear diary")
    done = line("play", "tictactoe", "--second", "human", stdin=lines("b2", f"save {file}", "save"))
    assert "is no saved game" in done.stdout
    assert "Name the file" in done.stdout
    assert file.read_text() == "dear diary"


def test_the_position_is_drawn_in_ascii_if_asked(line):
    done = line("play", "gomoku", "--second", "human", "--ascii", stdin=lines("h8"))
    assert "[X]" in done.stdout
    assert done.stdout.isascii()


@pytest.mark.parametrize(("changes", "begins"), [(False, "human"), (True, "random:seed=1")])
def test_a_coin_decides_who_begins(line, monkeypatch, changes, begins):
    monkeypatch.setattr("plyground.cli.play.toss_coin", lambda: changes)
    words = ("play", "tictactoe", "--second", "random:seed=1", "--random-sides")
    done = line(*words, stdin=lines("b2", "quit"))
    assert f"Lots were drawn: {begins} moves first." in done.stdout
    side = "Second" if changes else "First"
    assert f"{side} player, your move" in done.stdout
    command = shlex.split(done.stdout.strip().splitlines()[-1])
    assert command[command.index("--first") + 1] == begins
    assert "--random-sides" not in command


def test_the_coin_falls_both_ways():
    from plyground.cli.play import toss_coin

    assert {toss_coin() for _ in range(200)} == {False, True}


def test_a_saved_game_keeps_its_sides(line, tmp_path):
    file = tmp_path / "game.json"
    line("play", "tictactoe", "--second", "human", stdin=lines("b2", f"save {file}"))
    error = line.refused("play", "--resume", str(file), "--random-sides")
    assert "goes on with its sides as they are" in error


def test_a_late_move_loses(line, monkeypatch):
    """For a human and for an agent alike."""
    seconds = [0.0]

    def read_slowly(prompt, allowed=None):
        seconds[0] += 31
        return next(answers)

    monkeypatch.setattr("plyground.play.clock.monotonic", lambda: seconds[0])
    monkeypatch.setattr("plyground.cli.terminal_game.read_line", read_slowly)
    for first, second, winner in (
        ("human", "baseline:deepening", "White"),
        ("baseline:deepening", "human", "Black"),
    ):
        answers = iter(["j9", ""])
        done = line(
            "play", "gomoku", "--set", "rule=report", "--first", first, "--second", second,
            "--time", "30",
        )  # fmt: skip
        assert f"{winner} wins (on time)" in done.stdout


def test_no_input_before_the_time_limit_loses(line, monkeypatch):
    from plyground.cli.prompt import TimeUp

    answers = iter([TimeUp, ""])

    def read_nothing(prompt, allowed=None):
        answer = next(answers)
        if answer:
            assert 0 < allowed <= 30
            raise answer
        return answer

    monkeypatch.setattr("plyground.cli.terminal_game.read_line", read_nothing)
    done = line("play", "tictactoe", "--second", "random", "--time", "30")
    assert "The second player wins (on time)" in done.stdout


def test_two_agents_show_every_round(line):
    done = line("play", "tictactoe", "--first", "baseline", "--second", "baseline:alphabeta")
    assert done.stdout.count("┌───┬───┬───┐") == 10
    headings = [text for text in done.stdout.splitlines() if text.startswith("==")]
    assert headings == [f"== Round {number} ==" for number in range(9)]
    assert done.stdout.splitlines()[-1] == "Draw (no move is left)"


def test_two_agents_show_every_move_of_other_games(line):
    words = ("play", "triangles", "--first", "random:seed=1", "--second", "random:seed=2")
    for language, heading in (("en", "== Move 1 =="), ("ko", "== 1수째 ==")):
        done = line(*words, "--lang", language)
        assert heading in done.stdout
        assert done.stdout.count("== ") == done.stdout.count(" ==") > 3


def test_a_move_after_the_time_is_taken_back(line):
    done = line("play", "tictactoe", "--second", "human", "--time", "0.000001", stdin="b2")
    assert "First player played b2 after the time: the move is taken back." in done.stdout
    assert "The second player wins (on time)" in done.stdout
