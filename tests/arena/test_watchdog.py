"""Stalls of a machine whose clocks are made up."""

from __future__ import annotations

import time

import pytest

from plyground.arena import watchdog as watchdog_module
from plyground.arena.watchdog import INTERVAL_SECONDS, Watchdog


class Machine:
    """Its clocks move only while the watchdog sleeps."""

    def __init__(self):
        self.now = 100.0
        self.cpu = 7.0
        self.sleeps = []
        """How long each sleep lasts, and how long the process computes meanwhile."""

    def watch(self):
        """Let a watchdog sleep through all sleeps."""
        watchdog = Watchdog()

        def sleep(seconds):
            slept, computed = self.sleeps.pop(0)
            self.now += slept
            self.cpu += computed
            if not self.sleeps:
                watchdog._ended.set()

        self._patch.setattr(time, "sleep", sleep)
        watchdog._watch()
        return watchdog


@pytest.fixture
def machine(monkeypatch):
    machine = Machine()
    machine._patch = monkeypatch
    monkeypatch.setattr(watchdog_module, "monotonic", lambda: machine.now)
    monkeypatch.setattr(watchdog_module, "process_time", lambda: machine.cpu)
    return machine


def test_a_stall_of_the_machine_is_measured(machine):
    machine.sleeps = [(INTERVAL_SECONDS + 0.075, 0.0)] * 3
    watchdog = machine.watch()
    assert watchdog.measure_stall(100.0, machine.now) == pytest.approx(3 * 0.075)


def test_a_sleep_that_is_hardly_late_is_no_stall(machine):
    machine.sleeps = [(INTERVAL_SECONDS + 0.004, 0.0)] * 10
    assert machine.watch().measure_stall(100.0, machine.now) == pytest.approx(0)


def test_only_the_given_interval_counts(machine):
    machine.sleeps = [(INTERVAL_SECONDS + 0.5, 0.0)]
    watchdog = machine.watch()
    assert watchdog.measure_stall(90.0, 95.0) == 0
    assert watchdog.measure_stall(machine.now - 0.02, machine.now) == pytest.approx(0.02)


def test_a_stall_counts_before_the_watchdog_wakes(machine):
    machine.sleeps = [(INTERVAL_SECONDS, 0.0)]
    watchdog = machine.watch()
    machine.now += INTERVAL_SECONDS + 0.2
    assert watchdog.measure_stall(100.0, machine.now) == pytest.approx(0.2)


def test_time_in_which_the_process_computes_is_no_stall(machine):
    machine.sleeps = [(INTERVAL_SECONDS + 0.4, INTERVAL_SECONDS + 0.4)]
    assert machine.watch().measure_stall(100.0, machine.now) == pytest.approx(0)
    machine.sleeps = [(INTERVAL_SECONDS + 0.4, INTERVAL_SECONDS + 0.1)]
    since = machine.now
    assert machine.watch().measure_stall(since, machine.now) == pytest.approx(0.3)


def test_its_thread_ends_with_the_context():
    with Watchdog() as watchdog:
        assert watchdog._thread.is_alive()
    assert not watchdog._thread.is_alive()
