"""How much is stored, by whom it was created, and what may go when there is too much."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Table, delete, func, insert, select, text, update

from plyground.store.schema import creations, games, studies

TABLES = {"games": games, "studies": studies}

DATABASE_SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}


@dataclass(frozen=True)
class Usage:
    """What is in the database."""

    rows: dict[str, int]
    """How many games and studies there are."""
    bytes: int


def measure(connection: Connection) -> Usage:
    rows = {
        kind: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for kind, table in TABLES.items()
    }
    size = connection.execute(text(DATABASE_SIZE[connection.dialect.name])).scalar_one()
    return Usage(rows, size)


def count_creation(connection: Connection, client: str, kind: str, day: int, most: int) -> bool:
    """Count what a client creates on a day; False, without any change, if it has created `most`."""
    row = (creations.c.client == client, creations.c.day == day, creations.c.kind == kind)
    raised = update(creations).where(*row, creations.c.count < most)
    if connection.execute(raised.values(count=creations.c.count + 1)).rowcount:
        return True
    is_known = connection.execute(select(creations.c.count).where(*row)).first() is not None
    if is_known or most <= 0:
        return False
    connection.execute(insert(creations).values(client=client, day=day, kind=kind, count=1))
    return True


def delete_creations(connection: Connection, day: int) -> None:
    """Delete the counts of the days before this one."""
    connection.execute(delete(creations).where(creations.c.day < day))


def delete_unvisited(connection: Connection, kind: str, before: float, limit: int) -> int:
    """Delete what nobody has visited or changed since a time, the longest unvisited first."""
    table: Table = TABLES[kind]
    old = select(table.c.id).where(table.c.visited < before, table.c.updated < before)
    chosen = old.order_by(table.c.visited).limit(limit)
    return connection.execute(delete(table).where(table.c.id.in_(chosen))).rowcount


def mark_visited(connection: Connection, kind: str, id: str, now: float) -> None:
    """Note that somebody to whom it belongs was there."""
    table = TABLES[kind]
    connection.execute(update(table).where(table.c.id == id).values(visited=now))
