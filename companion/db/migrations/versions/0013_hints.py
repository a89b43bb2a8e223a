"""Whether an answer took a hint."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep it with each answer; of those given before nobody knows."""
    op.add_column("attempt", sa.Column("took_hint", sa.Boolean(), nullable=True))


def downgrade() -> None:
    """Forget it."""
    with op.batch_alter_table("attempt") as attempt:
        attempt.drop_column("took_hint")
