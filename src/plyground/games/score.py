"""The result of analysing a position: score, lines, and how they were found.

Scores are always for the side to move.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from plyground.core.contract import Rules
from plyground.core.values import DECIDED, POINT, WON, winning_chance
from plyground.games.drawing.html_table import make_table
from plyground.games.drawing.text_canvas import text_width
from plyground.locale import Sentence


@dataclass(frozen=True)
class Score:
    """How good a position is for the side to move."""

    kind: Literal["win", "loss", "draw", "value"]
    value: float
    """Win and loss: 1 and -1, or the margin in a game won by points. Otherwise an estimate: in
    points in such a game, in units of the evaluation in others."""
    plies: int | None
    """Distance to a win or a loss."""
    proven: bool
    """Can no deeper search change it?"""
    chance: float
    """The winning chance, from 0 to 1."""
    margin: float | None = None
    """The margin, exact if proven and else expected, in a game won by points."""

    @classmethod
    def from_core(cls, score: int, proven: bool, rules: Rules) -> Score:
        """Convert a score of the core."""
        if score >= DECIDED:
            return cls("win", 1, WON - score, proven, 1.0)
        if score <= -DECIDED:
            return cls("loss", -1, WON + score, proven, 0.0)
        chance = winning_chance(score, rules.scale)
        if not rules.scoring:
            return cls("draw" if proven else "value", 0 if proven else score, None, proven, chance)
        value = score / POINT
        if not proven:
            return cls("value", value, None, False, chance, value)
        kind: Literal["win", "loss", "draw"] = "draw"
        if value:
            kind = "win" if value > 0 else "loss"
        return cls(kind, value, None, True, 0.5 + 0.5 * ((value > 0) - (value < 0)), value)

    def before_move(self, same_side: bool) -> Score:
        """The score of a move that leads here, for the side that makes it."""
        plies = None if self.plies is None else self.plies + 1
        if same_side:
            return replace(self, plies=plies)
        reverse: dict[str, Literal["win", "loss"]] = {"win": "loss", "loss": "win"}
        return Score(
            reverse.get(self.kind, self.kind),
            # Not minus: nobody wants to see a negative zero.
            0 - self.value,
            plies,
            self.proven,
            1 - self.chance,
            None if self.margin is None else 0 - self.margin,
        )

    def __str__(self) -> str:
        if self.plies is not None:
            return f"{'+' if self.kind == 'win' else '-'}#{self.plies}"
        if self.kind == "value" or abs(self.value) > 1:
            return f"{self.value:+g}"
        return {"win": "+1", "loss": "-1", "draw": "0"}[self.kind]

    @classmethod
    def from_json(cls, document: Any) -> Score:
        """The reverse of `asdict`; a ValueError if the document is not a score."""
        kind, value, plies, proven, chance = (
            document[name] for name in ("kind", "value", "plies", "proven", "chance")
        )
        if kind not in ("win", "loss", "draw", "value") or type(proven) is not bool:
            raise ValueError
        if plies is not None and (type(plies) is not int or plies < 0):
            raise ValueError
        margin = document.get("margin")
        if not (math.isfinite(value) and math.isfinite(margin or 0) and 0 <= chance <= 1):
            raise ValueError
        return cls(kind, value, plies, proven, float(chance), margin)


@dataclass(frozen=True)
class Line:
    """A sequence of moves and its score."""

    moves: tuple[str, ...]
    score: Score


@dataclass(frozen=True)
class Analysis:
    """The answer of an agent: the move it plays, and why."""

    move: str
    score: Score | None = None
    """None from an agent that does not evaluate."""
    lines: tuple[Line, ...] = ()
    """What it expects, the best line first."""
    best_moves: tuple[str, ...] = ()
    """All moves exactly as good as the best."""
    depth: int = 0
    """Plies that were searched completely."""
    nodes: int = 0
    """Positions that were searched."""
    seconds: float = 0.0
    stopped_by: str = ""
    """What ended the search: a limit, a proof, or somebody."""
    why: Sentence | None = None
    """Which rule chose the move, from an agent that plays by rules: a phrase that can stand behind
    the move in brackets, `stops an open three`."""

    def __str__(self) -> str:
        """The lines below each other, in columns."""
        from plyground.games.captions import summarise_analysis, tabulate_analysis

        rows = tabulate_analysis(self)
        widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(
                text + " " * (width - text_width(text))
                for text, width in zip(row, widths, strict=True)
            ).rstrip()
            for row in rows
        )
        return "\n".join((*lines, summarise_analysis(self)))

    def _repr_html_(self) -> str:
        """The lines as a notebook shows them."""
        from plyground.games.captions import (
            analysis_headings,
            summarise_analysis,
            tabulate_analysis,
        )

        return make_table(analysis_headings(), tabulate_analysis(self), summarise_analysis(self))

    def as_json(self) -> dict[str, Any]:
        document = asdict(self)
        if self.why is not None:
            document["why"]["text"] = str(self.why)
        return document

    @classmethod
    def from_json(cls, document: Any) -> Analysis | None:
        """The reverse of `as_json`; None if the document is not an analysis."""
        try:
            lines = tuple(
                Line(_read_strings(line["moves"]), Score.from_json(line["score"]))
                for line in document["lines"]
            )
            score = document["score"] and Score.from_json(document["score"])
            depth, nodes = int(document["depth"]), int(document["nodes"])
            seconds = float(document["seconds"])
            if not math.isfinite(seconds) or not all(line.moves for line in lines):
                return None
            [move, stopped_by] = _read_strings([document["move"], document["stopped_by"]])
            best = _read_strings(document["best_moves"])
            why = document.get("why") and Sentence.from_json(document["why"])
            return cls(move, score or None, lines, best, depth, nodes, seconds, stopped_by, why)
        except (TypeError, ValueError, KeyError, OverflowError, AttributeError):
            return None


def _read_strings(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list | tuple) or not all(isinstance(text, str) for text in values):
        raise ValueError
    return tuple(values)
