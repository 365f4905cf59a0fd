"""Agents by their specs."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.agents.human import Human
from plyground.agents.specs import Spec, agent, parse_spec
from plyground.core.limits import Limit
from plyground.games.registry import load_game
from plyground.locale import Problem


def line_of(player, plies=6):
    position = load_game("tictactoe", width=5, height=5, line=5).start()
    for _ in range(plies):
        position = position.play(player.choose(position, Limit()).move)
    return position.line


def test_a_seed_gives_the_same_moves_every_time():
    assert line_of(agent("random:seed=7")) == line_of(agent(" random:seed=7"))
    assert line_of(agent("random:seed=7")) != line_of(agent("random:seed=8"))


def test_a_human_is_not_computed():
    assert isinstance(agent("human"), Human)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("engine", Spec("engine")),
        ("engine:time=1, threads=2", Spec("engine", None, {"time": "1", "threads": "2"})),
        ("baseline:omok,time=0.5", Spec("baseline", "omok", {"time": "0.5"})),
    ],
)
def test_specs_are_parsed(text, spec):
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("randm", 'no agent "randm". Did you mean "random"?'),
        ("", 'no agent ""'),
        ("random:sede=7", 'no option "sede". Did you mean "seed"?'),
        ("random:seed=x", "Option seed"),
        ("random:seed=-1", "Option seed"),
        ("random:wild", 'no variant "wild"'),
        ("random:", "is no agent"),
        ("random:seed=1,seed=2", "is no agent"),
        ("random:seed=1,wild", "is no agent"),
        ("random:seed=", "is no agent"),
    ],
)
def test_an_invalid_spec_is_a_problem(text, words):
    with pytest.raises(Problem) as caught:
        agent(text)
    assert words in str(caught.value)


@given(st.text() | st.text().map(lambda rest: f"random:{rest}"))
def test_malformed_specs_never_crash(text):
    with suppress(Problem):
        agent(text)
