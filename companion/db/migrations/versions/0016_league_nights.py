"""League nights: matches found by night and round, and which side a card was proposed for."""

import json
from datetime import datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_AT_ONCE = 1000
#: As the league's rules have it today: a match after midnight is one of the evening before.
_NIGHT_ENDS = timedelta(hours=5)


def upgrade() -> None:
    """Give matches their round and night, and cards a side and a secret; fill in what is known."""
    op.add_column("fixture", sa.Column("round", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("fixture", sa.Column("night", sa.String(10), nullable=True))
    op.add_column("match_card", sa.Column("proposed_for", sa.Integer(), nullable=True))
    op.add_column("match_card", sa.Column("secret", sa.String(48), nullable=True))
    connection = op.get_bind()
    fixtures = sa.table(
        "fixture", *map(sa.column, ("competition_id", "number", "round", "night", "kept"))
    )
    kept = connection.execute(
        sa.select(fixtures.c.competition_id, fixtures.c.number, fixtures.c.kept)
    ).all()
    told = (
        sa.update(fixtures)
        .where(fixtures.c.competition_id == sa.bindparam("of"))
        .where(fixtures.c.number == sa.bindparam("this"))
        .values(round=sa.bindparam("turn"), night=sa.bindparam("on"))
    )
    rows = [{"of": each[0], "this": each[1], **_places(each[2])} for each in kept]
    for first in range(0, len(rows), _AT_ONCE):
        connection.execute(told, rows[first : first + _AT_ONCE])
    op.create_index("fixture_by_round", "fixture", ["competition_id", "round"])
    op.create_index("fixture_by_night", "fixture", ["night"])


def _places(kept: str) -> dict[str, object]:
    fixture = json.loads(kept)
    starts = None if fixture.get("is_postponed") else fixture.get("starts_at")
    night = None
    if starts:
        begins = max(datetime.fromisoformat(starts), datetime.min + _NIGHT_ENDS)
        night = (begins - _NIGHT_ENDS).date().isoformat()
    return {"turn": fixture["round"], "on": night}


def downgrade() -> None:
    """Forget it."""
    op.drop_index("fixture_by_night", "fixture")
    op.drop_index("fixture_by_round", "fixture")
    with op.batch_alter_table("match_card") as card:
        card.drop_column("secret")
        card.drop_column("proposed_for")
    with op.batch_alter_table("fixture") as fixture:
        fixture.drop_column("night")
        fixture.drop_column("round")
