"""Tasks on a Ray cluster: each needs so many cores of a node, and Ray finds one for it.

A task whose worker or node dies is given to another by Ray. Before the first task every node is
asked for its versions, and does what is slow and needed once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from plyground.locale import Failure, Problem, current_language
from plyground.workers import node_versions
from plyground.workers.work import MAX_ATTEMPTS, answer_task, find_work, read_answer

LOCAL = "local"
"""Instead of an address: a cluster of this machine, which ends with the program."""
POLL_SECONDS = 0.2
"""Ctrl-C is noticed between two looks."""
NODE_SECONDS = 300.0
"""How long a node may take to answer and to compile."""
UNSENT = ["node_modules", "__pycache__"]
"""Folders that are not sent to nodes, beside those that Ray leaves out itself: .git, .venv."""


@dataclass(frozen=True)
class Node:
    id: str
    address: str
    cores: int


class RayWorkers:
    """The cores of a cluster; a context manager."""

    def __init__(
        self,
        work: str,
        address: str,
        size: int | None = None,
        cores: int = 1,
        folder: str | None = None,
    ) -> None:
        """So many tasks at a time, by default as many as fit, each on so many cores.

        `folder`, with code of the user's own, is sent to all nodes.
        """
        self._work = work
        self._address = address
        self._size = size
        self._cores = cores
        self._folder = folder
        self._running: dict[Any, Any] = {}
        self._ray: Any = None
        self._open = ExitStack()

    def __enter__(self) -> RayWorkers:
        self._ray = _import_ray()
        with ExitStack() as stack:
            stack.enter_context(_redirect_output())
            stack.callback(self._ray.shutdown)
            self._connect()
            self._check_versions()
            self._open = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._open.close()

    @property
    def size(self) -> int:
        """How many tasks run at the same time."""
        fitting = sum(node.cores // self._cores for node in self.list_nodes())
        return max(1, min(self._size or fitting, fitting))

    def list_nodes(self) -> list[Node]:
        return [
            Node(node["NodeID"], node["NodeManagerAddress"], int(node["Resources"].get("CPU", 0)))
            for node in self._ray.nodes()
            if node["Alive"]
        ]

    def run(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        run_task = self._ray.remote(num_cpus=self._cores, max_retries=MAX_ATTEMPTS - 1)(_run_task)
        waiting = iter(tasks)
        while True:
            while len(self._running) < self.size and (task := next(waiting, None)) is not None:
                self._running[run_task.remote(self._work, task)] = task
            if not self._running:
                return
            ready, _ = self._ray.wait(list(self._running), timeout=POLL_SECONDS)
            for reference in ready:
                task = self._running.pop(reference)
                yield task, read_answer(self._get(reference))

    def run_everywhere(self, work: str, task: Any) -> dict[Node, Any]:
        """Do a task once on every node, at the same time, and return the answers."""
        answers = self._ask_nodes(_run_task, work, task)
        return {node: read_answer(answer) for node, answer in answers.items()}

    def _ask_nodes(self, function: Any, *arguments: Any) -> dict[Node, Any]:
        """The answers of all nodes; one that is gone by now is none of them."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        asked = {}
        for node in self.list_nodes():
            strategy = NodeAffinitySchedulingStrategy(node.id, soft=False)
            pinned = self._ray.remote(num_cpus=0, scheduling_strategy=strategy)(function)
            asked[node] = pinned.remote(*arguments)
        gone = (self._ray.exceptions.TaskUnschedulableError, self._ray.exceptions.NodeDiedError)
        answers = {}
        for node, reference in asked.items():
            with suppress(*gone):
                answers[node] = self._get(reference, gone)
        return answers

    def _connect(self) -> None:
        variables = {"PLYGROUND_LANG": current_language()}
        for name in ("PLYGROUND_NO_CHECK", "PLYGROUND_CACHE"):
            if name in os.environ:
                variables[name] = os.environ[name]
        environment: dict[str, Any] = {"env_vars": variables}
        is_local = self._address == LOCAL
        if self._folder is not None and not is_local:
            environment |= {"working_dir": self._folder, "excludes": UNSENT}
        options: dict[str, Any] = {"address": LOCAL if is_local else self._address}
        if is_local:
            options |= {"num_cpus": self._size, "include_dashboard": False}
        try:
            self._ray.init(
                **options, runtime_env=environment, log_to_driver=False, configure_logging=False
            )
        except Exception as error:
            # Ray itself compares its own version and Python's, to the last digit.
            raise Failure(
                "workers.problem.cluster", address=self._address, why=_first_line(error)
            ) from error

    def _check_versions(self) -> None:
        """A Failure if a node has other versions than this process."""
        self._ray.cloudpickle.register_pickle_by_value(node_versions)
        ours = node_versions.read_versions()
        for node, theirs in self._ask_nodes(node_versions.read_versions).items():
            check_versions(ours, theirs, node.address)

    def _get(self, reference: Any, expected: tuple[type[Exception], ...] = ()) -> Any:
        """The value of a reference; an error is a Failure, unless it is expected."""
        try:
            return self._ray.get(reference, timeout=NODE_SECONDS)
        except expected:
            raise
        except self._ray.exceptions.WorkerCrashedError as error:
            raise Failure("workers.problem.died", count=MAX_ATTEMPTS) from error
        except self._ray.exceptions.RayError as error:
            raise Failure("workers.problem.failed", why=_first_line(error)) from error


def check_versions(ours: Mapping[str, str], theirs: Mapping[str, str], address: str) -> None:
    """A Failure if a node has another version of something than this process, or none."""
    for name, version in ours.items():
        if theirs[name] != version:
            key = "workers.problem.version" if theirs[name] else "workers.problem.missing"
            raise Failure(key, node=address, name=name, theirs=theirs[name], ours=version)


def _run_task(work: str, task: Any) -> dict[str, Any]:
    return answer_task(find_work(work), task)


@contextmanager
def _redirect_output() -> Iterator[None]:
    """What Ray and its native code print goes to standard error: our output may be JSON."""
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(output, 1)
        os.close(output)


def _import_ray() -> Any:
    # Nothing is sent to anybody, and Ray's announcements are not for our users.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise Problem("workers.problem.ray") from None
    return ray


def _first_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[0].strip() if lines else type(error).__name__
