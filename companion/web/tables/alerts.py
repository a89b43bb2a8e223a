"""Alerts: what only one phone is shown above the turn."""

from typing import NamedTuple

from flask import current_app, session

from companion.clubs.leagues.board_places import BoardPlace
from companion.i18n import Text, message
from companion.referee.proof.renege import Finding, finding_of_hand
from companion.tables.table_state import Members, TableState
from companion.web.security.club_guard import clubs
from companion.web.security.table_guard import known_device, proposal_service

_MOST_DISMISSED = 40
#: What stands for it among the entries whose alerts were dismissed: no record has such an entry.
COULD_BE = 0


class Alerts(NamedTuple):
    """The contradictions at a table, the proposals that wait there, and where it could count."""

    finding: Finding | None
    proposals: tuple[Text, ...]
    #: The board of an open match that a friendly game could be.
    could_be: BoardPlace | None


def alerts_for(state: TableState, members: Members) -> Alerts:
    """The alerts of one phone, without what it has dismissed."""
    finding = finding_at(state)
    if finding and f"{state.id}.{finding.line}" in session.get("dismissed", ()):
        finding = None
    # One for each phone that proposed something.
    devices = dict.fromkeys(each.device for each in proposal_service().pending(state.id))
    proposals = tuple(_proposal_of(members, each) for each in devices)
    return Alerts(finding, proposals, _could_be(state, members))


def _could_be(state: TableState, members: Members) -> BoardPlace | None:
    """The board of an open match where the same people play, for those who may count it there."""
    is_dismissed = f"{state.id}.{COULD_BE}" in session.get("dismissed", ())
    if not members.keeps or is_dismissed or current_app.config["IS_ALONE"]:
        return None
    of_club = clubs().tables.people_of(state.id)
    if of_club is None or clubs().match_tables.match_of(state.id) is not None:
        return None
    club = clubs().service.look(of_club[0])
    own, day = club.seen_by(known_device()), club.day_of(state.opened_at)
    place = own and clubs().boards.could_be(club, day, state.header.game, of_club[1])
    may = own and place and own.scores_for(place.league.id, place.entrants)
    return place if may else None


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
