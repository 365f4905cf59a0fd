"""The current turn of a live game: the running clock, its flag, and the agent that is to move.

Clocks start when all players have joined. After a restart of the server a clock resumes from its
value at the last move when the first player reconnects: the downtime is charged to nobody.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from plyground.games.position import Position
from plyground.web.agent_turn import AgentTurn
from plyground.web.client import Client

if TYPE_CHECKING:
    from plyground.web.live_game import LiveGame

GRACE_SECONDS = 2.0
"""Seconds that an agent may exceed its time: the machine is shared with other games."""


class TurnClock:
    """The current turn of one live game."""

    def __init__(self, live_game: LiveGame) -> None:
        self.client_address = ""
        """The client whose limits an agent's search counts against: the last player to join."""
        self._live_game = live_game
        self._agent_turn = AgentTurn(live_game, self)
        self._has_started = False
        """Has a player connected since the server started? Before that, no clock runs."""
        self._started_at: float | None = None
        self._flag_timer: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._started_at is not None

    @property
    def elapsed(self) -> float:
        """Seconds since the side to move was given the turn."""
        return 0.0 if self._started_at is None else monotonic() - self._started_at

    @property
    def agent_side(self) -> int | None:
        """The side to move if an agent plays it and is at work."""
        return self._agent_turn.side

    def start(self, is_watched: bool = False) -> None:
        """Start the turn of the side to move."""
        self.stop()
        live_game = self._live_game
        if live_game.session.is_over or not self._has_started or not all(live_game.joined):
            return
        if live_game.setup.seats[live_game.position.side].is_human:
            self.start_clock()
        elif live_game.clients or live_game.human_sides or is_watched:
            # A game between agents goes on only while somebody is watching.
            self._agent_turn.start()

    def stop(self) -> None:
        self._agent_turn.cancel()
        self._started_at = None
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None

    def resume(self, client: Client, is_new: bool) -> None:
        """Start or continue the turn if the game was waiting for this client."""
        live_game = self._live_game
        if not client.seats and live_game.human_sides:
            return
        self.client_address = client.address
        is_paused = not self.is_running and self.agent_side is None
        if is_new or is_paused or not self._has_started:
            self._has_started = True
            self.start(is_watched=True)

    def start_clock(self) -> None:
        """Run the clock of the side to move from now on."""
        self._started_at = monotonic()
        live_game, position = self._live_game, self._live_game.position
        allowed = live_game.session.clocks.seconds_left(position.side)
        if allowed is not None:
            late = allowed + (
                0.0 if live_game.setup.seats[position.side].is_human else GRACE_SECONDS
            )
            loop = asyncio.get_running_loop()
            self._flag_timer = loop.call_later(late, self._drop_flag, position)

    def _drop_flag(self, position: Position) -> None:
        self._live_game.spawn(self._live_game.handle_timeout(position))
