"""The state of a live game as messages to its clients, encoded once per language."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from plyground.games.position import Position
from plyground.locale import current_language, override_language
from plyground.web.client import Client, encode_json
from plyground.web.views import View, make_board_view, make_outcome_view, make_position_view

if TYPE_CHECKING:
    from plyground.web.live_game import LiveGame, PlayedMove


class Broadcast:
    """Makes and sends the messages of one live game."""

    def __init__(self, live_game: LiveGame) -> None:
        self._live_game = live_game
        self._encoded_positions: dict[str, tuple[Position, str]] = {}
        """The current position as JSON, by language."""

    def make_state(self, seats: tuple[int, ...]) -> View:
        """The whole state, in the current language."""
        position = self._live_game.position
        return {
            "type": "state",
            "board": make_board_view(position),
            **self._make_update(),
            "position": make_position_view(position),
            "seats": seats,
        }

    def send_state(self, client: Client) -> None:
        with override_language(client.language):
            client.send(self.make_state(client.seats))

    def send_updates(self, exclude: Client | None) -> None:
        texts: dict[str, str] = {}
        for client in self._live_game.clients - {exclude}:
            if client.language not in texts:
                with override_language(client.language):
                    texts[client.language] = self._encode_update()
            client.send_text(f'{texts[client.language]}"seats":{encode_json(client.seats)}}}')

    def _encode_update(self) -> str:
        """An update as JSON without its end: the seats differ from client to client."""
        update = encode_json({"type": "update", **self._make_update()})
        return f'{update[:-1]},"position":{self._encode_position()},'

    def _encode_position(self) -> str:
        position = self._live_game.position
        known, text = self._encoded_positions.get(current_language(), (None, ""))
        if known is not position:
            text = encode_json(make_position_view(position))
            self._encoded_positions[current_language()] = position, text
        return text

    def _make_update(self) -> View:
        """What may change, except for the position."""
        live_game = self._live_game
        game = live_game.position.game
        return {
            "version": live_game.version,
            "id": live_game.id,
            "game": game.name,
            "title": game.title,
            "options": live_game.setup.options,
            "start": live_game.setup.start,
            "moves": [_make_move(move) for move in live_game.moves],
            "players": [self._make_player(side) for side in (0, 1)],
            "control": self._make_control(),
            "clocks": self._make_clocks(),
            "result": make_outcome_view(live_game.session.result),
            "settings": {"undo": live_game.setup.undo},
            "offers": live_game.offers,
            "rematch": live_game.rematch_id,
            "warming_up": live_game.warm_up.seconds,
            "thinking": live_game.turn_clock.agent_side,
        }

    def _make_player(self, side: int) -> View:
        seat = self._live_game.setup.seats[side]
        return {
            "kind": seat.kind,
            "name": seat.name,
            "spec": seat.spec,
            "connected": not seat.is_human or self._live_game.is_connected(side),
            "joined": self._live_game.joined[side],
        }

    def _make_control(self) -> View | None:
        control = self._live_game.setup.control
        return asdict(control) if control.is_limited else None

    def _make_clocks(self) -> dict[str, Any] | None:
        live_game = self._live_game
        if not live_game.setup.control.is_limited:
            return None
        running = live_game.position.side if live_game.turn_clock.is_running else None
        left = []
        for side in (0, 1):
            seconds = live_game.session.clocks.seconds_left(side) or 0.0
            if side == running:
                seconds -= live_game.turn_clock.elapsed
            left.append(round(max(seconds, 0.0), 3))
        return {"left": left, "running": running, "at": int(time.time() * 1000)}


def _make_move(move: PlayedMove) -> View:
    view: View = {"move": move.move, "side": move.side, "seconds": move.seconds}
    return view | ({"why": str(move.why)} if move.why else {})
