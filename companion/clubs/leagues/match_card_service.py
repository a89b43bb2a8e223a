"""The cards of matches: confirmed, accepted by both sides, disputed, opened again by a manager."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlmodel import Session

from companion.clubs.club_history import By, ClubEventKind, HistoryKeeper
from companion.clubs.errors import CardLocked, CardNotAccepted, OnlyManagers, OnlyScorers
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_store import changing
from companion.db.club_models import ClubMemberRow, ClubRole
from companion.db.league_models import MatchCardRow
from companion.i18n import message
from companion.league.kept_json import write_kept
from companion.league.match_format import Side
from companion.tables.table_service import TableService

#: The club, the competition, and the number of a match there.
Where = tuple[str, str, int]


def check_unlocked(session: Session, where: Where, by: By | None = None) -> None:
    """Refuse to change a result that both sides accepted; raises `CardLocked`.

    Once a manager has opened it again, the managers may, and a table may be played (None).
    """
    card = session.get(MatchCardRow, where[1:])
    if card is None or not card.settled_mark:
        return
    if not card.reopened_by:
        raise CardLocked(message("league.refused.card-locked"))
    if by is not None:
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
    look: Callable[[str, str, int], Match]
    secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def speak(self, where: Where, fingerprint: str, side: Side, *, secret: str = "") -> None:
        """Confirm the result that this phone has just shown, for one of the sides.

        The first phone to confirm proposes the card; another phone accepts it for the other side. A
        phone that chose the wrong side can change to the other one. Raises `OnlyScorers` for a side
        that it doesn't speak for, as `Match.speaks_for` says.
        Raises `CardNotAccepted` if the match is open or its result has changed. So it does if the
        card was accepted, or another phone has confirmed for that side.
        """
        match = self.look(*where)
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
        match = self.look(*where)
        if not match.may_dispute(self.who.device, secret):
            raise OnlyScorers
        if not match.is_decided:
            raise CardNotAccepted(message("league.refused.card-open"))
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

    @contextmanager
    def _card(self, where: Where) -> Iterator[tuple[Session, MatchCardRow]]:
        """The row of a card in a transaction that has locked its club; a new one if it has none."""
        with changing(self.table_service.database, *where) as (session, _):
            card = session.get(MatchCardRow, where[1:])
            if card is None:
                card = MatchCardRow(competition_id=where[1], fixture=where[2], secret=self.secret())
                session.add(card)
            yield session, card
