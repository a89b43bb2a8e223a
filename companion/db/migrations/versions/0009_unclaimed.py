"""Whose count nobody claims, where points that were missed can be claimed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give each game table room for the tile that set it."""
    op.add_column(
        "game_table", sa.Column("unclaimed", sa.Integer(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_column("game_table", "unclaimed")
