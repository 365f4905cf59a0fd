"""Ratings of many players by maximum likelihood, with errors, relative to an anchor.

The model of Bradley and Terry: a player is expected to score the logistic function of the rating
difference. A draw counts as half a win and half a loss, so that two players get exactly the Elo
difference of their match, however often they draw. The errors are those of the Hessian, corrected
by the variance that the results really have (White's sandwich), which draws and colour-swapped
pairs make smaller.

A player who has won or lost everything against the others has no finite rating. More exactly: two
players can be compared if each has scored, directly or over others, against the other.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from plyground.arena.rating import Z_95

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

ELO = 400 / math.log(10)
"""Elo of one unit of the logistic function."""
ITERATIONS = 100
PRECISION = 1e-10


@dataclass(frozen=True)
class Encounter:
    """The points of `a` against `b` in some games that are not independent: one game, or a pair."""

    a: str
    b: str
    points: float
    games: int


@dataclass(frozen=True)
class PlayerRating:
    """A rating relative to the anchor; None where it is not finite or unknown."""

    elo: float | None
    error: float | None
    """Half the width of the 95 % confidence interval around `elo`; 0 for the anchor itself."""


def rate_players(
    encounters: Iterable[Encounter], anchor: str | None = None, anchor_elo: float = 0.0
) -> dict[str, PlayerRating]:
    """The ratings of all players, in the order in which they appear.

    Without an anchor, the first player of the largest group that can be compared has `anchor_elo`.
    """
    played = [encounter for encounter in encounters if encounter.a != encounter.b]
    players = list(dict.fromkeys(name for one in played for name in (one.a, one.b)))
    groups = find_groups(played)
    if anchor is None:
        group = max(groups, key=len, default=())
        anchor = next((name for name in players if name in group), None)
    else:
        group = next((group for group in groups if anchor in group), (anchor,))
    ratings = {name: PlayerRating(None, None) for name in players}
    if anchor is not None:
        ratings |= _rate_group(played, [name for name in players if name in group], anchor)
        ratings[anchor] = PlayerRating(0.0, 0.0)
    return {
        name: PlayerRating(None if rating.elo is None else rating.elo + anchor_elo, rating.error)
        for name, rating in ratings.items()
    }


def find_groups(encounters: Sequence[Encounter]) -> list[tuple[str, ...]]:
    """The players in groups that can be compared: each has scored against each, over others too."""
    scored: dict[str, set[str]] = defaultdict(set)
    conceded: dict[str, set[str]] = defaultdict(set)
    for one in encounters:
        for winner, loser, points in (
            (one.a, one.b, one.points),
            (one.b, one.a, one.games - one.points),
        ):
            if points:
                scored[winner].add(loser)
                conceded[loser].add(winner)
    groups: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for name in dict.fromkeys(name for one in encounters for name in (one.a, one.b)):
        if name not in seen:
            group = tuple(_reach(name, scored) & _reach(name, conceded))
            seen.update(group)
            groups.append(group)
    return groups


def _reach(name: str, edges: Mapping[str, set[str]]) -> set[str]:
    reached, waiting = {name}, [name]
    while waiting:
        new = edges.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(new)
    return reached


def _rate_group(
    encounters: Sequence[Encounter], group: Sequence[str], anchor: str
) -> dict[str, PlayerRating]:
    """The ratings of players who can be compared, by Newton's method."""
    free = [name for name in group if name != anchor]
    if not free:
        return {}
    column = {name: at for at, name in enumerate(free)}
    inside = [one for one in encounters if one.a in group and one.b in group]
    # The rating difference of each encounter is a row of `design` times the free ratings.
    design = np.zeros((len(inside), len(free)))
    for row, one in enumerate(inside):
        for name, sign in ((one.a, 1.0), (one.b, -1.0)):
            if name != anchor:
                design[row, column[name]] = sign
    points = np.array([one.points for one in inside])
    games = np.array([float(one.games) for one in inside])

    ratings = np.zeros(len(free))
    for _ in range(ITERATIONS):
        expected, information = _linearize(design, games, ratings)
        step = np.linalg.solve(information, design.T @ (points - expected))
        # Far from the maximum the likelihood is flat, and a whole step would go too far.
        step *= min(1.0, 1.0 / float(np.abs(step).max(initial=1e-300)))
        ratings += step
        if np.abs(step).max() < PRECISION:
            break
    expected, information = _linearize(design, games, ratings)
    residuals = design * (points - expected)[:, None]
    inverse = np.linalg.inv(information)
    variances = np.diag(inverse @ (residuals.T @ residuals) @ inverse)
    return {
        name: PlayerRating(
            float(ratings[at]) * ELO,
            Z_95 * math.sqrt(variances[at]) * ELO if variances[at] > 0 else None,
        )
        for name, at in column.items()
    }


def _linearize(design: Array, games: Array, ratings: Array) -> tuple[Array, Array]:
    """The expected points of each encounter, and the Hessian of the likelihood, negated."""
    chance = 1 / (1 + np.exp(-(design @ ratings)))
    weights = games * chance * (1 - chance)
    return games * chance, design.T @ (design * weights[:, None])
