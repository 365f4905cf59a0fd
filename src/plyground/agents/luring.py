"""How to go on when a game of points is not being won: by what this opponent may overlook.

What kind of player the opponent is shows in what it has played so far: one that takes whatever it
can, or one that counts what is taken in turn; one that plays the first of equals, or any of them.
Openings that nobody chose tell nothing of it, so it is soon thought to be of another kind when it
plays like one. The figures were chosen by games against the two baselines of one game (`python
bench/baselines.py`), and tried against nobody else.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from plyground.core.habits import GREEDY, KINDS, ORDERLY, Chances
from plyground.core.limits import Stop
from plyground.core.luring import Luring
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis, Line, Score

SOUND_SHARE = 0.25
"""How much of a move's time tells whether the game is being won, before lures are sought."""
WINNING = 0.55
"""The winning chances from which on a game is played soundly. Against the two baselines 0.4 gave 89
and 82 %, 0.55 89 and 85 %, and 0.7 93 and 83 %, in 160 games each."""
GREEDY_CHANCE = 0.3
"""How likely an opponent of whom nothing is known takes whatever it can."""
ORDERLY_CHANCE = 0.5
"""How likely it plays the first of moves that it thinks equally good."""
CHANGE_OF_MIND = 0.2
"""When the likelihood of a kind has changed so much, what was found before is forgotten."""
DOUBT = 0.02
"""No kind of opponent is ever thought less likely than this."""


def may_lure(game: Game) -> bool:
    kernels = game.kernels
    return game.rules.scoring and kernels.standing is not None and kernels.grab is not None


def is_winning(score: Score) -> bool:
    return score.chance >= WINNING


class Lurer:
    """Finds lures in the positions of one game."""

    def __init__(self, game: Game, mebibytes: float) -> None:
        self._luring = Luring(game.rules, game.native(), mebibytes)
        self._history: tuple[int, ...] | None = None
        self._odds = first_guess()
        self._chances = lru_cache(maxsize=256)(self._chances_of)

    def find(self, position: Position, stop: Stop) -> tuple[str, ...]:
        """Moves that may lead this opponent astray, the best first; none if there was no time."""
        odds = self.odds(position)
        self._turn_to(position, odds)
        found = self._luring.run(position.state, odds, stop)
        text = position.game.move_text
        return tuple(text(position.state, int(move)) for move in found)

    def _turn_to(self, position: Position, odds: Chances) -> None:
        """Keep what is known from earlier in the same game, unless it was of another opponent."""
        known = self._history
        goes_on = known is not None and position.history[: len(known)] == known
        if known is not None and goes_on and abs(odds - self._odds).max() <= CHANGE_OF_MIND:
            for move in position.history[len(known) :]:
                self._luring.advance(move)
        else:
            self._luring.clear()
            self._odds = odds
        self._history = position.history

    def odds(self, position: Position) -> Chances:
        """How likely the opponent is of each kind, by what it has played."""
        moved = []
        after = position
        while after.before is not None:
            if after.before.side != position.side:
                moved.append((after.before, after.history[-1]))
            after = after.before
        odds = first_guess()
        # Doubt after every move, so that no early one can outweigh all that come later.
        for before, move in reversed(moved):
            odds = odds * self._chances(before, move)
            odds = np.maximum(odds / odds.sum(), DOUBT)
            odds /= odds.sum()
        return odds

    def _chances_of(self, position: Position, move: int) -> Chances:
        return self._luring.chances(position.state, move)


def first_guess() -> Chances:
    """How likely an opponent of whom nothing is known is of each kind."""
    odds = np.ones(KINDS)
    for kind in range(KINDS):
        odds[kind] *= GREEDY_CHANCE if kind % ORDERLY == GREEDY else 1 - GREEDY_CHANCE
        odds[kind] *= ORDERLY_CHANCE if kind >= ORDERLY else 1 - ORDERLY_CHANCE
    return odds


def with_lure(sound: Analysis, lures: tuple[str, ...]) -> Analysis:
    """The best lure, with what a sound search says of the position."""
    score = sound.score
    if score is not None and score.proven:
        lures = tuple(move for move in lures if move in sound.best_moves)
    if score is None or not lures or lures[0] == sound.move:
        return sound
    others = tuple(line for line in sound.lines if line.moves[0] != lures[0])
    return replace(sound, move=lures[0], lines=(Line(lures[:1], score), *others))
