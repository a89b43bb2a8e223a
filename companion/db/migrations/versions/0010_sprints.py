"""What runs of learners against the clock came to."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "sprint",
        sa.Column("learner_id", sa.String(32), sa.ForeignKey("learner.id"), primary_key=True),
        sa.Column("deal", sa.String(32), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("course", sa.String(24), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("best_combo", sa.Integer(), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("sprint")
