"""Agents of a user's own: classes with `choose` or `act`, and plain functions.

`choose(position, limit)` gets a `Position` and a `Limit`, `act(state)` an `Observation`: plain
values. A function of two parameters is called like `choose`, a function of one like `act`.
`read_answer` reads what they return; what they raise becomes one sentence with the line where it
happened.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from plyground.agents.agent import OnDepth, prepare_agent
from plyground.agents.answers import read_answer
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.games.user_code import (
    describe_error,
    list_own_classes,
    load_module,
    load_name,
    split_reference,
)
from plyground.locale import Problem

METHODS = ("choose", "act")


class AgentError(Problem):
    """What a user's agent raised, `why` without its name."""

    @property
    def why(self) -> str:
        return str(self.values["why"])


class UserAgent:
    """A user's class or function as an agent like any other."""

    def __init__(self, name: str, target: Any) -> None:
        self.name = name
        self.target = target
        self._ask = _adapt(name, target)

    def prepare(self, game: Game) -> None:
        self._run(lambda: prepare_agent(self.target, game))

    def choose(self, position: Position, limit: Limit) -> Analysis:
        return read_answer(self._run(lambda: self._ask(position, limit)), position)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        """The same as `choose`: lines, stop flag and progress are not passed on."""
        return self.choose(position, limit)

    def _run(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except (Exception, SystemExit) as error:
            why = f"{describe_error(error)}{_describe_place(error, self.target)}"
            raise AgentError("agent.problem.failed", name=self.name, why=why) from error


def make_user_agent(reference: str, settings: Mapping[str, str]) -> UserAgent:
    """The agent that a trusted reference names, made with these settings."""
    source, name = split_reference(reference)
    target = _find_only_agent(source) if name is None else load_name(reference)
    arguments = {key: _read_value(value) for key, value in settings.items()}
    if inspect.isclass(target):
        try:
            target = target(**arguments)
        except Exception as error:
            why = describe_error(error)
            raise Problem("agent.problem.module", name=reference, why=why) from error
    elif arguments:
        target = partial(target, **arguments)
    return UserAgent(reference, target)


def _find_only_agent(source: str) -> type:
    classes = list_own_classes(load_module(source))
    found = [kind for kind in classes if any(hasattr(kind, name) for name in METHODS)]
    if len(found) != 1:
        raise Problem("agent.problem.file", source=source)
    return found[0]


def _adapt(name: str, target: Any) -> Callable[[Position, Limit], Any]:
    """The function to call for a move, whichever form the agent has."""
    choose, act = (getattr(target, method, None) for method in METHODS)
    function = choose or act or target
    if not callable(function):
        raise Problem("agent.problem.choose", name=name)
    count = _count_parameters(name, function)
    if not choose and (act or count == 1):
        return lambda position, limit: function(position.game.observe(position))
    return function if count == 2 else lambda position, limit: function(position)


def _count_parameters(name: str, function: Callable[..., Any]) -> int:
    """How many parameters an agent must be given: one or two."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return 2
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [one for one in parameters if one.kind in kinds and one.default is one.empty]
    is_open = any(one.kind is one.VAR_POSITIONAL for one in parameters)
    count = 2 if is_open else len(needed)
    if count not in (1, 2):
        raise Problem("agent.problem.choose", name=name)
    return count


def _read_value(text: str) -> int | float | str:
    """A setting as a number, if it is written as one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _describe_place(error: BaseException, target: Any) -> str:
    """The line of the agent's own file that raised an error, in brackets."""
    code = target.func if isinstance(target, partial) else target
    file = str(getattr(sys.modules.get(code.__module__), "__file__", ""))
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f" ({Path(file).name}:{lines[-1]})" if lines else ""
