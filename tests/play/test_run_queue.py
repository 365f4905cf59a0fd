"""The delay of agents, from schedules that a test makes up, and from those of this machine."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from plyground.core.limits import SEARCH_THREAD, Stop
from plyground.play.run_queue import MOST_SECONDS, RunQueueDelay, read_schedule


class Machine:
    """Tells of every thread what a test says: seconds that it ran, and that it waited."""

    def __init__(self):
        self.schedules = {}

    def read(self, thread):
        return self.schedules.get(thread)

    def start(self, cores=2):
        return RunQueueDelay(cores=cores, read=self.read)


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def this_thread():
    return f"/proc/self/task/{threading.get_native_id()}"


@pytest.fixture
def search_threads():
    """A function that starts threads of a search, and returns their folders."""
    ended = threading.Event()
    started = []

    def start(count):
        for _ in range(count):
            started.append(threading.Thread(target=ended.wait, name=SEARCH_THREAD))
            started[-1].start()
        return [f"/proc/self/task/{thread.native_id}" for thread in started]

    yield start
    ended.set()
    for thread in started:
        thread.join()


def test_the_delay_of_one_thread_is_what_it_waited(machine, this_thread):
    machine.schedules[this_thread] = (5.0, 3.0)
    delay = machine.start()
    machine.schedules[this_thread] = (5.04, 3.06)
    assert delay.measure(0.1) == pytest.approx(0.06)


def test_no_delay_excuses_for_ever(machine, this_thread):
    machine.schedules[this_thread] = (0.0, 0.0)
    delay = machine.start()
    machine.schedules[this_thread] = (1.0, 600.0)
    assert delay.measure(601.0) == MOST_SECONDS


def test_a_sleeping_agent_gains_nothing(machine, this_thread):
    machine.schedules[this_thread] = (5.0, 3.0)
    delay = machine.start()
    # It ran for a millisecond of ten seconds, and waited for another one.
    machine.schedules[this_thread] = (5.001, 3.001)
    assert delay.measure(10.0) == pytest.approx(0.001)


def test_a_late_timer_counts(machine, this_thread, search_threads):
    [timer] = search_threads(1)
    machine.schedules = {this_thread: (0.0, 0.0), timer: (0.0, 0.0)}
    delay = machine.start()
    # The search ran on until the timer had a core.
    machine.schedules = {this_thread: (0.08, 0.0), timer: (0.0, 0.04)}
    assert 0.02 < delay.measure(0.08) <= 0.04


def test_threads_that_wait_together_do_not_add_up(machine, this_thread, search_threads):
    [helper] = search_threads(1)
    machine.schedules = {this_thread: (0.0, 0.0), helper: (0.0, 0.0)}
    delay = machine.start()
    machine.schedules = {this_thread: (0.04, 0.06), helper: (0.04, 0.06)}
    assert delay.measure(0.1) == pytest.approx(0.06)


def test_threads_that_wait_for_each_other_gain_nothing(machine, this_thread, search_threads):
    threads = [this_thread, *search_threads(7)]
    delay = machine.start(cores=2)
    # Eight threads on two idle cores: each runs for a quarter of the second.
    machine.schedules = dict.fromkeys(threads, (0.25, 0.75))
    assert delay.measure(1.0) == pytest.approx(0.0)


def test_the_delay_is_never_longer_than_the_time_that_passed(machine, this_thread):
    delay = machine.start()
    machine.schedules[this_thread] = (0.0, 9.0)
    assert delay.measure(0.1) <= 0.1


def test_no_delay_is_known_where_the_system_does_not_tell(machine):
    assert machine.start().measure(1.0) == 0


needs_schedules = pytest.mark.skipif(
    read_schedule("/proc/self") is None, reason="this system does not tell about run queues"
)


@needs_schedules
def test_sleeping_is_no_delay_on_this_machine():
    before = read_schedule("/proc/thread-self")
    delay, began = RunQueueDelay(), time.monotonic()
    time.sleep(0.05)
    measured = delay.measure(time.monotonic() - began)
    after = read_schedule("/proc/thread-self")
    # At most what it waited for a core when it woke up.
    assert measured <= after[1] - before[1]


@needs_schedules
def test_all_processes_of_an_agent_count(start_process):
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    child = "print(flush=True); input()"
    process = start_process(
        [sys.executable, "-c", code, child], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    process.stdout.readline()
    read = []

    def record(thread):
        read.append(thread)
        return 0.0, 0.0

    RunQueueDelay(lambda: process.pid, read=record)
    assert f"/proc/{process.pid}/task/{process.pid}" in read
    others = {thread.split("/")[2] for thread in read} - {"self", str(process.pid)}
    assert len(others) == 1


@needs_schedules
def test_the_timer_of_a_search_is_there_when_the_search_has_ended():
    with Stop(0.001) as stop:
        while not stop.is_set:
            time.sleep(0.001)
    read = []
    RunQueueDelay(read=read.append)
    assert len(read) >= 2
