"""`plyground completion`: what the Tab key suggests, in the shells themselves."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
import typer

from plyground.cli.completion import SCRIPTS, read_script
from plyground.cli.completion_candidates import find_candidates, split_line
from plyground.cli.main import COMMANDS, build_app
from plyground.games.registry import find_game_class, game_names
from plyground.locale import say

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are other shells")


@pytest.fixture(scope="module")
def suggest():
    """The values that are suggested at the end of a line."""
    group = typer.main.get_command(build_app())

    def complete(line):
        return [found.value for found in find_candidates(group, *split_line(line))]

    return complete


# Candidates.


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("plyground so", ["solve"]),
        ("plyground --lang ko so", ["solve"]),
        ("plyground --lang ", ["en", "ko"]),
        ("plyground solve tri", ["triangles"]),
        ("plyground solve --json tri", ["triangles"]),
        ("plyground solve triangles --moves A-B --po", ["--position"]),
        ("plyground nothing ", []),
        ("plyground engine ", ["gomocup"]),
        ("plyground new mine --template s", ["score"]),
        ("plyground completion z", ["zsh"]),
        ("plyground warmup kamisado tri", ["triangles"]),
        ("plyground show gomoku --set siz", ["size="]),
        ("plyground show triangles --set seed=", []),
        ("plyground show --set size=19 gomoku --set rule=r", ["rule=renju", "rule=report"]),
        ("plyground show gomoku --set=rule=ren", ["--set=rule=renju"]),
        ("plyground show triangles --set extra_move=", ["extra_move=true", "extra_move=false"]),
        ("plyground show mine.py --set ", []),
        ("plyground show nothing --set ", []),
        ("plyground play tictactoe --first eng", ["engine"]),
        ("plyground match tictactoe pro", ["program:"]),
        ("plyground match tictactoe program:", []),
        ("plyground match tictactoe engine:lev", ["engine:level="]),
        ("plyground match tictactoe engine:level=1", ["engine:level=1", "engine:level=10"]),
        ("plyground match tictactoe random mcts:time=1,s", ["mcts:time=1,seed="]),
        ("plyground tournament gomoku random engine:time=1,l", ["engine:time=1,level="]),
        ("plyground match gomoku baseline:o", ["baseline:omok"]),
        ("plyground match gomoku baseline:omok,d", ["baseline:omok,depth="]),
        ("plyground match tictactoe mine.py:", []),
        ('plyground show gomoku --moves "a1 b', []),
        ("plyground show 'tri", ["triangles"]),
    ],
)
def test_what_is_suggested(suggest, line, values):
    assert suggest(line) == values


def test_all_commands_games_and_options_are_suggested(suggest):
    assert suggest("plyground ") == [command.__name__ for command in COMMANDS]
    assert suggest("plyground show ") == game_names()
    for name in game_names():
        options = [f"{option.name}=" for option in find_game_class(name).options]
        assert suggest(f"plyground show {name} --set ") == options


def test_an_option_is_suggested_once_unless_it_can_be_repeated(suggest):
    found = suggest("plyground show gomoku --moves a1 --set size=9 --")
    assert "--moves" not in found
    assert {"--set", "--position", "--help"} <= set(found)


def run(line, shell="zsh", **environment):
    """The lines that the program prints for a shell."""
    words = [sys.executable, "-X", "importtime", "-m", "plyground"]
    asked = {"_PLYGROUND_COMPLETE": shell, "_PLYGROUND_LINE": line, **environment}
    done = subprocess.run(words, env={**os.environ, **asked}, capture_output=True, text=True)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines(), done.stderr


def test_suggestions_have_descriptions_in_the_language_of_the_user():
    assert run("plyground sho")[0] == [f"show\t{say('cli.show.help')}"]
    assert "틱택토" in run("plyground show tic", PLYGROUND_LANG="ko")[0][0]


def test_bash_gets_what_is_behind_its_word_breaks():
    line = "plyground match tictactoe engine:le"
    assert run(line, "bash", _PLYGROUND_BREAKS=" :=")[0] == ["level="]
    assert run(line, "bash", _PLYGROUND_BREAKS=" ")[0] == ["engine:level="]


@pytest.mark.parametrize(
    "line", ["plyground ", "plyground show ", "plyground match gomoku engine:", "plyground show --"]
)
def test_suggesting_imports_nothing_heavy(line):
    found, imports = run(line)
    assert found
    assert not {"numpy", "numba", "sqlalchemy"} & {
        text.split()[-1] for text in imports.split("\n") if text
    }


def test_nothing_is_run_and_nothing_told_where_nothing_is_known(tmp_path):
    marker = tmp_path / "was-run"
    (tmp_path / "mine.py").write_text(f"open({str(marker)!r}, 'w')")
    assert run(f"plyground show {tmp_path / 'mine.py'} --set ")[0] == []
    assert not marker.exists()


# The command.


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_of_each_shell_is_printed(line, shell):
    assert line("completion", shell).stdout == read_script(shell)
    assert "_PLYGROUND_LINE" in read_script(shell)


def test_the_shell_of_the_user_is_found(line):
    assert line("completion", SHELL="/usr/bin/zsh").stdout == read_script("zsh")
    assert "name one of: bash" in line.refused("completion", SHELL="/bin/tcsh")
    assert "$PROFILE" in line.refused("completion", "powershell", "--install")


@posix
@pytest.mark.parametrize(("shell", "startup"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_it_is_installed_once(line, tmp_path, shell, startup):
    (tmp_path / startup).write_text("alias ll='ls -l'")
    for _ in range(2):
        done = line("completion", shell, "--install", HOME=str(tmp_path), XDG_DATA_HOME="")
        assert done.exit_code == 0, done.stderr
    script = tmp_path / ".local" / "share" / "plyground" / f"completion.{shell}"
    assert script.read_text() == read_script(shell)
    assert (tmp_path / startup).read_text() == f"alias ll='ls -l'\nsource '{script}'\n"


@posix
def test_fish_finds_it_by_itself(line, tmp_path):
    line("completion", "fish", "--install", HOME=str(tmp_path), XDG_CONFIG_HOME="")
    script = tmp_path / ".config" / "fish" / "completions" / "plyground.fish"
    assert script.read_text() == read_script("fish")


@posix
def test_what_cannot_be_written_is_a_sentence(line, tmp_path):
    (tmp_path / "file").write_text("")
    given = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "file")}
    assert "could not be written" in line.refused(
        "completion", "bash", "--install", code=1, **given
    )


# The shells themselves.


@pytest.fixture
def home(tmp_path):
    """A folder with the program, an executable bot, and the scripts."""
    program = tmp_path / "bin" / "plyground"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m plyground "$@"\n')
    (tmp_path / "mybot").write_text("")
    for file in (program, tmp_path / "mybot"):
        file.chmod(0o755)
    for shell, ending in SCRIPTS.items():
        (tmp_path / f"script.{ending}").write_text(read_script(shell))
    return tmp_path


TYPED = [
    # What is typed before Tab, and the line after it.
    ("plyground sho", "plyground show "),
    ("plyground show tri", "plyground show triangles "),
    ("plyground show gomoku --set ru", "plyground show gomoku --set rule="),
    ("plyground show gomoku --set rule=ren", "plyground show gomoku --set rule=renju "),
    ("plyground match gomoku engine:le", "plyground match gomoku engine:level="),
    ("plyground match gomoku ./myb", "plyground match gomoku ./mybot "),
]


class Terminal:
    """A shell in a terminal, at which somebody types."""

    def __init__(self, start_process, words, home, start):
        import pty

        self.descriptor, other = pty.openpty()
        environment = {
            **os.environ, "HOME": str(home), "TERM": "dumb", "PLYGROUND_LANG": "en",
            "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}", "PS1": "> ",
            "INPUTRC": "/dev/null", "EDITOR": "",
        }  # fmt: skip
        start_process(words, stdin=other, stdout=other, stderr=other, cwd=home, env=environment)
        os.close(other)
        self.type(f"{start}; echo rea''dy\n")
        self.read_until("ready\r\n")

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def read_until(self, text):
        read = ""
        while text not in read.replace("\a", ""):
            read += os.read(self.descriptor, 4096).decode("utf-8", "replace")
        return read


@posix
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab_completes_in_a_terminal(start_process, home, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}; on Debian: sudo apt-get install {shell}")
    words = {"bash": ["bash", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"]}[shell]
    quiet = "bind 'set enable-bracketed-paste off'; " if shell == "bash" else ""
    terminal = Terminal(start_process, words, home, f"{quiet}source ./script.{shell}")
    for typed, line in TYPED:
        # Tab; then the beginning of the line and its end, to have it echoed.
        terminal.type(f"{typed}\t\x01echo '\x05|'\n")
        # Zsh takes its space back when the cursor leaves it.
        terminal.read_until(f"\n{line if shell == 'bash' else line.rstrip()}|\r\n")
    os.close(terminal.descriptor)


@posix
def test_fish_completes(home):
    if shutil.which("fish") is None:
        pytest.skip("there is no fish; on Debian: sudo apt-get install fish")
    for typed, line in TYPED:
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source script.fish; complete -C '{typed}'"],
            cwd=home, capture_output=True, text=True,
            env={**os.environ, "HOME": str(home), "PATH": f"{home / 'bin'}:{os.environ['PATH']}"},
        )  # fmt: skip
        assert done.stdout.split("\t")[0].strip() == line.split()[-1], done.stderr
