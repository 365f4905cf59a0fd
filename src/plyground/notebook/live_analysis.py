"""Analysis of positions in a thread, one at a time: a new one ends the one before."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from plyground.agents.agent import CompiledAgent, SearchAgent
from plyground.agents.python_search import make_stand_in
from plyground.agents.warm_start import WarmStart, needs_compiling
from plyground.core.limits import Cancel, Limit, Stop
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Problem, override_language
from plyground.review.judgement import side_winning_chance
from plyground.web.views import View, make_analysis_view

UPDATE_SECONDS = 0.1
"""Seconds between two reports."""
LONGEST_SECONDS = 3600.0
"""Seconds of an analysis without end."""

Report = Callable[[View], None]


@dataclass(frozen=True)
class AnalysisRequest:
    position: Position
    lines: int
    seconds: float | None
    """None: until stopped."""


class LiveAnalysis:
    """Runs the searches of one agent."""

    def __init__(self, agent: SearchAgent, spec: str) -> None:
        self._agent = agent
        self._spec = spec
        self._cancel = Cancel()
        self._lock = threading.Lock()
        """Held by the search that runs."""

    def stop(self) -> None:
        self._cancel.set()

    def start(self, request: AnalysisRequest, language: str, report: Report) -> None:
        """Search, and report every depth; the texts are in this language."""
        self.stop()
        self._cancel = Cancel()
        task = _AnalysisTask(request, self._cancel, report)

        def run() -> None:
            with override_language(language), self._lock, task.cancel:
                self._run(task)

        threading.Thread(target=run, daemon=True).start()

    def _run(self, task: _AnalysisTask) -> None:
        position = task.request.position
        if task.cancel.is_set:
            return
        if position.is_over:
            first = side_winning_chance(0, position, None)
            task.send("done", {"lines": [], "best": [], "first": first, "over": True})
            return
        try:
            if isinstance(self._agent, CompiledAgent):
                self._bridge_compilation(task)
            if task.cancel.is_set:
                return
            self._agent.prepare(position.game)
            found = task.search(self._agent)
            if not task.cancel.is_set:
                task.send("done", make_analysis_view(position, found))
        except Problem as problem:
            task.report({"type": "refused", "why": str(problem)})

    def _bridge_compilation(self, task: _AnalysisTask) -> None:
        """Search in plain Python until native code is ready."""
        game = task.request.position.game
        if not needs_compiling([self._agent], game):
            return
        warm_start = WarmStart([self._agent], game)
        task.report({"type": "preparing", "seconds": warm_start.seconds})
        with Stop() as stop:
            warm_start.call_when_ready(stop.set)
            task.search(make_stand_in(self._spec), stop, plain=True)
            while warm_start.is_running and not task.cancel.is_set:
                task.report({"type": "preparing", "seconds": warm_start.seconds})
                warm_start.wait(UPDATE_SECONDS)


@dataclass
class _AnalysisTask:
    request: AnalysisRequest
    cancel: Cancel
    report: Report
    _reported_at: float = 0.0

    def search(self, agent: Any, stop: Stop | None = None, plain: bool = False) -> Analysis:
        """Search until the limit; report depths, but not more often than anybody can read."""
        position, lines = self.request.position, self.request.lines
        limit = Limit(time=self.request.seconds or LONGEST_SECONDS)

        def on_depth(found: Analysis) -> None:
            if self.cancel.is_set or monotonic() - self._reported_at < UPDATE_SECONDS:
                return
            self._reported_at = monotonic()
            self.send("depth", make_analysis_view(position, found), plain)

        if stop is not None:
            return agent.think(position, limit, stop, lines, on_depth)  # type: ignore[no-any-return]
        with Stop(limit.seconds) as timed:
            return agent.think(position, limit, timed, lines, on_depth)  # type: ignore[no-any-return]

    def send(self, type: str, view: View, plain: bool = False) -> None:
        self.report({"type": type, **view, "plain": plain})
