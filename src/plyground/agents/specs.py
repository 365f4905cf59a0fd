"""Finding an agent by its spec: `NAME[:ARG,...]`, as in `random:seed=7`.

An ARG is `key=value` or, first, one word for a variant of the agent. `package.module:Class` is a
user's own agent; `gomocup:PATH` takes the rest as it stands, as a command.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plyground.games.options import Option, did_you_mean, resolve
from plyground.locale import Problem

if TYPE_CHECKING:
    from plyground.agents.agent import Agent
    from plyground.agents.human import Human


@dataclass(frozen=True)
class Spec:
    """A spec taken apart, not yet looked up."""

    name: str
    variant: str | None = None
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Kind:
    """Where an agent's class stands, what can be set in its spec, and what is settled."""

    home: str
    options: tuple[Option, ...] = ()
    settled: Mapping[str, object] = field(default_factory=dict)
    by_game: bool = False
    """Has variants; which they are, and what can be set, is only known with the game."""
    is_program: bool = False
    """Somebody else's program: what follows its name is a command, and only the owner's."""


_SEED = Option("seed", None, low=0)
_TIME = Option("time", None, low=0.001, kind="float")
_DEPTH = Option("depth", None, low=1, high=100)
_HASH = Option("hash", None, low=1, high=65536)
_THREADS = Option("threads", None, low=1, high=64)
_LEVEL = Option("level", None, low=1, high=10)
_VARIETY = Option("variety", None, low=0, high=1000)
_PLAYOUTS = Option("playouts", None, low=1)
_MEMORY = Option("memory", None, low=1, high=65536)

KINDS: dict[str, Kind] = {
    "human": Kind("plyground.agents.human:Human"),
    "engine": Kind(
        "plyground.agents.engine:Engine", (_LEVEL, _TIME, _THREADS, _HASH, _SEED, _VARIETY)
    ),
    "alphabeta": Kind("plyground.agents.alphabeta_agent:AlphaBetaAgent", (_DEPTH, _THREADS, _HASH)),
    "negamax": Kind("plyground.agents.alphabeta_agent:PlainAgent", (_DEPTH,), {"prune": True}),
    "minimax": Kind("plyground.agents.alphabeta_agent:PlainAgent", (_DEPTH,)),
    "mcts": Kind("plyground.agents.mcts_agent:TreeAgent", (_PLAYOUTS, _TIME, _MEMORY, _SEED)),
    "baseline": Kind("plyground.reports:Baseline", by_game=True),
    "random": Kind("plyground.agents.random_agent:RandomAgent", (_SEED,)),
    "gomocup": Kind("plyground.protocols.gomocup.external_engine:GomocupAgent", is_program=True),
}


def agent(spec: str, trusted: bool = True) -> Agent | Human:
    """The agent that a spec names.

    Only a trusted spec (typed at the command line, not sent or recorded) may be a user's own
    `module:Class`, or a program.
    """
    name, _, command = spec.strip().partition(":")
    if name in KINDS and KINDS[name].is_program:
        if not trusted:
            raise Problem("agent.problem.program", name=name)
        return _load(KINDS[name].home)(command)  # type: ignore[no-any-return]
    wanted = parse_spec(spec)
    if wanted.name not in KINDS:
        if trusted and "." in wanted.name and wanted.variant is not None:
            return _of_user(wanted)
        hint = did_you_mean(wanted.name, KINDS)
        raise Problem("agent.problem.name", name=wanted.name, hint=hint, known=", ".join(KINDS))
    kind = KINDS[wanted.name]
    if kind.by_game:
        made: Agent = _load(kind.home)(wanted.variant, **wanted.settings)
        return made
    if wanted.variant is not None:
        raise Problem("agent.problem.variant", name=wanted.name, variant=wanted.variant)
    return make(wanted.name, kind, wanted.settings)  # type: ignore[no-any-return]


def make(name: str, kind: Kind, settings: Mapping[str, str]) -> Any:
    """An agent of a kind; settings that it does not know, or cannot take, are refused."""
    resolved = resolve(name, kind.options, settings)
    given = {key: value for key, value in resolved.items() if value is not None}
    return _load(kind.home)(**kind.settled, **given)


def _of_user(wanted: Spec) -> Agent:
    home = f"{wanted.name}:{wanted.variant}"
    try:
        made: Agent = _load(home)(**wanted.settings)
    except Exception as error:
        raise Problem("agent.problem.module", name=home, why=error) from error
    if not hasattr(made, "choose"):
        raise Problem("agent.problem.choose", name=home)
    return made


def _load(home: str) -> Any:
    module, _, name = home.partition(":")
    return getattr(importlib.import_module(module), name)


def parse_spec(text: str) -> Spec:
    """Take a spec apart."""
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
