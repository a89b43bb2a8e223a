"""A club in transfer: everything that goes to another server, and nothing that gives access.

Phones, links and secrets stay where they are. A file may say anything, so each value is checked
once, here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Self

from pydantic import AfterValidator, AwareDatetime, Field, ValidationError, model_validator

from companion.clubs.club_history import MOST_EVENTS, ClubEvent
from companion.clubs.club_service import check_club_name, check_zone
from companion.clubs.errors import BadClubFile
from companion.clubs.player_service import MOST_NICKNAMES, MOST_PLAYERS
from companion.clubs.transfer import league_schema
from companion.db.club_models import COLOURS
from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.rules.player_names import check_name
from companion.rules.settings import SEATS

#: It grows when the format of the file changes.
FORMAT = 1
MOST_TABLES = 10_000
#: A clock may be wrong, and no game is older than the last century.
_EARLIEST, _AHEAD = datetime(1900, 1, 1, tzinfo=UTC), timedelta(days=2)


def _checked(check: Callable[[str], None]) -> AfterValidator:
    """A text that passes a check, which raises a `Refusal`."""

    def checked(text: str) -> str:
        check(text)
        return text

    return AfterValidator(checked)


CheckedName = Annotated[str, _checked(check_name)]
PlayerId = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
Seat = Annotated[int, Field(ge=0, lt=max(SEATS))]


class CarriedPlayer(league_schema.StrictModel):
    """Someone who plays there; the name is empty if it was removed."""

    number: PlayerId
    name: CheckedName | Annotated[str, Field(max_length=0)]
    nicknames: Annotated[tuple[CheckedName, ...], Field(max_length=MOST_NICKNAMES)] = ()
    colour: Annotated[int, Field(ge=0, lt=COLOURS)] = 0
    same_as: PlayerId | None = None
    left_at: AwareDatetime | None = None


class CarriedOptions(league_schema.StrictModel):
    """How a table uses the app; which phone must accept fixes is not exported."""

    counting: Annotated[frozenset[Seat], Field(max_length=max(SEATS))] = frozenset()
    muggins: bool = False
    penalty: bool = False
    findings: bool = True


class CarriedTable(league_schema.StrictModel):
    """A table: where its record is, who sat at each seat, and when."""

    record: Annotated[str, Field(pattern=r"^records/[0-9]{1,6}\.txt$")]
    seats: Annotated[tuple[PlayerId, ...], Field(max_length=max(SEATS))]
    created_at: AwareDatetime
    changed_at: AwareDatetime
    #: The id of the table where the record was first opened: it identifies the record.
    origin: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    #: The table after which the same people played this one, counted from 0.
    after: Annotated[int, Field(ge=0, lt=MOST_TABLES)] | None = None
    options: CarriedOptions = CarriedOptions()
    pegs_only: bool = False
    #: The entries, counted from 0, before which their player was asked for the count.
    asked: tuple[Annotated[int, Field(ge=0, lt=10**6)], ...] = ()


class CarriedClub(league_schema.StrictModel):
    """A club without its records."""

    companion_club: Annotated[int, Field(ge=1)] = FORMAT
    name: Annotated[str, _checked(check_club_name)]
    zone: Annotated[str, _checked(check_zone)]
    shows_ratings: bool = True
    players: Annotated[tuple[CarriedPlayer, ...], Field(max_length=MOST_PLAYERS)] = ()
    #: In the order in which they were opened.
    tables: Annotated[tuple[CarriedTable, ...], Field(max_length=MOST_TABLES)] = ()
    leagues: league_schema.Leagues = ()
    seasons: league_schema.Seasons = ()
    #: The oldest first, without phones; a league is given by its place here, from 0.
    events: Annotated[
        tuple[league_schema.AsKept[ClubEvent], ...], Field(max_length=MOST_EVENTS)
    ] = ()

    @classmethod
    def read(cls, written: bytes, now: datetime) -> Self:
        """The club described by the JSON; raises `BadClubFile`."""
        try:
            club = cls.model_validate_json(written)
        except ValidationError as error:
            raise _describe(error) from None
        if not all(_EARLIEST <= moment <= now + _AHEAD for moment in club._moments):
            raise BadClubFile(message("club-file.refused.time"))
        return club

    @property
    def _moments(self) -> Iterator[datetime]:
        yield from (each.left_at for each in self.players if each.left_at is not None)
        for table in self.tables:
            yield from (table.created_at, table.changed_at)
        yield from (league.made_at for league in self.leagues)
        yield from (season.made_at for season in self.seasons)
        yield from (event.at for event in self.events)

    @property
    def persons(self) -> dict[int, int]:
        """The number that stands for everyone who is the same person."""
        return {each.number: each.same_as or each.number for each in self.players}

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if self.companion_club != FORMAT:
            raise BadClubFile(message("club-file.refused.newer"))
        known = {each.number: each for each in self.players}
        if len(known) < len(self.players):
            raise BadClubFile(message("club-file.refused.number-twice"))
        for player in self.players:
            told = player.same_as
            if told is not None and (told not in known or known[told].same_as is not None):
                raise BadClubFile(message("club-file.refused.same-as", number=player.number))
        if not _are_apart(table.record for table in self.tables):
            raise BadClubFile(message("club-file.refused.record-twice"))
        persons = self.persons
        for place, table in enumerate(self.tables):
            _check_table(place, table, persons)
        records = frozenset(table.record for table in self.tables)
        if not {each.match[0] for each in self.events} <= {"", *map(str, range(len(self.leagues)))}:
            raise BadClubFile(message("club-file.refused.cannot-be"))
        league_schema.check_leagues(self.leagues, self.seasons, frozenset(known), records)
        return self


def _check_table(place: int, table: CarriedTable, persons: Mapping[int, int]) -> None:
    is_seated = {*table.seats} <= persons.keys()
    if not is_seated or not _are_apart(persons[number] for number in table.seats):
        raise BadClubFile(message("club-file.refused.seats", number=place + 1))
    # A later table was opened later, so nothing goes round in a circle.
    if table.after is not None and table.after >= place:
        raise BadClubFile(message("club-file.refused.after", number=place + 1))
    if table.changed_at < table.created_at:
        raise BadClubFile(message("club-file.refused.time"))


def _are_apart(values: Iterable[object]) -> bool:
    found = [*values]
    return len({*found}) == len(found)


def _describe(error: ValidationError) -> BadClubFile:
    """The first thing that is wrong, and where it is."""
    first = error.errors(include_url=False, include_input=False)[0]
    reason: Any = first.get("ctx", {}).get("error")
    where = " › ".join(
        f"{step + 1}" if isinstance(step, int) else step
        for step in first["loc"]
        if isinstance(step, int) or step in _FIELDS
    )
    if not where:
        no_club = BadClubFile(message("club-file.refused.no-club"))
        return reason if isinstance(reason, BadClubFile) else no_club
    why: Text = message("club-file.refused.cannot-be")
    if isinstance(reason, Refusal):
        why = reason.message
    return BadClubFile(message("club-file.refused.at", where=where, why=why))


_FIELDS = frozenset(
    name
    for told in (CarriedClub, CarriedTable, CarriedPlayer, CarriedOptions)
    for name in told.model_fields
)
