"""Agents in processes of their own: which they are, what they see, and that they end with us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from plyground.agents import isolation
from plyground.agents.agent import ProcessAgent
from plyground.agents.answers import IllegalAnswer
from plyground.agents.isolated_agent import IsolatedAgent, make_player
from plyground.agents.messages import MAX_TEXT, read_message
from plyground.agents.process_tree import list_tree
from plyground.agents.user_agent import AgentError
from plyground.core.limits import Cancel, Clock, Limit
from plyground.games.registry import load_game
from plyground.locale import Problem

ROOT = Path(__file__).parents[2]
MISBEHAVING = Path(__file__).with_name("misbehaving.py")

STUDENT = """
from plyground import Analysis, Score


class Telling:
    def __init__(self, mood="good"):
        self.mood = mood

    def prepare(self, game):
        self.prepared = game.settings

    def choose(self, position, limit):
        told = (self.mood, repr(position.game), position.line, position.text, limit)
        raise RuntimeError(repr(told))


def judging(position, limit):
    return Analysis(position.moves[1], Score("value", 2.5, None, False, 0.75), nodes=7)


def wrong(state):
    return 77
"""

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Makes agents in a folder with a student's file, and ends their processes."""
    (tmp_path / "apart.py").write_text(STUDENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    made = []

    def run(spec):
        made.append(make_player(spec))
        return made[-1]

    yield run
    for player in made:
        player.release()


@pytest.mark.parametrize(
    "spec", ["apart.py", "apart.py:judging", "apart:judging", "gomocup:x", "isolated:random"]
)
def test_who_is_not_ours_or_asked_to_has_a_process(make, spec):
    player = make(spec)
    assert isinstance(player, IsolatedAgent)
    assert isinstance(player, ProcessAgent)
    # It starts when it is needed.
    assert player.process_id is None


@pytest.mark.parametrize("spec", ["random", "engine:level=3", "human", "baseline"])
def test_ours_have_none(spec):
    assert not isinstance(make_player(spec), IsolatedAgent)


@pytest.mark.parametrize("spec", ["apart.py:judging", "apart:judging", "isolated:random"])
def test_nobody_elses_spec_starts_one(make, spec):
    with pytest.raises(Problem, match="no agent"):
        make_player(spec, trusted=False)


def test_it_plays_what_it_would_play_here(make):
    start = load_game("tictactoe").start()
    here, apart = make_player("random:seed=5"), make("isolated:random:seed=5")
    for _ in range(5):
        assert apart.choose(start, Limit()) == here.choose(start, Limit())


def test_it_sees_a_copy_with_the_whole_game(make):
    game = load_game("gomoku", size=9)
    position = game.position(game.start().play_all("a1 b2").text).play_all("c3 d4 e5")
    limit = Limit(time=50.0, clock=Clock(300.0, 2.0), nodes=9)
    player = make("apart.py:Telling,mood=bad")
    for asked in (position, position.play("f6"), position.undo(), game.start()):
        with pytest.raises(AgentError) as caught:
            player.choose(asked, limit)
        told = ("bad", repr(game), asked.line, asked.text, limit)
        assert f"RuntimeError: {told!r}"[:300] in caught.value.why


def test_its_analysis_comes_back(make):
    found = make("apart:judging").choose(load_game("tictactoe").start(), Limit())
    assert (found.move, found.nodes, found.score.value, found.score.chance) == ("b1", 7, 2.5, 0.75)


def test_an_illegal_move_is_told_as_here(make):
    with pytest.raises(IllegalAnswer, match="returned the number 77; legal are: 0 1 2"):
        make("apart.py:wrong").choose(load_game("tictactoe").start(), Limit())


def test_it_plays_a_game_of_the_users_own(make):
    game = load_game(str(ROOT / "examples" / "connect4.py"), True)
    assert make("isolated:random:seed=1").choose(game.start(), Limit()).move in game.start().moves


def test_a_game_that_no_other_process_can_find_is_refused(make):
    class Local(type(load_game("tictactoe"))):
        name = "local"

    Local.__module__ = "__nowhere__"
    with pytest.raises(Problem, match="no other process can find"):
        make("apart.py:judging").choose(Local().start(), Limit())


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("apart.py:judgin", 'Did you mean "judging"?'),
        ("apart.py:Telling,depth=3", "could not be made: TypeError"),
        ("nowhere.py:X", "There is no file"),
        ("isolated:engine:level=99", "level"),
        ("isolated:human", "is no agent"),
        ("gomocup:/no/such/engine", "There is no program"),
    ],
)
def test_a_wrong_spec_is_the_same_sentence_as_here(make, spec, words):
    with pytest.raises(Problem) as caught:
        make(spec).build()
    assert words in str(caught.value)
    assert not isinstance(caught.value, AgentError)


def test_none_of_its_code_runs_here(make, tmp_path):
    package = tmp_path / "tricky"
    package.mkdir()
    (package / "__init__.py").write_text("import sys\nsys.tricked = True\n")
    (package / "agents.py").write_text("def first(state):\n    return state.moves[0]\n")
    player = make("tricky.agents:first")
    assert player.choose(load_game("tictactoe").start(), Limit()).move == "a1"
    assert not hasattr(sys, "tricked")
    assert "tricky" not in sys.modules


def test_a_search_that_nobody_wants_any_more_is_killed(make):
    player = make(f"{MISBEHAVING}:LoopsInC")
    player.prepare(load_game("tictactoe"))
    with Cancel() as cancel:
        cancel.set()
        with pytest.raises(AgentError, match="was stopped"):
            player.choose(load_game("tictactoe").start(), Limit())
    assert player.process_id is None


@pytest.mark.parametrize("isolated", ["sandbox", "supervised", "group"])
def test_what_is_not_isolated_is_said(monkeypatch, isolated):
    monkeypatch.setattr(isolation, "find_isolation", lambda: isolated)
    said = isolation.describe_isolation()
    assert (said is None) == (isolated == "sandbox")
    assert said is None or "could use the network and write your files" in str(said)


def test_a_sandbox_that_does_not_start_is_not_used(monkeypatch, tmp_path):
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert isolation.find_isolation.__wrapped__() != "sandbox"


@pytest.mark.parametrize(
    "line", [b"", b"7\n", b"[]", b"[" * 100_000, b"\xff{}", b"nonsense", b"9" * 5000]
)
def test_what_is_no_document_is_no_message(line):
    assert read_message(line) is None


def test_texts_of_messages_control_no_terminal():
    found = read_message(b'{"failed": "\\u001b[2J red\\nline", "long": "' + b"z" * 9999 + b'"}')
    assert found["failed"] == "[2J red line"
    assert len(found["long"]) == MAX_TEXT + 4


# The end of the referee.

REFEREE = """
import time
from plyground import Limit, load_game
from plyground.agents.isolated_agent import make_player

player = make_player("isolated:random")
player.choose(load_game("tictactoe").start(), Limit())
print("ready", flush=True)
time.sleep(600)
"""


def wait_for(condition):
    until = monotonic() + 60
    while not condition():
        assert monotonic() < until
        sleep(0.02)


def is_gone(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@linux
@pytest.mark.parametrize("without", ["", "1"], ids=["best", "no sandbox"])
def test_a_killed_referee_leaves_no_process(start_process, without):
    process = start_process(
        [sys.executable, "-c", REFEREE], stdout=subprocess.PIPE,
        env={**os.environ, "PLYGROUND_NO_SANDBOX": without},
    )  # fmt: skip
    assert process.stdout.readline() == b"ready\n"
    tree = list_tree(process.pid)
    assert len(tree) >= 3
    process.kill()
    process.wait()
    wait_for(lambda: all(is_gone(pid) for pid in tree))


@linux
@pytest.mark.parametrize("name", ["HangsWhenMade", "HangsWhenPrepared", "LoopsInC"])
def test_ctrl_c_ends_a_match_and_all_agents(start_process, tmp_path, name):
    words = [sys.executable, "-m", "plyground", "match", "tictactoe", f"{MISBEHAVING}:{name}"]
    process = start_process(
        [*words, "random", "--time", "600", "--db", f"sqlite:///{tmp_path / 'games.db'}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for(lambda: len(list_tree(process.pid)) >= 3 or process.poll() is not None)
    # Somewhere on its way: whatever it does then, it ends.
    sleep(2)
    tree = list_tree(process.pid)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert "Traceback" not in said
    assert process.returncode == 130
    wait_for(lambda: all(is_gone(pid) for pid in tree))
