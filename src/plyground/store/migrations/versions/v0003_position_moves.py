"""The index of positions, to be filled with the games that are finished already."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

RESULT = {"sqlite": "json_extract(state, '$.result')", "postgresql": "state ->> 'result'"}


def upgrade() -> None:
    op.add_column("games", sa.Column("indexed", sa.Boolean(), nullable=True))
    result = RESULT[op.get_bind().dialect.name]
    op.execute(f"UPDATE games SET indexed = false WHERE {result} IS NOT NULL")
    op.create_index("ix_games_indexed", "games", ["indexed"])
    op.create_table(
        "position_moves",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("following", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["games.id"],
            name="fk_position_moves_game_id_games",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_position_moves"),
    )
    op.create_index("ix_position_moves_position", "position_moves", ["position"])


def downgrade() -> None:
    op.drop_table("position_moves")
    op.drop_index("ix_games_indexed", "games")
    op.drop_column("games", "indexed")
