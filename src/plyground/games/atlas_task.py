"""What `plyground atlas` solves of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class AtlasTask:
    """A position worth solving once and for all."""

    options: Mapping[str, object] = field(default_factory=dict)
    position: str = ""
    """Its text; else the start of the game."""
    every_move: bool = False
    """Also what follows each of its moves?"""
