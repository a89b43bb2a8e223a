"""Who lets a grown-up see how practice goes."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give learners a code to be seen by, and grown-ups a class."""
    op.add_column("learner", sa.Column("shown_code", sa.String(6), nullable=True))
    op.create_table(
        "class_member",
        sa.Column("class_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column(
            "learner_id",
            sa.String(32),
            sa.ForeignKey("learner.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("class_id", "learner_id", name="class_member_once"),
    )
    op.create_index("class_member_by_learner", "class_member", ["learner_id"])


def downgrade() -> None:
    """Forget it."""
    op.drop_table("class_member")
    with op.batch_alter_table("learner") as learner:
        learner.drop_column("shown_code")
