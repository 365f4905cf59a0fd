"""Agents of a user's own: every form, from files and modules, and what can be wrong with them."""

from __future__ import annotations

import sys

import pytest

from plyground import Limit, Problem, load_game
from plyground.agents.answers import IllegalAnswer
from plyground.agents.specs import agent
from plyground.agents.user_agent import AgentError

STUDENT = """
from neighbour import FIRST


class Acting:
    def act(self, state):
        return state.numbers[FIRST]


class Choosing:
    def __init__(self, place=0):
        self.place = place

    def choose(self, position, limit):
        assert limit.time == 7.0
        return position.moves[self.place]


class Careless:
    def choose(self, position):
        return position.play(position.moves[-1]).line


class Prepared:
    def prepare(self, game):
        self.name = game.name

    def act(self, state):
        assert self.name == state.game
        return state.moves[0]


class Callable:
    def __call__(self, state):
        return state.moves[1]


class Silent:
    pass


def of_state(state):
    return state.moves[-1]


def of_position(position, limit):
    return position.moves[-2]


def with_setting(state, place=0):
    return state.moves[place]


def of_three(position, limit, more):
    return None


def failing(state):
    helper()


def helper():
    return {}["nothing"]


def leaving(state):
    raise SystemExit(3)


LIMIT = 5
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a student's files."""
    (tmp_path / "own_student.py").write_text(STUDENT, encoding="utf-8")
    (tmp_path / "neighbour.py").write_text("FIRST = 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path.copy())
    for module in ("own_student", "neighbour"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


@pytest.fixture
def start():
    return load_game("tictactoe").start()


@pytest.mark.parametrize("source", ["own_student.py", "own_student", "./own_student.py"])
@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("Acting", "a1"),
        ("Choosing", "a1"),
        ("Choosing,place=4", "b2"),
        ("Careless", "c3"),
        ("Callable", "b1"),
        ("of_state", "c3"),
        ("of_position", "b3"),
        ("with_setting", "a1"),
        ("with_setting,place=3", "a2"),
    ],
)
def test_every_form_plays(folder, start, source, name, move):
    assert agent(f"{source}:{name}").choose(start, Limit(time=7.0)).move == move


def test_a_file_with_one_agent_needs_no_name(folder, start):
    (folder / "only.py").write_text("class Only:\n    def act(self, state):\n        return 4\n")
    assert agent("only.py").choose(start, Limit()).move == "b2"


def test_it_is_prepared_if_it_wants_to_be(folder, start):
    prepared = agent("own_student.py:Prepared")
    prepared.prepare(start.game)
    assert prepared.choose(start, Limit()).move == "a1"
    agent("own_student.py:Acting").prepare(start.game)


def test_a_file_is_loaded_once_and_again_when_it_changed(folder, start):
    file = folder / "counted.py"
    text = "import neighbour\nneighbour.FIRST += 1\ndef act(state):\n    return {}\n"
    file.write_text(text.format(1))
    for _ in range(3):
        assert agent("counted.py:act").choose(start, Limit()).move == "b1"
    import neighbour

    assert neighbour.FIRST == 1
    file.write_text(text.format(22))
    with pytest.raises(IllegalAnswer, match="number 22"):
        agent("counted.py:act").choose(start, Limit())


def test_a_file_cannot_hide_an_installed_module(folder, start):
    (folder / "random.py").write_text("class A:\n    def act(self, state):\n        return 0\n")
    assert agent("random.py:A").choose(start, Limit()).move == "a1"
    import random

    assert hasattr(random, "Random")


@pytest.mark.parametrize(
    ("name", "error", "at"),
    [
        ("failing", "KeyError: 'nothing'", 'return {}["nothing"]'),
        ("leaving", "SystemExit: 3", "raise SystemExit(3)"),
    ],
)
def test_what_it_raises_is_one_sentence_with_its_line(folder, start, name, error, at):
    line = STUDENT[: STUDENT.index(at)].count("\n") + 1
    with pytest.raises(AgentError) as caught:
        agent(f"own_student.py:{name}").choose(start, Limit())
    said = f"own_student.py:{name} failed: {error} (own_student.py:{line})"
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("own_student.py:Silent", "is no agent; an agent has choose"),
        ("own_student.py:LIMIT", "is no agent; an agent has choose"),
        ("own_student.py:of_three", "is no agent; an agent has choose"),
        ("own_student.py:Actin", 'nothing called "Actin". Did you mean "Acting"?'),
        ("own_student.py:Acting,depth=3", "could not be made: TypeError"),
        ("own_student.py", "does not have exactly one class"),
        ("own_student.py:Acting,wild", "is no agent; write a name"),
        ("nowhere.py:Student", "There is no file nowhere.py"),
        ("nowhere_at_all:Student", 'no agent "nowhere_at_all", and no module of that name'),
    ],
)
def test_what_is_wrong_is_one_sentence(folder, spec, words):
    with pytest.raises(Problem) as caught:
        agent(spec)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("spec", ["own_student.py:Acting", "own_student:Acting"])
def test_nobody_elses_spec_loads_code(folder, spec):
    with pytest.raises(Problem, match="no agent"):
        agent(spec, trusted=False)


def test_it_may_be_analysed(folder, start):
    from plyground.core.limits import Stop

    with Stop() as stop:
        found = agent("own_student.py:of_state").think(start, Limit(), stop)
    assert (found.move, found.score, found.lines) == ("c3", None, ())
