"""A match of rounds: the results that a round can have, and what each is worth."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.games.position import Position


@dataclass(frozen=True)
class Grade:
    """A result of a round, for the side to move."""

    chance: float
    """The chance to win the match after it: 1 or 0 if it ends the match, else an estimate."""
    question: Position | None = None
    """A position of the game `Game.round`, with the same moves, which the side to move wins if it
    can reach this grade or a better one; None for the last, which it cannot miss."""


@dataclass(frozen=True)
class Grades:
    """All results of a round, the best first."""

    grades: tuple[Grade, ...]
    won: int
    """So many of them count as a win of the round. What the last of these asks is asked first."""
