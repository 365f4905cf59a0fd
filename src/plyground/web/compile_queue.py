"""Compilation in the background, so that the server responds as soon as it starts.

Until native code is ready, rules run as plain Python and the plain search plays; processes compile,
the game that was chosen last first.
"""

from __future__ import annotations

import asyncio
import gc
import math
import threading
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial

from plyground.agents.agent import list_kernels
from plyground.agents.specs import parse_spec
from plyground.core.compile_pool import CompilePool, CompileRequest
from plyground.core.jit import Entry
from plyground.games.game import Game
from plyground.web.agent_policy import AgentPolicy

PATIENCE_SECONDS = 1.0
"""Seconds for which a search waits for native code that is nearly ready."""


class CompileQueue:
    """The requests to the compile pool, one for each game's kernels and kind of agent."""

    def __init__(self, agent_policy: AgentPolicy) -> None:
        self._agent_policy = agent_policy
        self._pool = CompilePool()
        self._requests: dict[object, CompileRequest] = {}
        self._lock = threading.Lock()

    @property
    def is_busy(self) -> bool:
        return self._pool.is_busy

    def submit(self, game: Game, spec: str | None = None) -> CompileRequest:
        """Compile a game, and an agent for it, before what was submitted earlier."""

        def list_entries() -> list[Entry]:
            agent = None if spec is None else self._agent_policy.make_agent(spec)
            return list_kernels(agent, game)

        key = (game.kernels, spec and self._get_kernel_key(spec))
        with self._lock:
            request = self._requests.get(key)
            if request is None:
                request = self._requests[key] = self._pool.submit(list_entries)
            elif not request.is_ready:
                self._pool.prefer(request)
        if not game.is_native:
            request.ready.add_done_callback(partial(_use_native_code, game))
        return request

    def compile_core(self) -> None:
        """Compile what every engine needs, as long as nobody has chosen a game."""
        request = self._pool.submit(_list_core, ahead=True)
        request.ready.add_done_callback(_freeze_libraries)

    def close(self) -> None:
        """End the compiling processes."""
        self._pool.close()

    def join(self, seconds: float) -> None:
        """Wait until no thread compiles or loads anything more."""
        wait([request.ready for request in self._requests.values()], seconds)

    def _get_kernel_key(self, spec: str) -> str:
        """Agents of one kind need the same kernels, whatever their settings."""
        if spec in self._agent_policy.engines:
            return spec
        parsed = parse_spec(spec)
        return f"{parsed.name}:{parsed.variant}"


async def wait_for_compiler(request: CompileRequest, seconds: float | None = None) -> bool:
    """Wait until a request is ready, or for some seconds; is it ready?"""
    if not request.is_ready:
        loop, ready = asyncio.get_running_loop(), asyncio.Event()

        def on_ready(_: object) -> None:
            # The loop may have ended by then.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(ready.set)

        request.ready.add_done_callback(on_ready)
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), seconds)
    return request.is_ready


async def wait_if_near(request: CompileRequest) -> bool:
    """Wait a moment if native code is nearly ready; is it ready then?"""
    if is_near(request):
        await wait_for_compiler(request, PATIENCE_SECONDS)
    return request.is_ready


def is_near(request: CompileRequest) -> bool:
    """May a request be ready in a moment, as if native code only has to be loaded?"""
    remaining = request.remaining_seconds
    return remaining is None or remaining <= PATIENCE_SECONDS


def count_seconds(request: CompileRequest) -> int:
    """The expected seconds until a request is ready, to be shown."""
    return math.ceil(request.remaining_seconds or 0.0)


def _use_native_code(game: Game, ready: Future[None]) -> None:
    """Let a game run its rules in native code, once that is loaded."""
    if not ready.cancelled() and ready.exception() is None:
        game.native()


def _list_core() -> list[Entry]:
    from plyground.core.root_search import ENTRIES

    return list(ENTRIES)


def _freeze_libraries(ready: Future[None]) -> None:
    """Exempt the libraries that are loaded now from garbage collection.

    Scanning them would pause every game for a tenth of a second now and then.
    """
    if not ready.cancelled():
        gc.collect()
        gc.freeze()
