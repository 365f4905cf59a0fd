"""The work of a worker by name, and answers that are errors."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from plyground.locale import Failure, Problem

Report = Callable[[Any], None]
"""Takes the progress of a task, while it is worked on."""
Work = Callable[[Any, Report], Any]
OnReport = Callable[[Any, Any], None]
"""Called with a task and its progress."""


def ignore_report(task: Any, progress: Any) -> None:
    """For whoever does not want to know."""


MAX_ATTEMPTS = 3
"""How many workers may die of one task before it is given up."""


def find_work(name: str) -> Work:
    """The function that `module:function` names."""
    module, _, function = name.partition(":")
    found: Work = getattr(importlib.import_module(module), function)
    return found


def answer_task(work: Work, task: Any, report: Report = lambda progress: None) -> dict[str, Any]:
    """The answer to a task, or what went wrong, as a document."""
    try:
        return {"answer": work(task, report)}
    except Exception as error:
        text = str(error) if isinstance(error, Problem) else f"{type(error).__name__}: {error}"
        return {"error": text}


def read_answer(document: dict[str, Any]) -> Any:
    """The answer in a document; what went wrong in a worker is a Failure."""
    if "error" in document:
        raise Failure("workers.problem.failed", why=document["error"])
    return document["answer"]
