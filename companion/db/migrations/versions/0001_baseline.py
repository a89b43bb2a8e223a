"""All tables of version 1.0.0: no version came before it, so they are just what the models say.

If you change a model, first write down the tables here as they were: alembic's `revision
--autogenerate` on an empty database prints them. The change is the next migration.
"""

from alembic import op
from sqlmodel import SQLModel

from companion.db import (  # noqa: F401  (each module adds its tables)
    club_models,
    league_models,
    learner_models,
    race_models,
    table_models,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    SQLModel.metadata.create_all(op.get_bind())
