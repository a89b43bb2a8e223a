"""Learners, and their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "learner",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=False, unique=True),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("schedule", sa.Text(), nullable=False),
    )
    op.create_table(
        "attempt",
        sa.Column("learner_id", sa.String(32), sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("question", sa.String(300), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("skill", sa.String(24), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("milliseconds", sa.Integer()),
        sa.UniqueConstraint("learner_id", "question", name="attempt_once"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("attempt")
    op.drop_table("learner")
