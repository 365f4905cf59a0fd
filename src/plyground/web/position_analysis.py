"""The analysis of one position: a search in slices, and the solver beside it until it has a proof.

An analysis without end is a sequence of searches, each twice as long as the one before. What the
engine's table has kept brings the next one quickly to where the last one ended.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from math import inf

from plyground.agents.solver_agent import take_over
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.review.game_review import SETTLING_DEPTHS
from plyground.web.worker_pool import Job, SearchTask

UPDATE_SECONDS = 0.1
"""Seconds between two reports."""
FIRST_SEARCH_SECONDS = 8.0
"""Seconds of the first search of an analysis without end."""
FIRST_SLICE, LONGEST_SLICE = 1.0, 8.0
"""Seconds after which the search and the solver give way to each other on one core: they double."""

Submit = Callable[[SearchTask], Awaitable[Job]]
"""Queues a search as soon as the pool accepts it."""
Report = Callable[[Analysis], Awaitable[None]]


class PositionAnalysis:
    """Runs the searches, and puts together what they find."""

    def __init__(self, task: SearchTask, is_endless: bool, submit: Submit) -> None:
        self.depths: deque[Analysis] = deque(maxlen=SETTLING_DEPTHS)
        """The last depths of the search."""
        self._task = task
        self._is_endless = is_endless
        self._submit = submit
        self._proof: Analysis | None = None
        self._count = 0
        """How many depths there have been."""
        self._nodes = 0
        self._seconds = 0.0
        """What the searches that are over have taken."""
        self._least_depth = 0
        """The depth that a search has to reach before it shows more than the one before it."""

    @property
    def found(self) -> Analysis:
        """What is known: a proof, or the last depth."""
        newest = self.depths[-1] if self.depths else None
        if self._proof is not None:
            return take_over(self._proof, newest, self._task.lines)
        assert newest is not None
        return newest

    async def run(self, report: Report, proof: SearchTask | None) -> None:
        """Search until the limit, or until the position is solved; report every depth."""
        searching = asyncio.create_task(self._search())
        tasks = {searching}
        if proof is not None:
            tasks.add(asyncio.create_task(self._prove(proof)))
        reported = 0
        try:
            while not self._is_finished(searching, tasks):
                await asyncio.wait(tasks, timeout=UPDATE_SECONDS)
                if self._count > reported and not self._is_finished(searching, tasks):
                    reported = self._count
                    await report(self.found)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def _is_finished(self, searching: asyncio.Task[bool], tasks: set[asyncio.Task[bool]]) -> bool:
        """Is there a proof, or no time left? A search that has ended early leaves the rest of the
        time to the solver, whose line goes to the end."""
        if self._proof is not None:
            return True
        if searching.done() and not searching.result():
            return True
        return all(task.done() for task in tasks)

    async def _search(self) -> bool:
        """Search until the limit; return whether there is time left."""
        limit = self._task.limit
        remaining = limit.time or inf
        length = FIRST_SEARCH_SECONDS if self._is_endless else remaining
        slice = FIRST_SLICE
        while remaining > 0:
            seconds = min(length, remaining)
            task = replace(
                self._task,
                limit=replace(limit, time=seconds),
                on_depth=self._add_depth,
                slice=slice,
            )
            job = await self._submit(task)
            found = await _finish(job)
            self._end_search(found, job.seconds)
            remaining -= job.seconds
            if found.stopped_by in ("proven", "depth", "nodes"):
                return True
            if job.gave_way:
                slice = min(2 * slice, LONGEST_SLICE)
            elif not self._is_endless:
                return False
            else:
                length *= 2
        return False

    async def _prove(self, task: SearchTask) -> bool:
        """Solve the position; return whether that worked."""
        remaining = task.limit.time or inf
        slice = FIRST_SLICE
        with suppress(Problem):
            while remaining > 0:
                limit = replace(task.limit, time=remaining)
                job = await self._submit(replace(task, limit=limit, slice=slice))
                found = await _finish(job)
                if found.stopped_by == "proven" or (found.score is not None and not job.gave_way):
                    self._proof = found
                    return True
                if not job.gave_way:
                    break
                remaining -= job.seconds
                slice = min(2 * slice, LONGEST_SLICE)
        return False

    def _add_depth(self, found: Analysis) -> None:
        """Take a depth of the search that runs; called in a worker's thread."""
        if found.depth < self._least_depth:
            return
        self._least_depth = 0
        nodes, seconds = self._nodes + found.nodes, self._seconds + found.seconds
        self.depths.append(replace(found, nodes=nodes, seconds=seconds))
        self._count += 1

    def _end_search(self, found: Analysis, seconds: float) -> None:
        if not self.depths or found.depth:
            self._add_depth(found)
        self._nodes += found.nodes
        self._seconds += seconds
        self._least_depth = max(self._least_depth, self.depths[-1].depth)


async def _finish(job: Job) -> Analysis:
    """The result of a job, which ends with whoever waits for it."""
    try:
        return await asyncio.wrap_future(job.future)
    finally:
        job.cancel()
