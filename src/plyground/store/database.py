"""The database: reads from any thread, and one thread that writes.

A change is acknowledged after its commit and not before. While the database is away (PostgreSQL
restarts, a disk is full) reads and changes fail with `Unavailable`, and work again when it is back.
A change is tried again only if it was surely not committed: what happened to a commit whose answer
is lost, nobody knows, and whoever asked for it has to look.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection, NullPool, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from plyground.locale import Failure
from plyground.store.connections import for_reading, for_writing, make_default_url, make_engine
from plyground.store.errors import Unavailable, first_line, is_outage
from plyground.store.schema import VERSION, health_checks, metadata
from plyground.store.server_lock import FileLock, take_advisory_lock
from plyground.store.upgrade import upgrade

__all__ = ["VERSION", "Database", "make_default_url"]

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_BATCH = 256
"""Changes in one transaction."""
RETRY_SECONDS = 5.0
"""How long changes wait for a database that has gone away; after that they fail at once."""
RETRY_PAUSE = 0.1
REPORT_SECONDS = 10.0
"""Seconds between two lines in the log about the same outage."""
CLOSE_SECONDS = 5.0
"""How long readers may take when the database is closed."""
CHECK_SECONDS = 10.0
"""How long a check may take to write."""


class Database:
    """Reads run in the caller's thread; changes are queued for the writer thread.

    With `is_server`, this process is the only server of the database, or a Failure is raised.
    Other processes may read and write without being its server.
    """

    def __init__(self, url: str, is_server: bool = False) -> None:
        self.engine = make_engine(url)
        self._fresh_engine = make_engine(url, NullPool)
        """Its connections have nothing cached."""
        self._reading = for_reading(self.engine)
        self._is_server = is_server
        self._file_lock: FileLock | None = None
        self._connection: Connection | None = None
        """The writer's; with PostgreSQL, it holds the lock of the server."""
        self._away_since: float | None = None
        self._reported_at = -REPORT_SECONDS
        self._changes: queue.SimpleQueue[_Change | None] = queue.SimpleQueue()
        self._is_closed = False
        self._readers = 0
        self._state = threading.Condition()
        """Guards the two above: nothing begins after the close."""
        try:
            if is_server and self.engine.dialect.name == "sqlite":
                self._file_lock = FileLock(self.engine)
            self._connection = self._connect()
            upgrade(self.engine)
        except SQLAlchemyError as error:
            self._release()
            raise Failure("store.problem.open", why=first_line(error)) from error
        except BaseException:
            self._release()
            raise
        self._writer = threading.Thread(target=self._run_writer, name="store", daemon=True)
        self._writer.start()

    def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query on the current state of the database."""
        with self._state:
            if self._is_closed:
                raise Failure("store.problem.closed")
            self._readers += 1
        try:
            with self._reading.connect() as connection:
                return query(connection)
        except SQLAlchemyError as error:
            raise self._translate(error) from error
        finally:
            with self._state:
                self._readers -= 1
                self._state.notify_all()

    def write(self, change: Callable[[Connection], T]) -> Future[T]:
        """Queue a change; its future is resolved when it is committed."""
        queued = _Change(change)
        with self._state:
            if self._is_closed:
                queued.future.set_exception(Failure("store.problem.closed"))
            else:
                self._changes.put(queued)
        return queued.future

    def check_writable(self) -> None:
        """Write a row the way moves are written, and read it back with some of every table.

        Raises Unavailable if that fails, or takes too long.
        """
        now = time.time()
        try:
            self.write(partial(_touch, at=now)).result(CHECK_SECONDS)
            with self._fresh_engine.connect() as connection:
                rows = {
                    table: connection.execute(select(table).limit(1)).first()
                    for table in metadata.sorted_tables
                }
        except FutureTimeoutError as error:
            raise Unavailable("store.problem.slow") from error
        except SQLAlchemyError as error:
            raise self._report_outage(error) from error
        row = rows[health_checks]
        if row is None or row.at < now:
            raise Unavailable("store.problem.lost")

    def close(self) -> None:
        """Commit all queued changes, let readers finish, then close."""
        with self._state:
            if self._is_closed:
                return
            self._is_closed = True
            self._changes.put(None)
        self._writer.join()
        with self._state:
            self._state.wait_for(lambda: not self._readers, CLOSE_SECONDS)
        self._release()

    def _release(self) -> None:
        self._disconnect()
        self.engine.dispose()
        if self._file_lock is not None:
            self._file_lock.release()

    # The writer.

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
            results = self._transact_patiently(batch)
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unavailable):
                for change in batch:
                    self._commit([change])
                return
            for change in batch:
                change.future.set_exception(self._translate(error))
            return
        for change, result in zip(batch, results, strict=True):
            change.future.set_result(result)

    def _transact_patiently(self, batch: list[_Change]) -> list[Any]:
        """Run one transaction, if the database has gone away, again for some seconds."""
        while True:
            try:
                results = self._transact(batch)
            except _NotBegun as error:
                self._away_since = self._away_since or monotonic()
                if self._is_closed or monotonic() - self._away_since > RETRY_SECONDS:
                    raise self._report_outage(error) from error
                time.sleep(RETRY_PAUSE)
            else:
                self._away_since = None
                return results

    def _transact(self, batch: list[_Change]) -> list[Any]:
        """Run one transaction; _NotBegun if the connection was lost before the commit."""
        is_committing = False
        try:
            connection = self._connection = self._connection or self._connect()
            with connection.begin():
                results = [change.apply(connection) for change in batch]
                is_committing = True
        except SQLAlchemyError as error:
            is_lost = self._connection is None or self._connection.invalidated
            if is_lost:
                self._disconnect()
            if not is_lost or not is_outage(error):
                raise
            if is_committing:
                raise self._report_outage(error) from error
            raise _NotBegun(first_line(error)) from error
        return results

    def _connect(self) -> Connection:
        """A connection for the writer, with the lock of the server if it is one."""
        connection = for_writing(self.engine).connect()
        if self._is_server and self.engine.dialect.name == "postgresql":
            try:
                take_advisory_lock(connection)
            except BaseException:
                connection.close()
                raise
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            # Not back to the pool: the lock of the server would go with it.
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    # Errors.

    def _translate(self, error: Exception) -> Exception:
        """An outage as a sentence; any other error as it is."""
        return self._report_outage(error) if is_outage(error) else error

    def _report_outage(self, error: Exception) -> Unavailable:
        """The sentence for clients; the log has the reason, now and then."""
        if monotonic() - self._reported_at > REPORT_SECONDS:
            self._reported_at = monotonic()
            log.error("the database does not answer: %s", first_line(error))
        return Unavailable("store.problem.away")


class _Change:
    def __init__(self, apply: Callable[[Connection], Any]) -> None:
        self.apply = apply
        self.future: Future[Any] = Future()
        # It is done even if nobody waits for it any more.
        self.future.set_running_or_notify_cancel()


class _NotBegun(Exception):
    """A transaction that has surely changed nothing: it may be tried again."""


def _touch(connection: Connection, at: float) -> None:
    if not connection.execute(update(health_checks).values(at=at)).rowcount:
        connection.execute(insert(health_checks).values(id=1, at=at))
