"""Who was asked for the count before their tile was entered."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let each change say it; of earlier ones nobody knows."""
    op.add_column(
        "change", sa.Column("is_asked", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_column("change", "is_asked")
