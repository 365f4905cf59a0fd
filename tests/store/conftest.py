"""Every test of the store runs on both databases."""

from __future__ import annotations

import pytest

from plyground.store.database import Database


@pytest.fixture
def url(each_database):
    """The address of an empty database."""
    return each_database


@pytest.fixture
def database(url):
    opened = Database(url)
    yield opened
    opened.close()
