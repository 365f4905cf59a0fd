"""Tests read English, whatever the machine speaks and whatever an earlier test chose."""

from __future__ import annotations

import pytest

from plyground import locale


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("PLYGROUND_LANG", "en")
    monkeypatch.setattr(locale, "_chosen", [])
