"""Alerts: what only one phone is shown above the turn."""

from typing import NamedTuple

from flask import session

from companion.i18n import Text, message
from companion.referee.proof.renege import Finding, finding_of_hand
from companion.tables.table_state import Members, TableState
from companion.web.security.table_guard import proposal_service

_MOST_DISMISSED = 40


class Alerts(NamedTuple):
    """The contradictions at a table, and the proposals that wait there for an answer."""

    finding: Finding | None
    proposals: tuple[Text, ...]


def alerts_for(state: TableState, members: Members) -> Alerts:
    """The alerts of one phone, without what it has dismissed."""
    finding = finding_at(state)
    if finding and f"{state.id}.{finding.line}" in session.get("dismissed", ()):
        finding = None
    # One for each phone that proposed something.
    devices = dict.fromkeys(each.device for each in proposal_service().pending(state.id))
    return Alerts(finding, tuple(_proposal_of(members, each) for each in devices))


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
