"""The static value of a position at the depth limit of a search, on the scale of final results.

An estimate must never be as good as a win. In a game won by points it is in points; in others it is
a number between -1 and +1: twice the winning chance, minus one.
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
from plyground.lab.tree_notation import NotationNode

MAX_ESTIMATE = 0.99
"""The largest estimate: a win is 1."""


@dataclass(frozen=True)
class StaticValue:
    """An evaluation for side 0, and its kind (described by the text `lab.horizon.KIND`)."""

    evaluate: Evaluate
    kind: Literal["even", "chance", "points", "exact", "own"]


def find_static_value(position: Any) -> StaticValue:
    """The best evaluation for a position: the game's own, if it has one."""
    if isinstance(position, NotationNode):
        return StaticValue(lambda node: minimax(node).value, "exact")
    if not isinstance(position, Position) or position.game.kernels.evaluate is None:
        return StaticValue(evaluate_as_draw, "even")
    kind: Literal["points", "chance"] = "points" if position.game.rules.scoring else "chance"
    return StaticValue(_make_evaluation(position.game), kind)


def _make_evaluation(game: Game) -> Evaluate:
    rules = game.rules
    features = np.zeros(max(rules.features_size, 1), np.int64)

    def evaluate(position: Position) -> float:
        if game.kernels.init_features is not None:
            features[:] = 0
            game.kernel("init_features")(position.state, features, rules.tables)
        score_code = int(game.kernel("evaluate")(position.state, features, rules.tables))
        score = Score.from_core(score_code, False, rules)
        value = score.value if rules.scoring else 2 * score.chance - 1
        if not rules.scoring:
            value = max(-MAX_ESTIMATE, min(MAX_ESTIMATE, value))
        return round(value if position.side == 0 else -value, 2) + 0.0

    return evaluate
