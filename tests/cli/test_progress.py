"""Progress is shown for slow preparation only, by expected seconds."""

from __future__ import annotations

import io

import pytest

from plyground.cli.progress import CompileProgress


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Request:
    remaining_seconds: float | None = None


def show(monkeypatch, stream, *seconds, spent=1.0):
    """What is printed while a request takes so long, at each look so many seconds later."""
    now = [0.0]
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("plyground.cli.progress.monotonic", lambda: now[0])
    request = Request()
    with CompileProgress(request) as progress:
        for left in seconds:
            now[0] += spent
            request.remaining_seconds = left
            progress.refresh()
    return stream.getvalue()


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_nothing_is_printed_for_what_is_quick_unknown_or_only_loaded(monkeypatch, stream):
    assert show(monkeypatch, stream(), 5.0, 4.8, spent=0.2) == ""
    assert show(monkeypatch, stream(), None, None) == ""
    assert show(monkeypatch, stream(), 0.0, 0.0) == ""


def test_a_file_gets_one_line(monkeypatch):
    shown = show(monkeypatch, io.StringIO(), None, 41.6, 30.0, 20.0)
    assert shown == "preparing the engine (once): 42 s left\n"


def test_a_terminal_sees_the_seconds(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = show(monkeypatch, Terminal(), 41.6, 30.0)
    assert "preparing the engine (once)" in shown
    assert "30 s left" in shown
