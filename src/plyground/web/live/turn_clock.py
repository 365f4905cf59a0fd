"""The clock of the current turn on the server, and its flag: a timer that ends the game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from plyground.play.clock import Clocks


class TurnClock:
    """Runs the clocks of one session. Nobody needs to be connected for time to run out."""

    def __init__(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self._flag_timer: asyncio.TimerHandle | None = None

    def start(
        self, side: int, on_flag: Callable[[], object], grace: float = 0.0, elapsed: float = 0.0
    ) -> None:
        """Run the clock of `side`, with some seconds `elapsed` already; call `on_flag` if it is
        out of time by `grace` seconds."""
        self.stop()
        self._clocks.start(elapsed)
        allowed = self._clocks.seconds_left(side)
        if allowed is not None:
            loop = asyncio.get_running_loop()
            self._flag_timer = loop.call_later(allowed - elapsed + grace, on_flag)

    def stop(self) -> None:
        self._clocks.stop()
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
