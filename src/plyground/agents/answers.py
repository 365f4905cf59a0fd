"""Reading what an agent answers: an analysis, or just a move, as text, number or path."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Problem

MAX_MOVES = 12
"""Legal moves in a sentence."""
MAX_REPR = 60


class IllegalAnswer(Problem):
    """An answer that is no legal move. The sentence says what it was, and what is legal."""


def read_answer(answer: Any, position: Position) -> Analysis:
    """The analysis that an answer is, or its move alone.

    A move is its text; its number (`position.codes`), or what its text says where moves are written
    as numbers; or its path, a list of spots by their names or places.
    """
    if isinstance(answer, Analysis):
        return replace(answer, move=_read_move(answer.move, position))
    return Analysis(_read_move(answer, position))


def _read_move(answer: Any, position: Position) -> str:
    if answer is None:
        raise _illegal("nothing", "", position.moves)
    if isinstance(answer, str):
        return _find(position, answer, "text", answer)
    if isinstance(answer, numbers.Integral) and not isinstance(answer, bool):
        return _read_number(int(answer), position)
    if isinstance(answer, Sequence):
        places = {(spot.x, spot.y): spot.name for spot in position.scene.spots}
        path = [_spot_name(spot, places) for spot in answer]
        if path and None not in path:
            return _find(position, "-".join(map(str, path)), "path", answer)
    raise _illegal("other", answer, position.moves)


def _read_number(number: int, position: Position) -> str:
    known = dict(zip(position.codes, position.moves, strict=True))
    if all(move.isdecimal() for move in position.moves):
        known = {int(move): move for move in position.moves}
    if number not in known:
        raise _illegal("number", number, tuple(map(str, known)))
    return known[number]


def _spot_name(spot: Any, places: dict[tuple[float, float], str]) -> str | None:
    if isinstance(spot, str):
        return spot
    try:
        return places.get(tuple(spot))
    except TypeError:
        return None


def _find(position: Position, text: str, kind: str, answer: Any) -> str:
    try:
        code = position.find(text)
    except Problem as problem:
        raise _illegal(kind, answer, position.moves) from problem
    return position.moves[position.codes.index(code)]


def _illegal(kind: str, answer: Any, legal: Sequence[str]) -> IllegalAnswer:
    given = repr(answer) if kind in ("path", "other") else str(answer)
    given = " ".join(given.split())
    if len(given) > MAX_REPR:
        given = f"{given[:MAX_REPR]} ..."
    dots = " ..." if len(legal) > MAX_MOVES else ""
    return IllegalAnswer(
        f"agent.answer.{kind}", given=given, legal=" ".join(legal[:MAX_MOVES]) + dots
    )
