"""Versions of the tables: creates them in a new database, and migrates those of an older one."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from plyground.locale import Failure
from plyground.store.connections import for_writing
from plyground.store.errors import first_line
from plyground.store.schema import VERSION, metadata

UPGRADE_LOCK = 0x706C79_0001
"""PostgreSQL's advisory lock of whoever creates or migrates tables."""


def upgrade(engine: Engine) -> None:
    """Create the tables, or migrate them to the newest version."""
    try:
        with engine.connect() as connection:
            if read_version(connection) == VERSION:
                return
        # Several processes may come here at once: the first one does it.
        with for_writing(engine).begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
            version = read_version(connection)
            if version is None:
                _create_tables(connection)
            elif version != VERSION:
                _migrate(connection)
    except SQLAlchemyError as error:
        raise Failure("store.problem.open", why=first_line(error)) from error


def read_version(connection: Connection) -> str | None:
    """The version of the tables, as Alembic stores it; None if the database is new."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return str(found or "base")


def _create_tables(connection: Connection) -> None:
    """Create what all migrations together make; importing Alembic would delay the first page."""
    metadata.create_all(connection)
    connection.execute(
        text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
            " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text("INSERT INTO alembic_version VALUES (:new)"), {"new": VERSION})


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "plyground.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise Failure("store.problem.open", why=first_line(error)) from error
