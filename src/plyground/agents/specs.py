"""Finding an agent by its spec: `NAME[:ARG,...]`, as in `random:seed=7`.

An ARG is `key=value` or, first, one word for a variant of the agent. `package.module:Class` is a
user's own agent; `gomocup:PATH` and `program:COMMAND` take the rest as it stands, as a command.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plyground.games.options import Option, did_you_mean, resolve
from plyground.games.user_code import has_module
from plyground.locale import Problem

if TYPE_CHECKING:
    # The table of agents is read where none of them is made: help and completion load no NumPy.
    from plyground.agents.agent import Agent
    from plyground.agents.human import Human


@dataclass(frozen=True)
class Spec:
    """A parsed spec; its name may be unknown."""

    name: str
    variant: str | None = None
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def reference(self) -> str:
        """As a reference to code of the user's own."""
        return self.name if self.variant is None else f"{self.name}:{self.variant}"


@dataclass(frozen=True)
class AgentKind:
    """An entry of the table of agents: the class, the options of a spec, and fixed arguments."""

    target: str
    """The class, as `module:Class`."""
    options: tuple[Option, ...] = ()
    fixed: Mapping[str, object] = field(default_factory=dict)
    by_game: bool = False
    """Has variants, which, like their options, depend on the game."""
    is_program: bool = False
    """An external program: the rest of the spec is its command line, which must be trusted."""

    def load(self) -> Any:
        """Import the class."""
        module, _, name = self.target.partition(":")
        return getattr(importlib.import_module(module), name)


_SEED = Option("seed", None, low=0, high=2**64 - 1)
_TIME = Option("time", None, low=0.001, kind="float")
_DEPTH = Option("depth", None, low=1, high=100)
_HASH = Option("hash", None, low=1, high=65536)
_THREADS = Option("threads", None, low=1, high=64)
_LEVEL = Option("level", None, low=1, high=10)
_VARIETY = Option("variety", None, low=0, high=1000)
_BOOK = Option("book", None, kind="bool")
_PLAYOUTS = Option("playouts", None, low=1)
_MEMORY = Option("memory", None, low=1, high=65536)

KINDS: dict[str, AgentKind] = {
    "human": AgentKind("plyground.agents.human:Human"),
    "engine": AgentKind(
        "plyground.agents.engine:Engine", (_LEVEL, _TIME, _THREADS, _HASH, _SEED, _VARIETY, _BOOK)
    ),
    "alphabeta": AgentKind(
        "plyground.agents.alphabeta_agent:AlphaBetaAgent", (_DEPTH, _THREADS, _HASH)
    ),
    "negamax": AgentKind(
        "plyground.agents.alphabeta_agent:MinimaxAgent", (_DEPTH,), {"prune": True}
    ),
    "minimax": AgentKind("plyground.agents.alphabeta_agent:MinimaxAgent", (_DEPTH,)),
    "mcts": AgentKind("plyground.agents.mcts_agent:MctsAgent", (_PLAYOUTS, _TIME, _MEMORY, _SEED)),
    "baseline": AgentKind("plyground.reports:Baseline", by_game=True),
    "random": AgentKind("plyground.agents.random_agent:RandomAgent", (_SEED,)),
    "gomocup": AgentKind(
        "plyground.protocols.gomocup.external_engine:GomocupAgent", is_program=True
    ),
    "program": AgentKind("plyground.protocols.program_agent:ProgramAgent", is_program=True),
}


def agent(spec: str, trusted: bool = True) -> Agent | Human:
    """The agent that a spec names.

    Only a trusted spec (typed at the command line, not sent or recorded) may be a user's own
    `file.py:Name` or `module:Name`, or a program.
    """
    name, _, command = spec.strip().partition(":")
    if name in KINDS and KINDS[name].is_program:
        if not trusted:
            raise Problem("agent.problem.program", name=name)
        return KINDS[name].load()(command)  # type: ignore[no-any-return]
    parsed = parse_spec(spec)
    if parsed.name not in KINDS:
        if trusted and is_user_code(parsed):
            from plyground.agents.user_agent import make_user_agent

            return make_user_agent(parsed.reference, parsed.settings)
        hint, known = did_you_mean(parsed.name, KINDS), ", ".join(KINDS)
        key = "agent.problem.name"
        if trusted and parsed.variant is not None:
            key = "agent.problem.name_or_module"
        raise Problem(key, name=parsed.name, hint=hint, known=known)
    kind = KINDS[parsed.name]
    if kind.by_game:
        instance: Agent = kind.load()(parsed.variant, **parsed.settings)
        return instance
    if parsed.variant is not None:
        raise Problem("agent.problem.variant", name=parsed.name, variant=parsed.variant)
    return make_agent(parsed.name, kind, parsed.settings)  # type: ignore[no-any-return]


def make_agent(name: str, kind: AgentKind, settings: Mapping[str, str]) -> Any:
    """Make an agent of a kind; unknown or invalid settings are a `Problem`."""
    resolved = resolve(name, kind.options, settings)
    given = {key: value for key, value in resolved.items() if value is not None}
    return kind.load()(**kind.fixed, **given)


def is_user_code(spec: Spec) -> bool:
    """Does a spec name code of a user's own: a file, or a module that can be found?"""
    if spec.name in KINDS:
        return False
    if spec.name.endswith(".py"):
        return True
    return spec.variant is not None and has_module(spec.name)


def parse_spec(text: str) -> Spec:
    """Parse a spec."""
    # The name of a file may have a colon itself, after the letter of a drive.
    file, ending, rest = text.strip().rpartition(".py:")
    name, colon = f"{file}.py", ":"
    if not ending:
        name, colon, rest = text.strip().partition(":")
    arguments = rest.split(",") if colon else []
    variant = None
    settings: dict[str, str] = {}
    for number, argument in enumerate(arguments):
        key, equals, value = (part.strip() for part in argument.partition("="))
        if equals and key and value and key not in settings:
            settings[key] = value
        elif number == 0 and key and not equals:
            variant = key
        else:
            raise Problem("agent.problem.spec", spec=text)
    return Spec(name.strip(), variant, settings)
