"""The leagues and seasons of a club on its way, as their rules write them.

A game at a table is told by the name of the table's record, since tables have other ids elsewhere.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from companion.clubs.errors import BadClubFile
from companion.clubs.leagues.league_plan import MOST_MATCHES
from companion.clubs.leagues.league_service import MOST_LEAGUES
from companion.clubs.leagues.season_service import MOST_SEASONS
from companion.i18n import message
from companion.league.competition import Competition
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_json import read_fixture, write_fixture
from companion.league.kept_json import write_kept
from companion.league.league_bounds import MOST_BOARDS, MOST_ENTRANTS
from companion.league.season import Season
from companion.rules.errors import Refusal

_MOST_CHANGES = 10**6


class StrictModel(BaseModel):
    """What is read is what was written: no text that looks like a number is one."""

    model_config = ConfigDict(frozen=True, strict=True)


class CarriedMatchTable(StrictModel):
    """A table at which a game of a match is played."""

    record: Annotated[str, Field(max_length=32)]
    fixture: Annotated[int, Field(ge=1)]
    board: Annotated[int, Field(ge=1, le=MOST_BOARDS)]
    home_side: Annotated[int, Field(ge=0, le=1)]


class CarriedFixture(StrictModel):
    """A match, and how often it was changed."""

    fixture: dict[str, Any]
    revision: Annotated[int, Field(ge=0, le=_MOST_CHANGES)] = 0

    @property
    def value(self) -> Fixture:
        """The match that is told of; raises `NotKept`."""
        return read_fixture(write_kept(self.fixture))


class CarriedLeague(StrictModel):
    """A competition: what was decided, who takes part, its matches and their tables."""

    competition: dict[str, Any]
    made_at: AwareDatetime
    entrants: Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_ENTRANTS)] = ()
    fixtures: Annotated[tuple[CarriedFixture, ...], Field(max_length=MOST_MATCHES)] = ()
    tables: tuple[CarriedMatchTable, ...] = ()

    def check(self, players: frozenset[int], records: frozenset[str]) -> None:
        """Refuse what cannot be a league of these players and records; raises a `Refusal`."""
        competition = Competition.read(write_kept(self.competition))
        entrants = [Entrant.read(write_kept(each)) for each in self.entrants]
        numbers = {each.number for each in entrants}
        _demand(len(numbers) == len(entrants))
        _demand(all(each.kind is competition.kind for each in entrants))
        _demand({*chain.from_iterable(each.players for each in entrants)} <= players)
        places = {table.record: (table.fixture, table.board) for table in self.tables}
        _demand(places.keys() <= records)
        before: set[int] = set()
        last = 0
        for fixture in (each.value.check(competition.form) for each in self.fixtures):
            _demand(fixture.number > last)
            for slot in (fixture.home, fixture.away):
                _demand(not slot.entrant or slot.entrant in numbers)
                # Only matches before it, so nothing turns in a circle.
                _demand({slot.winner_of, slot.loser_of} - {0} <= before)
            _demand({*chain.from_iterable(chain.from_iterable(fixture.lineup))} <= {*players})
            for board, record in _tables_in(fixture):
                _demand(places.get(record) == (fixture.number, board))
            last = fixture.number
            before.add(last)
        boards = len(competition.form.boards)
        _demand(all(place[0] in before and place[1] <= boards for place in places.values()))


class CarriedSeason(StrictModel):
    """A season of a club."""

    season: dict[str, Any]
    made_at: AwareDatetime


Leagues = Annotated[tuple[CarriedLeague, ...], Field(max_length=MOST_LEAGUES)]
Seasons = Annotated[tuple[CarriedSeason, ...], Field(max_length=MOST_SEASONS)]


def check_leagues(
    leagues: Leagues, seasons: Seasons, players: frozenset[int], records: frozenset[str]
) -> None:
    """Refuse leagues and seasons that cannot be; raises `BadClubFile`."""
    used = [table.record for league in leagues for table in league.tables]
    if len({*used}) < len(used):
        raise BadClubFile(message("club-file.refused.match-twice"))
    for number, league in enumerate(leagues, 1):
        try:
            league.check(players, records)
        except Refusal as refusal:
            why = refusal.message
            raise BadClubFile(message("club-file.refused.league", number=number, why=why)) from None
    for number, season in enumerate(seasons, 1):
        try:
            Season.read(write_kept(season.season))
        except Refusal as refusal:
            why = refusal.message
            raise BadClubFile(message("club-file.refused.season", number=number, why=why)) from None


def carried_fixture(kept: str, revision: int, names: Mapping[str, str]) -> CarriedFixture:
    """A match as it is kept, each table by the name it has in `names`; others stay here."""
    fixture = with_tables(read_fixture(kept), names)
    return CarriedFixture(fixture=json.loads(write_fixture(fixture)), revision=revision)


def with_tables(fixture: Fixture, names: Mapping[str, str]) -> Fixture:
    """A match whose tables are called so; a game of one that has no name is left out."""
    boards = tuple(
        board._replace(
            games=tuple(
                game._replace(table=names[game.table]) if game.table else game
                for game in board.games
                if not game.table or game.table in names
            )
        )
        for board in fixture.boards
    )
    return fixture._replace(boards=boards)


def _tables_in(fixture: Fixture) -> Iterator[tuple[int, str]]:
    """The boards, from 1, at which tables are played, and what those are called."""
    for board, result in enumerate(fixture.boards, 1):
        yield from ((board, game.table) for game in result.games if game.table)


def _demand(holds: bool) -> None:
    if not holds:
        raise BadClubFile(message("club-file.refused.cannot-be"))
