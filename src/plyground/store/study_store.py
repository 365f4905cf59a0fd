"""Studies in the database: documents that can be edited with a key."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from plyground.store.errors import ConcurrentChange
from plyground.store.schema import studies

Document = dict[str, Any]


@dataclass(frozen=True)
class SavedStudy:
    id: str
    key: str
    """The hash of the key that grants the right to edit it."""
    document: Document
    version: int = 0
    """Grows by one with every change."""


@dataclass(frozen=True)
class StudySummary:
    """A study in a list of studies: what is read without its moves."""

    id: str
    key: str
    game: str
    options: Document
    players: list[str]
    result: Document | None
    comment: str
    """The comment on the start."""
    updated: float


def add_study(connection: Connection, study: SavedStudy) -> None:
    now = time.time()
    connection.execute(
        insert(studies).values(
            id=study.id,
            key=study.key,
            document=study.document,
            created=now,
            updated=now,
            visited=now,
        )
    )


def find_study(connection: Connection, id: str) -> SavedStudy | None:
    row = connection.execute(select(studies).where(studies.c.id == id)).first()
    return None if row is None else SavedStudy(row.id, row.key, row.document, row.version)


def has_study(connection: Connection, id: str) -> bool:
    return connection.execute(select(studies.c.id).where(studies.c.id == id)).first() is not None


def update_study(connection: Connection, id: str, version: int, document: Document) -> None:
    """Replace the document of a study of this version."""
    changed = connection.execute(
        update(studies)
        .where(studies.c.id == id, studies.c.version == version)
        .values(document=document, updated=time.time(), version=version + 1)
    )
    if not changed.rowcount:
        raise ConcurrentChange("store.problem.changed")


def delete_study(connection: Connection, id: str) -> bool:
    """Delete a study; False if there is no such study."""
    return connection.execute(delete(studies).where(studies.c.id == id)).rowcount > 0


def list_studies(connection: Connection, ids: Collection[str]) -> list[StudySummary]:
    """Those of these studies that exist."""
    tree = studies.c.document["tree"]
    rows = connection.execute(
        select(
            studies.c.id,
            studies.c.key,
            tree["game"],
            tree["options"],
            tree["players"],
            tree["agreed"],
            tree["nodes"][0]["comment"],
            studies.c.updated,
        ).where(studies.c.id.in_(ids))
    )
    return [StudySummary(*row) for row in rows]
