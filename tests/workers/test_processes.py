"""Workers in processes: all tasks are done once, whatever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from plyground.locale import Failure
from plyground.workers.inline import InlineWorkers
from plyground.workers.processes import ProcessWorkers

TASKS = """
import os, signal, subprocess, sys, time
from pathlib import Path

def double(task, report):
    return 2 * task

def describe(task, report):
    return os.getpid()

def count(task, report):
    for number in range(task):
        report(number)
    return task

def die_once(folder, report):
    mark = Path(folder) / "mark"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"

def die(task, report):
    os._exit(0)

def fail(task, report):
    raise ValueError("no such task")

def start_and_hang(folder, report):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    (Path(folder) / f"{os.getpid()} {child.pid}").touch()
    time.sleep(600)
"""


@pytest.fixture
def work(tmp_path, monkeypatch):
    (tmp_path / "tasks_of_test.py").write_text(TASKS)
    monkeypatch.syspath_prepend(tmp_path)
    yield "tasks_of_test"
    sys.modules.pop("tasks_of_test", None)


@pytest.mark.parametrize("make", [InlineWorkers, lambda work: ProcessWorkers(work, 2)])
def test_every_task_is_answered(work, make):
    with make(f"{work}:double") as workers:
        assert sorted(workers.run(range(5))) == [(task, 2 * task) for task in range(5)]
        assert list(workers.run([7])) == [(7, 14)]


@pytest.mark.parametrize(
    "make", [InlineWorkers, lambda work, on_report: ProcessWorkers(work, 2, on_report)]
)
def test_progress_is_reported_before_the_answer(work, make):
    reports = []
    with make(f"{work}:count", lambda task, progress: reports.append((task, progress))) as workers:
        assert list(workers.run([3])) == [(3, 3)]
        assert reports == [(3, 0), (3, 1), (3, 2)]


def test_tasks_are_taken_when_a_worker_is_free(work):
    taken = []

    def list_tasks():
        for task in range(10):
            taken.append(task)
            yield task

    with ProcessWorkers(f"{work}:double", 2) as workers:
        next(workers.run(list_tasks()))
    assert taken == [0, 1]


def test_the_task_of_a_dead_worker_is_done_by_another(work, tmp_path):
    with ProcessWorkers(f"{work}:die_once", 1) as workers:
        assert list(workers.run([str(tmp_path)])) == [(str(tmp_path), "done")]


def test_a_task_that_kills_its_workers_is_given_up(work):
    with ProcessWorkers(f"{work}:die", 2) as workers, pytest.raises(Failure, match="3 workers"):
        list(workers.run([1]))


def test_an_error_of_a_task_is_a_failure(work):
    with ProcessWorkers(f"{work}:fail", 1) as workers, pytest.raises(Failure, match="no such task"):
        list(workers.run([1]))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_nothing_outlives_its_parent(work, tmp_path, start_process, number):
    code = (
        "from plyground.workers.processes import ProcessWorkers\n"
        f"with ProcessWorkers('{work}:start_and_hang', 2) as workers:\n"
        f"    list(workers.run([{str(tmp_path)!r}] * 2))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    parent = start_process([sys.executable, "-c", code], env=environment, stderr=subprocess.DEVNULL)
    while len(marks := list(Path(tmp_path).glob("* *"))) < 2:
        assert parent.poll() is None
        time.sleep(0.05)
    parent.send_signal(number)
    parent.wait()
    for pid in {int(pid) for mark in marks for pid in mark.name.split()}:
        while is_running(pid):
            time.sleep(0.05)


def is_running(pid):
    """Is it a process, and not only its exit code that nobody has asked for?"""
    with suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    return False
