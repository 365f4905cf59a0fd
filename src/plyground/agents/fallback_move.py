"""What a game's own knowledge tells without any search: a move at once, compiled or not.

Used where somebody waits for a move and the engine is not ready: wins and answers that a game
sees at a glance, else the move worth a thought that it would look at first.
"""

from __future__ import annotations

import numpy as np

from plyground.core.contract import INFO_SIZE, LINE_SIZE
from plyground.core.values import DECIDED
from plyground.games.position import Position
from plyground.games.score import Analysis, Score


def glance(position: Position) -> Analysis:
    """The move that looks best in an ongoing position, and how the position looks."""
    game, rules = position.game, position.game.rules
    kernels, tables = game.kernels, rules.tables
    state = np.array(position.state)
    features = np.zeros(max(rules.features_size, 1), np.int64)
    if kernels.init_features is not None:
        game.kernel("init_features")(state, features, tables)
    score = 0
    info = np.zeros(INFO_SIZE, np.int64)
    if kernels.threat_search is not None:
        line = np.full(LINE_SIZE, -1, np.int64)
        score = int(game.kernel("threat_search")(state, 0, line, info, features, tables))
        if score:
            move = game.move_text(state, int(line[0]))
            return Analysis(move, Score.from_core(score, abs(score) >= DECIDED, rules))
    if kernels.evaluate is not None:
        score = int(game.kernel("evaluate")(state, features, tables))
    moves = np.zeros(rules.branching, np.int64)
    if kernels.candidates is not None:
        info[:] = 0
        count = int(game.kernel("candidates")(state, moves, info, features, tables))
    else:
        count = int(game.kernel("moves")(state, moves, tables))
    priors = np.zeros(rules.branching, np.int64)
    if kernels.priors is not None:
        game.kernel("priors")(state, moves, count, priors, features, tables)
    best = int(moves[int(np.argmax(priors[:count]))])
    return Analysis(game.move_text(state, best), Score.from_core(score, False, rules))
