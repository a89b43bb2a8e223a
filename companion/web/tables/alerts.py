"""Alerts: what only one phone is shown above the turn."""

from typing import NamedTuple

from flask import session

from companion.clubs.leagues.board_places import BoardPlace
from companion.i18n import Text, message
from companion.referee.proof.renege import Finding, finding_of_hand
from companion.tables.table_state import Members, TableState
from companion.web.security.club_guard import club_id_of, clubs
from companion.web.security.table_guard import known_device, proposal_service

_MOST_DISMISSED = 40


class Alerts(NamedTuple):
    """The contradictions at a table, the proposals that wait there, and where it could count."""

    finding: Finding | None
    proposals: tuple[Text, ...]
    #: The board of an open match that a friendly game could be.
    could_be: BoardPlace | None


def alerts_for(state: TableState, members: Members) -> Alerts:
    """The alerts of one phone, without what it has dismissed."""
    finding, dismissed = finding_at(state), session.get("dismissed", ())
    if finding and f"{state.id}.{finding.line}" in dismissed:
        finding = None
    could_be = None
    # No record has an entry 0: it stands for this offer.
    if members.keeps and f"{state.id}.0" not in dismissed and club_id_of(state.id):
        could_be = clubs().boards.could_be(state, known_device())
    # One for each phone that proposed something.
    devices = dict.fromkeys(each.device for each in proposal_service().pending(state.id))
    return Alerts(finding, tuple(_proposal_of(members, each) for each in devices), could_be)


def finding_at(state: TableState) -> Finding | None:
    """What the hand on the table proves, if people want to know."""
    if state.is_pegs_only or not state.table_options.findings:
        return None
    return finding_of_hand(state.entries)


def dismiss(table_id: str, line: int) -> None:
    """Dismiss what that entry proves on this phone; nobody else notices."""
    mark = f"{table_id}.{line}"
    others = [each for each in session.get("dismissed", ()) if each != mark]
    session["dismissed"] = [*others, mark][-_MOST_DISMISSED:]


def _proposal_of(members: Members, device: str) -> Text:
    if device and device == members.device:
        return message("alert.own-proposal")
    name = next((member.name for member in members.state.known if member.device == device), "")
    return message("alert.proposal", name=name) if name else message("alert.proposal-unnamed")
