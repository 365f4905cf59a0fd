"""The warm-up of a live game: plain Python plays for its agents until native code is ready."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from plyground.core.compile_pool import CompileRequest
from plyground.web.compile_queue import (
    PATIENCE_SECONDS,
    count_seconds,
    is_near,
    wait_for_compiler,
    wait_if_near,
)

if TYPE_CHECKING:
    from plyground.web.live_game import LiveGame

REPORT_SECONDS = 5.0
"""Seconds between two corrections of the remaining time; in between, clients count down."""


class WarmUp:
    """What the agents of one live game wait for, and how long."""

    def __init__(self, live_game: LiveGame) -> None:
        self._live_game = live_game
        self._compilations: dict[str, CompileRequest] = {}
        """Compilations that agents need, by spec."""
        self._replaced: set[str] = set()
        """Agents for which the plain search has played."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def seconds(self) -> int | None:
        """Expected seconds until all agents play at full strength; None if they do."""
        waiting = [
            count_seconds(compilation)
            for spec, compilation in self._compilations.items()
            if not compilation.is_ready and (spec in self._replaced or not is_near(compilation))
        ]
        return max(waiting, default=None)

    async def needs_stand_in(self, spec: str) -> bool:
        """Must the plain search play for this agent, for now?"""
        if spec not in self._compilations or await wait_if_near(self._compilations[spec]):
            return False
        self._replaced.add(spec)
        return True

    def start(self) -> None:
        """Compile for all agents, or for hints if there are none."""
        services, game = self._live_game.services, self._live_game.position.game
        specs = {seat.spec for seat in self._live_game.setup.seats if seat.spec is not None}
        for spec in specs or (None,):
            compilation = services.compile_queue.submit(game, spec)
            if spec is None or compilation.is_ready or not services.agent_policy.is_native(spec):
                continue
            self._compilations[spec] = compilation
            self._tasks.append(asyncio.create_task(self._report(compilation)))

    async def _report(self, compilation: CompileRequest) -> None:
        """Keep clients informed of one compilation until it is ready."""
        live_game = self._live_game
        await wait_if_near(compilation)
        while not compilation.is_ready:
            live_game.notify_clients()
            is_known = compilation.remaining_seconds is not None
            await wait_for_compiler(compilation, REPORT_SECONDS if is_known else PATIENCE_SECONDS)
        if not live_game.is_closed:
            live_game.notify_clients()
