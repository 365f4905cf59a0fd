"""The agents of five reports on these games, one module a game, named like the game.

Each module has `BASELINES`, its agents by name, the first of which is meant if none is named, and
`EXPERIMENTS`, what its report claims. Which agent `baseline` is, is known when the
game is.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from plyground.agents.agent import OnDepth, SearchAgent
from plyground.agents.specs import AgentKind, make_agent
from plyground.core.limits import Limit, Stop
from plyground.games.game import Game
from plyground.games.options import did_you_mean
from plyground.games.position import Position
from plyground.games.registry import game_names
from plyground.games.score import Analysis
from plyground.locale import Problem, has_words, say
from plyground.reports.experiment import ExactExperiment, Experiment


class Baseline:
    """The agent of a report, for whichever game it is asked to play."""

    def __init__(self, variant: str | None = None, **settings: str) -> None:
        self.variant = variant
        self.settings = settings
        self._agents: dict[str, SearchAgent] = {}
        if variant is not None:
            self._check(variant)

    def of(self, game: Game) -> SearchAgent:
        """The agent itself."""
        if game.name not in self._agents:
            kinds = baselines(game.name)
            if not kinds:
                raise Problem("agent.problem.baseline.none", game=game.name)
            name = self.variant or next(iter(kinds))
            if name not in kinds:
                raise _unknown(name, list(kinds))
            made: SearchAgent = make_agent(f"baseline:{name}", kinds[name], self.settings)
            self._agents[game.name] = made
        return self._agents[game.name]

    def prepare(self, game: Game) -> None:
        self.of(game).prepare(game)

    def choose(self, position: Position, limit: Limit) -> Analysis:
        return self.of(position.game).choose(position, limit)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Analysis:
        return self.of(position.game).think(position, limit, stop, lines, on_depth)

    @staticmethod
    def _check(variant: str) -> None:
        """A name that no game's baseline has is wrong already."""
        known = sorted({name for module in modules() for name in baselines(module)})
        if variant not in known:
            raise _unknown(variant, known)


def _unknown(name: str, known: list[str]) -> Problem:
    hint = did_you_mean(name, known)
    return Problem("agent.problem.baseline", name=name, hint=hint, known=", ".join(known))


@cache
def modules() -> tuple[str, ...]:
    """The names of the games that have a baseline."""
    ours = {module.name for module in pkgutil.iter_modules(__path__)}
    return tuple(sorted(ours.intersection(game_names())))


def baselines(game: str) -> dict[str, AgentKind]:
    """The baselines of a game by name, the usual one first; none for most games."""
    if game not in modules():
        return {}
    found: dict[str, AgentKind] = importlib.import_module(f"{__name__}.{game}").BASELINES
    return found


def describe_baseline(game: str, name: str) -> str:
    """What a baseline does, in words of this game if it has some."""
    key = f"baseline.{game}.{name}"
    return say(key if has_words(key) else f"baseline.{name}")


def experiments() -> dict[str, Experiment | ExactExperiment]:
    """All experiments of the reports, by name."""
    found: dict[str, Experiment | ExactExperiment] = {}
    for game in modules():
        found.update(importlib.import_module(f"{__name__}.{game}").EXPERIMENTS)
    return found
