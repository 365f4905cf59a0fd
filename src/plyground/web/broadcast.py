"""How a game stands, as its watchers are told: once a language, not once a watcher."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from plyground.games.position import Position
from plyground.locale import current_language, override_language
from plyground.web.client import Watcher, encoded
from plyground.web.views import View, board_view, outcome_view, position_view

if TYPE_CHECKING:
    from plyground.web.live_game import Made, Table


class Telling:
    """Puts a table into words."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._written: dict[str, tuple[Position, str]] = {}
        """The position in each language, as JSON, as long as it is the same."""

    def state(self, seats: tuple[int, ...]) -> View:
        """Everything, in the language spoken here."""
        position = self._table.position
        return {
            "type": "state",
            "board": board_view(position),
            **self._changing(),
            "position": position_view(position),
            "seats": seats,
        }

    def send_state(self, watcher: Watcher) -> None:
        with override_language(watcher.language):
            watcher.send(self.state(watcher.seats))

    def send_updates(self, besides: Watcher | None) -> None:
        texts: dict[str, str] = {}
        for watcher in self._table.watchers - {besides}:
            if watcher.language not in texts:
                with override_language(watcher.language):
                    texts[watcher.language] = self._update()
            watcher.send_text(f'{texts[watcher.language]}"seats":{encoded(watcher.seats)}}}')

    def _update(self) -> str:
        """An update as JSON, but for the seats."""
        changing = encoded({"type": "update", **self._changing()})
        return f'{changing[:-1]},"position":{self._position()},'

    def _position(self) -> str:
        position = self._table.position
        known, text = self._written.get(current_language(), (None, ""))
        if known is not position:
            text = encoded(position_view(position))
            self._written[current_language()] = position, text
        return text

    def _changing(self) -> View:
        """What may change, but for the position."""
        table = self._table
        game = table.position.game
        return {
            "version": table.version,
            "id": table.id,
            "game": game.name,
            "title": game.title,
            "options": table.setup.options,
            "start": table.setup.start,
            "moves": [_move(made) for made in table.made],
            "players": [self._player(side) for side in (0, 1)],
            "control": self._control(),
            "clocks": self._clocks(),
            "result": outcome_view(table.contest.result),
            "settings": {"undo": table.setup.undo},
            "offers": table.offers,
            "rematch": table.rematch,
            "preparing": table.turn.progress,
            "thinking": table.turn.thinker,
        }

    def _player(self, side: int) -> View:
        seat = self._table.setup.seats[side]
        return {
            "kind": seat.kind,
            "name": seat.name,
            "spec": seat.spec,
            "connected": not seat.is_human or self._table.is_connected(side),
            "joined": self._table.joined[side],
        }

    def _control(self) -> View | None:
        control = self._table.setup.control
        return asdict(control) if control.is_limited else None

    def _clocks(self) -> dict[str, Any] | None:
        table = self._table
        if not table.setup.control.is_limited:
            return None
        running = table.position.side if table.turn.is_clock_running else None
        left = []
        for side in (0, 1):
            seconds = table.contest.clocks.seconds_left(side) or 0.0
            if side == running:
                seconds -= table.turn.thought
            left.append(round(max(seconds, 0.0), 3))
        return {"left": left, "running": running, "at": int(time.time() * 1000)}


def _move(made: Made) -> View:
    view: View = {"move": made.move, "side": made.side, "seconds": made.seconds}
    return view | ({"why": str(made.why)} if made.why else {})
