"""The agents and experiments of five reports on these games, in a module named after each game.

Each module has `BASELINES`, its agents by name with the default first, and `EXPERIMENTS`, the
claims of its report. The agent that the spec `baseline` stands for depends on the game.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from plyground.agents.agent import OnDepth, SearchAgent, list_kernels
from plyground.agents.specs import AgentKind, make_agent
from plyground.core.jit import Entry
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.options import did_you_mean
from plyground.games.position import Position
from plyground.games.registry import game_names
from plyground.games.score import Analysis
from plyground.locale import Problem, has_words, say
from plyground.reports.experiment import ExactExperiment, Experiment


class Baseline:
    """The agent `baseline`: that of the report on whichever game is played."""

    def __init__(self, variant: str | None = None, **settings: str) -> None:
        self.variant = variant
        self.settings = settings
        self._agents: dict[str, SearchAgent] = {}
        if variant is not None:
            self._check(variant)

    def agent_for(self, game: Game) -> SearchAgent:
        """The agent for a game, made when it is first needed."""
        if game.name not in self._agents:
            kinds = find_baselines(game.name)
            if not kinds:
                raise Problem("agent.problem.baseline.none", game=game.name)
            name = self.variant or next(iter(kinds))
            if name not in kinds:
                raise _unknown_baseline(name, list(kinds))
            self._agents[game.name] = make_agent(f"baseline:{name}", kinds[name], self.settings)
        return self._agents[game.name]

    def list_kernels(self, game: Game) -> list[Entry]:
        return list_kernels(self.agent_for(game), game)

    def prepare(self, game: Game) -> None:
        self.agent_for(game).prepare(game)

    def choose(self, position: Position, limit: Limit) -> Analysis:
        return self.agent_for(position.game).choose(position, limit)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        return self.agent_for(position.game).think(position, limit, stop, lines, on_depth)

    @staticmethod
    def _check(variant: str) -> None:
        """Reject a name that no baseline of any game has, before the game is known."""
        known = sorted(
            {name for module in list_reported_games() for name in find_baselines(module)}
        )
        if variant not in known:
            raise _unknown_baseline(variant, known)


def _unknown_baseline(name: str, known: list[str]) -> Problem:
    hint = did_you_mean(name, known)
    return Problem("agent.problem.baseline", name=name, hint=hint, known=", ".join(known))


@cache
def list_reported_games() -> tuple[str, ...]:
    """The names of the games that have a report."""
    reported = {module.name for module in pkgutil.iter_modules(__path__)}
    return tuple(sorted(reported.intersection(game_names())))


def find_baselines(game: str) -> dict[str, AgentKind]:
    """The baselines of a game by name, the default first; empty for a game without a report."""
    if game not in list_reported_games():
        return {}
    found: dict[str, AgentKind] = importlib.import_module(f"{__name__}.{game}").BASELINES
    return found


def describe_baseline(game: str, name: str) -> str:
    """What a baseline does, in the text for this game if there is one."""
    key = f"baseline.{game}.{name}"
    return say(key if has_words(key) else f"baseline.{name}")


def load_experiments() -> dict[str, Experiment | ExactExperiment]:
    """All experiments of the reports, by name."""
    found: dict[str, Experiment | ExactExperiment] = {}
    for game in list_reported_games():
        found.update(importlib.import_module(f"{__name__}.{game}").EXPERIMENTS)
    return found
