"""Agents in processes of their own: all that are not ours, and ours as `isolated:SPEC`.

An agent of a user's own and an external engine may do anything, so they do it elsewhere. Here is
only what the referee sees of them: a move, or the reason why there is none.
"""

from __future__ import annotations

import importlib.machinery
import os
import shlex
import sys
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent, list_kernels, list_rules
from plyground.agents.agent_process import (
    START_SECONDS,
    AgentProcess,
    ProcessFault,
    TimeoutFault,
)
from plyground.agents.answers import IllegalAnswer, read_answer
from plyground.agents.human import Human
from plyground.agents.messages import game_to_json, limit_to_json, position_to_json
from plyground.agents.specs import KINDS, agent, parse_spec
from plyground.agents.user_agent import AgentError
from plyground.core.compile_pool import compile_all
from plyground.core.jit import is_cached, is_compiled
from plyground.core.limits import Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.games.user_code import split_reference
from plyground.locale import Failure, Problem, Sentence

PREFIX = "isolated:"
BUILD_SECONDS = 10.0
"""For an agent to be made, and for it to be prepared for a game."""
GIVE_UP_SECONDS = 10.0
"""After the limit of a move: more than any referee waits."""


def make_player(spec: str, trusted: bool = True, name: str | None = None) -> Agent | Human:
    """The agent that a spec names, in a process of its own if it is not ours; called `name` in
    what is said of it."""
    if trusted and is_isolated(spec):
        return IsolatedAgent(spec.strip().removeprefix(PREFIX), name or spec)
    return agent(spec, trusted)


def make_contender(spec: str) -> Agent:
    """The agent that a spec names, in a game that nobody sits at."""
    made = make_player(spec)
    if isinstance(made, Human):
        raise Problem("arena.problem.human")
    return made


def is_isolated(spec: str) -> bool:
    """Does the agent of a trusted spec get a process of its own?"""
    return spec.strip().startswith(PREFIX) or is_foreign(spec)


def is_foreign(spec: str) -> bool:
    """Does a spec name a program, or code of a user's own? No code is run to find out."""
    kind = KINDS.get(spec.partition(":")[0].strip())
    if kind is not None:
        return kind.is_program
    parsed = parse_spec(spec)
    if parsed.name.endswith(".py"):
        return True
    package = parsed.name.partition(".")[0]
    if parsed.variant is None or not package:
        return False
    folders = [*sys.path, str(Path.cwd())]
    return importlib.machinery.PathFinder.find_spec(package, folders) is not None


class IsolatedAgent:
    """An agent that is made, asked and killed in a process of its own, which starts when needed."""

    def __init__(self, spec: str, name: str | None = None) -> None:
        self.spec = spec
        self.name = name or spec
        self._process: AgentProcess | None = None
        self._loaded: tuple[Game | None, bool] = None, False
        """The game that the process has loaded, and whether as native code."""
        self._refusal: Problem | None = None
        """Why it cannot be made or prepared, which is not tried again."""
        self._unprepared: Problem | None = None
        """Why it was not prepared for the last game."""

    @property
    def process_id(self) -> int | None:
        return self._process.id if self._process is not None else None

    @property
    def is_refused(self) -> bool:
        """Has it turned out that it cannot be made? Then it is not tried again."""
        return self._refusal is not None

    def build(self) -> None:
        """Start the process, and make the agent there. A wrong spec is a Problem, and an agent
        that ends or hangs the process an AgentError."""
        if self._refusal is not None:
            raise self._refusal
        if self.process_id is not None:
            return
        self.release()
        try:
            self._process = AgentProcess(_list_visible(self.spec))
        except ProcessFault as fault:
            raise self._blame(fault) from fault
        try:
            self._ask({"ask": "build", "spec": self.spec}, BUILD_SECONDS, "agent.process.build")
        except Problem as problem:
            self._refusal = problem
            self.release()
            raise

    def prepare(self, game: Game) -> None:
        """Make the agent if there is none, and let it prepare for a game."""
        self._compile(game)
        try:
            self.build()
            self._load(game)
            self._ask({"ask": "prepare"}, BUILD_SECONDS, "agent.process.prepare")
        except Problem as problem:
            self._unprepared = problem
            raise
        self._unprepared = None

    def choose(self, position: Position, limit: Limit) -> Analysis:
        if self._unprepared is not None:
            raise self._unprepared
        if self.process_id is None or self._loaded[0] != position.game:
            self.prepare(position.game)
        self._load(position.game)
        document = {
            "ask": "choose", "position": position_to_json(position), "limit": limit_to_json(limit),
        }  # fmt: skip
        times = [limit.time] if limit.time is not None else []
        times += [limit.clock.left] if limit.clock is not None else []
        seconds = min(times) + GIVE_UP_SECONDS if times else None
        answer = self._ask(document, seconds, "agent.process.silent")
        analysis = Analysis.from_json(answer.get("analysis"))
        if analysis is None:
            self.release()
            raise self._fail(Sentence("agent.process.garbled"))
        return read_answer(analysis, position)

    def release(self) -> None:
        """Kill the process; another one starts when it is needed."""
        process, self._process, self._loaded = self._process, None, (None, False)
        if process is not None:
            process.kill()

    def _ask(self, document: dict[str, Any], seconds: float | None, late: str) -> dict[str, Any]:
        """The answer to a request; what went wrong is raised."""
        process = self._process
        if process is None:
            raise self._blame(ProcessFault(Sentence("agent.process.stopped")))
        try:
            answer = process.request(document, seconds, late)
        except ProcessFault as fault:
            error = self._blame(fault)
            if isinstance(fault, TimeoutFault) and document["ask"] != "choose":
                self._refusal = error
            raise error from fault
        if "failed" in answer:
            raise self._fail(str(answer["failed"]))
        if "problem" in answer:
            raise self._restore_problem(answer)
        return answer

    def _blame(self, fault: ProcessFault) -> AgentError:
        return self._fail(fault.sentence)

    def _fail(self, why: str | Sentence) -> AgentError:
        return AgentError("agent.problem.failed", name=self.name, why=why)

    def _restore_problem(self, answer: dict[str, Any]) -> Problem:
        """A problem that our code has found in the other process."""
        kinds = {"failure": Failure, "illegal": IllegalAnswer}
        try:
            kind = kinds.get(answer["kind"], Problem)
            problem = kind(answer["problem"], **answer["values"])
            str(problem)
        except Exception:
            return self._fail(Sentence("agent.process.garbled"))
        return problem

    def _compile(self, game: Game) -> None:
        """Have in the cache, which the other process may only read, what an agent of ours needs;
        those of others play by plain Python until native code is there."""
        entries = list_rules(game.kernels)
        if not is_foreign(self.spec):
            entries = list_kernels(agent(self.spec), game)
            compile_all(entries)
        if all(is_compiled(*entry) or is_cached(entry[0]) for entry in entries):
            game.native()

    def _load(self, game: Game) -> None:
        """Let the other process load a game, again when there is native code of it."""
        wanted = game, game.is_native
        if self._loaded != wanted:
            document = {"ask": "load", "game": game_to_json(game), "native": game.is_native}
            self._ask(document, START_SECONDS, "agent.process.start")
            self._loaded = wanted


def _list_visible(spec: str) -> list[Path]:
    """The folders and files that an agent needs: of its code, or named in a command line."""
    name, _, command = spec.partition(":")
    if name in KINDS and KINDS[name].is_program:
        words = [command, *shlex.split(command, posix=os.name == "posix")]
        paths = [Path(word).expanduser() for word in words]
        # A program has its data beside it.
        return [path.parent if path == paths[1] else path for path in paths if path.is_file()]
    source, _ = split_reference(parse_spec(spec).name)
    return [Path(source).resolve().parent] if source.endswith(".py") else []
