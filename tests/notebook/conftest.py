"""Widgets without a notebook: a page that sends what a browser sends, and hears the answers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("anywidget", reason='pip install "plyground[notebook]" to test its widgets')

TIMEOUT = 300
"""Seconds after which a test gives up waiting, however busy the machine is."""


class Page:
    """The page of a widget."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self._heard: list[Any] = []
        self._changed = threading.Condition()
        widget.send = self._hear
        widget.observe(self._hear, names="state")

    def _hear(self, message: Any) -> None:
        with self._changed:
            self._heard.append(message)
            self._changed.notify_all()

    def request(self, path: str, **body: Any) -> Any:
        """The answer to a request; a refusal is the sentence."""
        self.widget._handle_custom_msg({"view": "1", "id": 1, "path": path, "body": body}, [])
        answer = self._heard[-1]
        return answer.get("answer", answer.get("problem"))

    def analyse(self, **message: Any) -> None:
        self.widget._handle_custom_msg({"view": "1", "analysis": message}, [])

    def wait(self, is_there: Callable[[], Any]) -> Any:
        """Wait until something is there, which changes when the widget sends or shows anything."""
        with self._changed:
            assert self._changed.wait_for(is_there, TIMEOUT)
        return is_there()

    def find_report(self, type: str) -> Any:
        """The first message of an analysis of this type, if there is one."""
        reports = [each["analysis"] for each in self._heard if "analysis" in each]
        return next((report for report in reports if report["type"] == type), None)


@pytest.fixture
def open_page() -> Callable[[Any], Page]:
    return Page
