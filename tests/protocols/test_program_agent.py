"""Programs over a pipe: what they are sent, what they may answer, and what loses the game."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from plyground.agents import isolated_agent, isolation
from plyground.agents.process_tree import list_tree
from plyground.agents.specs import agent
from plyground.arena.match import Contender, PairPlayer
from plyground.arena.referee import Referee
from plyground.arena.watchdog import Watchdog
from plyground.core.limits import Clock, Limit
from plyground.games.registry import game_names, load_game
from plyground.locale import Problem
from plyground.protocols import program_process
from plyground.protocols.program_agent import describe_game, describe_limit, describe_position
from plyground.protocols.program_process import ProgramProcess, parse_command

ROOT = Path(__file__).parents[2]
STUB = Path(__file__).with_name("stub_program.py")
PROGRAMS = ROOT / "examples" / "programs"
PAGES = [ROOT / "docs" / "how-to" / f"program-over-a-pipe{end}" for end in (".md", ".ko.md")]
SECONDS = 1.0
LONG = Limit(time=60.0)

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def make_spec(behaviour, log="/nowhere"):
    return "program:" + shlex.join([sys.executable, str(STUB), behaviour, str(log)])


@pytest.fixture
def make_agent(tmp_path):
    """Makes agents in this process; their `received` returns the lines that they were sent."""
    made = []

    def make(behaviour):
        log = tmp_path / f"received-{behaviour}"
        player = agent(make_spec(behaviour, log))
        player.received = lambda: log.read_text(encoding="utf-8").splitlines()
        made.append(player)
        return player

    yield make
    for player in made:
        player.release()


# What is sent.


def test_each_move_is_asked_for_with_all_there_is_to_know(make_agent):
    player = make_agent("plain")
    game = load_game("tictactoe")
    player.prepare(game)
    before = len(player.received())
    for moves in ("", "b2 a1"):
        player.choose(game.start().play_all(moves), Limit(time=1.0))
    assert player.received()[:before] == [
        "plyground 1", "newgame tictactoe",
        "option width 3", "option height 3", "option line 3", "option coordinates letters",
        "spot a1 0 0", "spot b1 1 0", "spot c1 2 0",
        "spot a2 0 1", "spot b2 1 1", "spot c2 2 1",
        "spot a3 0 2", "spot b3 1 2", "spot c3 2 2",
        "prepare",
    ]  # fmt: skip
    assert player.received()[before:] == [
        "start - / - / 0", "moves", "position - / - / 0", "side 0",
        "legal a1 b1 c1 a2 b2 c2 a3 b3 c3", "time 980", "go",
        "start - / - / 0", "moves b2 a1", "position b2 / a1 / 0", "side 0",
        "legal b1 c1 a2 c2 a3 b3 c3", "time 980", "go",
    ]  # fmt: skip


@pytest.mark.parametrize("name", game_names())
def test_what_is_sent_is_enough_to_set_the_position_up_again(name):
    game = load_game(name)
    position = game.start()
    for number in range(5):
        position = position.play(position.moves[number % len(position.moves)])
    sent = dict(line.partition(" ")[::2] for line in describe_position(position))
    assert game.position(sent["position"]) == position
    assert game.position(sent["start"]).play_all(sent["moves"]) == position
    assert int(sent["side"]) == position.side
    assert tuple(sent["legal"].split()) == position.moves
    options = dict(
        line.split(" ", 2)[1:] for line in describe_game(game) if line.startswith("option")
    )
    assert load_game(name, **options) == game


def test_a_set_of_points_is_sent_as_places():
    game = load_game("triangles", points="0,0 4,0 2,3")
    assert "spot C 2 3" in describe_game(game)


def test_a_line_break_in_an_option_is_no_line_of_its_own():
    game = load_game("triangles", points="0,0\n4,0\n2,3")
    assert all(line == " ".join(line.splitlines()) for line in describe_game(game))


@pytest.mark.parametrize(
    ("limit", "lines"),
    [
        (Limit(time=2.0), ["time 1980"]),
        (Limit(), ["time 1000"]),
        (Limit(depth=4, nodes=10_000), ["time 1000", "depth 4", "nodes 10000"]),
        # A thirtieth of what is left and most of the increment, less the overhead.
        (Limit(clock=Clock(60.0, 1.0)), ["time 2780", "clock 60000 1000"]),
        (Limit(time=1e300), ["time 2147483647"]),
        (Limit(time=-5.0), ["time 1"]),
    ],
)
def test_limits_are_milliseconds_that_a_program_can_count(limit, lines):
    assert describe_limit(limit) == lines


def test_one_process_plays_one_game_after_the_other(make_agent):
    player = make_agent("plain")
    for name in ("tictactoe", "kamisado", "tictactoe"):
        game = load_game(name)
        player.prepare(game)
        assert player.choose(game.start(), LONG).move == game.start().moves[0]
    received = player.received()
    assert received.count("plyground 1") == 1
    assert [line for line in received if line.startswith("newgame")] == [
        "newgame tictactoe", "newgame kamisado", "newgame tictactoe",
    ]  # fmt: skip


def test_it_is_asked_to_quit(make_agent):
    player = make_agent("plain")
    player.prepare(load_game("tictactoe"))
    player.release()
    assert player.received()[-1] == "quit"


# What it may answer.


def test_the_last_info_is_the_reason_of_a_move(make_agent):
    game = load_game("tictactoe")
    found = make_agent("chatty").choose(game.start(), LONG)
    assert (found.move, str(found.why)) == ("a1", "모서리 {text}")


@pytest.mark.parametrize("behaviour", ["plain", "crlf", "chatty", "floods_errors", "stubborn"])
def test_programs_of_all_kinds_play(make_agent, behaviour, monkeypatch):
    monkeypatch.setattr(program_process, "EXIT_SECONDS", 0.2)
    player = make_agent(behaviour)
    assert player.choose(load_game("tictactoe").start().play("a1"), LONG).move == "b1"


# What loses the game.

FORFEITS = {
    "exits": ("crashed", "ended by itself (exit code 3)."),
    "cries": ("crashed", "ended by itself (exit code 1); it said: out of [2Jideas."),
    "kills": ("crashed", "ended by itself (exit code -11)."),
    "exits_at_once": ("crashed", "ended by itself (exit code 4)."),
    "refuses": ("crashed", "The program stub_program gave up: I play chess only"),
    "silent": ("silent", ""),
    "late": ("late", ""),
    "garbage": ("crashed", "did not answer go in"),
    "binary": ("crashed", "did not answer go in"),
    "empty": ("illegal", 'returned ""; legal are: a1'),
    "illegal": ("illegal", 'returned "z99"; legal are: a1'),
    "gives_up": ("crashed", "The program stub_program gave up: I have no idea"),
    "endless": ("crashed", "The program stub_program sends a line without end."),
    "floods_info": ("silent", ""),
    "closes": ("crashed", "The program stub_program closed its output."),
}
"""What the agent itself finds."""

ISOLATED_FORFEITS = {
    "exits": FORFEITS["exits"],
    "silent": FORFEITS["silent"],
    "illegal": FORFEITS["illegal"],
    "hangs": ("crashed", "it was not prepared within 1 s"),
    "takes_memory": ("crashed", "it used more than 500 MiB of memory"),
    "forks": ("crashed", "it started more than 64 processes"),
}
"""What happens where it is kept apart, as it is in a match."""


def play_pair(first, second, game="tictactoe", games=1, timeout=10.0):
    """Games of two contenders, which end their processes."""
    with Watchdog() as watchdog:
        player = PairPlayer(Referee(SECONDS, watchdog, timeout))
        played = list(player.play((first, second), load_game(game).start(), games=games))
        player.release()
    return played


def check_forfeit(game, kind, words):
    forfeit = game.result.forfeit
    assert forfeit is not None
    # It was the one that misbehaved.
    assert (game.winner, forfeit.kind) == (1, kind), forfeit
    assert words in forfeit.detail
    assert forfeit.detail.isprintable()
    assert len(forfeit.detail) < 500


@linux
@pytest.mark.parametrize("behaviour", FORFEITS)
def test_it_loses_with_its_reason(make_agent, monkeypatch, behaviour):
    monkeypatch.setattr(program_process, "UNEXPECTED_TIMEOUT", 0.2)
    first = Contender(behaviour, lambda: make_agent(behaviour))
    kind, words = FORFEITS[behaviour]
    timeout = 0.5 if kind == "silent" else 10.0
    [game] = play_pair(first, Contender.from_spec("random"), timeout=timeout)
    check_forfeit(game, kind, words)


@pytest.fixture
def play(monkeypatch):
    """Plays games between agents that are kept apart; nothing is left of them."""
    monkeypatch.setenv("PLYGROUND_AGENT_MEMORY", "500")
    before = set(list_tree(os.getpid()))

    def run(first, second="random", **options):
        return play_pair(Contender.from_spec(first), Contender.from_spec(second), **options)

    yield run
    assert set(list_tree(os.getpid())) <= before


@linux
@pytest.mark.parametrize("behaviour", ISOLATED_FORFEITS)
def test_it_loses_where_it_is_kept_apart(play, monkeypatch, behaviour):
    monkeypatch.setattr(isolated_agent, "BUILD_SECONDS", 1.0 if behaviour == "hangs" else 60.0)
    # Who ended its process plays the next game in another one.
    games = 2 if behaviour == "exits" else 1
    timeout = 0.5 if behaviour == "silent" else 10.0
    for game in play(make_spec(behaviour), games=games, timeout=timeout):
        check_forfeit(game, *ISOLATED_FORFEITS[behaviour])


@linux
def test_it_is_the_same_without_a_sandbox(play, monkeypatch):
    monkeypatch.setattr(isolation, "find_isolation", lambda: "supervised")
    [game] = play(make_spec("takes_memory"))
    check_forfeit(game, *ISOLATED_FORFEITS["takes_memory"])


@linux
def test_ctrl_c_leaves_no_program_behind(start_process, tmp_path):
    """Neither the program nor its child."""
    log = tmp_path / "received"
    words = [sys.executable, "-m", "plyground", "play", "tictactoe"]
    process = start_process(
        [*words, "--first", make_spec("silent"), "--second", make_spec("parent", log)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # In a sandbox it could not write, and its child would have another number.
        env={**os.environ, "PLYGROUND_NO_SANDBOX": "1"},
    )  # fmt: skip
    while not log.exists() or "prepare" not in log.read_text():
        assert process.poll() is None
        sleep(0.01)
    programs = [*list_tree(process.pid)[1:], int(log.read_text().split()[0])]
    process.send_signal(signal.SIGINT)
    assert "Traceback" not in process.communicate()[1]
    assert process.returncode == 130
    until = monotonic() + 60
    while any(map(exists, programs)) and monotonic() < until:
        sleep(0.01)
    assert not any(map(exists, programs))


def exists(pid):
    """Does a process run? A zombie that nobody waits for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# The command.


@pytest.mark.parametrize("spec", ["program", "program:", "program:/no/such/bot", "program:'"])
def test_a_spec_without_a_program_is_refused(spec):
    with pytest.raises(Problem, match=r"There is no program .* write program:"):
        agent(spec)


def test_a_file_that_cannot_be_run_is_refused(tmp_path):
    file = tmp_path / "bot.js"
    file.write_text("")
    with pytest.raises(Problem, match=r"make it executable .* like: node "):
        agent(f"program:{file}")


@pytest.mark.parametrize("given", ["./my bot", "my bot", "'./my bot' -v"])
def test_a_program_of_this_folder_is_found(tmp_path, monkeypatch, given):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot").write_text("#!/bin/sh\n")
    (tmp_path / "my bot").chmod(0o755)
    assert parse_command("program", given)[0] == str(tmp_path / "my bot")


def test_what_cannot_be_started_is_a_sentence(tmp_path):
    file = tmp_path / "bot"
    file.write_text("#!/no/such/interpreter\n")
    file.chmod(0o755)
    with pytest.raises(Problem, match="The program bot cannot be started"):
        ProgramProcess([str(file)], "quit")


def test_only_the_owner_may_start_a_program():
    with pytest.raises(Problem, match="only whoever runs Plyground"):
        agent(make_spec("plain"), trusted=False)


# The examples.


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """The example in C, compiled by the line in its first comment."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler; on Debian: sudo apt-get install gcc")
    folder = tmp_path_factory.mktemp("c")
    [command] = re.findall(r"cc -O2 .*", (PROGRAMS / "rows.c").read_text(encoding="utf-8"))
    words = [*shlex.split(command), "-Wall", "-Wextra", "-Werror", "-std=c11"]
    words = [str(ROOT / word) if word.endswith(".c") else word for word in words]
    subprocess.run(words, cwd=folder, check=True)
    return f"program:{folder / 'rows'}"


@pytest.fixture
def centre():
    if shutil.which("node") is None:
        pytest.skip("there is no Node.js; on Debian: sudo apt-get install nodejs")
    return f"program:node {shlex.quote(str(PROGRAMS / 'centre.js'))}"


@pytest.mark.parametrize("game", game_names())
def test_the_examples_play_every_game(play, rows, centre, game):
    for played in play(rows, centre, game=game, games=2):
        assert played.result.forfeit is None
        assert played.result.outcome is not None


@pytest.mark.parametrize(
    ("moves", "move", "info"),
    [
        ("a1 b2 b1", "c1", "a row of 3"),  # stops a row
        ("a1 a2 b1 b2", "c1", "a row of 3"),  # completes one, though it could stop one as well
        ("a1 a2 b1 b2 a3", "c2", "a row of 3"),
    ],
)
def test_the_example_in_c_completes_rows_and_stops_them(rows, moves, move, info):
    player = agent(rows)
    found = player.choose(load_game("tictactoe").start().play_all(moves), LONG)
    player.release()
    assert (found.move, str(found.why)) == (move, info)


def test_the_example_in_javascript_goes_to_the_middle(centre):
    player = agent(centre)
    assert player.choose(load_game("gomoku").start(), LONG).move == "h8"
    assert player.choose(load_game("kamisado").start(), LONG).move[-2:] in ("d4", "d5", "e4", "e5")
    player.release()


# The specification.


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_conversation_of_the_page_is_what_is_said(page, tmp_path, monkeypatch):
    """The program of the page plays the game of the page; `<` is what it says."""
    text = page.read_text(encoding="utf-8")
    [program] = re.findall(r'```python title="bot.py"\n(.*?)```', text, re.DOTALL)
    [conversation] = re.findall(r"```text\n(> plyground 1\n.*?)```", text, re.DOTALL)
    (tmp_path / "bot.py").write_text(program, encoding="utf-8")
    said = []
    send, receive = ProgramProcess.send, ProgramProcess.receive

    def record_sent(self, *lines):
        said.extend(f"> {line}" for line in lines)
        send(self, *lines)

    def record_received(self, until):
        line = receive(self, until)
        said.append(f"< {line}")
        return line

    monkeypatch.setattr(ProgramProcess, "send", record_sent)
    monkeypatch.setattr(ProgramProcess, "receive", record_received)
    player = agent("program:" + shlex.join([sys.executable, str(tmp_path / "bot.py")]))
    position = load_game("tictactoe").start()
    for reply in ("b2", "c2"):
        position = position.play(player.choose(position, Limit(time=1.0)).move).play(reply)
    player.release()
    assert [*said, "> quit"] == conversation.splitlines()


def test_a_program_may_be_offered_to_the_guests_of_a_server():
    from plyground.web.agent_policy import AgentPolicy
    from plyground.web.settings import Settings

    policy = AgentPolicy(Settings(engines={"Bot": make_spec("plain")}))
    game = load_game("tictactoe")
    player = policy.make_agent(policy.check_spec("Bot", game))
    assert player.choose(game.start(), LONG).move == "a1"
    player.release()
    with pytest.raises(Problem, match="only whoever runs Plyground"):
        policy.check_spec(make_spec("plain"), game)
