"""What a game itself says about a mistake."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.locale import Sentence


@dataclass(frozen=True)
class Remark:
    """Why a move is worse than a better one, and moves that show it on the board."""

    sentence: Sentence
    missed: tuple[int, ...] = ()
    """From the position before the move: what was there."""
    allowed: tuple[int, ...] = ()
    """From the position after the move: what the opponent can do now."""
    proven: bool = False
    """Do these lines go to the end of the game, which no other reply changes?"""
