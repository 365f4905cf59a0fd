"""Engines at work: a few threads, and a queue in which every guest has its turn.

Native code lets go of Python's lock, so threads think side by side. Guests take turns: however
many jobs one of them has waiting, the next guest's first job comes before its second.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic
from typing import TYPE_CHECKING, Any

from plyground.core.limits import Cancel, Limit, Stop
from plyground.locale import Problem
from plyground.web.agent_policy import Guests
from plyground.web.http_errors import Busy
from plyground.web.settings import Settings

if TYPE_CHECKING:
    from plyground.agents.agent import OnDepth
    from plyground.games.game import Game
    from plyground.games.position import Position
    from plyground.games.score import Analysis

log = logging.getLogger(__name__)

AGENTS_KEPT = 4
"""Agents that a worker keeps, with their tables; the one used longest ago goes first."""
PATIENCE = 10.0
"""Seconds after its end that a job may need to return before its worker is given up."""
PULSE = 0.25


class Silent(Problem):
    """An agent did not come back when it was told to stop."""


class Job:
    """One question to an agent."""

    def __init__(
        self,
        pool: Pool,
        client: str,
        spec: str,
        ask: Ask,
        position: Position,
        is_analysis: bool = False,
    ) -> None:
        self.client = client
        self.is_analysis = is_analysis
        self.spec = spec
        self.position = position
        self.future: Future[Analysis] = Future()
        self.on_start: Callable[[], None] | None = None
        self.began: float | None = None
        self.seconds = 0.0
        """How long the agent thought; waiting in the queue does not count."""
        self.ask = ask
        self.stop = Cancel()
        self._pool = pool

    def cancel(self) -> None:
        """Forget it if it waits; if it runs, it ends now with what it has."""
        self._pool.cancel(self)


Ask = Callable[[Any], "Analysis"]


class Pool:
    """Threads that think. `client` is whoever the limits and the turns are counted by."""

    def __init__(self, settings: Settings, guests: Guests) -> None:
        self.settings = settings
        self.guests = guests
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

    def allowed(self, spec: str, game: Game) -> str:
        """The spec, tidied, if a guest may use it; else a Problem."""
        return self.guests.allowed(spec, game)

    def ask_move(
        self,
        client: str,
        position: Position,
        spec: str,
        limit: Limit,
        on_start: Callable[[], None] | None = None,
    ) -> Job:
        """Queue the question which move an agent plays."""
        job = Job(self, client, spec, lambda agent: agent.choose(position, limit), position)
        job.on_start = on_start
        self._queue(job, self.settings.client_moves)
        return job

    def think(
        self,
        client: str,
        position: Position,
        spec: str,
        limit: Limit,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Job:
        """Queue a search that tells what it finds, depth by depth, in the worker's thread."""

        def ask(agent: Any) -> Analysis:
            if not hasattr(agent, "think"):
                raise Problem("server.problem.thinker", spec=spec)
            with Stop(limit.seconds) as stop:
                found: Analysis = agent.think(position, limit, stop, lines, on_depth)
                return found

        job = Job(self, client, spec, ask, position, is_analysis=True)
        self._queue(job, self.settings.client_jobs)
        return job

    def cancel(self, job: Job) -> None:
        with self._changed:
            waiting = self._waiting.get(job.client)
            if waiting is not None and job in waiting:
                waiting.remove(job)
                if not waiting:
                    del self._waiting[job.client]
                job.future.cancel()
        job.stop.set()

    def close(self) -> None:
        """Stop all searches; nothing more is begun."""
        with self._changed:
            self._is_closed = True
            waiting = [job for jobs in self._waiting.values() for job in jobs]
            running = list(self._running)
            self._changed.notify_all()
        for job in waiting + running:
            job.cancel()
        for worker in self._workers:
            worker.join(1.0)

    def _queue(self, job: Job, most: int) -> None:
        """Put a job behind the others of its guest, who may have `most` of this kind."""
        with self._changed:
            own = [*self._waiting.get(job.client, ())]
            own += [running for running in self._running if running.client == job.client]
            if sum(other.is_analysis == job.is_analysis for other in own) >= most:
                raise Busy("server.problem.jobs", most=most)
            total = self.queue_length + len(self._running)
            if self._is_closed or total >= self.settings.queue_limit:
                raise Busy("server.problem.busy")
            self._waiting.setdefault(job.client, deque()).append(job)
            self._changed.notify()

    def take(self, worker: _Worker) -> Job | None:
        """The next job of the next guest; waits for one. None: there will be no more."""
        with self._changed:
            while True:
                while not self._waiting and not self._is_closed and not worker.is_given_up:
                    self._changed.wait()
                if self._is_closed or worker.is_given_up:
                    return None
                client, jobs = next(iter(self._waiting.items()))
                job = jobs.popleft()
                del self._waiting[client]
                if jobs:
                    # Behind everybody else who waits.
                    self._waiting[client] = jobs
                # Whoever asked may have stopped waiting for the answer meanwhile.
                if job.future.set_running_or_notify_cancel():
                    self._running[job] = worker
                    return job

    def done(self, job: Job) -> None:
        with self._changed:
            self._running.pop(job, None)
            self.engine_seconds += job.seconds
            self.jobs_done += 1

    def _supervise(self) -> None:
        """End what takes too long, and replace workers that do not come back."""
        while not self._is_closed:
            threading.Event().wait(PULSE)
            with self._changed:
                running = list(self._running.items())
            for job, worker in running:
                late = -1.0
                if job.began is not None:
                    late = monotonic() - job.began - self.settings.longest_thought
                if late > 0:
                    job.stop.set()
                if late > PATIENCE and not worker.is_given_up:
                    self._give_up(job, worker)

    def _give_up(self, job: Job, worker: _Worker) -> None:
        log.error("agent %s does not return; its thread is left behind", job.spec)
        worker.is_given_up = True
        self._workers.remove(worker)
        self._workers.append(_Worker(self))
        self.done(job)
        job.future.set_exception(Silent("server.problem.silent", spec=job.spec))


class _Worker(threading.Thread):
    """One thread, and the agents that it keeps."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(name="engine", daemon=True)
        self.is_given_up = False
        self._pool = pool
        self._agents: OrderedDict[object, Any] = OrderedDict()
        self.start()

    def run(self) -> None:
        while (job := self._pool.take(self)) is not None:
            self._answer(job)

    def _answer(self, job: Job) -> None:
        found: Analysis | None = None
        trouble: BaseException | None = None
        try:
            agent = self._agent(job.spec, job.position.game)
            job.began = monotonic()
            if job.on_start is not None:
                job.on_start()
            with job.stop:
                found = job.ask(agent)
        except BaseException as error:
            trouble = error
        job.seconds = monotonic() - (job.began or monotonic())
        if self.is_given_up:
            return
        self._pool.done(job)
        if trouble is not None:
            job.future.set_exception(trouble)
        else:
            job.future.set_result(found)  # type: ignore[arg-type]

    def _agent(self, spec: str, game: Game) -> Any:
        """The agent kept for this game, or a new one; ready to think."""
        key = (spec, game)
        agent = self._agents.pop(key, None)
        if agent is None:
            while len(self._agents) >= AGENTS_KEPT:
                self._agents.popitem(last=False)
            agent = self._pool.guests.make(spec)
            if hasattr(agent, "prepare"):
                agent.prepare(game)
        self._agents[key] = agent
        return agent
