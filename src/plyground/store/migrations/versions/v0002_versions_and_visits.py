"""Versions of rows, visits, deadlines, and what clients have created on a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for table in ("games", "studies"):
        for name, kind in (("version", sa.Integer()), ("visited", sa.Float())):
            op.add_column(table, sa.Column(name, kind, nullable=False, server_default="0"))
        op.execute(f"UPDATE {table} SET visited = updated")
        op.create_index(f"ix_{table}_visited", table, ["visited"])
    op.add_column("games", sa.Column("deadline", sa.Float(), nullable=True))
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_table(
        "creations",
        sa.Column("client", sa.String(100), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("client", "day", "kind", name="pk_creations"),
    )
    op.create_table(
        "health_checks",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_health_checks"),
    )


def downgrade() -> None:
    op.drop_table("health_checks")
    op.drop_table("creations")
    op.drop_index("ix_games_deadline", "games")
    op.drop_column("games", "deadline")
    for table in ("games", "studies"):
        op.drop_index(f"ix_{table}_visited", table)
        op.drop_column(table, "visited")
        op.drop_column(table, "version")
