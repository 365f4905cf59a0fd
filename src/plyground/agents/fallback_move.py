"""A move without any search, from the game's own kernels, compiled or not.

It is played when a move is due and the engine is not ready: the first move of a forced win or
defence that the threat search finds, else the candidate with the highest prior.
"""

from __future__ import annotations

import numpy as np

from plyground.core.contract import INFO_SIZE, LINE_SIZE
from plyground.core.values import DECIDED
from plyground.games.position import Position
from plyground.games.score import Analysis, Score


def choose_fallback_move(position: Position) -> Analysis:
    """Choose a move in an ongoing position by threats and priors, with a static score."""
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
