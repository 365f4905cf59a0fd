from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _in_english(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])
