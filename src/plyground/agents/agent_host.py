"""The process of an isolated agent: it builds the agent from its spec, and asks it for moves.

The agent is free to do here what it likes: print, exit, patch every class. Nothing in this process
is trusted by the referee, which only reads answers from the pipe.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any, BinaryIO

from plyground.agents.agent import Agent, prepare_agent
from plyground.agents.answers import IllegalAnswer
from plyground.agents.messages import (
    PositionReader,
    clean_text,
    game_from_json,
    limit_from_json,
    write_message,
)
from plyground.agents.specs import agent
from plyground.agents.user_agent import AgentError
from plyground.locale import Failure, Problem

MAX_OPEN_FILES = 256
MAX_FILE_BYTES = 64 << 20
EXTRA_BYTES = 1 << 30
"""What an agent may reserve beside the memory that it may use: stacks of threads, buffers."""


def main(memory: int) -> None:
    """Answer requests until there are no more. `memory`: what the agent may use, in bytes."""
    requests, answers = _take_pipes()
    _limit_resources(memory)
    host = _Host()
    answers.write(write_message({"ready": True}))
    for line in requests:
        answers.write(write_message(host.answer(json.loads(line))))
    os._exit(0)


class _Host:
    """The agent, and the game that it is asked about."""

    def __init__(self) -> None:
        self._agent: Agent | None = None
        self._positions: PositionReader | None = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request, or what went wrong."""
        try:
            return self._handle(request)
        except AgentError as error:
            return {"failed": clean_text(error.why)}
        except Problem as problem:
            return _write_problem(problem)
        except BaseException as error:
            return {"failed": _describe(error)}

    def _handle(self, request: dict[str, Any]) -> dict[str, Any]:
        match request["ask"]:
            case "build":
                made = agent(request["spec"])
                if not isinstance(made, Agent):
                    raise Problem("agent.problem.choose", name=request["spec"])
                self._agent = made
            case "load":
                game = game_from_json(request["game"])
                if request["native"]:
                    game.native()
                self._positions = PositionReader(game)
            case "prepare":
                assert self._positions is not None
                prepare_agent(self._agent, self._positions.game)
            case "choose":
                assert self._agent is not None
                assert self._positions is not None
                position = self._positions.read(request["position"])
                analysis = self._agent.choose(position, limit_from_json(request["limit"]))
                return {"analysis": analysis.as_json()}
        return {"done": True}


def _write_problem(problem: Problem) -> dict[str, Any]:
    kind = "problem"
    if isinstance(problem, IllegalAnswer):
        kind = "illegal"
    elif isinstance(problem, Failure):
        kind = "failure"
    values = {name: str(value) for name, value in problem.values.items()}
    return {"problem": problem.key, "values": values, "kind": kind}


def _describe(error: BaseException) -> str:
    name = type(error).__name__
    try:
        return clean_text(f"{name}: {error}")
    except BaseException:
        # Even the text of an error may be one.
        return clean_text(name)


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the referee: what the agent prints goes to the third, standard error."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return requests, answers


def _limit_resources(memory: int) -> None:
    """Bound files and memory, where the system allows it.

    Not the address space, of which Numba takes gigabytes that it does not use.
    """
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
        (resource.RLIMIT_FSIZE, MAX_FILE_BYTES),
        (resource.RLIMIT_DATA, memory + EXTRA_BYTES),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
