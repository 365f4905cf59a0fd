"""Misbehaving agents: each loses with its reason or has no effect, and leaves nothing behind."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from plyground.agents import isolated_agent, isolation
from plyground.agents.isolated_agent import make_player
from plyground.agents.process_tree import list_tree
from plyground.agents.user_agent import AgentError
from plyground.arena.match import Contender, PairPlayer
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Limit
from plyground.games.registry import load_game

FILE = Path(__file__).with_name("misbehaving.py")
HONEST = f"{FILE}:Honest"
SECONDS = 1.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

FORFEITS = {
    "Exits": ("crashed", "its process ended (exit 0)"),
    "Leaves": ("crashed", "SystemExit: 3"),
    "Segfaults": ("crashed", "its process ended (SIGSEGV)"),
    "LoopsInC": ("silent", ""),
    "LoopsInPython": ("silent", ""),
    "HangsWhenMade": ("crashed", "it was not made within"),
    "ExitsWhenMade": ("crashed", "its process ended (exit 7)"),
    "HangsWhenPrepared": ("crashed", "it was not prepared within"),
    "TakesMemory": ("crashed", "it used more than 500 MiB of memory"),
    "Forks": ("crashed", "it started more than 64 processes"),
    "FloodsOutput": ("silent", ""),
    "FloodsErrors": ("silent", ""),
    "AnswersNonsense": ("illegal", "returned <"),
    "PlaysIllegally": ("illegal", 'returned "z99"'),
    "RaisesHostileError": ("crashed", "RuntimeError: no text"),
    "RaisesControlCharacters": ("crashed", "RaisesControlCharacters: [2J zzz"),
    # Which of the two comes first depends on the sandbox.
    "ClosesPipes": ("crashed", "its process ended|it closed its connection"),
    # Its own copy, in which it cannot go on.
    "ChangesPosition": ("crashed", "cannot be played"),
    "WritesToReferee": ("crashed", "what it sent is no answer"),
    "SendsEndlessLine": ("crashed", "what it sent is no answer"),
    f"IsLate,seconds={1.3 * SECONDS}": ("late", ""),
}
WITHOUT_EFFECT = ["Prints", "PatchesReferee", "StartsDaemons,mark={mark}"]

# What a namespace does by itself, and what must be done where there is none.
UNSANDBOXED = ["Exits", "LoopsInC", "Forks", "ExitsWhenMade", "StartsDaemons,mark={mark}"]


@pytest.fixture(autouse=True)
def limits(monkeypatch):
    """Little memory; nobody waits long for an agent that hangs."""
    monkeypatch.setenv("PLYGROUND_AGENT_MEMORY", "500")


@pytest.fixture
def without_sandbox(monkeypatch):
    monkeypatch.setattr(isolation, "find_isolation", lambda: "supervised")


@pytest.fixture
def play():
    """Plays games of an agent against an honest one, and ends their processes."""
    before = set(list_tree(os.getpid()))

    def run(name, games=1):
        start = load_game("tictactoe").start()
        with Watchdog() as watchdog:
            player = PairPlayer(Referee(SECONDS, watchdog, timeout=1.0))
            contenders = Contender.from_spec(f"{FILE}:{name}"), Contender.from_spec(HONEST)
            played = list(player.play(contenders, start, games=games))
            player.release()
        return played

    yield run
    left = set(list_tree(os.getpid())) - before
    assert not [pid for pid in left if "agent_host" in read_command(pid)]


def read_command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def list_marked(mark):
    numbers = [folder.name for folder in Path("/proc").iterdir() if folder.name.isdecimal()]
    return [pid for pid in numbers if read_command(pid).startswith(f"{mark}\0")]


def check_forfeits(games, kind, words):
    for game in games:
        forfeit = game.result.forfeit
        assert forfeit is not None
        # It was the one that misbehaved.
        assert (game.winner, forfeit.kind) == (1, kind), forfeit
        assert any(each in forfeit.detail for each in words.split("|"))
        assert forfeit.detail.isprintable()
        assert len(forfeit.detail) < 500


def check_no_effect(games):
    """As two honest agents play: the first takes the first square, and so on."""
    for game in games:
        assert game.result.forfeit is None
        assert game.result.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
        assert game.result.outcome.winner == 0


@pytest.mark.parametrize("name", FORFEITS)
def test_it_loses_with_its_reason(play, monkeypatch, name):
    if name.startswith("Hangs"):
        monkeypatch.setattr(isolated_agent, "BUILD_SECONDS", 1.0)
    # Who ended its process plays the next game in another one.
    games = 2 if name in ("Exits", "HangsWhenMade") else 1
    check_forfeits(play(name, games), *FORFEITS[name])


@pytest.mark.parametrize("name", [*WITHOUT_EFFECT, "KillsParent"])
def test_it_has_no_effect(play, name):
    mark = f"plyground-daemon-{os.getpid()}"
    if name == "KillsParent" and isolation.find_isolation() != "sandbox":
        pytest.skip("its parent cannot be killed in a sandbox only")
    check_no_effect(play(name.format(mark=mark)))
    assert list_marked(mark) == []


@pytest.mark.parametrize("name", UNSANDBOXED)
def test_it_is_the_same_without_a_sandbox(play, without_sandbox, name):
    mark = f"plyground-daemon-{os.getpid()}"
    games = play(name.format(mark=mark))
    if name in FORFEITS:
        check_forfeits(games, *FORFEITS[name])
    else:
        check_no_effect(games)
    assert list_marked(mark) == []


def test_without_a_sandbox_who_kills_its_parent_loses(play, without_sandbox):
    check_forfeits(play("KillsParent"), "crashed", "its process ended (SIGKILL)")


def test_honest_agents_beside_them_play_as_ever(play):
    check_no_effect(play("Honest"))


def test_nobody_thinks_in_the_time_of_the_other():
    start = load_game("tictactoe").start()
    player = make_player(f"{FILE}:ThinksInBetween")
    player.choose(start, Limit(time=60.0))
    began = monotonic()
    while monotonic() < began + 1.0:
        sleep(0.05)
    assert player.choose(start, Limit(time=60.0)).nodes < 300
    player.release()


def test_in_a_sandbox_there_is_no_outside(tmp_path, monkeypatch):
    if isolation.find_isolation() != "sandbox":
        pytest.skip("there is no bwrap that works")
    monkeypatch.setenv("PLYGROUND_DATABASE", "postgresql://me:secret@host/games")
    start = load_game("tictactoe").start()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        player = make_player(f"{FILE}:Spies,file={tmp_path / 'written'},port={port}")
        with pytest.raises(AgentError, match=r"could \['run'\], secret None"):
            player.choose(start, Limit(time=60.0))
    player.release()
    assert not (tmp_path / "written").exists()
