"""What all commands share: help, languages, exit codes, and problems in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from plyground.cli.command_group import find_language
from plyground.cli.main import COMMANDS
from plyground.cli.output import print_error
from plyground.games.tictactoe import TicTacToe
from plyground.locale import load_catalogue

PROGRAM = [sys.executable, "-c", "from plyground.cli.main import main; main()"]
NAMES = [command.__name__ for command in COMMANDS]


def test_without_a_command_there_is_help(line):
    done = line()
    assert done.exit_code == 0
    assert all(name in done.stdout for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_help_has_words_and_an_example(line, name, language):
    done = line(name, "--help", "--lang", language)
    assert done.exit_code == 0
    assert f"plyground {name}" in done.stdout.replace("Usage: plyground", "")
    assert load_catalogue(language)[f"cli.{name}.help"][:12] in done.stdout
    assert load_catalogue(language)["cli.help.help"][:8] in done.stdout
    assert "cli." not in done.stdout


@pytest.mark.parametrize(
    "words", [["--lang", "ko", "games"], ["games", "--lang", "ko"], ["games", "--lang=ko"]]
)
def test_the_language_may_stand_before_and_behind_the_command(line, words):
    assert "틱택토" in line(*words).stdout


def test_the_language_may_come_from_the_environment(line):
    assert "틱택토" in line("games", PLYGROUND_LANG="ko").stdout
    assert "Tic-tac-toe" in line("games", "--lang", "en", PLYGROUND_LANG="ko").stdout


def test_only_options_name_a_language():
    assert find_language(["show", "--", "--lang", "ko"]) is None
    assert find_language(["show", "--lang"]) is None


def test_the_version_is_printed(line):
    assert line("--version").stdout.startswith("plyground ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["shwo"], 'There is no command "shwo". Did you mean "show"?'),
        (["--lang", "fr", "games"], 'There is no language "fr"'),
        (["show"], "GAME is missing"),
        (["show", "tictacto"], 'Did you mean "tictactoe"?'),
        (["show", "tictactoe", "b2"], '"b2" is too much here'),
        (["show", "tictactoe", "--move", "b2"], 'no option --move. Did you mean "--moves"?'),
        (["show", "tictactoe", "--moves"], "--moves needs a value"),
        (["show", "tictactoe", "--json=yes"], "--json takes no value"),
        (["show", "tictactoe", "--set", "width"], '"width" sets nothing'),
        (["show", "tictactoe", "--set", "widht=3"], 'Did you mean "width"?'),
        (["show", "tictactoe", "--set", "width=x"], "write a whole number"),
        (["show", "tictactoe", "--set", "self=3"], 'no option "self"'),
        (["show", "tictactoe", "--moves", "b2 b2"], "Move 2"),
        (["show", "tictactoe", "--position", "b2"], "is no position"),
        (["show", "missing.py"], "no file missing.py"),
        (["show", "no.such:Game"], "could not be loaded"),
        (["show", ":"], "could not be loaded"),
        (["games", ".:x"], "could not be loaded"),
        (["perft", "tictactoe"], "is missing"),
        (["perft", "tictactoe", "--depth", "x"], '--depth cannot be "x"'),
        (["perft", "tictactoe", "--depth", "-1"], "--depth cannot be"),
        (["perft", "tictactoe", "--depth", "999999999999"], "--depth cannot be"),
        (["play", "tictactoe", "--second", "randm"], 'Did you mean "random"?'),
        (["play", "--resume", "nowhere.json"], "no file nowhere.json"),
        (["warmup", "chess"], 'no game "chess"'),
    ],
)
def test_errors_are_one_line(line, words, sentence):
    assert sentence in line.refused(*words)
    assert line.refused(*words, "--lang=ko") != line.refused(*words, "--lang=en") or (
        "--lang" in words
    )


def test_a_failure_is_not_bad_usage(line, tmp_path):
    error = line.refused("show", "tictactoe", "--svg", str(tmp_path / "no" / "x.svg"), code=1)
    assert "could not be written" in error


def test_a_defect_is_one_line(line, monkeypatch):
    def broken(self, state):
        raise RuntimeError("something\nis wrong")

    monkeypatch.setattr(TicTacToe, "scene", broken)
    done = line("show", "tictactoe")
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert "RuntimeError: something is wrong" in done.stderr
    assert "Traceback" in line("show", "tictactoe", PLYGROUND_TRACE="1").stderr


def test_an_interrupt_is_quiet(line, monkeypatch):
    def interrupted(self, state):
        raise KeyboardInterrupt

    monkeypatch.setattr(TicTacToe, "scene", interrupted)
    done = line("show", "tictactoe")
    assert (done.exit_code, done.stderr) == (130, "")


def test_errors_have_no_control_characters(capsys):
    print_error("a\x1b[31m\nb \u202e c" + "x" * 10_000)
    error = capsys.readouterr().err
    assert "\x1b" not in error
    assert error.count("\n") == 1
    assert len(error) < 700


def test_a_closed_pipe_is_no_defect():
    line = " ".join(f"'{part}'" for part in (*PROGRAM, "show", "gomoku", "--json"))
    done = subprocess.run(["bash", "-c", f"{line} | head -c 10"], capture_output=True, text=True)
    assert done.stdout == '{\n  "game"'
    assert done.stderr == ""


def test_a_terminal_without_hangul_is_no_defect():
    done = subprocess.run(
        [*PROGRAM, "show", "kamisado", "--lang", "ko"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"+---" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_counting_can_be_interrupted(start_process):
    """Uninterrupted it would take minutes, and end with another exit code."""
    process = start_process(
        [*PROGRAM, "perft", "gomoku", "--depth", "4", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline().startswith("a1")
    process.send_signal(signal.SIGINT)
    _, error = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in error
