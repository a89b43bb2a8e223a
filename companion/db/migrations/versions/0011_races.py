"""Races to hole 15, and who is in them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "race",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("again", sa.String(32)),
    )
    op.create_index("race_by_age", "race", ["created_at"])
    op.create_table(
        "racer",
        sa.Column("race_id", sa.String(32), sa.ForeignKey("race.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("secret", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("head_start", sa.Integer(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("racer")
    op.drop_table("race")
