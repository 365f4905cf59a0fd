"""What a heavy request works with, in the process of heavy requests or in the server itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.games.game import Game
from plyground.games.options import Setting
from plyground.games.position import Position
from plyground.web.game_cache import GameCache
from plyground.web.trace_cache import TraceCache


class Control:
    """What a running call is told by its caller, and what it reports to it."""

    def __init__(self, on_report: Callable[[Any], None] | None = None) -> None:
        self.is_stopped = False
        self._on_report = on_report

    def stop(self) -> None:
        self.is_stopped = True

    def report(self, value: Any) -> None:
        if self._on_report is not None:
            self._on_report(value)


@dataclass(frozen=True)
class HeavyContext:
    """One call: the caches of its process, and its caller."""

    game_cache: GameCache
    traces: TraceCache
    control: Control

    def read_game(self, name: str, options: Mapping[str, Setting], is_native: bool) -> Game:
        """A game, with its rules in native code if the server has that already."""
        game = self.game_cache.get_game(name, options)
        if is_native:
            game.native()
        return game

    def read_position(
        self,
        name: str,
        options: Mapping[str, Setting],
        start: str | None,
        moves: list[str],
        is_native: bool,
    ) -> Position:
        self.read_game(name, options, is_native)
        return self.game_cache.get_position(name, options, start, moves)
