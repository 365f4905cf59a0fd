"""What holds for all tests.

They read English, whatever the machine speaks and whatever an earlier test chose; and none of them
depends on how fast the machine is.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from plyground import locale

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("PLYGROUND_LANG", "en")
    monkeypatch.setattr(locale, "_chosen", [])
