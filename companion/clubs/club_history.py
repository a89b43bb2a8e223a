"""What happened in a club: who did it, when, from which phone, and what it was before."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter
from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from companion.db.club_models import ClubEventRow, ClubMemberRow
from companion.db.database import Database
from companion.i18n import Text, message
from companion.league.kept_json import LARGEST_NUMBER, MOST_PLAYERS, SEEN
from companion.rules.player_names import name_key
from companion.tables.table_state import describe_phone

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
    WALKOVER = "walkover"
    MOVED = "moved"
    POSTPONED = "postponed"
    LINED_UP = "lined-up"
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
    POINTS_CHANGED = "points-changed"
    # In the club.
    CLUB_CHANGED = "club-changed"
    PHONE_JOINED = "phone-joined"
    ROLE_CHANGED = "role-changed"
    PHONE_REMOVED = "phone-removed"
    PHONE_LET_BACK = "phone-let-back"
    HANDED_OVER = "handed-over"
    LINK_RENEWED = "link-renewed"
    CLOSING = "closing"
    KEPT_OPEN = "kept-open"
    TABLE_MOVED = "table-moved"
    GAME_DATED = "game-dated"


#: A text, a number, yes or no; or people, by the club's numbers.
_Number = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
_People = Annotated[tuple[_Number, ...], Field(max_length=MOST_PLAYERS)]
Fact = Annotated[str, Field(max_length=300), SEEN] | _Number | bool | _People | None
#: By name, as in `club-event.fact.…`; with a hyphen and a number for a board: `board-3`.
Facts = Mapping[str, Fact]
_FACTS: TypeAdapter[dict[str, Fact]] = TypeAdapter(dict[str, Fact], config=ConfigDict(strict=True))


class By(NamedTuple):
    """The phone that changes something, and the reason if one was given."""

    device: str = ""
    reason: str = ""


#: The person who runs the server.
NOBODY = By()


class ClubEvent(NamedTuple):
    """Something that happened in a club, its `number`-th."""

    number: int
    at: datetime
    device: str
    #: Whose phone it was then; empty if nobody said.
    who: str
    kind: ClubEventKind
    #: The competition and its match, 0 for none; empty for the club itself.
    competition_id: str
    fixture: int
    #: What changed, as it was and as it is now.
    before: Facts
    now: Facts

    @property
    def title(self) -> Text:
        """What was done, in a few words."""
        return message(f"club-event.{self.kind}")

    @property
    def phone(self) -> Text:
        """The phone in words, as it was called then."""
        return describe_phone(self.who)


def keep_event(
    session: Session,
    club_id: str,
    kind: ClubEventKind,
    at: datetime,
    *,
    by: By,
    match: tuple[str, int] = ("", 0),
    before: Facts | None = None,
    now: Facts | None = None,
) -> None:
    """Keep what a phone just did, in its transaction, which has locked the club.

    `match` is a competition with the number of its match, or 0. Facts that didn't change are left
    out. People are given by number, so that a name can be forgotten.
    """
    session.flush()
    of_club = col(ClubEventRow.club_id) == club_id
    number = (session.exec(select(func.max(ClubEventRow.number)).where(of_club)).one() or 0) + 1
    member = session.get(ClubMemberRow, (club_id, by.device))
    was, told = what_differs(before or {}, now or {})
    if by.reason:
        told |= {"reason": by.reason}
    session.add(
        ClubEventRow(
            club_id=club_id,
            number=number,
            at=at,
            device=by.device,
            who=member.name if member else "",
            kind=kind.value,
            competition_id=match[0],
            fixture=match[1],
            before=write_facts(was),
            now=write_facts(told),
        )
    )
    session.execute(
        delete(ClubEventRow).where(of_club, col(ClubEventRow.number) <= number - MOST_EVENTS)
    )


def what_differs(before: Facts, now: Facts) -> tuple[dict[str, Fact], dict[str, Fact]]:
    """Those facts that aren't the same before and now."""
    was = {name: before[name] for name in before if before[name] != now.get(name)}
    return was, {name: now[name] for name in now if now[name] != before.get(name)}


def write_facts(facts: Facts) -> str:
    """Facts as a row keeps them."""
    return json.dumps(facts, ensure_ascii=False)


def read_facts(written: str) -> dict[str, Fact]:
    """The facts that a row keeps; raises `ValueError` for what can't be some."""
    return _FACTS.validate_json(written)


def forget_in_events(session: Session, club_id: str, names: set[str]) -> None:
    """Remove a name from all events of a club, with what was said of it; `names` has its keys."""
    if not (names := names - {""}):
        return
    said = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")

    def cleared(written: str) -> str:
        facts = read_facts(written).items()
        return write_facts({name: _without(said, fact) for name, fact in facts})

    for row in session.exec(select(ClubEventRow).where(ClubEventRow.club_id == club_id)):
        row.who = "" if said.search(name_key(row.who)) else row.who
        row.before, row.now = cleared(row.before), cleared(row.now)


def _without(said: re.Pattern[str], fact: Fact) -> Fact:
    return "…" if isinstance(fact, str) and said.search(name_key(fact)) else fact


@dataclass(eq=False)
class ClubHistoryService:
    """What happened in clubs."""

    database: Database

    def events(
        self, club_id: str, match: tuple[str, int] | None = None, before: int | None = None
    ) -> tuple[ClubEvent, ...]:
        """The latest events of a club or of one match, those before a number; one page of them."""
        of_club = select(ClubEventRow).where(ClubEventRow.club_id == club_id)
        if match is not None:
            league_id, number = match
            of_club = of_club.where(
                ClubEventRow.competition_id == league_id, ClubEventRow.fixture == number
            )
        if before is not None:
            of_club = of_club.where(ClubEventRow.number < before)
        latest = of_club.order_by(col(ClubEventRow.number).desc()).limit(PAGE)
        with self.database.reading() as session:
            return tuple(map(event_of, session.exec(latest)))


def event_of(row: ClubEventRow) -> ClubEvent:
    """An event as its row keeps it; raises `ValueError` for one that can't be."""
    told: dict[str, Any] = row.model_dump(exclude={"club_id"})
    told |= {"before": read_facts(row.before), "now": read_facts(row.now)}
    return ClubEvent(**told | {"kind": ClubEventKind(row.kind)})
