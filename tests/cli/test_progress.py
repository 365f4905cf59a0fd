"""Progress is shown for slow preparation only."""

from __future__ import annotations

import io
import time

import pytest

from plyground.cli.progress import CompileProgress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def _in_english(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])


def prepare(seconds, monkeypatch, stream):
    monkeypatch.setattr("sys.stderr", stream)
    with CompileProgress(delay=0.1) as progress:
        progress.update(1, 3, "moves")
        time.sleep(seconds)
        progress.update(2, 3, "play")
    time.sleep(0.15)
    return stream.getvalue()


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_quick_preparation_prints_nothing(monkeypatch, stream):
    assert prepare(0, monkeypatch, stream()) == ""


def test_a_file_gets_one_line(monkeypatch):
    assert prepare(0.4, monkeypatch, io.StringIO()) == "preparing the engine (once)\n"


def test_a_terminal_sees_progress(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = prepare(0.6, monkeypatch, Terminal())
    assert "preparing the engine (once)" in shown
    assert "moves" in shown
