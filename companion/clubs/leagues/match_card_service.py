"""Match cards: a phone finds the result right for one side, another phone for the other side."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.clubs.errors import CardNotAccepted, OnlyClubKeepers
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_store import changing
from companion.clubs.leagues.match_service import MatchService
from companion.db.league_models import MatchCardRow
from companion.i18n import message
from companion.league.match_format import Side


@dataclass(eq=False)
class MatchCardService:
    """The cards of matches; `now` and `secret` give the time and what opens one card.

    Raises as `MatchService.look`.
    """

    matches: MatchService
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def speak(
        self,
        club_id: str,
        league_id: str,
        number: int,
        device: str,
        fingerprint: str,
        side: Side,
        *,
        secret: str | None = None,
    ) -> None:
        """Say on a phone that the result is right for one of the sides, as it has just shown it.

        The first one to say so proposes the card; another phone, for the other side, accepts it. A
        phone that had taken the wrong side takes the other one instead. One that does not keep the
        club's book has the `secret` that came with the proposal, or raises `OnlyClubKeepers`.
        Raises `CardNotAccepted` while the match is open, where the result is another one by now,
        where the card was accepted, or where another phone has said so for that side.
        """
        match = self.matches.look(club_id, league_id, number)
        if secret is not None and not match.is_opened_by(secret):
            raise OnlyClubKeepers
        if fingerprint != match.fingerprint:
            raise CardNotAccepted(message("league.refused.card-changed"))
        if not match.is_decided:
            raise CardNotAccepted(message("league.refused.card-open"))
        database = self.matches.table_service.database
        with changing(database, club_id, league_id, number) as (session, _):
            before = session.get(MatchCardRow, (league_id, number))
            # A card of an older result, or of the other side, is replaced.
            if before is None or before.fingerprint != match.fingerprint:
                session.merge(self._proposed(match, device, side))
            elif before.accepted_by:
                raise CardNotAccepted(message("league.refused.card-accepted"))
            elif before.proposed_by == device:
                session.merge(self._proposed(match, device, side))
            elif before.proposed_for == side:
                name = match.card.names[side]
                raise CardNotAccepted(message("league.refused.card-side", name=name))
            else:
                before.accepted_by, before.accepted_at = device, self.now()

    def _proposed(self, match: Match, device: str, side: Side) -> MatchCardRow:
        return MatchCardRow(
            competition_id=match.league.id,
            fixture=match.number,
            fingerprint=match.fingerprint,
            proposed_by=device,
            proposed_at=self.now(),
            proposed_for=side.value,
            secret=self.secret(),
        )
