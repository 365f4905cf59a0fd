"""The warm-up of a live game: plain Python plays for its agents until native code is ready."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from plyground.core.compile_pool import CompileRequest
from plyground.games.game import Game
from plyground.web.agent_policy import AgentPolicy
from plyground.web.compile_queue import (
    PATIENCE_SECONDS,
    CompileQueue,
    count_seconds,
    is_near,
    wait_for_compiler,
    wait_if_near,
)

REPORT_SECONDS = 5.0
"""Seconds between two corrections of the remaining time; in between, clients count down."""


class WarmUp:
    """What the agents of one live game wait for, and how long."""

    def __init__(self) -> None:
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

    def start(
        self,
        game: Game,
        specs: Collection[str],
        compile_queue: CompileQueue,
        agent_policy: AgentPolicy,
        on_change: Callable[[], None],
    ) -> None:
        """Compile for these agents, or for hints if there are none. `on_change`: `seconds` has
        changed."""
        for spec in specs or (None,):
            if spec in self._compilations:
                continue
            compilation = compile_queue.submit(game, spec)
            if spec is None or compilation.is_ready or not agent_policy.is_native(spec):
                continue
            self._compilations[spec] = compilation
            self._tasks.append(asyncio.create_task(_report(compilation, on_change)))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


async def _report(compilation: CompileRequest, on_change: Callable[[], None]) -> None:
    """Call back from time to time until a compilation is ready."""
    await wait_if_near(compilation)
    while not compilation.is_ready:
        on_change()
        is_known = compilation.remaining_seconds is not None
        await wait_for_compiler(compilation, REPORT_SECONDS if is_known else PATIENCE_SECONDS)
    on_change()
