"""The claims of a report as data: comparisons of agents, and questions with exact answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from plyground.games.position import Position
from plyground.locale import Sentence

Agreement = Literal["agrees", "contradicts", "open"]
"""Whether the results agree with the report; open where chance may have decided."""


Measures = Mapping[str, Callable[[Position], float]]
"""A key of text, and a function of the position after a move (`position.before` is the position
before it)."""


@dataclass(frozen=True)
class Claim:
    """A finding of a report: one party has more points, or a higher mean of a measure."""

    more: Literal["a", "b", "first", "second", "neither"]
    """One of the agents, or the first or second player; `neither` only for the points of `a` and
    `b`."""
    of: str = "points"
    """Points, or a key of the experiment's `measures`."""
    by: Literal["a", "b"] | None = None
    """Count only the moves of this agent on that side."""


@dataclass(frozen=True)
class Experiment:
    """Agents `a` and `b` play `games` games, half of them with sides swapped.

    Its text is `experiment.NAME.title` and, for the report's finding, `experiment.NAME.report`.
    """

    game: str
    a: str
    b: str
    games: int
    seconds: float
    """The referee's limit for every move."""
    options: Mapping[str, object] = field(default_factory=dict)
    opening_plies: int = 0
    """Random moves before the agents begin; sides are swapped from the same opening."""
    measures: Measures = field(default_factory=dict)
    """What is averaged over the moves of each agent on each side."""
    claims: tuple[Claim, ...] = ()
    """The findings of the report that can be compared with the results."""


Cell = str | int | float | Sentence
"""A sentence, or a number."""

OnCase = Callable[[int, int], None]
"""Called with the number of cases solved so far, and of all cases."""


@dataclass(frozen=True)
class Row:
    """A row of a table of facts, with one cell per column."""

    cells: tuple[Cell, ...]
    position: Position | None = None
    """An example to draw beside the row."""


@dataclass(frozen=True)
class ExactFindings:
    """The result of an exact experiment."""

    rows: tuple[Row, ...]
    verdict: Agreement
    conclusion: Sentence
    """The result in one sentence with its figures."""


@dataclass(frozen=True)
class ExactExperiment:
    """A claim that needs no statistics: positions are solved, or games between deterministic
    agents played once.

    Its text is `experiment.NAME.title` and, for the claim of the report, `experiment.NAME.report`.
    """

    game: str
    columns: tuple[str, ...]
    """Keys of text; the last part of a key names the column in JSON."""
    run: Callable[[OnCase], ExactFindings]
    """Computes the findings, deterministically."""
