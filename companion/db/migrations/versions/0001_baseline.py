"""All tables of version 1.0.0."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("opened_at", _TIME, nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("shows_ratings", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("changed_at", _TIME, nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("is_pegs_only", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("again_from", sa.String(32), nullable=True),
        sa.Column("origin", sa.String(32), nullable=True),
        sa.Column("access", sa.Integer(), nullable=False),
        sa.Column("unclaimed", sa.Integer(), nullable=False),
        sa.Column("consent_since", _TIME, nullable=True),
        sa.Column("table_options", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("table_by_origin", "game_table", ["origin"])
    op.create_table(
        "learner",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=False),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("schedule", sa.Text(), nullable=False),
        sa.Column("shown_code", sa.String(6), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name_key"),
    )
    op.create_table(
        "race",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", _TIME, nullable=True),
        sa.Column("again", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("race_by_age", "race", ["created_at"])
    op.create_table(
        "tally",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index("tally_by_until", "tally", ["until"])
    op.create_table(
        "attempt",
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("question", sa.String(300), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("skill", sa.String(24), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=True),
        sa.Column("took_hint", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("learner_id", "seq"),
        sa.UniqueConstraint("learner_id", "question", name="attempt_once"),
    )
    op.create_table(
        "change",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("statement", sa.Text(), nullable=True),
        sa.Column("place", sa.Float(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("is_live", sa.Boolean(), nullable=False),
        sa.Column("is_undone", sa.Boolean(), nullable=False),
        sa.Column("is_asked", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "key", name="change_key"),
    )
    op.create_index("change_by_hand", "change", ["table_id", "hand"])
    op.create_table(
        "class_member",
        sa.Column("class_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("since", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("class_id", "number"),
        sa.UniqueConstraint("class_id", "learner_id", name="class_member_once"),
    )
    op.create_index("class_member_by_learner", "class_member", ["learner_id"])
    op.create_table(
        "club_link",
        sa.Column("secret", sa.String(48), nullable=False),
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("leads_to", sa.String(8), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("secret"),
        sa.UniqueConstraint("club_id", "leads_to", name="club_link_of_a_kind"),
        sa.CheckConstraint("leads_to IN ('watch', 'keep', 'calendar')"),
    )
    op.create_table(
        "club_member",
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("since", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("club_id", "device"),
        sa.CheckConstraint("role IN ('keeps', 'watches')"),
    )
    op.create_index("club_member_by_device", "club_member", ["device"])
    op.create_table(
        "club_player",
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("nicknames", sa.Text(), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("same_as", sa.Integer(), nullable=True),
        sa.Column("left_at", _TIME, nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("club_id", "number"),
        sa.CheckConstraint("number > 0 AND colour BETWEEN 0 AND 7"),
    )
    op.create_table(
        "club_table",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_index("club_table_by_club", "club_table", ["club_id"])
    op.create_table(
        "competition",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("competition_by_club", "competition", ["club_id"])
    op.create_table(
        "hand_start",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("backs", sa.Text(), nullable=False),
        sa.Column("leader", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "hand"),
    )
    op.create_table(
        "kept_figures",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("method", sa.Integer(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "kept_fold",
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("made_from", sa.String(64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("club_id", "name", "games"),
    )
    op.create_table(
        "link",
        sa.Column("secret", sa.String(48), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("leads_to", sa.String(8), nullable=False),
        sa.Column("until", _TIME, nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("secret"),
        sa.UniqueConstraint("table_id", "leads_to", name="link_of_a_kind"),
    )
    op.create_table(
        "member",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("since", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "device"),
    )
    op.create_table(
        "proposal",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("target", sa.Integer(), nullable=False),
        sa.Column("statement", sa.Text(), nullable=True),
        sa.Column("answer", sa.String(10), nullable=False),
        sa.Column("answered_at", _TIME, nullable=True),
        sa.Column("answered_by", sa.String(32), nullable=False),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sa.UniqueConstraint("table_id", "key", name="proposal_key"),
    )
    op.create_table(
        "racer",
        sa.Column("race_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("head_start", sa.Integer(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["race_id"], ["race.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race_id", "number"),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("season_by_club", "season", ["club_id"])
    op.create_table(
        "sprint",
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("deal", sa.String(32), nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("course", sa.String(24), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("best_combo", sa.Integer(), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("learner_id", "deal"),
    )
    op.create_table(
        "entrant",
        sa.Column("competition_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competition.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("competition_id", "number"),
    )
    op.create_table(
        "fixture",
        sa.Column("competition_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("home", sa.Integer(), nullable=False),
        sa.Column("away", sa.Integer(), nullable=False),
        sa.Column("night", sa.String(10), nullable=True),
        sa.ForeignKeyConstraint(["competition_id"], ["competition.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("competition_id", "number"),
        sa.CheckConstraint("revision >= 0"),
    )
    op.create_index("fixture_by_night", "fixture", ["night"])
    op.create_index("fixture_by_round", "fixture", ["competition_id", "round"])
    op.create_table(
        "match_card",
        sa.Column("competition_id", sa.String(32), nullable=False),
        sa.Column("fixture", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("proposed_by", sa.String(32), nullable=False),
        sa.Column("proposed_at", _TIME, nullable=False),
        sa.Column("proposed_for", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(48), nullable=False),
        sa.Column("accepted_by", sa.String(32), nullable=False),
        sa.Column("accepted_at", _TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["competition_id", "fixture"],
            ["fixture.competition_id", "fixture.number"],
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("competition_id", "fixture"),
        sa.CheckConstraint("proposed_for IN (0, 1)"),
    )
    op.create_table(
        "match_table",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("competition_id", sa.String(32), nullable=False),
        sa.Column("fixture", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("home_side", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["competition_id", "fixture"],
            ["fixture.competition_id", "fixture.number"],
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
        sa.CheckConstraint("home_side IN (0, 1)"),
    )
    op.create_index("match_table_by_match", "match_table", ["competition_id", "fixture"])
