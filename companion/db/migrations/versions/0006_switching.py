"""What is switched at a table is kept among its changes, and a change can be proposed back.

No column is new. But an older version does not know these kinds: it has to see that the
database, or a backup of it, is a newer one's.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_change = sa.table("change", sa.column("kind"))
_proposal = sa.table("proposal", sa.column("kind"))


def upgrade() -> None:
    """Alter nothing."""


def downgrade() -> None:
    """Forget what an older version could not read."""
    op.execute(_proposal.delete().where(_proposal.c.kind.in_(("switched", "undone"))))
    op.execute(_change.delete().where(_change.c.kind == "switched"))
