"""How a table uses the app: who counts first, and the like."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give each game table room for its customs."""
    op.add_column(
        "game_table", sa.Column("customs", sa.Text(), nullable=False, server_default="{}")
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_column("game_table", "customs")
