"""How often something was tried lately is counted once for all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the counts."""
    op.create_table(
        "tally",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("tally_by_until", "tally", ["until"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("tally")
