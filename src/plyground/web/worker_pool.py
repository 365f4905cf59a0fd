"""A pool of threads that run agents, with a fair queue and limits per client.

Native code releases the GIL, so threads search in parallel. Clients are served round-robin: however
many jobs one of them has queued, the next client's first job comes before its second. A search that
may take very long gives way: when somebody waits and no worker is free, it ends with what it has
found, and whoever wants more queues it again.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from time import monotonic

from plyground.agents.agent import (
    Agent,
    OnDepth,
    SearchAgent,
    get_process_id,
    prepare_agent,
    release_agent,
)
from plyground.core.limits import Cancel, Limit, Stop
from plyground.games.game import Game
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.play.run_queue import RunQueueDelay
from plyground.web.agent_policy import AgentPolicy
from plyground.web.http_errors import TooManyRequests
from plyground.web.settings import Settings

log = logging.getLogger(__name__)

NICENESS = 5
"""Lowers the priority of a search: the event loop answers everybody first."""
MAX_AGENTS = 4
"""Agents that a worker caches, with their hash tables; the least recently used is dropped."""
ABANDON_SECONDS = 10.0
"""Seconds that a job may take to return after its time is up, before its worker is abandoned."""
POLL_SECONDS = 0.25
LEAST_SECONDS = 0.1
"""Seconds that a search runs before it gives way to one that does not."""


@dataclass(frozen=True)
class SearchTask:
    """A search to be observed: what `SearchAgent.think` gets, and how the pool treats it."""

    position: Position
    spec: str
    limit: Limit
    lines: int = 1
    on_depth: OnDepth | None = None
    """Called for every depth, in the worker's thread."""
    stand_in: bool = False
    """Does the plain search run in the agent's place?"""
    fresh: bool = False
    """Must it not use what the agent found before?"""
    slice: float | None = None
    """Seconds after which it gives way to others like it; None: it never gives way."""
    is_optional: bool = False
    """Does a client get it only as long as there is room for others of its searches?"""

    def run(self, agent: Agent) -> Analysis:
        if not isinstance(agent, SearchAgent):
            raise Problem("server.problem.thinker", spec=self.spec)
        if self.fresh:
            release_agent(agent)
        with Stop(self.limit.seconds) as stop:
            return agent.think(self.position, self.limit, stop, self.lines, self.on_depth)


class UnresponsiveAgent(Problem):
    """An agent did not return after it was stopped."""


class Job:
    """One call of an agent, queued or running."""

    def __init__(
        self,
        pool: WorkerPool,
        client_address: str,
        spec: str,
        call: AgentCall,
        position: Position,
        task: SearchTask | None = None,
    ) -> None:
        self.client_address = client_address
        self.task = task
        """The search, if it is not a move of a game."""
        self.spec = spec
        self.position = position
        self.future: Future[Analysis] = Future()
        self.on_start: Callable[[], None] | None = None
        self.stand_in = False
        """Does the plain search run in the agent's place?"""
        self.started_at: float | None = None
        self.seconds = 0.0
        """How long the agent ran, without the time in the queue."""
        self.delay = 0.0
        """Seconds of them in which the agent waited for a core."""
        self.gave_way = False
        """Was it ended because others waited?"""
        self.call = call
        self.stop = Cancel()
        self._pool = pool

    @property
    def is_analysis(self) -> bool:
        return self.task is not None

    @property
    def slice(self) -> float | None:
        return self.task.slice if self.task is not None else None

    def cancel(self) -> None:
        """Drop it if it is queued; if it is running, end it now with what it has found."""
        self._pool.cancel(self)


AgentCall = Callable[[Agent], Analysis]
"""Calls the agent that it is given."""


class WorkerPool:
    """Threads that run jobs. Limits and turns are counted by client address."""

    def __init__(self, settings: Settings, agent_policy: AgentPolicy) -> None:
        self.settings = settings
        self.agent_policy = agent_policy
        self.engine_seconds = 0.0
        self.jobs_done = 0
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: dict[Job, _Worker] = {}
        self._changed = threading.Condition()
        self._is_closed = False
        self._workers = [_Worker(self) for _ in range(settings.workers)]
        threading.Thread(target=self._supervise, name="pool", daemon=True).start()

    @property
    def queue_length(self) -> int:
        with self._changed:
            return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        return len(self._running)

    def check_spec(self, spec: str, game: Game) -> str:
        """Return the spec in normal form if clients may use it; else raise a Problem."""
        return self.agent_policy.check_spec(spec, game)

    def submit_move(
        self,
        client_address: str,
        position: Position,
        spec: str,
        limit: Limit,
        on_start: Callable[[], None] | None = None,
        stand_in: bool = False,
    ) -> Job:
        """Queue an agent's choice of a move, or that of the plain search in its place."""
        job = Job(self, client_address, spec, lambda agent: agent.choose(position, limit), position)
        job.on_start = on_start
        job.stand_in = stand_in
        self._enqueue(job, self.settings.client_moves)
        return job

    def submit_analysis(self, client_address: str, task: SearchTask) -> Job:
        """Queue a search."""
        job = Job(self, client_address, task.spec, task.run, task.position, task)
        job.stand_in = task.stand_in
        most = self.settings.client_jobs
        self._enqueue(job, max(1, most // 2) if task.is_optional else most)
        return job

    def cancel(self, job: Job) -> None:
        with self._changed:
            waiting = self._waiting.get(job.client_address)
            if waiting is not None and job in waiting:
                waiting.remove(job)
                if not waiting:
                    del self._waiting[job.client_address]
                job.future.cancel()
        job.stop.set()

    def close(self) -> None:
        """Stop all searches and start none."""
        with self._changed:
            self._is_closed = True
            waiting = [job for jobs in self._waiting.values() for job in jobs]
            running = list(self._running)
            self._changed.notify_all()
        for job in waiting + running:
            job.cancel()
        for worker in self._workers:
            worker.join(1.0)

    def _enqueue(self, job: Job, limit: int) -> None:
        """Append a job to those of its client, who may have `limit` of this kind."""
        with self._changed:
            own = [*self._waiting.get(job.client_address, ())]
            own += [
                running for running in self._running if running.client_address == job.client_address
            ]
            if sum(other.is_analysis == job.is_analysis for other in own) >= limit:
                raise TooManyRequests("server.problem.jobs", most=limit)
            if self._is_closed or len(own) >= self._get_share():
                raise TooManyRequests("server.problem.busy")
            self._waiting.setdefault(job.client_address, deque()).append(job)
            self._changed.notify()
            self._make_way()

    def _get_share(self) -> int:
        """The jobs that a client may have: all of the queue, or an equal share of a full one."""
        limit = self.settings.queue_limit
        if self.queue_length + len(self._running) < limit:
            return limit
        clients = self._waiting.keys() | {job.client_address for job in self._running}
        return max(1, limit // (len(clients) + 1))

    def wait_for_job(self, worker: _Worker) -> Job | None:
        """Wait for the next job of the next client; None: the worker is to end."""
        with self._changed:
            while True:
                while not self._waiting and not self._is_closed and not worker.is_abandoned:
                    self._changed.wait()
                if self._is_closed or worker.is_abandoned:
                    return None
                client_address, jobs = next(iter(self._waiting.items()))
                job = jobs.popleft()
                del self._waiting[client_address]
                if jobs:
                    # Behind all other clients.
                    self._waiting[client_address] = jobs
                # The future may have been cancelled meanwhile.
                if job.future.set_running_or_notify_cancel():
                    self._running[job] = worker
                    return job

    def finish(self, job: Job) -> None:
        with self._changed:
            self._running.pop(job, None)
            self.engine_seconds += job.seconds
            self.jobs_done += 1

    def _supervise(self) -> None:
        """Stop jobs that take too long, and replace workers that do not return."""
        while not self._is_closed:
            threading.Event().wait(POLL_SECONDS)
            with self._changed:
                self._make_way()
                running = list(self._running.items())
            for job, worker in running:
                late = self._count_late_seconds(job)
                if late > 0:
                    job.stop.set()
                if late > ABANDON_SECONDS and not worker.is_abandoned:
                    self._abandon(job, worker)

    def _count_late_seconds(self, job: Job) -> float:
        """How long ago a running job should have ended."""
        if job.started_at is None:
            return -1.0
        longest = self.settings.longest_thought
        if job.slice is not None:
            longest = self.settings.longest_analysis
        return monotonic() - job.started_at - longest

    def _make_way(self) -> None:
        """End the search that has run longest, of those that give way, if others have to wait."""
        waiting = [job for jobs in self._waiting.values() for job in jobs]
        if not waiting or len(self._running) < len(self._workers):
            return
        if any(job.gave_way for job in self._running):
            # A worker will be free in a moment.
            return
        is_urgent = any(job.slice is None for job in waiting)
        now = monotonic()
        able = [
            job
            for job in self._running
            if job.slice is not None and job.started_at is not None
            if now - job.started_at >= (LEAST_SECONDS if is_urgent else job.slice)
        ]
        if able:
            job = min(able, key=lambda each: each.started_at or 0.0)
            job.gave_way = True
            job.stop.set()

    def _abandon(self, job: Job, worker: _Worker) -> None:
        log.error("agent %s does not return; its thread is abandoned", job.spec)
        worker.is_abandoned = True
        self._workers.remove(worker)
        self._workers.append(_Worker(self))
        self.finish(job)
        job.future.set_exception(UnresponsiveAgent("server.problem.silent", spec=job.spec))


class _Worker(threading.Thread):
    """One thread with its cache of agents."""

    def __init__(self, pool: WorkerPool) -> None:
        super().__init__(name="engine", daemon=True)
        self.is_abandoned = False
        self._pool = pool
        self._agents: OrderedDict[object, Agent] = OrderedDict()
        self.start()

    def run(self) -> None:
        _lower_priority()
        while (job := self._pool.wait_for_job(self)) is not None:
            self._run_job(job)
        for agent in self._agents.values():
            release_agent(agent)

    def _run_job(self, job: Job) -> None:
        found: Analysis | None = None
        failure: BaseException | None = None
        try:
            agent = self._get_agent(job)
            delay = RunQueueDelay(partial(get_process_id, agent))
            job.started_at = monotonic()
            if job.on_start is not None:
                job.on_start()
            with job.stop:
                found = job.call(agent)
            job.delay = delay.measure(monotonic() - job.started_at)
        except BaseException as error:
            failure = error
        job.seconds = monotonic() - (job.started_at or monotonic())
        if self.is_abandoned:
            return
        self._pool.finish(job)
        if failure is not None:
            job.future.set_exception(failure)
        else:
            job.future.set_result(found)  # type: ignore[arg-type]

    def _get_agent(self, job: Job) -> Agent:
        """The cached agent for this game, or a new one, compiled; or its stand-in."""
        if job.stand_in:
            return self._pool.agent_policy.make_stand_in(job.spec)
        key = (job.spec, job.position.game)
        agent = self._agents.pop(key, None)
        if agent is None:
            while len(self._agents) >= MAX_AGENTS:
                release_agent(self._agents.popitem(last=False)[1])
            agent = self._pool.agent_policy.make_agent(job.spec)
            prepare_agent(agent, job.position.game)
        self._agents[key] = agent
        return agent


def _lower_priority() -> None:
    """Let the event loop go before this thread when cores are scarce."""
    if sys.platform == "linux":
        # Only there, the priority of a thread is its own.
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
