"""The report on Kamisado: its agent, its opponents, and its claims as experiments."""

from __future__ import annotations

from plyground.agents.specs import AgentKind
from plyground.games.options import Option
from plyground.reports.experiment import Claim, ExactExperiment, Experiment, Measures
from plyground.reports.kamisado import claims
from plyground.reports.kamisado.negamax_agent import DEPTH
from plyground.reports.kamisado.opponents import count_rows

_SEED = Option("seed", None, low=0, high=2**64 - 1)

BASELINES = {
    "negamax": AgentKind(
        f"{__name__}.negamax_agent:Negamax", (Option("depth", DEPTH, low=1, high=100),)
    ),
    "novice": AgentKind(f"{__name__}.opponents:Novice", (_SEED,)),
    "trick": AgentKind(f"{__name__}.opponents:TrickPlayer", (_SEED,)),
}


def _compare(b: str, *found: Claim, measures: Measures | None = None) -> Experiment:
    """The report's agent against another, by the rules of the printed program."""
    return Experiment(
        game="kamisado",
        a="baseline",
        b=b,
        games=40,
        seconds=5.0,
        options={"deadlock": "printed"},
        measures=measures or {},
        claims=found,
    )


EXPERIMENTS: dict[str, Experiment | ExactExperiment] = {
    "kamisado-sides": _compare(
        "random:seed=1",
        Claim("second", of="experiment.measure.steps", by="a"),
        measures={"experiment.measure.steps": count_rows},
    ),
    "kamisado-random": _compare("random:seed=1", Claim("a")),
    "kamisado-novice": _compare("baseline:novice,seed=1", Claim("a")),
    "kamisado-trick": _compare("baseline:trick,seed=1", Claim("b"), Claim("second")),
    "kamisado-duel": ExactExperiment("kamisado", claims.DUEL_COLUMNS, claims.play_duels),
    "kamisado-pair": ExactExperiment("kamisado", claims.PAIR_COLUMNS, claims.solve_pairs),
    "kamisado-deadlock": ExactExperiment(
        "kamisado", claims.DEADLOCK_COLUMNS, claims.compare_deadlocks
    ),
}
