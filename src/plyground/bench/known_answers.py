"""Checks of games against files of known answers."""

from __future__ import annotations

import importlib
from typing import Any

from plyground.games.jsonl import OnProgress
from plyground.games.registry import find_game_class, game_names
from plyground.locale import Problem


def check_answers(kind: str, path: str, on_progress: OnProgress) -> dict[str, dict[str, Any]]:
    """The result of each game's check of a kind on a file.

    A result has counts; rows of a table, if any; sentences; and under `wrong` a sentence for each
    wrong answer. A check calls `on_progress` with the amounts done and in total.
    """
    results = {}
    for name in game_names():
        location = find_game_class(name).benches.get(kind)
        if location is not None:
            module, _, function = location.partition(":")
            check = getattr(importlib.import_module(module), function)
            results[name] = check(path, on_progress)
    if not results:
        raise Problem("problem.bench.kind", kind=kind)
    return results
