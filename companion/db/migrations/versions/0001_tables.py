"""Tables, the changes of their records, and where each hand starts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("is_pegs_only", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer()),
        sa.Column("again_from", sa.String(32)),
    )
    op.create_table(
        "change",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("target", sa.Integer()),
        sa.Column("statement", sa.Text()),
        sa.Column("place", sa.Float(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("is_live", sa.Boolean(), nullable=False),
        sa.Column("is_undone", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("table_id", "key", name="change_key"),
    )
    op.create_index("change_by_hand", "change", ["table_id", "hand"])
    op.create_table(
        "hand_start",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("hand", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("backs", sa.Text(), nullable=False),
        sa.Column("leader", sa.Integer()),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("hand_start")
    op.drop_table("change")
    op.drop_table("game_table")
