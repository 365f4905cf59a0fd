"""How to go on when a game won by points is being lost: by what this opponent may overlook.

An opponent that took the most it could at once, when there was something to take, will perhaps do
so again. Against such a one the search looks for the best that can be had; one that has just left
something is met by sound play alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from plyground.core.contract import Vector
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

SOUND_SHARE = 0.25
"""How much of a move's time tells whether the game is being lost, before lures are sought."""
LOSING = 0.4
"""The winning chances below which there is little to lose."""
OCCASIONS = 2
"""How many of the opponent's last choices tell what it is like."""


def may_lure(position: Position) -> bool:
    """Did the opponent take the most it could when it last had the choice, and the time before?"""
    if not position.game.rules.scoring or position.game.kernels.standing is None:
        return False
    taken = 0
    after = position
    while after.before is not None and taken < OCCASIONS:
        before = after.before
        if before.side != position.side:
            took = _took_most(before, after.history[-1])
            if took is False:
                return False
            taken += took is True
        after = before
    return True


def is_losing(score: Score | None) -> bool:
    return score is not None and score.chance < LOSING


def with_lure(sound: Analysis, lure: Analysis) -> Analysis:
    """The move of a lure, with what a sound search says of the position."""
    score = sound.score
    if score is None or lure.move == sound.move:
        return sound
    if score.proven and lure.move not in sound.best_moves:
        return sound
    others = tuple(line for line in sound.lines if line.moves[0] != lure.move)
    line = Line(lure.lines[0].moves, score)
    return replace(sound, move=lure.move, lines=(line, *others), nodes=sound.nodes + lure.nodes)


@lru_cache(maxsize=256)
def _took_most(position: Position, move: int) -> bool | None:
    """None if all moves bring the same."""
    ahead = {code: _ahead_after(position.game, position.state, code) for code in position.codes}
    most = max(ahead.values())
    return None if most == min(ahead.values()) else ahead[move] == most


def _ahead_after(game: Game, state: Vector, move: int) -> int:
    """How many points the side to move is ahead after a move."""
    native, tables = game.native().compiled, game.rules.tables
    after = np.array(state)
    native["play"].call(after, move, tables)
    out = np.zeros(3, np.int64)
    native["standing"].call(after, out, tables)
    return int(out[0] if after[0] == state[0] else -out[0])
