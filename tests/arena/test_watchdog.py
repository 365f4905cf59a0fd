from __future__ import annotations

import time
from time import monotonic, process_time

from plyground.arena.watchdog import Watchdog


def test_a_machine_that_stands_still_is_noticed(monkeypatch):
    really_sleep = time.sleep
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: really_sleep(0.08))
        with Watchdog() as watchdog:
            since = monotonic()
            really_sleep(0.3)
            until = monotonic()
            seen = watchdog.overslept(since, until)
    # It sleeps 80 ms instead of 5 again and again: 75 of every 80 ms are a stall.
    assert 0.15 < seen <= until - since


def test_only_the_time_that_was_asked_for_counts(monkeypatch):
    really_sleep = time.sleep
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: really_sleep(0.05))
        with Watchdog() as watchdog:
            before = monotonic()
            really_sleep(0.2)
            now = monotonic()
            assert watchdog.overslept(before - 10, before - 5) == 0
            assert watchdog.overslept(now - 0.02, now) < 0.021


def test_a_stall_is_seen_before_the_watchdog_wakes(monkeypatch):
    really_sleep = time.sleep
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: really_sleep(0.4))
        with Watchdog() as watchdog:
            since = monotonic()
            really_sleep(0.2)
            assert watchdog.overslept(since, monotonic()) > 0.1


def test_who_keeps_the_interpreter_busy_has_no_excuse():
    with Watchdog() as watchdog:
        since, computed = monotonic(), process_time()
        sum(range(8_000_000))
        until = monotonic()
        stood_still = until - since - (process_time() - computed)
        assert watchdog.overslept(since, until) <= stood_still + 0.05


def test_its_thread_ends_with_it():
    with Watchdog() as watchdog:
        assert watchdog._thread.is_alive()
    assert not watchdog._thread.is_alive()
