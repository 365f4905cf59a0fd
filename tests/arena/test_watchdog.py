from __future__ import annotations

import time
from time import monotonic, process_time

from plyground.arena.watchdog import Watchdog


def test_a_stall_of_the_machine_is_measured(monkeypatch):
    really_sleep = time.sleep
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: really_sleep(0.08))
        with Watchdog() as watchdog:
            since = monotonic()
            really_sleep(0.3)
            until = monotonic()
            stalled = watchdog.measure_stall(since, until)
    # It sleeps 80 ms instead of 5 again and again: 75 of every 80 ms are a stall.
    assert 0.15 < stalled <= until - since


def test_only_the_given_interval_counts(monkeypatch):
    really_sleep = time.sleep
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: really_sleep(0.05))
        with Watchdog() as watchdog:
            before = monotonic()
            really_sleep(0.2)
            now = monotonic()
            assert watchdog.measure_stall(before - 10, before - 5) == 0
            assert watchdog.measure_stall(now - 0.02, now) < 0.021


def test_a_stall_counts_before_the_watchdog_wakes(monkeypatch):
    really_sleep = time.sleep
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: really_sleep(0.4))
        with Watchdog() as watchdog:
            since = monotonic()
            really_sleep(0.2)
            assert watchdog.measure_stall(since, monotonic()) > 0.1


def test_time_in_which_the_process_computes_is_no_stall():
    with Watchdog() as watchdog:
        since, computed = monotonic(), process_time()
        sum(range(8_000_000))
        until = monotonic()
        idle = until - since - (process_time() - computed)
        assert watchdog.measure_stall(since, until) <= idle + 0.05


def test_its_thread_ends_with_the_context():
    with Watchdog() as watchdog:
        assert watchdog._thread.is_alive()
    assert not watchdog._thread.is_alive()
