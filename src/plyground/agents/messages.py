"""What passes between the referee and the process of an agent: one JSON document on each line.

The referee trusts nothing that comes back: a line has a maximum length, is read as data and never
run, and its texts are stripped of what could control a terminal.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from plyground.core.contract import vector
from plyground.core.limits import Clock, Limit
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.registry import find_game_class, name_reference

MAX_LINE = 1 << 20
MAX_TEXT = 400
"""Characters of a text that is shown."""


def write_message(document: dict[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"


def read_message(line: bytes) -> dict[str, Any] | None:
    """The document of a line, with harmless texts; None if it is none."""
    try:
        document = _clean(json.loads(line))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {clean_text(key): _clean(each) for key, each in value.items()}
    return value


def clean_text(text: str) -> str:
    """A text in one line that moves no cursor."""
    if text.isprintable() and len(text) <= MAX_TEXT:
        return text
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown if len(shown) <= MAX_TEXT else f"{shown[:MAX_TEXT]} ..."


def game_to_json(game: Game) -> dict[str, Any]:
    """Where another process finds a game, and its settings; a Problem if it cannot be found."""
    return {"reference": name_reference(type(game)), "settings": game.changed_settings}


def game_from_json(document: dict[str, Any]) -> Game:
    return find_game_class(document["reference"], trusted=True)(**document["settings"])


def limit_to_json(limit: Limit) -> dict[str, Any]:
    return asdict(limit)


def limit_from_json(document: dict[str, Any]) -> Limit:
    clock = document["clock"] and Clock(**document["clock"])
    return Limit(**{**document, "clock": clock})


def position_to_json(position: Position) -> dict[str, Any]:
    """The state from which the moves are counted, and the moves."""
    return {"origin": position.origin.state.tolist(), "history": position.history}


class PositionReader:
    """Makes positions of a game: the copies that an agent sees."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._last = game.start()
        self._origin: list[int] = self._last.state.tolist()

    def read(self, document: dict[str, Any]) -> Position:
        """A position; mostly it is a few moves after the last one."""
        origin, history = document["origin"], tuple(document["history"])
        played = len(self._last.history)
        if origin != self._origin or history[:played] != self._last.history:
            self._origin = origin
            self._last = Position(self.game, vector(origin))
            played = 0
        for move in history[played:]:
            self._last = self._last.play(move)
        return self._last
