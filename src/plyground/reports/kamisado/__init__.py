"""The report on Kamisado: its agent, and its claims as experiments."""

from __future__ import annotations

from plyground.agents.specs import AgentKind
from plyground.games.options import Option
from plyground.games.position import Position
from plyground.reports.experiment import Claim, Experiment
from plyground.reports.kamisado.negamax_agent import DEPTH


def count_rows(position: Position) -> float:
    """The rows that the tower just moved has advanced."""
    start, end = divmod(position.history[-1], 64)
    return abs(end // 8 - start // 8)


BASELINES = {
    "negamax": AgentKind(
        f"{__name__}.negamax_agent:Negamax", (Option("depth", DEPTH, low=1, high=100),)
    ),
}

EXPERIMENTS = {
    "kamisado-sides": Experiment(
        game="kamisado",
        a="baseline",
        b="random:seed=1",
        games=40,
        seconds=5.0,
        options={"deadlock": "printed"},
        measures={"experiment.measure.steps": count_rows},
        claims=(Claim("second", of="experiment.measure.steps", by="a"),),
    ),
}
