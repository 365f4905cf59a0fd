"""Ending searches from outside."""

from __future__ import annotations

import threading
import time

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


def test_an_earlier_limit_that_begins_later_ends_first():
    with Stop(1000) as long, Stop(1e300) as endless, Stop(0.001) as short:
        assert wait_for(short) == "time"
        assert not long.is_set
        assert not endless.is_set


def test_a_search_that_has_ended_is_not_stopped():
    with Stop(0.05) as ended:
        pass
    with Stop(0.1) as later:
        wait_for(later)
    assert not ended.is_set


def test_a_part_ends_with_the_whole_and_not_the_other_way_round():
    with Stop() as whole, whole.make_part(None) as part, whole.make_part(1000) as other:
        part.set("nodes")
        assert not whole.is_set
        assert not other.is_set
        whole.set("cancel")
        assert (part.reason, other.reason) == ("nodes", "cancel")
        assert whole.make_part(None).is_set


def wait_for(stop):
    """The reason for which a search was stopped; the timer has no event to wait for."""
    until = time.monotonic() + 60
    while not stop.is_set and time.monotonic() < until:
        time.sleep(0.001)
    return stop.reason
