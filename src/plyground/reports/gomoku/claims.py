"""Claims of the two reports on gomoku whose answers are exact: each position is searched once."""

from __future__ import annotations

import numpy as np

from plyground.agents.agent import SearchAgent
from plyground.core.contract import INFO_SIZE, LINE_SIZE
from plyground.core.limits import Limit, Stop
from plyground.games.position import Position
from plyground.games.registry import load_game
from plyground.games.score import Analysis
from plyground.locale import Sentence
from plyground.reports.experiment import ExactFindings, OnCase, Row
from plyground.reports.gomoku.deepening_agent import Deepening
from plyground.reports.gomoku.omok_agent import Omok
from plyground.reports.gomoku.printed_agent import Printed

THREAT_BUDGET = 20_000
"""Positions that a search for a win by threats may visit."""

# The person's stones and the agent's, before the agent's first four moves.
OPENINGS = (
    "j10 / - / 1",
    "j10 k10 / j11 / 1",
    "j10 k10 l9 / j11 i9 / 1",
    "j10 k10 l9 k8 / j11 i9 m8 / 1",
)
DEPTH_COLUMNS = tuple(
    f"experiment.gomoku-depth.column.{name}" for name in ("stones", "depth", "move", "nodes")
)

# What the person threatens, the stones, and the points that stop it.
THREATS = {
    "three": ("h10 i10 j10 / b2 m12 / 1", ("f10", "g10", "k10", "l10")),
    "four": ("g10 h10 i10 j10 / f10 b2 m12 / 1", ("k10",)),
    "split": ("g10 h10 j10 k10 / b2 m12 r17 / 1", ("i10",)),
}
THREAT_COLUMNS = tuple(
    f"experiment.gomoku-threats.column.{name}" for name in ("threat", "agent", "move", "stops")
)

# Why the omok agent loses, and the position before its mistake.
MISTAKES = {
    "one_threat": "h7 i7 g8 h8 e9 i9 / g7 f8 i8 f9 g9 h9 / 0",
    "late": "h6 i7 f8 g8 h8 i9 / g7 i8 g9 h9 g10 h10 / 0",
}
MISTAKE_COLUMNS = tuple(
    f"experiment.omok-beaten.column.{name}" for name in ("reason", "move", "rule", "holds")
)


def compare_depths(on_case: OnCase) -> ExactFindings:
    """What depth 4 and depth 5 choose in the opening, and how much they search for it.

    Asked with `full=-10`: as printed, the search ends before depth 5 here.
    """
    game = load_game("gomoku", rule="report")
    rows, nodes, first = [], {4: 0, 5: 0}, {4: 0, 5: 0}
    for number, text in enumerate(OPENINGS):
        position = game.position(text)
        for depth in (4, 5):
            agent = Printed(depth=depth, full=-10, seed=0)
            found = _ask(agent, position)
            nodes[depth] += found.nodes
            first[depth] += position.find(found.move) == agent.candidates(position)[0]
            stones = 2 * number + 1
            rows.append(Row((stones, depth, found.move, found.nodes), position.play(found.move)))
        on_case(number + 1, len(OPENINGS))
    is_blind = first[4] == len(OPENINGS)
    return ExactFindings(
        tuple(rows),
        "agrees" if is_blind and first[5] < first[4] else "contradicts",
        Sentence(
            "experiment.gomoku-depth.conclusion",
            {
                "all": len(OPENINGS),
                "first4": first[4],
                "first5": first[5],
                "factor": nodes[5] // nodes[4],
            },
        ),
    )


def stop_threats(on_case: OnCase) -> ExactFindings:
    """Whether a three and fours are stopped: by the printed search, without its slip, as meant."""
    game = load_game("gomoku", rule="report")
    agents: dict[str, SearchAgent] = {
        "baseline:printed": Printed(seed=0),
        "baseline:printed,full=-10": Printed(full=-10, seed=0),
        "baseline:deepening": Deepening(),
    }
    rows, stopped = [], dict.fromkeys(agents, 0)
    for number, (threat, (text, points)) in enumerate(THREATS.items()):
        position = game.position(text)
        for spec, agent in agents.items():
            found = _ask(agent, position)
            stops = found.move in points
            stopped[spec] += stops
            words = Sentence(f"experiment.gomoku-threats.threat.{threat}")
            said = Sentence(f"experiment.gomoku-threats.{'stops' if stops else 'ignores'}")
            rows.append(Row((words, spec, found.move, said), position.play(found.move)))
        on_case(number + 1, len(THREATS))
    printed, mended, meant = stopped.values()
    return ExactFindings(
        tuple(rows),
        "agrees" if printed == len(THREATS) else "contradicts",
        Sentence(
            "experiment.gomoku-threats.conclusion",
            {"all": len(THREATS), "printed": printed, "mended": mended, "meant": meant},
        ),
    )


def explain_losses(on_case: OnCase) -> ExactFindings:
    """For each reason why the omok agent loses: its move, and how many moves would have held."""
    game = load_game("gomoku")
    rows, losing = [], 0
    for number, (reason, text) in enumerate(MISTAKES.items()):
        position = game.position(text)
        found = _ask(Omok(seed=0), position)
        holding = [move for move in position.moves if not wins_by_threats(position.play(move))]
        words = Sentence(f"experiment.omok-beaten.reason.{reason}")
        cells = (words, found.move, found.why or "", len(holding))
        rows.append(Row(cells, position.play(found.move)))
        losing += found.move not in holding
        on_case(number + 1, len(MISTAKES))
    return ExactFindings(
        tuple(rows),
        "agrees" if losing == len(MISTAKES) else "contradicts",
        Sentence("experiment.omok-beaten.conclusion", {"losing": losing, "all": len(MISTAKES)}),
    )


def wins_by_threats(position: Position) -> bool:
    """Whether a search for threats proves a win for the side to move."""
    rules, compiled = position.game.rules, position.game.native().compiled
    state, features = np.array(position.state), np.zeros(rules.features_size, np.int64)
    compiled["init_features"].call(state, features, rules.tables)
    line, info = np.zeros(LINE_SIZE, np.int64), np.zeros(INFO_SIZE, np.int64)
    score = compiled["threat_search"].call(state, THREAT_BUDGET, line, info, features, rules.tables)
    return bool(score > 0)


def _ask(agent: SearchAgent, position: Position) -> Analysis:
    agent.prepare(position.game)
    return agent.think(position, Limit(), Stop())
