"""The database: migrations, reads from any thread, and one thread that writes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from plyground.locale import Failure, Problem
from plyground.store.schema import metadata

T = TypeVar("T")

VERSION = "0001"
"""The newest migration; Alembic is imported for a database that has an older one."""

MAX_BATCH = 256
"""Changes in one transaction."""

BUSY_MILLISECONDS = 10_000


def make_default_url() -> str:
    """The URL of a SQLite file in the user's data folder."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("plyground", appauthor=False))
    return f"sqlite:///{folder / 'plyground.db'}"


class Database:
    """Reads run in the caller's thread; changes are queued for the writer thread.

    The future of a change is resolved only after its commit.
    """

    def __init__(self, url: str) -> None:
        self.engine = _make_engine(url)
        _upgrade(self.engine)
        self._changes: queue.SimpleQueue[_Change | None] = queue.SimpleQueue()
        self._is_closed = False
        self._writer = threading.Thread(target=self._run_writer, name="store", daemon=True)
        self._writer.start()

    def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query on the current state of the database."""
        with self.engine.connect() as connection:
            return query(connection)

    def write(self, change: Callable[[Connection], T]) -> Future[T]:
        """Queue a change; its future is resolved when it is committed."""
        queued = _Change(change)
        if self._is_closed:
            queued.future.set_exception(Failure("store.problem.closed"))
        else:
            self._changes.put(queued)
        return queued.future

    def close(self) -> None:
        """Commit all queued changes, then close."""
        if not self._is_closed:
            self._is_closed = True
            self._changes.put(None)
            self._writer.join()
            self.engine.dispose()

    def _run_writer(self) -> None:
        while (first := self._changes.get()) is not None:
            batch = [first]
            is_last = False
            while len(batch) < MAX_BATCH and not self._changes.empty():
                next_change = self._changes.get()
                if next_change is None:
                    is_last = True
                    break
                batch.append(next_change)
            self._commit(batch)
            if is_last:
                return

    def _commit(self, batch: list[_Change]) -> None:
        """Commit all changes in one transaction; if one fails, each in its own."""
        try:
            with self.engine.begin() as connection:
                results = [change.apply(connection) for change in batch]
        except Exception as error:
            if len(batch) == 1:
                batch[0].future.set_exception(error)
                return
            for change in batch:
                self._commit([change])
            return
        for change, result in zip(batch, results, strict=True):
            change.future.set_result(result)


class _Change:
    def __init__(self, apply: Callable[[Connection], Any]) -> None:
        self.apply = apply
        self.future: Future[Any] = Future()


def _make_engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            if parsed.database in (None, "", ":memory:"):
                raise Problem("store.problem.memory")
            Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        # Replace connections that the server has closed meanwhile.
        engine = create_engine(parsed, pool_pre_ping=True)
    except Problem:
        raise
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            raise Problem("store.problem.extra") from error
        raise Problem("store.problem.url", url=url, why=_first_line(error)) from error
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise Problem("store.problem.url", url=url, why=_first_line(error)) from error
    except OSError as error:
        raise Failure("store.problem.open", why=_first_line(error)) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Let readers not wait for the writer, and commits survive a crash of the process."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _upgrade(engine: Engine) -> None:
    """Create the tables, or migrate them to the newest version."""
    try:
        version = _read_version(engine)
        if version is None:
            _create_tables(engine)
        elif version != VERSION:
            _migrate(engine)
    except SQLAlchemyError as error:
        raise Failure("store.problem.open", why=_first_line(error)) from error


def _read_version(engine: Engine) -> str | None:
    """The version of the tables, as Alembic stores it; None if the database is new."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return str(found or "base")


def _create_tables(engine: Engine) -> None:
    """Create what all migrations together make; importing Alembic would delay the first page."""
    with engine.begin() as connection:
        metadata.create_all(connection)
        connection.execute(
            text(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
                " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
        )
        connection.execute(text("INSERT INTO alembic_version VALUES (:new)"), {"new": VERSION})


def _migrate(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "plyground.store:migrations")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise Failure("store.problem.open", why=_first_line(error)) from error


def _first_line(error: BaseException) -> str:
    """The first line of the message of an error."""
    return (str(error).strip() or repr(error)).splitlines()[0]
