"""Four roles in a club, captains, phones that stay out, and who founded it.

Whatever belongs to a club is made again from the models, so columns, checks and tables of clubs
that are new in this version need no line here. Name any other table that changes in `_CHANGED`.
"""

from alembic import op

from companion.db.rebuild_tables import rebuild

revision = "0002"
down_revision = "0001"

_CHANGED = ("club",)
_ROLES = {"keep": "manages", "keeps": "manages", "watch": "watches"}
#: The longest-standing manager.
_FOUNDER = """
UPDATE club SET founder = coalesce((
    SELECT device FROM club_member WHERE club_id = club.id AND role = 'manages'
    ORDER BY since, device LIMIT 1
), '') WHERE founder = ''
"""
#: What both sides accepted before is locked as well; how it was written is not known.
_SETTLED = "UPDATE match_card SET settled_mark = fingerprint WHERE accepted_by <> ''"


def upgrade() -> None:
    becomes = {("club_link", "leads_to"): _ROLES, ("club_member", "role"): _ROLES}
    rebuild(op.get_bind(), _CHANGED, becomes)
    op.execute(_FOUNDER)
    op.execute(_SETTLED)
