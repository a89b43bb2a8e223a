"""Links that let people in, and the phones that keep score."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Who entered anything before there were rights goes on keeping score.
_KEEPERS_SO_FAR = """
    INSERT INTO guest (table_id, device, standing, name, since)
    SELECT table_id, device, 'keeps', '', MIN(at) FROM change
    WHERE device <> '' GROUP BY table_id, device
"""


def upgrade() -> None:
    """Make the two tables, and count the changes of access to each game table."""
    op.add_column(
        "game_table", sa.Column("access", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "link",
        sa.Column("secret", sa.String(48), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), nullable=False),
        sa.Column("leads_to", sa.String(8), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.UniqueConstraint("table_id", "leads_to", name="link_of_a_kind"),
    )
    op.create_table(
        "guest",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("standing", sa.String(8), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(_KEEPERS_SO_FAR)


def downgrade() -> None:
    """Drop them."""
    op.drop_table("guest")
    op.drop_table("link")
    op.drop_column("game_table", "access")
