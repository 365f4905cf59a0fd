"""The levels of the engine.

A lower level searches less deeply, and picks at random among the moves whose scores are close to
the best. It never picks a move that gives away a win it has found, nor one that loses while another
does not. The lowest levels do not search: they see the next move, but for a blind spot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random

from plyground.agents.blind_spot import Beginner, BeginnerPlayer
from plyground.games.score import Analysis, Line


@dataclass(frozen=True)
class Level:
    depth: int | None
    """Search depth: at least two, so that every level sees the opponent's next move."""
    nodes: int | None
    """Positions searched for one move."""
    looseness: float
    """Winning chance that a move may typically give away."""
    beginner: Beginner | None = None
    """What it sees, if it does not search; the depth is then that of the replies it looks at."""

    def make_beginner(self, random: Random) -> BeginnerPlayer | None:
        return None if self.beginner is None else BeginnerPlayer(self.beginner, random)


# `python bench/levels.py` plays each level against the one two below it, and
# `python bench/first_level.py` the lowest one against somebody who sees wins and blocks.
LEVELS = {
    1: Level(2, None, 0.0, Beginner(diagonals=2, reach=1.5, breadth=0.35)),
    2: Level(2, None, 0.0, Beginner(diagonals=1, reach=4.5, breadth=0.2)),
    3: Level(3, 10_000, 0.08),
    4: Level(4, 15_000, 0.06),
    5: Level(5, 20_000, 0.05),
    6: Level(6, 30_000, 0.04),
    7: Level(8, 60_000, 0.03),
    8: Level(10, 150_000, 0.02),
    9: Level(14, 500_000, 0.01),
    10: Level(None, None, 0.0),
}
WIDTH = 6
"""Lines to choose from: at levels below the highest, and at the highest for variety."""


def pick_near_best(found: Analysis, looseness: float, random: Random) -> Analysis:
    """Pick one of the moves close to the best, better ones with a higher probability."""
    best = found.lines[0]
    if best.score.plies == 1:
        return found
    lines = [line for line in found.lines if _keeps_outcome(line, best)]
    weights = [math.exp((line.score.chance - best.score.chance) / looseness) for line in lines]
    [line] = random.choices(lines, weights)
    return replace(found, move=line.moves[0], score=line.score)


def _keeps_outcome(line: Line, best: Line) -> bool:
    """Does a line neither give away a win nor lose without need?"""
    if best.score.kind == "win":
        return line.score.kind == "win"
    return line.score.kind != "loss" or best.score.kind == "loss"
