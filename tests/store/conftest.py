"""Every test of the store runs on SQLite, and on PostgreSQL where there is a server for it.

`PLYGROUND_TEST_POSTGRES` is the address of one on which databases may be created and dropped:
`postgresql://user:password@localhost/postgres`.
"""

from __future__ import annotations

import os
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from plyground.store.database import Database

POSTGRES = os.environ.get("PLYGROUND_TEST_POSTGRES", "")
NEEDS_POSTGRES = pytest.mark.skipif(
    not POSTGRES, reason="PLYGROUND_TEST_POSTGRES names no PostgreSQL server"
)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRES)])
def url(request, tmp_path):
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'folder' / 'test.db'}"
        return
    name = f"test_{uuid4().hex}"
    server = make_url(POSTGRES).set(drivername="postgresql+psycopg")
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def database(url):
    opened = Database(url)
    yield opened
    opened.close()
