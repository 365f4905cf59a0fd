"""The agents and experiments of two reports on gomoku: omok on 15x15, and 19x19 without 3-3.

`omok` is the first report's agent. The second report's agent is here twice: `deepening` is what its
text describes, `printed` what its printed search does.
"""

from __future__ import annotations

from typing import Literal

from plyground.agents.specs import AgentKind
from plyground.games.options import Option
from plyground.reports.experiment import Claim, ExactExperiment, Experiment
from plyground.reports.gomoku import claims
from plyground.reports.gomoku.report_search import MOST

_TIME = Option("time", None, low=0.001, kind="float")
_DEPTH = Option("depth", None, low=1, high=20)
_LIMIT = Option("limit", None, low=1, high=MOST)
_NEAR = Option("near", True, kind="bool")
_FULL = Option("full", 10, choices=(10, -10))
_SEED = Option("seed", None, low=0, high=2**64 - 1)

BASELINES = {
    "omok": AgentKind(f"{__name__}.omok_agent:Omok", (_DEPTH, _LIMIT, _NEAR, _TIME, _SEED)),
    "deepening": AgentKind(f"{__name__}.deepening_agent:Deepening", (_DEPTH, _TIME)),
    "printed": AgentKind(f"{__name__}.printed_agent:Printed", (_DEPTH, _FULL, _SEED)),
}


def _compare(
    a: str,
    b: str,
    seconds: float,
    better: Literal["a", "b"] | None,
    games: int = 20,
    **options: object,
) -> Experiment:
    found = () if better is None else (Claim(better),)
    return Experiment(
        "gomoku", a, b, games, seconds, options=options, opening_plies=4, claims=found
    )


# What a report plays with, it takes to be the better.
EXPERIMENTS: dict[str, Experiment | ExactExperiment] = {
    "omok-depth": _compare("baseline:omok,depth=2,limit=40", "baseline:omok", 5.0, "b"),
    "omok-time": _compare("baseline:omok", "baseline:omok,time=8", 10.0, None),
    "omok-near": _compare("baseline:omok,near=false", "baseline:omok", 5.0, "b"),
    "omok-random": _compare("baseline:omok", "random:seed=0", 5.0, "a"),
    "omok-beaten": ExactExperiment("gomoku", claims.MISTAKE_COLUMNS, claims.explain_losses),
    "gomoku-depth": ExactExperiment("gomoku", claims.DEPTH_COLUMNS, claims.compare_depths),
    "gomoku-threats": ExactExperiment("gomoku", claims.THREAT_COLUMNS, claims.stop_threats),
    "gomoku-seconds": _compare(
        "baseline:printed,full=-10,seed=0",
        "baseline:printed,depth=5,full=-10,seed=0",
        5.0,
        "b",
        games=2,
        rule="report",
    ),
    "gomoku-printed": _compare(
        "baseline:printed,seed=0", "baseline:deepening", 30.0, None, games=10, rule="report"
    ),
}
