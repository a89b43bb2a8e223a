"""The cards of matches: confirmed, accepted by both sides, disputed, opened again by a manager."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from companion.clubs.club_history import By, ClubEventKind, HistoryKeeper
from companion.clubs.errors import CardLocked, CardNotAccepted, OnlyManagers, OnlyScorers
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_store import changing
from companion.db.club_models import ClubMemberRow, ClubRole, ClubTableRow
from companion.db.league_models import CompetitionRow, MatchCardRow, MatchTableRow
from companion.i18n import message
from companion.league.kept_json import write_kept
from companion.league.match_facts import MatchFacts, match_facts
from companion.league.match_format import Side
from companion.tables.table_service import TableService

#: The club, the competition, and the number of a match there.
Where = tuple[str, str, int]

#: The match of a table whose card both sides accepted; a table that moved to another club has none.
#: Every tap asks for it.
_SETTLED = (
    select(
        CompetitionRow.club_id, CompetitionRow.id, MatchCardRow.fixture, MatchCardRow.reopened_by
    )
    .join(MatchTableRow, col(MatchTableRow.competition_id) == CompetitionRow.id)
    .join(ClubTableRow, col(ClubTableRow.table_id) == MatchTableRow.table_id)
    .join(MatchCardRow, col(MatchCardRow.competition_id) == CompetitionRow.id)
    .where(
        col(MatchTableRow.table_id) == bindparam("table_id"),
        MatchTableRow.fixture == MatchCardRow.fixture,
        ClubTableRow.club_id == CompetitionRow.club_id,
        MatchCardRow.settled_mark != "",
    )
)


def check_unlocked(session: Session, where: Where, by: By) -> None:
    """Refuse to change a result that both sides accepted; raises `CardLocked`.

    Once a manager has opened it again, the managers may, and others raise `OnlyManagers`.
    """
    card = session.get(MatchCardRow, where[1:])
    if card is None or not card.settled_mark:
        return
    if not card.reopened_by:
        raise CardLocked(message("league.refused.card-locked"))
    check_manages(session, where, by)


def check_may_move(session: Session, where: Where, by: By) -> None:
    """Refuse to move a match that both sides accepted; raises `OnlyManagers`."""
    card = session.get(MatchCardRow, where[1:])
    if card is not None and card.settled_mark:
        check_manages(session, where, by)


def check_manages(session: Session, where: Where, by: By) -> None:
    """Refuse a phone that is not a manager's; raises `OnlyManagers`."""
    member = session.get(ClubMemberRow, (where[0], by.device))
    if member is None or member.role != ClubRole.MANAGER:
        raise OnlyManagers


@dataclass(eq=False)
class MatchCardService(HistoryKeeper):
    """The cards of matches; `secret` gives what opens one card.

    `look` is a match as it is now; raises as it does.
    """

    table_service: TableService
    look: Callable[[Where], Match]
    secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def speak(self, where: Where, fingerprint: str, side: Side, *, secret: str = "") -> None:
        """Confirm the result that this phone has just shown, for one of the sides.

        The first phone to confirm proposes the card; another phone accepts it for the other side. A
        phone that chose the wrong side can change to the other one. Raises `OnlyScorers` for a side
        that it doesn't speak for, as `Match.speaks_for` says.
        Raises `CardNotAccepted` if the match is open or its result has changed. So it does if the
        card was accepted, or another phone has confirmed for that side.
        """
        match = self.look(where)
        if side not in match.speaks_for(self.who.device, secret):
            raise OnlyScorers
        if fingerprint != match.fingerprint:
            raise CardNotAccepted(message("league.refused.card-changed"))
        if not match.is_decided:
            raise CardNotAccepted(message("league.refused.card-open"))
        with self._card(where) as (session, card):
            kind = self._confirm(card, match, side)
            self.note(session, where, kind, now={"entrant": match.opponents[side]})

    def _confirm(self, card: MatchCardRow, match: Match, side: Side) -> ClubEventKind:
        """Confirm a card for one side, or accept it if the other side has confirmed it."""
        device = self.who.device
        # A card with an older result, or a disputed one, is replaced.
        is_new = card.fingerprint != match.fingerprint or (card.accepted_by and card.disputed_by)
        if not is_new and card.accepted_by:
            raise CardNotAccepted(message("league.refused.card-accepted"))
        if is_new or card.proposed_by == device:
            card.fingerprint, card.secret = match.fingerprint, self.secret()
            card.proposed_by, card.proposed_at = device, self.now()
            card.proposed_for, card.accepted_by, card.accepted_at = side.value, "", None
            return ClubEventKind.CONFIRMED
        if card.proposed_for == side or match.are_one(device, card.proposed_by):
            name = match.card.names[side]
            raise CardNotAccepted(message("league.refused.card-side", name=name))
        card.accepted_by, card.accepted_at = device, self.now()
        card.settled, card.settled_mark = write_kept(match.fixture), card.fingerprint
        card.reopened_by = card.reason = card.disputed_by = card.dispute = ""
        return ClubEventKind.ACCEPTED

    def dispute(self, where: Where, *, secret: str = "") -> None:
        """Say that the result on a card is wrong, and perhaps what of it.

        A phone that keeps no score of the match needs the `secret` that came with the card, or must
        have confirmed it, or raises `OnlyScorers`. Raises `CardNotAccepted` if the match is open.
        """
        match = self.look(where)
        if not match.is_decided:
            raise CardNotAccepted(message("league.refused.card-open"))
        if not match.may_dispute(self.who.device, secret):
            raise OnlyScorers
        with self._card(where) as (session, card):
            card.disputed_by, card.dispute = self.who
            self.note(session, where, ClubEventKind.DISPUTED)

    def overrule(self, where: Where, kind: ClubEventKind) -> None:
        """Settle a dispute by a manager's word; or open an accepted card again (`REOPENED`).

        Managers can change its result then, and both sides must accept it again. Raises
        `OnlyManagers`, or `CardNotAccepted` without a reason, or if there is nothing to overrule.
        """
        reopens = kind is ClubEventKind.REOPENED
        with self._card(where) as (session, card):
            check_manages(session, where, self.who)
            if not self.who.reason:
                raise CardNotAccepted(message("league.refused.reason"))
            if not (card.settled_mark if reopens else card.disputed_by):
                raise CardNotAccepted(message("league.refused.not-in-dispute"))
            if reopens:
                card.reopened_by, card.reason = self.who
                card.fingerprint = card.accepted_by = ""
            else:
                card.disputed_by = card.dispute = ""
            self.note(session, where, kind)

    def settled_at(self, table_id: str) -> tuple[Where, bool] | None:
        """The match of a table whose card both sides accepted, and whether it was opened again."""
        with self.table_service.database.snapshot() as connection:
            found = connection.execute(_SETTLED, {"table_id": table_id}).first()
        if found is None:
            return None
        club_id, league_id, number, reopened_by = found
        return (club_id, league_id, number), bool(reopened_by)

    def note_at_table(self, where: Where, before: MatchFacts) -> None:
        """Keep what changed in a match since then, at one of its tables."""
        now = match_facts(self.look(where).fixture)
        if now != before:
            with changing(self.table_service.database, *where) as (session, _):
                self.note(session, where, ClubEventKind.TABLE_CHANGED, before, now)

    @contextmanager
    def _card(self, where: Where) -> Iterator[tuple[Session, MatchCardRow]]:
        """The row of a card in a transaction that has locked its club; a new one if it has none."""
        with changing(self.table_service.database, *where) as (session, _):
            card = session.get(MatchCardRow, where[1:])
            if card is None:
                card = MatchCardRow(competition_id=where[1], fixture=where[2], secret=self.secret())
                session.add(card)
            yield session, card
