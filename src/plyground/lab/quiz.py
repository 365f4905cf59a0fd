"""Marks a student's answers by comparing them with the search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from plyground.lab.folding import find_node
from plyground.lab.search_recorder import RecordedNode
from plyground.lab.search_tree import to_json_number
from plyground.locale import Problem

Field = Literal["alpha", "beta", "value", "cut"]
FIELDS: tuple[Field, ...] = ("alpha", "beta", "value", "cut")


@dataclass(frozen=True)
class AnswerMark:
    """Whether one answer is right, and the right one."""

    right: bool
    answer: float | bool | None
    """None if there is none: a pruned branch has neither window nor value. An infinite bound is
    infinite here, and null in JSON."""

    def as_json(self) -> dict[str, Any]:
        answer = self.answer
        if isinstance(answer, float):
            answer = to_json_number(answer)
        return {"right": self.right, "answer": answer}


def mark_answers(
    root: RecordedNode, answers: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, AnswerMark]]:
    """Marks for all given answers, by node and field."""
    marks: dict[str, dict[str, AnswerMark]] = {}
    for id, given in answers.items():
        correct = _find_correct_answers(root, id)
        marks[id] = {}
        for field, answer in given.items():
            if field not in FIELDS:
                raise Problem("lab.problem.field", given=field, known=", ".join(FIELDS))
            marks[id][field] = _mark_answer(field, answer, correct[field])
    return marks


def _find_correct_answers(root: RecordedNode, id: str) -> dict[str, Any]:
    """The correct answers for a node at the end of the search."""
    node = find_node(root, id)
    if node is not None:
        return {"alpha": node.alpha, "beta": node.beta, "value": node.value, "cut": False}
    if not _is_pruned(root, id):
        raise Problem("lab.problem.node", given=id)
    return {"alpha": None, "beta": None, "value": None, "cut": True}


def _is_pruned(root: RecordedNode, id: str) -> bool:
    parent_id, _, place = id.rpartition(".")
    node = find_node(root, parent_id) if parent_id else None
    if node is None:
        return bool(parent_id) and _is_pruned(root, parent_id)
    skipped = len(node.cut.skipped) if node.cut else 0
    return place.isdecimal() and node.tried <= int(place) < node.tried + skipped


def _mark_answer(field: str, answer: Any, correct: float | bool | None) -> AnswerMark:
    if field == "cut":
        return AnswerMark(bool(answer) is correct, correct)
    if answer is None and correct is not None and field in ("alpha", "beta"):
        answer = -math.inf if field == "alpha" else math.inf
    if isinstance(answer, int | float) and not isinstance(answer, bool) and correct is not None:
        return AnswerMark(math.isclose(answer, correct, abs_tol=0.005), correct)
    return AnswerMark(answer is None and correct is None, correct)
