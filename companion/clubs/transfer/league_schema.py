"""The leagues and seasons of a club in transfer, as their rules write them.

A game at a table is given by the name of the table's record, since tables have other ids elsewhere.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from itertools import chain
from typing import Annotated, Self, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer

from companion.clubs.errors import BadClubFile
from companion.clubs.leagues.club_league import MOST_MATCHES
from companion.clubs.leagues.league_service import MOST_LEAGUES
from companion.clubs.leagues.season_service import MOST_SEASONS
from companion.i18n import message
from companion.league.competition import Competition, Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_list import check_whole
from companion.league.kept_json import MOST_BOARDS, MOST_ENTRANTS, YEARS, plain
from companion.league.match_format import MatchFormat
from companion.league.match_result import GameResult
from companion.league.paper_points import check_points
from companion.league.standings import Season
from companion.rules.errors import Refusal

_MOST_CHANGES = 10**6
_Value = TypeVar("_Value")
#: A value as the league's rules keep it.
AsKept = Annotated[_Value, PlainSerializer(plain)]


class StrictModel(BaseModel):
    """Values are read as they are written: a text that looks like a number stays a text."""

    model_config = ConfigDict(frozen=True, strict=True)


class CarriedMatchTable(StrictModel):
    """A table where a game of a match is played."""

    record: Annotated[str, Field(max_length=32)]
    fixture: Annotated[int, Field(ge=1)]
    board: Annotated[int, Field(ge=1, le=MOST_BOARDS)]
    home_side: Annotated[int, Field(ge=0, le=1)]


class CarriedFixture(StrictModel):
    """A match, and how often it was changed."""

    fixture: AsKept[Fixture]
    revision: Annotated[int, Field(ge=0, le=_MOST_CHANGES)] = 0


class CarriedLeague(StrictModel):
    """A competition: what was decided, who takes part, its matches and their tables."""

    competition: AsKept[Competition]
    made_at: AwareDatetime
    entrants: Annotated[tuple[AsKept[Entrant], ...], Field(max_length=MOST_ENTRANTS)] = ()
    fixtures: Annotated[tuple[CarriedFixture, ...], Field(max_length=MOST_MATCHES)] = ()
    tables: tuple[CarriedMatchTable, ...] = ()

    def with_records(self, names: Mapping[str, str]) -> Self:
        """The same with its tables renamed; one that has no new name is left out."""

        def named(_board: int, game: GameResult) -> GameResult | None:
            if not game.table:
                return game
            return game._replace(table=names[game.table]) if game.table in names else None

        fixtures = tuple(
            each.model_copy(update={"fixture": each.fixture.with_games(named)})
            for each in self.fixtures
        )
        tables = tuple(
            each.model_copy(update={"record": names[each.record]})
            for each in self.tables
            if each.record in names
        )
        return self.model_copy(update={"fixtures": fixtures, "tables": tables})

    def check(self, players: frozenset[int], records: frozenset[str]) -> None:
        """Refuse what can't be a league of these players and records; raises a `Refusal`."""
        fixtures = [each.fixture for each in self.fixtures]
        check_whole(self.competition.check(), self.entrants, fixtures, players)
        places = {table.record: (table.fixture, table.board) for table in self.tables}
        _demand(places.keys() <= records)
        days = [each.starts_at for each in fixtures if each.starts_at]
        _check_days(*days, *chain(*self.competition.pauses))
        for fixture in fixtures:
            _check_games(self.competition.form, fixture)
            for board, record in _tables_in(fixture):
                _demand(places.get(record) == (fixture.number, board))
        numbers, boards = {each.number for each in fixtures}, len(self.competition.form.boards)
        _demand(all(each in numbers and board <= boards for each, board in places.values()))


class CarriedSeason(StrictModel):
    """A season of a club."""

    season: AsKept[Season]
    made_at: AwareDatetime


Leagues = Annotated[tuple[CarriedLeague, ...], Field(max_length=MOST_LEAGUES)]
Seasons = Annotated[tuple[CarriedSeason, ...], Field(max_length=MOST_SEASONS)]


def check_leagues(
    leagues: Leagues, seasons: Seasons, players: frozenset[int], records: frozenset[str]
) -> None:
    """Refuse leagues and seasons that can't be; raises `BadClubFile`."""
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
            season.season.check()
            _check_days(season.season.first, season.season.last)
        except Refusal as refusal:
            why = refusal.message
            raise BadClubFile(message("club-file.refused.season", number=number, why=why)) from None


def _tables_in(fixture: Fixture) -> Iterator[tuple[int, str]]:
    """The boards, from 1, that have tables, and what those are called."""
    for result in fixture.results:
        for number, board in enumerate(result.boards, 1):
            yield from ((number, game.table) for game in board.games if game.table)


def _check_games(form: MatchFormat, fixture: Fixture) -> None:
    """Refuse someone who plays against themselves, and points that no game from paper has."""
    for result in fixture.results:
        _demand(not any({*pairing.home} & {*pairing.away} for pairing in result.lineup))
        for by, board in zip(form.boards, result.boards, strict=False):
            for game in board.games:
                if game.winner is not None and not game.table:
                    check_points(by, game.winner, game.points)


def _check_days(*days: date) -> None:
    """Refuse days that no form takes; calendars know no others."""
    _demand(all(day.year in YEARS for day in days))


def _demand(holds: bool) -> None:
    if not holds:
        raise BadClubFile(message("club-file.refused.cannot-be"))
