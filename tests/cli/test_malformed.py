"""Bad input by the hundred: one sentence each, never a traceback."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.main import get_command

from plyground.cli.main import build_app
from plyground.games.registry import game_names, load_game

NAMES = game_names()
# What people type is mostly nearly right.
PIECES = (
    *("a1", "h8", "d1-d5", "A-B", "0,0", "fill", "left", "pink", "99", "z", "가"),
    *("-", "/", "0", "1", "+", ",", "=", ":", "'", '"', "{}", "\t", "\x00", ""),
)
SCRAPS = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=6).map(" ".join)
MANY = settings(max_examples=250, deadline=None)


@pytest.fixture(scope="module")
def answered():
    """Runs a line; it must be obeyed in silence or refused in one sentence.

    The commands are built once for all lines, which a runner of Typer's would do for each.
    """
    command = get_command(build_app())

    def answer(*words):
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            command.main(list(words))
        error = err.getvalue().splitlines()
        assert "defect" not in err.getvalue()
        assert (left.value.code, len(error)) in ((0, 0), (2, 1)), err.getvalue()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_LANG", "en")
        patch.setattr("sys.stdin", StringIO())
        yield answer


@MANY
@given(st.sampled_from(NAMES), SCRAPS)
def test_moves(answered, name, moves):
    answered("show", name, f"--moves={moves}", "--json")


@MANY
@given(st.sampled_from(NAMES), SCRAPS)
def test_positions(answered, name, position):
    answered("show", name, f"--position={position}", "--json")


@MANY
@given(st.data(), st.sampled_from(NAMES))
def test_options(answered, data, name):
    known = [option.name for option in load_game(name).options]
    option = data.draw(st.sampled_from(known) | st.text(max_size=8))
    value = data.draw(SCRAPS | st.integers().map(str))
    answered("show", name, f"--set={option}={value}", "--json")


@MANY
@given(
    st.dictionaries(
        st.sampled_from(["format", "game", "rules", "options", "start", "moves", "result", "x"]),
        st.none() | st.integers(-1, 3) | SCRAPS | st.lists(SCRAPS, max_size=3),
        max_size=3,
    )
)
def test_records(answered, tmp_path_factory, changes):
    file = tmp_path_factory.getbasetemp() / "malformed.json"
    document = {"format": 1, "game": "tictactoe", "rules": "tictactoe@1", "moves": ["b2"]}
    file.write_text(json.dumps({**document, **changes}), encoding="utf-8")
    answered("play", "--resume", str(file))


@settings(parent=MANY, max_examples=100)
@given(SCRAPS, st.sampled_from(["show", "perft", "games", "play", "warmup"]))
def test_games(answered, name, command):
    words = (command, "--depth=1") if command == "perft" else (command,)
    if name.strip() and not name.startswith("-"):
        answered(*words, name)


@pytest.mark.parametrize("junk", ["--", "-x", "---", "--=", "-", "\ud800", "a\0b"])
def test_junk(answered, junk):
    answered("show", junk)
