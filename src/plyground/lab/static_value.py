"""What a position is thought to be worth where a search must stop, on the scale of real results.

An evaluation must never look better than a win. In a game won by points it is counted in points;
in others it becomes a number between -1 and +1: twice the chance to win, less one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from plyground.classic.minimax import minimax
from plyground.classic.textbook import Evaluate, evaluate_as_draw
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Score
from plyground.lab.tree_notation import Branch

SURE = 0.99
"""No evaluation is as good as a win."""


@dataclass(frozen=True)
class Horizon:
    """An evaluation for side 0, and what kind it is (`lab.horizon.KIND` says it in words)."""

    evaluate: Evaluate
    kind: Literal["even", "chance", "points", "exact", "own"]


def horizon_of(position: Any) -> Horizon:
    """The best evaluation that comes with a position: the game's own, if it has one."""
    if isinstance(position, Branch):
        return Horizon(lambda branch: minimax(branch).value, "exact")
    if not isinstance(position, Position) or position.game.kernels.evaluate is None:
        return Horizon(evaluate_as_draw, "even")
    kind: Literal["points", "chance"] = "points" if position.game.rules.scoring else "chance"
    return Horizon(_evaluation(position.game), kind)


def _evaluation(game: Game) -> Evaluate:
    rules = game.rules
    features = np.zeros(max(rules.features_size, 1), np.int64)

    def evaluate(position: Position) -> float:
        if game.kernels.init_features is not None:
            features[:] = 0
            game.kernel("init_features")(position.state, features, rules.tables)
        seen = int(game.kernel("evaluate")(position.state, features, rules.tables))
        score = Score.from_core(seen, False, rules)
        value = score.value if rules.scoring else 2 * score.chance - 1
        if not rules.scoring:
            value = max(-SURE, min(SURE, value))
        return round(value if position.side == 0 else -value, 2) + 0.0

    return evaluate
