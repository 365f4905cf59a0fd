"""The lock of the one server of a database, which keeps the games of its players in memory.

It ends with the process that holds it, however that ends. Programs that are no server write to the
same database without it.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from time import monotonic, sleep

from sqlalchemy import Connection, Engine, text

from plyground.locale import Failure
from plyground.store.errors import Unavailable, first_line

ADVISORY_LOCK = 0x706C79_0002
WAIT_SECONDS = 5.0
"""How long PostgreSQL may take to notice that the process that had the lock has ended."""


class FileLock:
    """The lock for SQLite: an exclusive transaction, never committed, on a file beside it.

    SQLite itself knows how to lock a file on every system.
    """

    def __init__(self, engine: Engine) -> None:
        path = f"{os.path.realpath(str(engine.url.database))}.lock"
        try:
            self._connection = sqlite3.connect(
                path, timeout=0, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise Failure("store.problem.open", why=first_line(error)) from error
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if error.sqlite_errorname == "SQLITE_BUSY":
                raise Failure("store.problem.taken") from error
            raise Failure("store.problem.open", why=first_line(error)) from error

    def release(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.rollback()
        self._connection.close()


def take_advisory_lock(connection: Connection) -> None:
    """Take the lock for PostgreSQL, which lasts as long as this connection.

    The writer takes it on its own connection: what is written, is written under the lock.
    """
    # A machine that vanishes is noticed within a minute, where the connection is over TCP.
    for setting, value in (("idle", 30), ("interval", 10), ("count", 3)):
        connection.execute(text(f"SET tcp_keepalives_{setting} = {value}"))
    until = monotonic() + WAIT_SECONDS
    while not connection.execute(text(f"SELECT pg_try_advisory_lock({ADVISORY_LOCK})")).scalar():
        if monotonic() > until:
            raise Unavailable("store.problem.taken")
        sleep(0.1)
    connection.commit()
