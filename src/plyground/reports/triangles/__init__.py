"""The report on Gaining Territory: the agent of its text, the one of its program, its claims."""

from __future__ import annotations

from plyground.agents.specs import AgentKind
from plyground.games.options import Option
from plyground.reports.experiment import ExactExperiment, Experiment
from plyground.reports.triangles import move_claims, set_claims

_OPTIONS = (Option("time", None, low=0.001, kind="float"),)
_TEXT = f"{__name__}.text_agent:TextAgent"
_PRINTED = f"{__name__}.printed_agent:PrintedAgent"

BASELINES = {
    "report": AgentKind(_TEXT, _OPTIONS),
    "printed": AgentKind(_PRINTED, _OPTIONS),
    "improved": AgentKind(_TEXT, _OPTIONS, {"afterthought": True}),
}

EXPERIMENTS: dict[str, Experiment | ExactExperiment] = {
    **set_claims.EXPERIMENTS,
    **move_claims.EXPERIMENTS,
    "triangles-printed": Experiment(
        game="triangles",
        a="baseline:report",
        b="baseline:printed",
        games=100,
        seconds=5.0,
        options={"n": 12},
        opening_plies=4,
    ),
    "triangles-afterthought": Experiment(
        game="triangles",
        a="baseline:improved",
        b="baseline:report",
        games=60,
        seconds=5.0,
        options={"n": 16},
        opening_plies=4,
    ),
}
