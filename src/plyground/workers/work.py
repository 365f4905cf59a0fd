"""The work of a worker by name, and answers that are errors."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from plyground.locale import Failure, Problem

Work = Callable[[Any], Any]

MAX_ATTEMPTS = 3
"""How many workers may die of one task before it is given up."""


def find_work(name: str) -> Work:
    """The function that `module:function` names."""
    module, _, function = name.partition(":")
    found: Work = getattr(importlib.import_module(module), function)
    return found


def answer_task(work: Work, task: Any) -> dict[str, Any]:
    """The answer to a task, or what went wrong, as a document."""
    try:
        return {"answer": work(task)}
    except Exception as error:
        text = str(error) if isinstance(error, Problem) else f"{type(error).__name__}: {error}"
        return {"error": text}


def read_answer(document: dict[str, Any]) -> Any:
    """The answer in a document; what went wrong in a worker is a Failure."""
    if "error" in document:
        raise Failure("workers.problem.failed", why=document["error"])
    return document["answer"]
