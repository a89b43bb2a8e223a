"""Where the record of a table was first opened, if that was elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give each game table room for it, and find tables by it."""
    op.add_column("game_table", sa.Column("origin", sa.String(32), nullable=True))
    op.create_index("table_by_origin", "game_table", ["origin"])


def downgrade() -> None:
    """Forget it."""
    op.drop_index("table_by_origin", "game_table")
    op.drop_column("game_table", "origin")
