"""Files of known answers, and the games that can be held against them."""

from __future__ import annotations

import importlib
from typing import Any

from plyground.games.jsonl import OnProgress
from plyground.games.registry import find_game_class, game_names
from plyground.locale import Problem


def check_answers(kind: str, path: str, tell: OnProgress) -> dict[str, dict[str, Any]]:
    """By game, what its check of that kind says of a file.

    A check tells what it counted; rows of a table, if it has one; sentences; and under `wrong`, one
    for each wrong answer. Meanwhile it calls `tell` with how much is done, and of how much.
    """
    told = {}
    for name in game_names():
        place = find_game_class(name).benches.get(kind)
        if place is not None:
            module, _, function = place.partition(":")
            told[name] = getattr(importlib.import_module(module), function)(path, tell)
    if not told:
        raise Problem("problem.bench.kind", kind=kind)
    return told
