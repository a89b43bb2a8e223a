"""Classes have a link, names of their own, and a question for all.

Only adds: whatever rows there are, in a backup too, belong to the tables of this version as well.
"""

from alembic import op
from sqlalchemy import inspect
from sqlmodel import SQLModel

revision = "0003"
down_revision = "0002"

_NEW_TABLES = ("class",)
_NEW_COLUMNS = (("class_member", "name"), ("class_member", "said"), ("club_member", "storms_of"))
#: So far everyone in a class had a name of their own.
_NAMED = """
UPDATE class_member SET name = (SELECT name FROM learner WHERE learner.id = learner_id)
WHERE name = ''
"""


def upgrade() -> None:
    tables, database = SQLModel.metadata.tables, op.get_bind()
    for name in _NEW_TABLES:
        tables[name].create(database, checkfirst=True)
    for name, column in _NEW_COLUMNS:
        # 0001 makes all that the models say.
        if column not in {each["name"] for each in inspect(database).get_columns(name)}:
            op.add_column(name, tables[name].c[column])
    op.execute(_NAMED)
