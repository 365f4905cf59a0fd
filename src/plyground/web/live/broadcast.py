"""The state of a live game as messages to its clients, encoded once per language."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from plyground.games.position import Position
from plyground.locale import current_language, override_language
from plyground.play.session import Session, TimedMove
from plyground.web.game_setup import GameSetup
from plyground.web.live.seating import Seating
from plyground.web.socket_loop import Client, encode_json
from plyground.web.views import View, make_board_view, make_outcome_view, make_position_view


@dataclass(frozen=True)
class Pace:
    """How fast a game between agents is shown."""

    delay: float = 0.0
    """Seconds before each move."""
    paused: bool = False


@dataclass(frozen=True)
class GameStatus:
    """A live game as its clients see it."""

    id: str
    version: int
    setup: GameSetup
    session: Session
    seating: Seating
    connected: tuple[bool, bool]
    rematch: str | None
    warming_up: int | None
    """Expected seconds until all agents play at full strength; None if they do."""
    thinking: int | None
    """The side to move, if an agent plays it and is at work."""
    pace: Pace


class Broadcast:
    """The clients of one live game."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._encoded_positions: dict[str, tuple[Position, str]] = {}
        """The current position as JSON, by language."""

    def is_connected(self, side: int) -> bool:
        return any(side in client.seats for client in self.clients)

    def send_state(self, status: GameStatus, client: Client) -> None:
        with override_language(client.language):
            client.send(make_state(status, client.seats))

    def send_updates(self, status: GameStatus, exclude: Client | None = None) -> None:
        """Send what may have changed to all clients but one."""
        texts: dict[str, str] = {}
        for client in self.clients - {exclude}:
            if client.language not in texts:
                with override_language(client.language):
                    texts[client.language] = self._encode_update(status)
            own = encode_json(_make_own_seats(status, client.seats))
            client.send_text(f"{texts[client.language]}{own[1:]}")

    def _encode_update(self, status: GameStatus) -> str:
        """An update as JSON without its end: the seats differ from client to client."""
        update = encode_json({"type": "update", **_make_update(status)})
        return f'{update[:-1]},"position":{self._encode_position(status.session.position)},'

    def _encode_position(self, position: Position) -> str:
        known, text = self._encoded_positions.get(current_language(), (None, ""))
        if known is not position:
            text = encode_json(make_position_view(position))
            self._encoded_positions[current_language()] = position, text
        return text


def make_state(status: GameStatus, held: tuple[int, ...]) -> View:
    """The whole state for who holds these sides, in the current language."""
    position = status.session.position
    return {
        "type": "state",
        "board": make_board_view(position),
        **_make_update(status),
        "position": make_position_view(position),
        **_make_own_seats(status, held),
    }


def _make_own_seats(status: GameStatus, held: tuple[int, ...]) -> View:
    """What differs from client to client: the sides that one plays, and all that one holds."""
    return {"seats": status.seating.list_played(held), "held": held}


def _make_update(status: GameStatus) -> View:
    """What may change, except for the position."""
    session, setup = status.session, status.setup
    game = session.position.game
    return {
        "version": status.version,
        "id": status.id,
        "game": game.name,
        "title": game.title,
        "options": setup.options,
        "start": setup.start,
        "moves": [_make_move(timed) for timed in session.log],
        "players": [_make_player(status, side) for side in (0, 1)],
        "control": asdict(setup.control) if setup.control.is_limited else None,
        "clocks": _make_clocks(session),
        "result": make_outcome_view(session.result, game.side_names(session.position.state)),
        "settings": {"undo": setup.undo},
        "offers": asdict(session.offers),
        "rematch": status.rematch,
        "warming_up": status.warming_up,
        "thinking": status.thinking,
        "pace": asdict(status.pace),
    }


def _make_move(timed: TimedMove) -> View:
    view: View = {"move": timed.move, "side": timed.side, "seconds": timed.seconds}
    why = timed.analysis and timed.analysis.why
    return view | ({"why": str(why)} if why else {})


def _make_player(status: GameStatus, side: int) -> View:
    seat = status.seating.seats[side]
    return {
        "kind": seat.kind,
        "name": seat.name,
        "spec": seat.spec,
        "connected": not seat.is_human or status.connected[side],
        "joined": status.seating.joined[side],
    }


def _make_clocks(session: Session) -> dict[str, Any] | None:
    clocks = session.clocks
    if not clocks.control.is_limited:
        return None
    to_move = session.position.side
    running = to_move if clocks.is_running else None
    left = [round(clocks.read(side, to_move), 3) for side in (0, 1)]
    return {"left": left, "running": running, "at": int(time.time() * 1000)}
