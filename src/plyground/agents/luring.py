"""How to go on when a game won by points is being lost: by what this opponent may overlook.

What kind of player the opponent is shows in what it has played so far: one that takes whatever it
can, or one that counts what is taken in turn. The figures were chosen by games against the two
baselines of one game (`python bench/baselines.py`), and tried against nobody else.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from plyground.core.limits import Stop
from plyground.core.luring import Luring
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

SOUND_SHARE = 0.25
"""How much of a move's time tells whether the game is being lost, before lures are sought."""
LOSING = 0.4
"""The winning chances below which there is little to lose."""
GREEDY_CHANCE = 0.05
"""How likely an opponent of whom nothing is known takes whatever it can."""
CHANGE_OF_MIND = 0.2
"""When that likelihood has changed so much, what was found before is forgotten."""
DOUBT = 0.02
"""No kind of opponent is ever thought less likely than this."""


def may_lure(game: Game) -> bool:
    kernels = game.kernels
    return game.rules.scoring and kernels.standing is not None and kernels.grab is not None


def is_losing(score: Score | None) -> bool:
    return score is not None and score.chance < LOSING


class Lurer:
    """Finds lures in the positions of one game."""

    def __init__(self, game: Game, mebibytes: float) -> None:
        self._luring = Luring(game.rules, game.native(), mebibytes)
        self._history: tuple[int, ...] | None = None
        self._greedy = GREEDY_CHANCE
        self._odds = lru_cache(maxsize=256)(self._odds_of)

    def find(self, position: Position, stop: Stop) -> tuple[str, ...]:
        """Moves that may lead this opponent astray, the best first; none if there was no time."""
        greedy = self.greedy_chance(position)
        self._turn_to(position, greedy)
        found = self._luring.run(position.state, greedy, stop)
        text = position.game.move_text
        return tuple(text(position.state, int(move)) for move in found)

    def _turn_to(self, position: Position, greedy: float) -> None:
        """Keep what is known from earlier in the same game, unless it was of another opponent."""
        known = self._history
        goes_on = known is not None and position.history[: len(known)] == known
        if known is not None and goes_on and abs(greedy - self._greedy) <= CHANGE_OF_MIND:
            for move in position.history[len(known) :]:
                self._luring.advance(move)
        else:
            self._luring.clear()
            self._greedy = greedy
        self._history = position.history

    def greedy_chance(self, position: Position) -> float:
        """How likely the opponent takes whatever it can, by what it has played."""
        greedy, counting = GREEDY_CHANCE, 1 - GREEDY_CHANCE
        after = position
        while after.before is not None:
            if after.before.side != position.side:
                if_greedy, if_counting = self._odds(after.before, after.history[-1])
                greedy, counting = greedy * if_greedy, counting * if_counting
            after = after.before
        return min(max(greedy / (greedy + counting), DOUBT), 1 - DOUBT)

    def _odds_of(self, position: Position, move: int) -> tuple[float, float]:
        return self._luring.odds(position.state, move)


def with_lure(sound: Analysis, lures: tuple[str, ...]) -> Analysis:
    """The best lure, with what a sound search says of the position."""
    score = sound.score
    if score is not None and score.proven:
        lures = tuple(move for move in lures if move in sound.best_moves)
    if score is None or not lures or lures[0] == sound.move:
        return sound
    others = tuple(line for line in sound.lines if line.moves[0] != lures[0])
    return replace(sound, move=lures[0], lines=(Line(lures[:1], score), *others))
