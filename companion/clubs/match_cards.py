"""Match cards: one captain's phone proposes the result, another one accepts it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.clubs.errors import CardNotAccepted
from companion.clubs.match import CardState, Match
from companion.clubs.matches import MatchService, changing_match
from companion.tables.league_rows import MatchCardRow
from companion.words import message


@dataclass(eq=False)
class MatchCardService:
    """The cards of matches; `now` tells the time. Raises as `MatchService.look`."""

    matches: MatchService
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def propose(
        self, club_id: str, league_id: str, number: int, device: str, fingerprint: str
    ) -> None:
        """Say on one phone that the result is right, as it has just shown it.

        A card of an older result is replaced, and what another phone said of this one is accepted.
        Raises `CardNotAccepted` while the match is open,
        where the result is another one by now, or where the card was accepted so.
        """
        match = self.matches.look(club_id, league_id, number)
        if fingerprint != match.fingerprint:
            raise CardNotAccepted(message("league.refused.card-changed"))
        if not match.is_decided:
            raise CardNotAccepted(message("league.refused.card-open"))
        if match.card_state is CardState.ACCEPTED:
            raise CardNotAccepted(message("league.refused.card-accepted"))
        self._save(
            club_id,
            match,
            MatchCardRow(
                competition_id=league_id,
                fixture=number,
                fingerprint=match.fingerprint,
                proposed_by=device,
                proposed_at=self.now(),
            ),
        )

    def accept(
        self, club_id: str, league_id: str, number: int, device: str, fingerprint: str
    ) -> None:
        """Accept on another phone what was proposed, as that phone has just shown it.

        Raises `CardNotAccepted` where the result is another one by now, nobody proposed it, or
        this is the phone that did.
        """
        match = self.matches.look(club_id, league_id, number)
        if match.card_state is not CardState.PROPOSED or fingerprint != match.fingerprint:
            raise CardNotAccepted(message("league.refused.card-changed"))
        if not match.may_accept(device):
            raise CardNotAccepted(message("league.refused.card-own"))
        with changing_match(self.matches.table_service, club_id, league_id, number) as (session, _):
            row = session.get(MatchCardRow, (league_id, number))
            if row is None or row.fingerprint != fingerprint or row.proposed_by == device:
                # Somebody proposed another one at this moment.
                raise CardNotAccepted(message("league.refused.card-changed"))
            row.accepted_by, row.accepted_at = device, self.now()

    def _save(self, club_id: str, match: Match, row: MatchCardRow) -> None:
        with changing_match(self.matches.table_service, club_id, match.league.id, match.number) as (
            session,
            _,
        ):
            before = session.get(MatchCardRow, (match.league.id, match.number))
            if before is not None and before.fingerprint == row.fingerprint:
                if before.accepted_by:
                    # Two others found it right at this moment.
                    raise CardNotAccepted(message("league.refused.card-accepted"))
                if before.proposed_by != row.proposed_by:
                    # Two who find it right at once are of one mind: the second accepts it.
                    before.accepted_by, before.accepted_at = row.proposed_by, row.proposed_at
                    return
            if before is not None:
                session.delete(before)
                session.flush()
            session.add(row)
