"""All tables, as the models say today; the versions after it bring older databases there.

What belongs to a club may hold anything at first: a backup of this version brings rows of before,
and 0002 makes these tables again with them.
"""

from alembic import op
from sqlalchemy import CheckConstraint, MetaData
from sqlmodel import SQLModel

from companion.db import (  # noqa: F401  (each module adds its tables)
    club_models,
    league_models,
    learner_models,
    race_models,
    table_models,
)
from companion.db.rebuild_tables import belonging_to

revision = "0001"
down_revision = None


def upgrade() -> None:
    made, loose = MetaData(), {table.name for table in belonging_to("club")}
    for table in SQLModel.metadata.sorted_tables:
        copied = table.to_metadata(made)
        if table.name in loose:
            checks = {each for each in copied.constraints if isinstance(each, CheckConstraint)}
            copied.constraints -= checks
            for column in copied.columns:
                column.nullable = not column.primary_key
    made.create_all(op.get_bind())
