"""What can go wrong with a database that works in principle: it is away, or somebody was faster."""

from __future__ import annotations

from sqlalchemy.exc import DatabaseError, DBAPIError, InterfaceError, OperationalError, TimeoutError

from plyground.locale import Failure


class Unavailable(Failure):
    """The database cannot be read or written to at the moment: it restarts, its disk is full."""

    retry_after = 2.0
    """Seconds to wait before trying again."""


class ConcurrentChange(Failure):
    """A row is not what the writer last saw: another process has changed or deleted it."""


def is_outage(error: BaseException) -> bool:
    """Is it the database that fails, and not the statement?"""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    # A damaged SQLite file is a plain DatabaseError; what is wrong with a statement has a subclass.
    return type(error) in (DatabaseError, InterfaceError, OperationalError, TimeoutError)


def first_line(error: BaseException) -> str:
    """The first line of the message of an error."""
    return (str(error).strip() or repr(error)).splitlines()[0]
