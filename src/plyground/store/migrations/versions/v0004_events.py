"""Matches and tournaments with their pairs and games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("game", sa.String(100), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_index("ix_events_key", "events", ["key"])
    op.create_index("ix_events_game", "events", ["game"])
    op.create_table(
        "event_pairs",
        sa.Column("event_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("a", sa.String(500), nullable=False),
        sa.Column("b", sa.String(500), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=True),
        sa.Column("finished", sa.Float(), nullable=True),
        sa.Column("owner", sa.String(200), nullable=True),
        sa.Column("expires", sa.Float(), nullable=True),
        sa.Column("progress", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_event_pairs_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_pairs"),
    )
    op.create_table(
        "event_games",
        sa.Column("event_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pair", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["events.id"], name="fk_event_games_event_id_events", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_games"),
    )


def downgrade() -> None:
    op.drop_table("event_games")
    op.drop_table("event_pairs")
    op.drop_table("events")
