"""Which pairs an event has, in which order.

A schedule is the same in every process that makes it from the same players, openings and seed, and
it is made as it is needed: nothing of it has to be stored before it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from plyground.arena.level_ladder import RUNGS, list_ladder_pairings
from plyground.arena.pairs import Pair
from plyground.games.position import Position
from plyground.locale import Problem

Format = Literal["round-robin", "gauntlet", "levels"]
FORMATS: tuple[Format, ...] = ("round-robin", "gauntlet")
"""Those that a tournament may have; `levels` is how the engine's levels are measured."""


def schedule_match(
    players: tuple[str, str], games: int, openings: Iterator[Position]
) -> Iterator[Pair]:
    """Pairs of two players, each with the next opening."""
    for first in range(0, games, 2):
        opening = " ".join(next(openings).line)
        yield Pair(first // 2 + 1, *players, opening, min(2, games - first))


def schedule_tournament(
    pairings: Sequence[tuple[str, str]], rounds: int, openings: Iterator[Position]
) -> Iterator[Pair]:
    """In each round one pair of every pairing, all from the same opening."""
    number = 0
    for _ in range(rounds):
        opening = " ".join(next(openings).line)
        for a, b in pairings:
            number += 1
            yield Pair(number, a, b, opening)


def list_pairings(players: Sequence[str], format: Format) -> list[tuple[str, str]]:
    """Everybody against everybody, the first player against all others, or up the ladder."""
    if len(set(players)) != len(players):
        twice = next(name for name in players if players.count(name) > 1)
        raise Problem("arena.problem.twice", player=twice)
    if len(players) < 2:
        raise Problem("arena.problem.players")
    if format == "gauntlet":
        return [(players[0], other) for other in players[1:]]
    if format == "levels":
        return list_ladder_pairings([name for name in players if name not in RUNGS])
    return list(combinations(players, 2))
