"""Migrations, the writer thread, and errors of the database."""

from __future__ import annotations

import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from plyground.locale import Failure, Problem
from plyground.store.connections import make_engine
from plyground.store.database import VERSION, Database
from plyground.store.errors import Unavailable
from plyground.store.schema import metadata, studies


def row(id, document=None):
    return insert(studies).values(id=id, key="k", document=document or {}, created=0, updated=0)


def ids(database):
    return database.read(lambda connection: set(connection.execute(select(studies.c.id)).scalars()))


@pytest.fixture
def migrated(url, database):
    """A database that had none of the migrations when it was opened."""
    with database.engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DELETE FROM alembic_version"))
    database.close()
    database = Database(url)
    yield database
    database.close()


def check_tables(database):
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        assert context.get_current_revision() == VERSION


def test_a_new_database_has_the_current_tables(database):
    check_tables(database)


def test_all_migrations_together_make_the_current_tables(migrated):
    check_tables(migrated)
    assert ids(migrated) == set()


def test_a_database_of_the_first_version_is_migrated_with_all_it_has(first_version):
    engine = make_engine(first_version)
    tables = {"games": "id", "moves": "ply", "studies": "id"}

    def read():
        with engine.connect() as connection:
            return {
                name: connection.execute(text(f"SELECT * FROM {name} ORDER BY {key}"))
                .mappings()
                .all()
                for name, key in tables.items()
            }

    before = read()
    assert [len(rows) for rows in before.values()] == [1, 3, 1]
    database = Database(first_version)
    check_tables(database)
    after = read()
    for name, rows in before.items():
        for old, new in zip(rows, after[name], strict=True):
            assert {column: new[column] for column in old} == old
    # Nothing is taken for unvisited because visits were not counted before.
    assert after["games"][0]["visited"] == before["games"][0]["updated"]
    assert after["studies"][0]["visited"] == before["studies"][0]["updated"]
    database.close()
    engine.dispose()


def test_the_version_is_that_of_the_newest_migration():
    config = Config()
    config.set_main_option("script_location", "plyground.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [VERSION]


def test_changes_persist(url, database):
    database.write(lambda connection: connection.execute(row("kept", {"word": "돌"}))).result()
    database.close()
    again = Database(url)
    [document] = again.read(lambda c: c.execute(select(studies.c.document)).scalars().all())
    assert document == {"word": "돌"}
    again.close()


def test_a_future_is_resolved_after_the_commit(database):
    for number in range(20):
        database.write(lambda connection, id=str(number): connection.execute(row(id))).result()
        assert str(number) in ids(database)


def test_queued_changes_are_all_committed(database):
    hold = threading.Event()
    first = database.write(lambda connection: hold.wait())
    futures = [
        database.write(lambda connection, id=str(number): connection.execute(row(id)))
        for number in range(100)
    ]
    assert not any(future.done() for future in futures)
    hold.set()
    first.result()
    for future in futures:
        future.result()
    assert len(ids(database)) == 100


def test_a_failing_change_does_not_affect_others(database):
    hold = threading.Event()
    database.write(lambda connection: hold.wait())
    good = [database.write(lambda c, id=id: c.execute(row(id)) and id) for id in ("a", "b")]
    bad = database.write(lambda connection: connection.execute(row("a")))
    late = database.write(lambda connection: connection.execute(row("c")) and "c")
    hold.set()
    assert [future.result() for future in (*good, late)] == ["a", "b", "c"]
    with pytest.raises(IntegrityError):
        bad.result()
    assert ids(database) == {"a", "b", "c"}


def test_a_change_is_made_even_if_nobody_waits_for_it(database):
    hold = threading.Event()
    database.write(lambda connection: hold.wait())
    assert not database.write(lambda connection: connection.execute(row("kept"))).cancel()
    hold.set()
    database.write(lambda connection: None).result()
    assert ids(database) == {"kept"}


def test_readers_do_not_wait_for_the_writer(database):
    begun, hold = threading.Event(), threading.Event()

    def slow(connection):
        connection.execute(row("slow"))
        begun.set()
        hold.wait()

    writing = database.write(slow)
    begun.wait()
    assert ids(database) == set()
    hold.set()
    writing.result()
    assert ids(database) == {"slow"}


def test_closing_commits_queued_changes(url):
    database = Database(url)
    futures = [
        database.write(lambda connection, id=str(number): connection.execute(row(id)))
        for number in range(50)
    ]
    database.close()
    assert all(future.done() for future in futures)
    with pytest.raises(Failure, match="closed"):
        database.write(lambda connection: None).result()


def test_closing_waits_for_readers(url):
    database = Database(url)
    reading, hold = threading.Event(), threading.Event()
    found = []

    def slow(connection):
        reading.set()
        hold.wait()
        return connection.execute(select(studies.c.id)).all()

    reader = threading.Thread(target=lambda: found.append(database.read(slow)))
    reader.start()
    reading.wait()
    closer = threading.Thread(target=database.close)
    closer.start()
    while not database._is_closed:
        pass
    with pytest.raises(Failure, match="closed"):
        database.read(slow)
    hold.set()
    reader.join()
    closer.join()
    assert found == [[]]


@pytest.mark.parametrize("wrong", ["nonsense", "mysql+nothing://x/y", "postgresql://:port/"])
def test_an_invalid_url_is_refused(wrong):
    with pytest.raises(Problem, match="no database"):
        Database(wrong)


@pytest.mark.parametrize("in_memory", ["sqlite://", "sqlite:///:memory:"])
def test_an_in_memory_database_is_refused(in_memory):
    with pytest.raises(Problem, match="name a file"):
        Database(in_memory)


def test_a_file_that_is_no_database_is_refused(tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG" * 1000)
    with pytest.raises(Failure, match="cannot be opened"):
        Database(f"sqlite:///{file}")


def test_a_check_writes_and_reads_back(database):
    database.check_writable()
    database.check_writable()


def test_a_check_fails_if_the_database_is_damaged(tmp_path):
    file = tmp_path / "damaged.db"
    database = Database(f"sqlite:///{file}")
    database.check_writable()
    for part in (file, tmp_path / "damaged.db-wal"):
        part.write_bytes(b"\x89PNG" * (part.stat().st_size // 4))
    with pytest.raises(Unavailable, match="does not answer"):
        database.check_writable()
    database.close()


def test_a_check_fails_if_nothing_can_be_written(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'full.db'}")
    database.write(lambda c: c.execute(text("PRAGMA query_only = 1"))).result()
    with pytest.raises(Unavailable, match="does not answer"):
        database.check_writable()
    database.close()
