"""The worker pool: fair turns, limits, and cancelling."""

from __future__ import annotations

import threading
import time

import pytest

from plyground.core.limits import Limit, Stop
from plyground.games.registry import load_game
from plyground.games.score import Analysis
from plyground.locale import Problem
from plyground.web import worker_pool as pool_module
from plyground.web.agent_policy import AgentPolicy
from plyground.web.http_errors import TooManyRequests
from plyground.web.settings import Settings
from plyground.web.worker_pool import SearchTask, UnresponsiveAgent, WorkerPool

START = load_game("tictactoe").start()


class Scripted:
    """Agents that do what their spec says."""

    def __init__(self):
        self.made = []
        self.asked = []
        self.gate = threading.Event()
        self.asleep = threading.Event()

    def make_agent(self, spec):
        self.made.append(spec)
        scripted = self

        class Agent:
            def choose(self, position, limit):
                scripted.asked.append(spec)
                if spec == "wait":
                    scripted.asleep.set()
                    scripted.gate.wait(60)
                if spec == "search":
                    with Stop(limit.seconds) as stop:
                        while not stop.is_set:
                            time.sleep(0.001)
                        return Analysis("b2", stopped_by=stop.reason)
                if spec == "fail":
                    raise RuntimeError("no")
                return Analysis("b2")

        class Thinker(Agent):
            def prepare(self, game):
                pass

            def think(self, position, limit, stop, lines=1, on_depth=None):
                scripted.asleep.set()
                while not stop.is_set and not scripted.gate.is_set():
                    time.sleep(0.001)
                return Analysis("b2", stopped_by=stop.reason or "gate")

        return Thinker() if spec == "think" else Agent()


@pytest.fixture
def agents():
    scripted = Scripted()
    yield scripted
    scripted.gate.set()


@pytest.fixture
def make_pool(agents):
    made = []

    def make(**given):
        made.append(WorkerPool(Settings(workers=1, **given), agents))
        return made[-1]

    yield make
    agents.gate.set()
    for pool in made:
        pool.close()


def busy(pool, agents):
    """Keep the only worker at work until the gate opens."""
    job = pool.submit_move("somebody", START, "wait", Limit())
    agents.asleep.wait(60)
    return job


def test_an_agent_chooses(make_pool):
    job = make_pool().submit_move("a", START, "plain", Limit())
    assert job.future.result(60).move == "b2"


def test_clients_take_turns(make_pool, agents):
    pool = make_pool(client_jobs=10)
    busy(pool, agents)
    waiting = [
        pool.submit_move(client, START, f"{client}{number}", Limit())
        for client in ("greedy", "modest", "shy")
        for number in range({"greedy": 4, "modest": 2, "shy": 1}[client])
    ]
    agents.gate.set()
    for job in waiting:
        job.future.result(60)
    order = "greedy0 modest0 shy0 greedy1 modest1 greedy2 greedy3"
    assert agents.asked[1:] == order.split()


def test_jobs_of_one_client_are_limited(make_pool, agents):
    pool = make_pool(client_moves=2)
    busy(pool, agents)
    jobs = [pool.submit_move("a", START, "plain", Limit()) for _ in range(2)]
    with pytest.raises(TooManyRequests, match="2 engines"):
        pool.submit_move("a", START, "plain", Limit())
    pool.submit_move("b", START, "plain", Limit())
    agents.gate.set()
    jobs[1].future.result(60)
    assert pool.submit_move("a", START, "plain", Limit()).future.result(60).move == "b2"


def test_jobs_of_all_clients_are_limited(make_pool, agents):
    pool = make_pool(queue_limit=3)
    busy(pool, agents)
    for client in "bc":
        pool.submit_move(client, START, "plain", Limit())
    with pytest.raises(TooManyRequests, match="queue is full"):
        pool.submit_move("b", START, "plain", Limit())
    assert (pool.running, pool.queue_length) == (1, 2)
    # Others cannot take everybody's place in the queue.
    pool.submit_move("d", START, "plain", Limit())
    assert pool.queue_length == 3


def test_a_cancelled_job_leaves_the_queue(make_pool, agents):
    pool = make_pool()
    busy(pool, agents)
    job = pool.submit_move("a", START, "never", Limit())
    job.cancel()
    assert job.future.cancelled()
    assert pool.queue_length == 0
    agents.gate.set()
    pool.submit_move("b", START, "plain", Limit()).future.result(60)
    assert agents.asked == ["wait", "plain"]


def test_a_running_job_ends_at_once_when_cancelled(make_pool):
    pool = make_pool()
    started = threading.Event()
    job = pool.submit_move("a", START, "search", Limit(time=1000), started.set)
    started.wait(60)
    job.cancel()
    assert job.future.result(60).stopped_by == "cancel"


def test_no_search_exceeds_the_time_limit(make_pool):
    pool = make_pool(longest_thought=0.1)
    job = pool.submit_move("a", START, "search", Limit())
    assert job.future.result(60).stopped_by == "cancel"


def test_a_long_search_gives_way_to_whoever_waits(make_pool, agents):
    pool = make_pool()
    job = pool.submit_analysis("a", SearchTask(START, "think", Limit(), slice=3600))
    agents.asleep.wait(60)
    assert not job.gave_way
    assert pool.submit_move("b", START, "plain", Limit()).future.result(60).move == "b2"
    assert (job.future.result(60).stopped_by, job.gave_way) == ("cancel", True)


def test_long_searches_take_turns(make_pool, agents):
    pool = make_pool()
    task = SearchTask(START, "think", Limit(), slice=0.01)
    jobs = [pool.submit_analysis(client, task) for client in "ab"]
    assert jobs[0].future.result(60).stopped_by == "cancel"
    agents.gate.set()
    assert jobs[1].future.result(60).stopped_by == "gate"


def test_a_search_of_a_review_gives_way_to_nobody(make_pool, agents):
    pool = make_pool()
    job = pool.submit_analysis("a", SearchTask(START, "think", Limit()))
    agents.asleep.wait(60)
    move = pool.submit_move("b", START, "plain", Limit())
    agents.gate.set()
    assert job.future.result(60).stopped_by == "gate"
    assert move.future.result(60).move == "b2"


def test_optional_searches_leave_room_for_others_of_their_client(make_pool, agents):
    pool = make_pool(client_jobs=2)
    busy(pool, agents)
    proof = SearchTask(START, "think", Limit(), is_optional=True)
    pool.submit_analysis("a", proof)
    with pytest.raises(TooManyRequests):
        pool.submit_analysis("a", proof)
    pool.submit_analysis("a", SearchTask(START, "think", Limit()))


def test_an_agent_that_never_returns_is_abandoned(make_pool, agents, monkeypatch):
    monkeypatch.setattr(pool_module, "ABANDON_SECONDS", 0.1)
    pool = make_pool(longest_thought=0.1)
    job = busy(pool, agents)
    with pytest.raises(UnresponsiveAgent):
        job.future.result(60)
    assert pool.submit_move("b", START, "plain", Limit()).future.result(60).move == "b2"


def test_what_an_agent_raises_is_passed_on(make_pool):
    pool = make_pool()
    with pytest.raises(RuntimeError, match="no"):
        pool.submit_move("a", START, "fail", Limit()).future.result(60)
    assert pool.running == 0
    with pytest.raises(Problem, match="only plays"):
        pool.submit_analysis("a", SearchTask(START, "plain", Limit())).future.result(60)


def test_agents_are_cached_up_to_a_limit(make_pool, agents):
    pool = make_pool()
    for _ in range(3):
        pool.submit_move("a", START, "first", Limit()).future.result(60)
    assert agents.made == ["first"]
    for number in range(pool_module.MAX_AGENTS):
        pool.submit_move("a", START, f"n{number}", Limit()).future.result(60)
    pool.submit_move("a", START, "first", Limit()).future.result(60)
    assert agents.made.count("first") == 2
    [worker] = pool._workers
    assert len(worker._agents) == pool_module.MAX_AGENTS


def test_a_search_reports_every_depth():
    settings = Settings(workers=1)
    pool = WorkerPool(settings, AgentPolicy(settings))
    seen = []
    task = SearchTask(START, "engine", Limit(depth=4), 3, seen.append)
    job = pool.submit_analysis("a", task)
    found = job.future.result(300)
    assert [analysis.depth for analysis in seen] == sorted(analysis.depth for analysis in seen)
    assert len(found.lines) == 3
    assert pool.jobs_done == 1
    assert pool.engine_seconds > 0
    pool.close()


def test_a_closed_pool_takes_nothing(make_pool, agents):
    pool = make_pool()
    running = pool.submit_move("a", START, "search", Limit())
    pool.close()
    assert running.future.cancelled() or running.future.result(60).move == "b2"
    with pytest.raises(TooManyRequests):
        pool.submit_move("a", START, "plain", Limit())


def test_a_cancelled_future_harms_no_worker(make_pool, agents):
    pool = make_pool()
    busy = pool.submit_move("a", START, "wait", Limit())
    assert agents.asleep.wait(60)
    left = pool.submit_move("b", START, "left", Limit())
    # What an event loop does to the future when the task that awaits it is cancelled.
    assert left.future.cancel()
    agents.gate.set()
    assert busy.future.result(60).move == "b2"
    assert pool.submit_move("c", START, "next", Limit()).future.result(60).move == "b2"
    assert "left" not in agents.asked


def test_a_job_tells_how_long_its_agent_waited_for_a_core(make_pool, monkeypatch):
    class Delay:
        def __init__(self, find_process):
            assert find_process() is None

        def measure(self, seconds):
            return seconds / 2

    monkeypatch.setattr(pool_module, "RunQueueDelay", Delay)
    job = make_pool().submit_move("a", START, "plain", Limit())
    job.future.result(60)
    assert 0 < job.delay < job.seconds
