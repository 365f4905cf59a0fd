"""A student's answers beside what the search did."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from plyground.lab.folding import find
from plyground.lab.search_recorder import Visit
from plyground.lab.search_tree import finite
from plyground.locale import Problem

Field = Literal["alpha", "beta", "value", "cut"]
FIELDS: tuple[Field, ...] = ("alpha", "beta", "value", "cut")


@dataclass(frozen=True)
class Mark:
    """Whether one answer is right, and the right one."""

    right: bool
    answer: float | bool | None
    """None if there is none: a branch that is cut off has neither window nor value. An infinite
    bound is infinite here, and null in JSON."""

    def as_json(self) -> dict[str, Any]:
        answer = self.answer
        if isinstance(answer, float):
            answer = finite(answer)
        return {"right": self.right, "answer": answer}


def check(root: Visit, answers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Mark]]:
    """Marks for every answer that was given, by node and field."""
    marks: dict[str, dict[str, Mark]] = {}
    for id, given in answers.items():
        truth = _truth(root, id)
        marks[id] = {}
        for field, answer in given.items():
            if field not in FIELDS:
                raise Problem("lab.problem.field", given=field, known=", ".join(FIELDS))
            marks[id][field] = _mark(field, answer, truth[field])
    return marks


def _truth(root: Visit, id: str) -> dict[str, Any]:
    """What is right of a node at the end of the search."""
    visit = find(root, id)
    if visit is not None:
        return {"alpha": visit.alpha, "beta": visit.beta, "value": visit.value, "cut": False}
    if not _is_behind_a_cut(root, id):
        raise Problem("lab.problem.node", given=id)
    return {"alpha": None, "beta": None, "value": None, "cut": True}


def _is_behind_a_cut(root: Visit, id: str) -> bool:
    above, _, place = id.rpartition(".")
    visit = find(root, above) if above else None
    if visit is None:
        return bool(above) and _is_behind_a_cut(root, above)
    skipped = len(visit.cut.skipped) if visit.cut else 0
    return place.isdecimal() and visit.tried <= int(place) < visit.tried + skipped


def _mark(field: str, answer: Any, truth: float | bool | None) -> Mark:
    if field == "cut":
        return Mark(bool(answer) is truth, truth)
    if answer is None and truth is not None and field in ("alpha", "beta"):
        answer = -math.inf if field == "alpha" else math.inf
    if isinstance(answer, int | float) and not isinstance(answer, bool) and truth is not None:
        return Mark(math.isclose(answer, truth, abs_tol=0.005), truth)
    return Mark(answer is None and truth is None, truth)
