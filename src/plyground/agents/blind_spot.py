"""The lowest levels: somebody who looks at the next move of both sides, and overlooks one kind.

Wins and points that a move takes at once are seen, the player's own and the opponent's, except in a
blind spot: lines in some direction, or longer than some reach. Both are read off the scene, so that
they mean something in every game whose moves have a place. A blind spot stays the same for a game,
and a higher level has a smaller one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from plyground.core.contract import BOUNDS_SIZE, Vector
from plyground.core.limits import Stop
from plyground.core.values import LOSS, MARGIN, ONGOING, WIN, is_margin
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.scene import Path
from plyground.games.score import Analysis

DIAGONALS = (1, 3)
"""Directions in steps of 45 degrees from a row: a row is 0, a column 2."""
USUAL_BOARD = 8.0
"""Spots that are scattered in the plane are measured as if they filled a board of this size."""
NEAR = 2.0
"""A move farther than this from all pieces would look silly."""
VICTORY = math.inf
MOST_LOOKS = 20_000
"""Moves that a beginner looks at before choosing among those so far."""

Extent = tuple[float, float]
"""Across and up, in spots."""

Rank = Callable[[Position, int], Sequence[int]]
"""So many of the moves of a position, best first."""


@dataclass(frozen=True)
class Beginner:
    """How little a level sees."""

    diagonals: int
    """Of how many diagonal directions it overlooks lines."""
    reach: float
    """How long the lines are that it sees, in spots."""
    breadth: float
    """Among which share of all moves it picks at random, the best of them by a first look."""


@dataclass(frozen=True)
class BlindSpot:
    directions: frozenset[int]
    reach: float

    @classmethod
    def of_game(cls, beginner: Beginner, position: Position, salt: int) -> BlindSpot:
        """The blind spot of a level in the game that led to a position."""
        random = Random(f"{salt} {position.history[:2]}")
        return cls(frozenset(random.sample(DIAGONALS, beginner.diagonals)), beginner.reach)

    def hides(self, direction: Extent, line: Extent | None) -> bool:
        """Is something in this direction overlooked, or at the end of this line?"""
        across, up = direction
        step = round(math.degrees(math.atan2(up, across)) / 45) % 4
        return step in self.directions or math.hypot(*(line or (0, 0))) > self.reach


@dataclass(frozen=True)
class Chance:
    """What a move takes at once: points, or victory."""

    move: int
    path: Path
    gain: float


class Vision:
    """What somebody with a blind spot sees in one position of a game."""

    def __init__(self, position: Position, blind_spot: BlindSpot) -> None:
        self._game: Game = position.game
        self._blind_spot = blind_spot
        scene = position.scene
        self._places = {spot.name: (spot.x, spot.y * scene.row_height) for spot in scene.spots}
        self._pieces = [self._places[piece.spot] for piece in scene.pieces]
        self._unit = 1.0
        if scene.board == "plane" and self._places:
            across, up = zip(*self._places.values(), strict=True)
            extent = max(max(across) - min(across), max(up) - min(up))
            self._unit = extent / USUAL_BOARD or 1.0
        self.looks = 0
        """How many moves it has looked at."""

    def list_chances(self, state: Vector, focus: Path) -> list[Chance]:
        """The moves that are seen to take something, by who looks at the spots of `focus`."""
        chances = []
        before = self._read_lead(state, state[0])
        for move in Position(self._game, state).codes:
            self.looks += 1
            after = np.array(state)
            self._game.call("play", after, move, self._game.rules.tables)
            gain = self._measure_gain(after, int(state[0]), before)
            if gain > 0:
                path = self._game.path(state, move)
                if not self._hides(path, focus, after):
                    chances.append(Chance(move, path, gain))
        return chances

    def is_near(self, path: Path) -> bool:
        """Does a move go to, or from, the neighbourhood of a piece?"""
        spots = [self._places[name] for name in path if name in self._places]
        return not spots or any(
            math.dist(spot, piece) <= NEAR * self._unit for spot in spots for piece in self._pieces
        )

    def _measure_gain(self, after: Vector, side: int, before: float) -> float:
        outcome = int(self._game.call("outcome", after, self._game.rules.tables))
        if self._game.rules.scoring:
            lead = self._read_lead(after, side)
            if is_margin(outcome):
                lead = (outcome - MARGIN) * (1 if after[0] == side else -1)
            return lead - before
        won = WIN if after[0] == side else LOSS
        return VICTORY if outcome == won else 0.0

    def _read_lead(self, state: Vector, side: int) -> float:
        """The points by which a side is ahead."""
        if not self._game.rules.scoring:
            return 0.0
        if "score_bounds" in self._game.kernels.present():
            bounds = np.zeros(BOUNDS_SIZE, np.int64)
            self._game.call("score_bounds", state, bounds, self._game.rules.tables)
            return float(bounds[0]) * (1 if state[0] == side else -1)
        points = self._game.scene(state).score or (0, 0)
        return float(points[side] - points[1 - side])

    def _hides(self, path: Path, focus: Path, after: Vector) -> bool:
        """Is a move in the blind spot? Its line is its way or, if it only puts something down, the
        way from where the side moved before; but a row that it completes has its own direction."""
        line = self._measure(path if len(path) > 1 else (*focus[-1:], *path))
        direction = line
        if self._game.call("outcome", after, self._game.rules.tables) != ONGOING:
            direction = self._measure(self._game.scene(after).winning) or line
        return direction is not None and self._blind_spot.hides(direction, line)

    def _measure(self, path: Path) -> Extent | None:
        """How far it is from the first spot to the last, across and up; None without a way."""
        places = [self._places[name] for name in path if name in self._places]
        if len(places) < 2:
            return None
        (left, low), (right, high) = places[0], places[-1]
        return (right - left) / self._unit, (high - low) / self._unit


class BeginnerPlayer:
    """Plays as a beginner; with a seeded `random` always the same."""

    def __init__(self, beginner: Beginner, random: Random) -> None:
        self._beginner = beginner
        self._random = random
        self._seed = random.getrandbits(32)

    def choose(self, position: Position, stop: Stop, rank: Rank | None = None) -> Analysis:
        """Take what is seen; else a plausible move after which the opponent is not seen to take
        more than after others. Without `rank`, all moves that are near something are plausible."""
        blind_spot = BlindSpot.of_game(self._beginner, position, self._seed)
        vision = Vision(position, blind_spot)
        # One looks at one's own last move for a chance, and at the opponent's for a danger.
        before = position.before
        chances = vision.list_chances(position.state, before.last_path if before else ())
        if chances:
            most = max(chance.gain for chance in chances)
            move = self._random.choice([each.move for each in chances if each.gain == most])
        else:
            move = _pick_safe(position, vision, self._list_plausible(position, vision, rank), stop)
        text = position.game.move_text(position.state, move)
        return Analysis(text, depth=2, nodes=vision.looks, seconds=stop.elapsed)

    def _list_plausible(self, position: Position, vision: Vision, rank: Rank | None) -> list[int]:
        """All moves, those first in random order that do not look silly."""
        moves, path = position.codes, position.game.path
        count = max(round(self._beginner.breadth * len(moves)), 2)
        best = moves if rank is None else rank(position, count)
        first = [move for move in best if vision.is_near(path(position.state, move))] or list(best)
        self._random.shuffle(first)
        plausible = set(first)
        return [*first, *(move for move in moves if move not in plausible)]


def _pick_safe(position: Position, vision: Vision, moves: Sequence[int], stop: Stop) -> int:
    """The first move after which the opponent is not seen to take anything, else the least."""
    best, least = moves[0], math.inf
    waiting = list(moves)
    while waiting and vision.looks < MOST_LOOKS and not stop.is_set:
        after = position.play(waiting.pop(0))
        if after.is_over or after.side == position.side:
            return after.history[-1]
        replies = vision.list_chances(after.state, position.last_path)
        danger = max((reply.gain for reply in replies), default=0.0)
        if danger < least:
            best, least = after.history[-1], danger
        if danger == 0:
            break
        waiting = _prefer(waiting, position, {spot for reply in replies for spot in reply.path})
    return best


def _prefer(moves: Iterable[int], position: Position, spots: set[str]) -> list[int]:
    """Try those moves first that go to a spot that the opponent wants."""
    path = position.game.path
    return sorted(moves, key=lambda move: spots.isdisjoint(path(position.state, move)[-1:]))
