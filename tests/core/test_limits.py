"""Ending searches from outside."""

from __future__ import annotations

import threading

from plyground.core.limits import Cancel, Stop


def test_a_cancel_reaches_stops_begun_in_its_context():
    cancel = Cancel()
    with Stop() as outside, cancel, Stop(1000) as first, Stop() as second:
        cancel.set()
        assert first.is_set
        assert second.is_set
        assert first.reason == "cancel"
        assert not outside.is_set


def test_what_begins_after_a_cancel_is_stopped_at_once():
    cancel = Cancel()
    cancel.set()
    with cancel, Stop() as late:
        assert late.is_set
    with Stop() as after:
        assert not after.is_set


def test_a_cancel_comes_from_another_thread_and_spares_others():
    cancel = Cancel()
    begun, ended = threading.Event(), threading.Event()
    reasons = []

    def work():
        with cancel, Stop() as stop:
            begun.set()
            ended.wait(30)
            reasons.append(stop.reason)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait(30)
    with Stop() as other:
        cancel.set()
        ended.set()
        thread.join(30)
        assert not other.is_set
    assert reasons == ["cancel"]


def test_the_first_reason_is_kept():
    cancel = Cancel()
    with cancel, Stop() as stop:
        stop.set("nodes")
        cancel.set()
        assert stop.reason == "nodes"
