"""Connections: the URL of a database, and how SQLite and PostgreSQL are set up for it.

SQLite transactions begin explicitly, those of the writer with the write lock: any number of
processes may write to one file, each waiting for its turn. Readers of both databases see the state
at the beginning of their transaction.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Pool, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from plyground.locale import Failure, Problem
from plyground.store.errors import first_line

BUSY_MILLISECONDS = 10_000
WAL_BYTES = 64 * 2**20
"""To which SQLite's write-ahead log shrinks after it was larger."""
MAX_CONNECTIONS = 40

POSTGRESQL = {
    "connect_timeout": 5,
    # A machine that vanishes is noticed within a minute.
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}


def make_default_url() -> str:
    """The URL of a SQLite file in the user's data folder."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("plyground", appauthor=False))
    return f"sqlite:///{folder / 'plyground.db'}"


def make_engine(url: str, poolclass: type[Pool] | None = None) -> Engine:
    """The engine of a URL; a Problem if there is no such database."""
    try:
        engine = _create_engine(url, poolclass)
    except Problem:
        raise
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            raise Problem("store.problem.extra") from error
        raise Problem("store.problem.url", url=url, why=first_line(error)) from error
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise Problem("store.problem.url", url=url, why=first_line(error)) from error
    except OSError as error:
        raise Failure("store.problem.open", why=first_line(error)) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _create_engine(url: str, poolclass: type[Pool] | None) -> Engine:
    parsed = make_url(url)
    arguments: dict[str, Any] = {}
    if parsed.get_backend_name() == "sqlite":
        if parsed.database in (None, "", ":memory:"):
            raise Problem("store.problem.memory")
        Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
        arguments["connect_args"] = POSTGRESQL
    if poolclass is None:
        # Replace connections that the server has closed meanwhile.
        arguments |= {"pool_pre_ping": True, "max_overflow": MAX_CONNECTIONS - 5}
    # Korean as it stands takes half of the room of its escapes.
    serializer = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    return create_engine(parsed, poolclass=poolclass, json_serializer=serializer, **arguments)


def for_reading(engine: Engine) -> Engine:
    """The same connections, with all queries of a transaction on one state of the database."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ")


def for_writing(engine: Engine) -> Engine:
    """The same connections, with transactions that wait for the write lock when they begin."""
    return engine.execution_options(plyground_writes=True)


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Let readers not wait for the writer, and commits survive a crash of the process."""
    # Transactions are begun below, not by the driver.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA journal_size_limit={WAL_BYTES}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    is_writer = connection.get_execution_options().get("plyground_writes", False)
    # A transaction that reads first and wants the write lock later would fail without waiting.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")
