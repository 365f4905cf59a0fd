"""What a report claims, as data: a comparison of agents, or a question with an exact answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from plyground.games.position import Position
from plyground.locale import Sentence

Agreement = Literal["agrees", "contradicts", "open"]
"""What came out against what the report says; open where chance may have decided."""


Measures = Mapping[str, Callable[[Position], float]]
"""A key of words, and a function of the position after a move (`position.before` is the one it was
made in)."""


@dataclass(frozen=True)
class Claim:
    """What a report found: somebody made more points, or had more of what was measured."""

    more: Literal["a", "b", "first", "second", "neither"]
    """One of the agents, or whoever moved first or second; `neither` is said of the points of `a`
    and `b` only."""
    of: str = "points"
    """Points, or a key of the experiment's `measures`."""
    by: Literal["a", "b"] | None = None
    """Of what was measured on a side, only what this agent did there."""


@dataclass(frozen=True)
class Experiment:
    """Agents `a` and `b` play `games` games, half of them with sides swapped.

    Its words are `experiment.NAME.title` and, for what the report found, `experiment.NAME.report`.
    """

    game: str
    a: str
    b: str
    games: int
    seconds: float
    """A referee's limit for every move."""
    options: Mapping[str, object] = field(default_factory=dict)
    opening_plies: int = 0
    """Random moves before the agents begin; sides are swapped from the same opening."""
    measures: Measures = field(default_factory=dict)
    """What else is averaged over the moves of each agent on each side."""
    claims: tuple[Claim, ...] = ()
    """What came out in the report, so far as it can be held against what comes out here."""


Cell = str | int | float | Sentence
"""A sentence where there are words, a number where there is a figure."""

OnCase = Callable[[int, int], None]
"""Called with the cases solved so far and the cases in all."""


@dataclass(frozen=True)
class Row:
    """A fact, one cell a column."""

    cells: tuple[Cell, ...]
    position: Position | None = None
    """An example, for whoever draws a board beside the row."""


@dataclass(frozen=True)
class ExactFindings:
    """What solving came to."""

    rows: tuple[Row, ...]
    verdict: Agreement
    conclusion: Sentence
    """What is true, in one sentence with its figures."""


@dataclass(frozen=True)
class ExactExperiment:
    """A claim that needs no statistics: positions are solved, or games between deterministic
    agents played once.

    Its words are `experiment.NAME.title` and, for what the report claims, `experiment.NAME.report`.
    """

    game: str
    columns: tuple[str, ...]
    """Keys of words; the last part of a key names the column in JSON."""
    run: Callable[[OnCase], ExactFindings]
    """Computes the findings, the same ones each time."""
