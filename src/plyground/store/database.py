"""One database: opened, brought up to date, read by many threads and written by one."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from plyground.locale import Problem
from plyground.records.failure import Failure

T = TypeVar("T")

VERSION = "0001"
"""The newest migration; a database that has it is opened without loading what migrates."""

BATCH = 256
"""Changes that are committed together at most."""

BUSY_MILLISECONDS = 10_000


def default_url() -> str:
    """SQLite in the user's data folder."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("plyground", appauthor=False))
    return f"sqlite:///{folder / 'plyground.db'}"


class Database:
    """Reads happen in the caller's thread; changes queue up for the one that writes.

    A change that is done is committed: its future is resolved after that, never before.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        _upgrade(self.engine)
        self._changes: queue.SimpleQueue[_Change | None] = queue.SimpleQueue()
        self._is_closed = False
        self._writer = threading.Thread(target=self._write_on, name="store", daemon=True)
        self._writer.start()

    def read(self, query: Callable[[Connection], T]) -> T:
        """What a query finds in the database as it is now."""
        with self.engine.connect() as connection:
            return query(connection)

    def write(self, change: Callable[[Connection], T]) -> Future[T]:
        """Have a change made; the future knows when it is safe."""
        asked = _Change(change)
        if self._is_closed:
            asked.future.set_exception(Failure("store.problem.closed"))
        else:
            self._changes.put(asked)
        return asked.future

    def close(self) -> None:
        """Finish what was asked for, then close."""
        if not self._is_closed:
            self._is_closed = True
            self._changes.put(None)
            self._writer.join()
            self.engine.dispose()

    def _write_on(self) -> None:
        while (first := self._changes.get()) is not None:
            batch = [first]
            is_last = False
            while len(batch) < BATCH and not self._changes.empty():
                following = self._changes.get()
                if following is None:
                    is_last = True
                    break
                batch.append(following)
            self._commit(batch)
            if is_last:
                return

    def _commit(self, batch: list[_Change]) -> None:
        """All changes in one transaction; if one of them fails, each in its own."""
        try:
            with self.engine.begin() as connection:
                results = [change.make(connection) for change in batch]
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
    def __init__(self, make: Callable[[Connection], Any]) -> None:
        self.make = make
        self.future: Future[Any] = Future()


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            if parsed.database in (None, "", ":memory:"):
                raise Problem("store.problem.memory")
            Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        # A connection that the other side has closed meanwhile is replaced without a word.
        engine = create_engine(parsed, pool_pre_ping=True)
    except Problem:
        raise
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            raise Problem("store.problem.extra") from error
        raise Problem("store.problem.url", url=url, why=_line(error)) from error
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise Problem("store.problem.url", url=url, why=_line(error)) from error
    except OSError as error:
        raise Failure("store.problem.open", why=_line(error)) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Readers do not wait for the writer, and a commit survives the end of the process."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _upgrade(engine: Engine) -> None:
    """Bring the tables to the newest version."""
    if _version(engine) == VERSION:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "plyground.store:migrations")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (SQLAlchemyError, CommandError) as error:
        raise Failure("store.problem.open", why=_line(error)) from error


def _version(engine: Engine) -> str | None:
    """The version of the tables, as the migrations note it down."""
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            return None if found is None else str(found)
    except SQLAlchemyError as error:
        raise Failure("store.problem.open", why=_line(error)) from error


def _line(error: BaseException) -> str:
    """The first line of what a library complains of."""
    return (str(error).strip() or repr(error)).splitlines()[0]
