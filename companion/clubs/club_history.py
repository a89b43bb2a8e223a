"""What happened in a club: who did it, when, from which phone, and what it was before."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, NamedTuple, Self

from pydantic import AwareDatetime, Field
from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from companion.db.club_models import ClubEventRow, ClubMemberRow
from companion.db.database import Database
from companion.league import kept_json
from companion.rules.player_names import name_key

#: Some seasons of a large league; older events are dropped.
MOST_EVENTS = 5_000
#: How many events a page shows.
PAGE = 50
#: The longest reason, or word on what is wrong.
LONGEST_REASON = 200


class ClubEventKind(StrEnum):
    """What somebody did; the message of each is `club-event.…`."""

    # In a match.
    ENTERED = "entered"
    TAKEN_OUT = "taken-out"
    COUNTED = "counted"
    TABLE_CHANGED = "table-changed"
    WALKOVER = "walkover"
    MOVED = "moved"
    POSTPONED = "postponed"
    LINED_UP = "lined-up"
    SET_ASIDE = "set-aside"
    LET_THROUGH = "let-through"
    CONFIRMED = "confirmed"
    ACCEPTED = "accepted"
    DISPUTED = "disputed"
    SETTLED = "settled"
    REOPENED = "reopened"
    # In a league.
    LEAGUE_BEGUN = "league-begun"
    LEAGUE_CHANGED = "league-changed"
    LEAGUE_CLOSED = "league-closed"
    TEAM_CHANGED = "team-changed"
    ENTRANT_LEFT = "entrant-left"
    ENTRANT_JOINED = "entrant-joined"
    ROUND_PAIRED = "round-paired"
    POINTS_CHANGED = "points-changed"
    # In the club.
    CLUB_CHANGED = "club-changed"
    PHONE_JOINED = "phone-joined"
    ROLE_CHANGED = "role-changed"
    PHONE_LEFT = "phone-left"
    PHONE_REMOVED = "phone-removed"
    PHONE_LET_BACK = "phone-let-back"
    HANDED_OVER = "handed-over"
    LINK_RENEWED = "link-renewed"
    CLOSING = "closing"
    KEPT_OPEN = "kept-open"
    TABLE_MOVED = "table-moved"
    TABLE_LEFT = "table-left"
    TABLE_DELETED = "table-deleted"
    GAME_DATED = "game-dated"
    PLAYER_DELETED = "player-deleted"


_Number = Annotated[int, Field(ge=-kept_json.LARGEST_NUMBER, le=kept_json.LARGEST_NUMBER)]
_People = Annotated[tuple[_Number, ...], Field(max_length=kept_json.MOST_PLAYERS)]
#: A text, a number, yes or no; or people, by the club's numbers.
Fact = Annotated[str, Field(max_length=300), kept_json.SEEN] | _Number | bool | _People | None
#: By name, as in `club-event.fact.…`; with a hyphen and a number for a board: `board-3`.
Facts = Mapping[str, Fact]
_Named = tuple[Annotated[str, Field(max_length=32)], Fact]
_Kept = Annotated[tuple[_Named, ...], Field(max_length=99)]


class By(NamedTuple):
    """The phone that changes something, and the reason if one was given."""

    device: str = ""
    reason: str = ""


class ClubEvent(NamedTuple):
    """Something that happened in a club."""

    at: AwareDatetime
    kind: ClubEventKind
    device: Annotated[str, Field(max_length=kept_json.LONGEST_ID)] = ""
    #: Whose phone it was then; empty if nobody said.
    who: Annotated[str, Field(max_length=kept_json.LONGEST_ID), kept_json.SEEN] = ""
    #: The competition and its match, 0 for none; empty for the club itself.
    match: tuple[Annotated[str, Field(max_length=kept_json.LONGEST_ID)], _Number] = ("", 0)
    #: The facts that changed, as they were and as they are now.
    before: _Kept = ()
    now: _Kept = ()

    def row(self, club_id: str, number: int) -> ClubEventRow:
        """The row that keeps it, as the `number`-th of its club."""
        league, fixture = self.match
        key = {"club_id": club_id, "competition_id": league, "kept": kept_json.write_kept(self)}
        return ClubEventRow(**key, number=number, fixture=fixture)

    def without(self, said: re.Pattern[str]) -> Self:
        """The same without a name, and without any text that has it."""
        who = "" if said.search(name_key(self.who)) else self.who
        before, now = (
            tuple(
                (name, "…" if isinstance(fact, str) and said.search(name_key(fact)) else fact)
                for name, fact in facts
            )
            for facts in (self.before, self.now)
        )
        return self._replace(who=who, before=before, now=now)


def what_differs(before: Facts, now: Facts) -> tuple[dict[str, Fact], dict[str, Fact]]:
    """Those facts that aren't the same before and now."""
    was = {name: before[name] for name in before if before[name] != now.get(name)}
    return was, {name: now[name] for name in now if now[name] != before.get(name)}


@dataclass(eq=False, kw_only=True)
class HistoryKeeper:
    """A service that keeps its changes in the history of clubs; `now` gives the time."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    #: By default the person who runs the server.
    who: By = field(default_factory=By)

    def by(self, who: By) -> Self:
        """The same service for one phone: its changes are kept as its own."""
        return replace(self, who=who)

    def note(
        self,
        session: Session,
        where: tuple[str, str] | tuple[str, str, int],
        kind: ClubEventKind,
        before: Facts | None = None,
        now: Facts | None = None,
    ) -> None:
        """Keep what the phone just did, in its transaction, which has locked the club.

        It did it in a club, in its competition or none, and there in a match. Facts that didn't
        change are left out. People are given by number, so that a name can be forgotten.
        """
        session.flush()
        club_id, match = where[0], (where[1], where[2] if len(where) > 2 else 0)
        of_club, at_number = col(ClubEventRow.club_id) == club_id, col(ClubEventRow.number)
        number = (session.exec(select(func.max(at_number)).where(of_club)).one() or 0) + 1
        member = session.get(ClubMemberRow, (club_id, self.who.device))
        was, told = what_differs(before or {}, now or {})
        if self.who.reason:
            told["reason"] = self.who.reason
        facts, name = ((*was.items(),), (*told.items(),)), member.name if member else ""
        event = ClubEvent(self.now(), kind, self.who.device, name, match, *facts)
        session.add(event.row(club_id, number))
        session.execute(delete(ClubEventRow).where(of_club, at_number <= number - MOST_EVENTS))


def forget_in_events(session: Session, club_id: str, names: set[str]) -> None:
    """Remove a name from all events of a club, with what was said of it; `names` has its keys."""
    if names := names - {""}:
        said = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
        for row in session.exec(select(ClubEventRow).where(ClubEventRow.club_id == club_id)):
            row.kept = kept_json.write_kept(kept_json.read_kept(ClubEvent, row.kept).without(said))


def events_of(
    database: Database,
    club_id: str,
    match: tuple[str, int] | None = None,
    before: int = kept_json.LARGEST_NUMBER,
) -> list[tuple[int, ClubEvent]]:
    """The latest events of a club or of a match, by number: those before one of them."""
    league_id, fixture = match or ("", 0)
    of_match = {"competition_id": league_id, "fixture": fixture} if match else {}
    number = col(ClubEventRow.number)
    found = select(ClubEventRow).filter_by(club_id=club_id, **of_match).where(number < before)
    with database.reading() as session:
        latest = session.exec(found.order_by(number.desc()).limit(PAGE))
        return [(row.number, kept_json.read_kept(ClubEvent, row.kept)) for row in latest]
