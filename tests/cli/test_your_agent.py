"""Agents of a user's own in every command; those of the how-to page play as it says."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from plyground.cli.serve import read_engines
from plyground.locale import Problem

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "your-agent.md").read_text(encoding="utf-8")
AGENTS = re.findall(
    r"^`(\w+\.py)`[^\n]*\n\n```python [^\n]*\n(.*?)```\n\n```sh\nplyground (.*?)\n```",
    PAGE,
    re.MULTILINE | re.DOTALL,
)

WRONG = """
def number(state):
    return 77


def nothing(state):
    pass


def failing(state):
    return state.bord
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with the files of the page."""
    for file, code, _ in AGENTS:
        (tmp_path / file).write_text(code, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path.copy())
    for module in ("student", "wrong"):
        monkeypatch.delitem(sys.modules, module, raising=False)


def test_there_is_an_agent_for_each_game():
    assert [shlex.split(command)[1] for _, _, command in AGENTS] == [
        "tictactoe", "gomoku", "kamisado", "triangles",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "command", [command for _, _, command in AGENTS], ids=lambda text: text.split()[1]
)
def test_the_agents_of_the_page_beat_random_moves(line, folder, command):
    words = [*shlex.split(command), "--time", "30"]
    words[words.index("--games") + 1] = "4"
    words[words.index("random")] = "random:seed=1"
    found = line.json(*words)
    assert found["forfeits"] == 0
    assert found["a"]["wins"] >= 3


def test_every_command_takes_one(line, folder):
    found = line.json("match", "tictactoe", "student:Student", "baseline", "--games", "2")
    assert found["forfeits"] == 0
    played = line("play", "tictactoe", "--second", "student.py:Student", stdin="b1\n")
    assert "Second player played b2." in played.stdout
    told = line("analyse", "tictactoe", "--moves", "a1 b2 a2", "--agent", "student:Student").stdout
    assert told.splitlines()[1].strip() == "a3"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("number", "First player returned the number 77; legal are: 0 1 2 3 4 5 6 7 8"),
        ("nothing", "First player returned nothing; legal are: a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("failing", "First player failed: AttributeError: 'Observation' object has no attribute"),
    ],
)
def test_a_match_tells_what_was_wrong_without_being_asked(line, folder, name, words):
    command = ("match", "tictactoe", f"wrong.py:{name}", "random:seed=1", "--games", "2")
    done = line(*command, "--opening-plies", "0")
    assert f"forfeits of wrong.py:{name}: 2; the first one: {words}" in done.stdout


@pytest.mark.parametrize(
    ("name", "words", "reason"),
    [
        ("number", "First player returned the number 77; legal are: 0 1 2", "an illegal move"),
        ("failing", "wrong:failing failed: AttributeError", "a failure of the player"),
    ],
)
def test_a_game_in_the_terminal_tells_it_too(line, folder, name, words, reason):
    done = line("play", "tictactoe", "--first", f"wrong:{name}", "--second", "random:seed=1")
    assert words in done.stdout
    assert f"The second player wins ({reason})" in done.stdout
    assert "Traceback" not in done.output


def test_a_server_takes_one_under_a_name(folder):
    assert read_engines(["mine=student.py:Student"]) == {"mine": "student.py:Student"}
    with pytest.raises(Problem, match=r"There is no file nobody\.py"):
        read_engines(["mine=nobody.py:Student"])
