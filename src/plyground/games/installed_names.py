"""The names of the installed games, without importing any of them: the shell asks at every Tab."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

GROUP = "plyground.games"
"""The entry points of games in packages of others."""


def list_folders() -> list[str]:
    """The games beside this file."""
    here = Path(__file__).parent
    return sorted(path.parent.name for path in here.glob("*/rules.py"))


def list_installed_names() -> list[str]:
    return sorted({*list_folders(), *(entry.name for entry in entry_points(group=GROUP))})
