"""Which agents a guest may ask for: the owner's by name, the built-in ones within bounds.

A spec from the network is never a path, a module or a file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plyground.agents.human import Human
from plyground.agents.specs import KINDS, Spec, agent, parse_spec
from plyground.locale import Problem
from plyground.web.settings import Settings

if TYPE_CHECKING:
    from plyground.agents.agent import Agent
    from plyground.games.game import Game
    from plyground.games.options import Option

LONGEST_SPEC = 200
MOST_PLAYOUTS = 10_000_000

_NAME = re.compile(r"[\w][\w .+-]{0,39}")


class Guests:
    """Tells specs that may be used from those that may not, and makes the agents."""

    def __init__(self, settings: Settings) -> None:
        self.engines = dict(settings.engines)
        self.bounds: dict[str, float] = {
            "time": settings.longest_thought,
            "threads": settings.most_threads,
            "hash": settings.most_hash,
            "memory": settings.most_hash,
            "playouts": MOST_PLAYOUTS,
        }
        self._usual = {"hash": settings.engine_hash, "memory": settings.engine_hash}
        for name in self.engines:
            if not _NAME.fullmatch(name) or name in KINDS:
                raise Problem("server.problem.engine_name", name=name)

    def allowed(self, spec: str, game: Game) -> str:
        """The spec, tidied, if a guest may play it at this game; else a Problem."""
        if spec in self.engines:
            return spec
        if len(spec) > LONGEST_SPEC:
            raise Problem("agent.problem.spec", spec=f"{spec[:20]} ...")
        wanted = parse_spec(spec)
        if wanted.name == "human":
            raise Problem("server.problem.human")
        for option in self._options(wanted, game):
            if option.name in wanted.settings and option.name in self.bounds:
                self._check(option, wanted.settings[option.name])
        made = agent(spec, trusted=False)
        if hasattr(made, "of"):
            # Only with the game is it known whether there is such a baseline.
            made.of(game)
        return written(wanted)

    def make(self, spec: str) -> Agent:
        """The agent of a spec that was allowed, with a table of a guest's size."""
        if spec in self.engines:
            made = agent(self.engines[spec])
        else:
            wanted = parse_spec(spec)
            options = {option.name for option in KINDS[wanted.name].options}
            usual = {name: str(size) for name, size in self._usual.items() if name in options}
            sized = Spec(wanted.name, wanted.variant, {**usual, **wanted.settings})
            made = agent(written(sized), trusted=False)
        if isinstance(made, Human):
            raise Problem("server.problem.human")
        return made

    def _options(self, wanted: Spec, game: Game) -> tuple[Option, ...]:
        kind = KINDS.get(wanted.name)
        if kind is None or not kind.by_game:
            return kind.options if kind is not None else ()
        from plyground.reports import baselines

        kinds = baselines(game.name)
        found = kinds.get(wanted.variant or next(iter(kinds), ""))
        return found.options if found is not None else ()

    def _check(self, option: Option, given: str) -> None:
        value, most = option.read(given), self.bounds[option.name]
        # Written so that what is no number at all is refused too.
        if isinstance(value, int | float) and not value <= most:
            raise Problem(
                "problem.option.range", option=option.name, given=given, low=option.low, high=most
            )


def written(spec: Spec) -> str:
    """A spec as text; the reverse of `parse_spec`."""
    arguments = [spec.variant] if spec.variant else []
    arguments += [f"{key}={value}" for key, value in spec.settings.items()]
    return f"{spec.name}:{','.join(arguments)}" if arguments else spec.name
