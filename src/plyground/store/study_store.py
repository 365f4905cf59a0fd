"""Studies in the database: documents that can be edited with a key."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from plyground.store.schema import studies

Document = dict[str, Any]


@dataclass(frozen=True)
class SavedStudy:
    id: str
    key: str
    """The hash of the key that grants the right to edit it."""
    document: Document


def add_study(connection: Connection, study: SavedStudy) -> None:
    now = time.time()
    connection.execute(
        insert(studies).values(
            id=study.id, key=study.key, document=study.document, created=now, updated=now
        )
    )


def find_study(connection: Connection, id: str) -> SavedStudy | None:
    row = connection.execute(select(studies).where(studies.c.id == id)).first()
    return None if row is None else SavedStudy(row.id, row.key, row.document)


def update_study(connection: Connection, id: str, document: Document) -> bool:
    """Replace the document of a study; False if there is no such study."""
    updated = connection.execute(
        update(studies).where(studies.c.id == id).values(document=document, updated=time.time())
    )
    return updated.rowcount > 0
