"""External engines as agents, well-behaved and faulty ones."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from plyground.agents.process_tree import list_tree
from plyground.agents.specs import agent
from plyground.arena.match import Contender, Match
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Clock, Limit
from plyground.games.registry import load_game
from plyground.locale import Problem
from plyground.protocols import program_process
from plyground.protocols.gomocup.match_info import UNLIMITED

SHORT = Limit(time=0.3)
linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def game():
    return load_game("gomoku", size=15)


def play_game(player, game, seconds=0.3, opening="h8 h9"):
    """One game of two such engines under a referee."""
    with Watchdog() as watchdog:
        referee = Referee(seconds, watchdog, timeout=1.0, max_moves=12)
        return referee.play(game.start().play_all(opening), (player, player))


@pytest.mark.parametrize(
    "behaviour", ["plain", "lower", "crlf", "chatty", "slow", "banner", "mute", "suggest"]
)
def test_engines_of_all_kinds_play(make_agent, game, behaviour):
    player = make_agent(behaviour)
    player.prepare(game)
    # The first empty point of theirs is our upper left corner.
    assert player.choose(game.start(), SHORT).move == "a15"
    assert player.choose(game.start().play_all("a15 h8"), SHORT).move == "b15"


def test_start_is_the_first_command(make_agent, game):
    player = make_agent("plain")
    player.prepare(game)
    player.choose(game.start(), SHORT)
    received = player.received()
    assert received[0] == "START 15"
    assert "INFO rule 0" in received
    assert "INFO timeout_turn 280" in received
    assert received[-2:] == ["INFO time_left 2147483647", "BEGIN"]


def test_only_new_moves_are_sent(make_agent, game):
    player = make_agent("plain")
    position = game.start().play("h8")
    for reply in ("h9", "h10", "h11"):
        move = player.choose(position, SHORT).move
        position = position.play(move).play(reply)
    assert [line for line in player.received() if line.startswith(("TURN", "BOARD"))] == [
        "TURN 7,7", "TURN 7,6", "TURN 7,5",
    ]  # fmt: skip


def test_an_opening_is_sent_in_the_order_of_play(make_agent, game):
    player = make_agent("plain")
    player.choose(game.start().play_all("h8 a1 b14"), SHORT)
    received = player.received()
    assert received[received.index("BOARD") :] == ["BOARD", "7,7,2", "0,14,1", "1,1,2", "DONE"]


def test_after_an_undo_the_board_is_sent_again(make_agent, game):
    player = make_agent("plain")
    position = game.start().play("h8")
    player.choose(position, SHORT)
    player.choose(game.start().play("h7"), SHORT)
    received = player.received()
    assert received[received.index("RESTART") :][-1] == "TURN 7,8"
    assert received.count("START 15") == 1


def test_an_engine_that_cannot_restart_is_started_again(make_agent, game):
    player = make_agent("restartless")
    player.choose(game.start().play("h8"), SHORT)
    player.choose(game.start().play("h7"), SHORT)
    assert player.received().count("START 15") == 2


def test_another_game_is_another_process(make_agent, game):
    player = make_agent("plain")
    player.choose(game.start(), SHORT)
    player.choose(load_game("gomoku", size=20, rule="renju").start(), SHORT)
    assert [line for line in player.received() if line.startswith(("START", "INFO rule"))] == [
        "START 15", "INFO rule 0", "START 20", "INFO rule 4",
    ]  # fmt: skip


def test_a_clock_is_sent(make_agent, game):
    player = make_agent("plain")
    player.choose(game.start(), Limit(clock=Clock(60.0)))
    received = player.received()
    assert "INFO timeout_match 60000" in received
    assert "INFO time_left 60000" in received


@pytest.mark.parametrize("rule", ["omok", "report"])
def test_rules_without_a_name_in_the_protocol_are_refused(make_agent, rule):
    with pytest.raises(Problem, match="no name for these rules"):
        make_agent("plain").prepare(load_game("gomoku", rule=rule))


def test_other_games_are_refused(make_agent):
    with pytest.raises(Problem, match="no words for tictactoe"):
        make_agent("plain").prepare(load_game("tictactoe"))


@pytest.mark.parametrize(
    ("behaviour", "kind", "detail"),
    [
        ("crash", "crashed", "exit code 3"),
        ("garbage", "crashed", "I think I shall play at the top"),
        ("error", "crashed", "ERROR no idea"),
        ("occupied", "illegal", "h9"),
        ("outside", "illegal", "99,99"),
        ("late", "late", "0."),
        ("silent", "silent", ""),
        ("refuses", "crashed", "ERROR only 99"),
        ("endless", "crashed", "a line without end"),
        ("flood", "silent", ""),
    ],
)
def test_each_fault_of_an_engine_is_reported(
    make_agent, game, monkeypatch, behaviour, kind, detail
):
    monkeypatch.setattr(program_process, "UNEXPECTED_TIMEOUT", 0.3)
    forfeit = play_game(make_agent(behaviour), game).forfeit
    assert forfeit is not None
    assert forfeit.kind == kind
    assert detail in forfeit.detail


def test_an_engine_that_crashed_plays_the_next_game(make_agent, game):
    player = make_agent("crash")
    for _ in range(2):
        with pytest.raises(Problem):
            player.choose(game.start(), SHORT)
    assert player.received().count("START 15") == 2


def test_a_match_goes_on_after_a_crash(game, tmp_path, make_agent):
    with Watchdog() as watchdog:
        contenders = (
            Contender("crash", lambda: make_agent("crash")),
            Contender("plain", lambda: make_agent("plain")),
        )
        openings = iter([game.start().play_all("h8 h9")] * 4)
        games = list(Match(contenders, openings, 4, Referee(0.3, watchdog)).play())
    assert [game.winner for game in games] == [1, 1, 1, 1]


@pytest.mark.parametrize("behaviour", ["plain", "stubborn"])
def test_no_process_is_left_behind(make_agent, game, monkeypatch, behaviour):
    monkeypatch.setattr("plyground.protocols.program_process.EXIT_SECONDS", 0.2)
    player = make_agent(behaviour)
    player.prepare(game)
    process = player._process._process
    player.release()
    assert process.poll() is not None


def test_what_an_engine_sends_unasked_is_bounded(make_agent, game, monkeypatch):
    monkeypatch.setattr(program_process, "TIMEOUT", 0.5)
    player = make_agent("flood")
    player.prepare(game)
    output = player._process._output
    with pytest.raises(Problem, match="did not answer BEGIN"):
        player.choose(game.start(), Limit(time=0.1))
    output.join()
    assert output._lines.qsize() <= program_process.MAX_LINES + 1


def exists(pid):
    """Does a process run? A zombie that nobody waits for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(*pids):
    until = monotonic() + 60
    while any(exists(pid) for pid in pids) and monotonic() < until:
        sleep(0.01)
    assert not any(exists(pid) for pid in pids)


@linux
def test_what_an_engine_has_started_ends_with_it(make_agent, game):
    player = make_agent("parent")
    player.prepare(game)
    child = int(player.received()[0])
    assert exists(child)
    player.release()
    wait_until_gone(child)


@linux
def test_children_of_an_engine_that_crashed_end_as_well(make_agent, game):
    """Though the child keeps the pipe open, from which nothing more will come."""
    player = make_agent("orphan")
    with pytest.raises(Problem, match="exit code 3"):
        player.choose(game.start(), SHORT)
    wait_until_gone(int(player.received()[0]))


@linux
def test_ctrl_c_leaves_no_engine_behind(start_process, tmp_path):
    """Neither the engine nor its child, though it does not listen to END."""
    log = tmp_path / "received"
    script = Path(__file__).with_name("stub_engine.py")
    engine = "gomocup:" + shlex.join([sys.executable, str(script), "parent", str(log)])
    silent = "gomocup:" + shlex.join([sys.executable, str(script), "silent", str(log)])
    words = [sys.executable, "-m", "plyground", "play", "gomoku"]
    process = start_process(
        [*words, "--first", silent, "--second", engine],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # In a sandbox it could not write, and its child would have another number.
        env={**os.environ, "PLYGROUND_NO_SANDBOX": "1"},
    )  # fmt: skip
    while not log.exists() or "BEGIN" not in log.read_text():
        assert process.poll() is None
        sleep(0.01)
    engines = list_tree(process.pid)[1:]
    child = log.read_text().split()[0]
    process.send_signal(signal.SIGINT)
    assert "Traceback" not in process.communicate()[1]
    assert process.returncode == 130
    wait_until_gone(child, *engines)


@pytest.mark.parametrize("seconds", [1e300, 1e9, 0.0, -5.0])
def test_any_time_is_sent_as_one_that_an_engine_can_wait(make_agent, game, seconds):
    player = make_agent("plain")
    limit = Limit(time=seconds, clock=Clock(seconds))
    assert player.choose(game.start(), limit).move
    sent = [line.split() for line in player.received() if "time" in line]
    assert all(0 <= int(number) <= UNLIMITED for _, _, number in sent)


def test_a_garbage_collected_engine_is_terminated(game, tmp_path):
    script = Path(__file__).with_name("stub_engine.py")
    words = [sys.executable, str(script), "plain", str(tmp_path / "received")]
    player = agent("gomocup:" + shlex.join(words))
    player.prepare(game)
    process = player._process._process
    del player
    until = monotonic() + 10
    while process.poll() is None and monotonic() < until:
        sleep(0.01)
    assert process.poll() is not None


@pytest.mark.parametrize(
    ("behaviour", "moves"),
    [
        ("plain", ["h8", "i7", "j6", "white", "g9"]),
        ("swap", ["h8", "i7", "j6", "black"]),
        ("more", ["h8", "i7", "j6", "more", "g9", "f10", "black"]),
    ],
)
def test_swap2_is_played_through(make_agent, behaviour, moves):
    player = make_agent(behaviour)
    position = load_game("gomoku", opening="swap2").start()
    for move in moves:
        assert player.choose(position, SHORT).move == move
        position = position.play(move)
    assert player.choose(position, SHORT).move == "a15"


def test_our_engine_plays_as_an_external_one(game):
    program = "from plyground.protocols.gomocup.stdio import main; main()"
    player = agent(f'gomocup:{sys.executable} -c "{program}"')
    found = player.choose(game.start().play_all("a1 h8 b1 h9 c1 h10 d1 i8"), Limit(time=0.5))
    player.release()
    assert found.move == "e1"


@pytest.mark.parametrize("spec", ["gomocup", "gomocup:", "gomocup:/no/such/engine", "gomocup:'"])
def test_a_spec_without_a_program_is_refused(spec):
    with pytest.raises(Problem, match="There is no program"):
        agent(spec)


def test_a_program_may_have_commas_colons_and_spaces_in_its_name(tmp_path):
    program = tmp_path / "strange, very: engine=1"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert agent(f"gomocup:{program}")._command == [str(program)]
    assert agent(f"gomocup:'{program}' -x 1")._command == [str(program), "-x", "1"]


def test_only_the_owner_may_start_a_program():
    with pytest.raises(Problem, match="only whoever runs Plyground"):
        agent(f"gomocup:{sys.executable}", trusted=False)
