"""What `plyground atlas` solves of a game, and where it lies."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.games.game import Game


@dataclass(frozen=True)
class AtlasTask:
    """A position worth solving once and for all."""

    options: Mapping[str, object] = field(default_factory=dict)
    position: str = ""
    """Its text; else the start of the game."""
    every_move: bool = False
    """Also what follows each of its moves?"""


def find_atlas_file(kind: type[Game]) -> Path | None:
    """Where the atlas of a game is, or would be; None if its class is in no file."""
    source = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return Path(source).with_name(f"{kind.name}.atlas.json") if source else None
