"""Which agents clients may use: those the owner lists by name, and built-in ones within bounds.

A spec from the network is never read as a path, a module or a file.
"""

from __future__ import annotations

import re

from plyground.agents.agent import Agent, CompiledAgent
from plyground.agents.human import Human
from plyground.agents.isolated_agent import make_player
from plyground.agents.levels import LEVELS
from plyground.agents.python_search import PythonSearch
from plyground.agents.solver_agent import SolverAgent
from plyground.agents.specs import KINDS, Spec, agent, parse_spec
from plyground.games.game import Game
from plyground.games.options import Option
from plyground.locale import Problem
from plyground.reports import Baseline, find_baselines
from plyground.web.settings import Settings

MAX_SPEC_LENGTH = 200
MAX_PLAYOUTS = 10_000_000
STAND_IN_SECONDS = 1.0
"""Maximum seconds of a move by the plain search: it shares its core with the compiler."""

SOLVER = "solver"
"""The spec of the solver, which runs beside an analysis. It is no kind of agent to play against."""

_NAME = re.compile(r"[\w][\w .+-]{0,39}")


class AgentPolicy:
    """Checks specs from clients, and makes the agents of those it accepts."""

    def __init__(self, settings: Settings) -> None:
        self.engines = dict(settings.engines)
        self.bounds: dict[str, float] = {
            "time": settings.longest_thought,
            "threads": settings.most_threads,
            "hash": settings.most_hash,
            "memory": settings.most_hash,
            "playouts": MAX_PLAYOUTS,
        }
        self._defaults = {"hash": settings.engine_hash, "memory": settings.engine_hash}
        for name in self.engines:
            if not _NAME.fullmatch(name) or name in KINDS:
                raise Problem("server.problem.engine_name", name=name)

    def check_spec(self, spec: str, game: Game) -> str:
        """Return the spec in normal form, or raise a Problem if clients may not use it here."""
        if spec in self.engines:
            return spec
        if len(spec) > MAX_SPEC_LENGTH:
            raise Problem("agent.problem.spec", spec=f"{spec[:20]} ...")
        parsed = parse_spec(spec)
        if parsed.name == "human":
            raise Problem("server.problem.human")
        for option in self._find_options(parsed, game):
            if option.name in parsed.settings and option.name in self.bounds:
                self._check_bound(option, parsed.settings[option.name])
        new = agent(spec, trusted=False)
        if isinstance(new, Baseline):
            # Whether it exists depends on the game.
            new.agent_for(game)
        return format_spec(parsed)

    def make_agent(self, spec: str) -> Agent:
        """Make the agent of an accepted spec; its hash table has a client's size by default."""
        if spec in self.engines:
            # Whatever is said of it names what the owner calls it, and not where it is.
            new = make_player(self.engines[spec], name=spec)
        else:
            parsed = parse_spec(spec)
            if parsed.name == SOLVER:
                return SolverAgent(int(parsed.settings["hash"]))
            options = {option.name for option in KINDS[parsed.name].options}
            defaults = {name: str(size) for name, size in self._defaults.items() if name in options}
            sized = Spec(parsed.name, parsed.variant, {**defaults, **parsed.settings})
            new = agent(format_spec(sized), trusted=False)
        if isinstance(new, Human):
            raise Problem("server.problem.human")
        return new

    def make_solver_spec(self, spec: str) -> str:
        """The spec of the solver that gets as much memory as the agent of an accepted spec."""
        # The rest of another spec may be a command line.
        known = parse_spec(self.engines.get(spec, spec)).settings if self.is_native(spec) else {}
        hash = known.get("hash") or known.get("memory") or str(self._defaults["hash"])
        return f"{SOLVER}:hash={min(int(hash), int(self.bounds['hash']))}"

    def is_native(self, spec: str) -> bool:
        """Does an accepted spec name a search of ours, which waits for the compiler?"""
        kind = KINDS.get(self.engines.get(spec, spec).partition(":")[0].strip())
        return kind is not None and issubclass(kind.load(), CompiledAgent)

    def make_stand_in(self, spec: str) -> PythonSearch:
        """The plain search that plays for a native one while that is being compiled."""
        settings = parse_spec(self.engines.get(spec, spec)).settings
        return PythonSearch(
            level=int(settings.get("level", max(LEVELS))),
            depth=int(settings["depth"]) if "depth" in settings else None,
            time=min(float(settings.get("time", STAND_IN_SECONDS)), STAND_IN_SECONDS),
        )

    def _find_options(self, parsed: Spec, game: Game) -> tuple[Option, ...]:
        kind = KINDS.get(parsed.name)
        if kind is None or not kind.by_game:
            return kind.options if kind is not None else ()
        kinds = find_baselines(game.name)
        found = kinds.get(parsed.variant or next(iter(kinds), ""))
        return found.options if found is not None else ()

    def _check_bound(self, option: Option, given: str) -> None:
        value, limit = option.read(given), self.bounds[option.name]
        # In this form, NaN is refused too.
        if isinstance(value, int | float) and not value <= limit:
            raise Problem(
                "problem.option.range", option=option.name, given=given, low=option.low, high=limit
            )


def format_spec(spec: Spec) -> str:
    """A spec as text; the reverse of `parse_spec`."""
    arguments = [spec.variant] if spec.variant else []
    arguments += [f"{key}={value}" for key, value in spec.settings.items()]
    return f"{spec.name}:{','.join(arguments)}" if arguments else spec.name
