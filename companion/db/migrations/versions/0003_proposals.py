"""Changes further back that another phone has to accept."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and note which game tables ask for it."""
    op.add_column("game_table", sa.Column("consent_since", sa.DateTime(timezone=True)))
    op.create_table(
        "proposal",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("statement", sa.Text()),
        sa.Column("answer", sa.String(10), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True)),
        sa.Column("answered_by", sa.String(32), nullable=False),
        sa.Column("change", sa.Integer()),
        sa.UniqueConstraint("table_id", "key", name="proposal_key"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("proposal")
    op.drop_column("game_table", "consent_since")
