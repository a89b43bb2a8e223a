"""Clubs: their phones, players and tables, and what is kept beside the records."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def _club_id(*, primary_key: bool = False) -> sa.Column[str]:
    leads = sa.ForeignKey("club.id", ondelete="CASCADE")
    return sa.Column("club_id", sa.String(32), leads, nullable=False, primary_key=primary_key)


def _table_id() -> sa.Column[str]:
    leads = sa.ForeignKey("game_table.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(32), leads, primary_key=True)


def upgrade() -> None:
    """Make the tables; nobody's game belongs to a club yet."""
    op.create_table(
        "club",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("shows_ratings", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "club_link",
        sa.Column("secret", sa.String(48), primary_key=True),
        _club_id(),
        sa.Column("leads_to", sa.String(8), nullable=False),
        sa.UniqueConstraint("club_id", "leads_to", name="club_link_of_a_kind"),
    )
    op.create_table(
        "club_member",
        _club_id(primary_key=True),
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("club_member_by_device", "club_member", ["device"])
    op.create_table(
        "club_player",
        _club_id(primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("nicknames", sa.Text(), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("same_as", sa.Integer(), nullable=True),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_table(
        "club_table", _table_id(), _club_id(), sa.Column("seats", sa.Text(), nullable=False)
    )
    op.create_index("club_table_by_club", "club_table", ["club_id"])
    op.create_table(
        "kept_figures",
        _table_id(),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("method", sa.Integer(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
    )
    op.create_table(
        "kept_fold",
        _club_id(primary_key=True),
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("games", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("made_from", sa.String(64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for name in (
        *("kept_fold", "kept_figures", "club_table", "club_player"),
        *("club_member", "club_link", "club"),
    ):
        op.drop_table(name)
