"""Leagues: competitions with their entrants and matches, match cards, and seasons."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def _of_competition(*, primary_key: bool = False) -> sa.Column[str]:
    leads = sa.ForeignKey("competition.id", ondelete="CASCADE")
    return sa.Column(
        "competition_id", sa.String(32), leads, nullable=False, primary_key=primary_key
    )


def _of_match() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["competition_id", "fixture"],
        ["fixture.competition_id", "fixture.number"],
        ondelete="CASCADE",
    )


def _kept_by_club(name: str) -> None:
    leads = sa.ForeignKey("club.id", ondelete="CASCADE")
    op.create_table(
        name,
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club_id", sa.String(32), leads, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
    )
    op.create_index(f"{name}_by_club", name, ["club_id"])


def upgrade() -> None:
    """Make the tables; no club has a league yet."""
    _kept_by_club("competition")
    _kept_by_club("season")
    op.create_table(
        "entrant",
        _of_competition(primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kept", sa.Text(), nullable=False),
    )
    op.create_table(
        "fixture",
        _of_competition(primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
    )
    table_leads = sa.ForeignKey("game_table.id", ondelete="CASCADE")
    op.create_table(
        "match_table",
        sa.Column("table_id", sa.String(32), table_leads, primary_key=True),
        sa.Column("competition_id", sa.String(32), nullable=False),
        sa.Column("fixture", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("home_side", sa.Integer(), nullable=False),
        _of_match(),
    )
    op.create_index("match_table_by_match", "match_table", ["competition_id", "fixture"])
    op.create_table(
        "match_card",
        sa.Column("competition_id", sa.String(32), primary_key=True),
        sa.Column("fixture", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("proposed_by", sa.String(32), nullable=False),
        sa.Column("proposed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_by", sa.String(32), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        _of_match(),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("match_card", "match_table", "fixture", "entrant", "season", "competition"):
        op.drop_table(name)
