"""The leagues and seasons of a club, as they go along with it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from companion.clubs.leagues.league_loader import competition_of
from companion.clubs.transfer.league_schema import (
    CarriedFixture,
    CarriedLeague,
    CarriedMatchTable,
    CarriedSeason,
    with_tables,
)
from companion.db.league_models import (
    COMPETITIONS,
    ENTRANTS,
    FIXTURES,
    MATCH_TABLES,
    SEASONS,
)
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.kept_json import read_kept
from companion.league.season import Season


class ExportedLeagueRows(NamedTuple):
    """A competition as its rows keep it."""

    competition: Any
    entrants: Sequence[Any]
    fixtures: Sequence[Any]
    tables: Sequence[Any]

    def carried(self, names: Mapping[str, str]) -> CarriedLeague:
        """What goes along, its tables by the names of their records; no phone's signature."""
        return CarriedLeague(
            competition=competition_of(self.competition.kept),
            made_at=self.competition.made_at,
            entrants=tuple(read_kept(Entrant, each.kept) for each in self.entrants),
            fixtures=tuple(
                CarriedFixture(
                    fixture=with_tables(read_kept(Fixture, each.kept), names),
                    revision=each.revision,
                )
                for each in self.fixtures
            ),
            tables=tuple(
                CarriedMatchTable(
                    record=names[each.table_id],
                    fixture=each.fixture,
                    board=each.board,
                    home_side=each.home_side,
                )
                for each in self.tables
                if each.table_id in names
            ),
        )


def league_rows(connection: Connection, club_id: str) -> Iterator[ExportedLeagueRows]:
    """The competitions of a club, the one made first first."""
    of_club = select(COMPETITIONS).where(COMPETITIONS.c.club_id == club_id)
    in_order = of_club.order_by(COMPETITIONS.c.made_at, COMPETITIONS.c.id)
    for row in connection.execute(in_order).all():
        entrants, fixtures, tables = (
            connection.execute(
                select(rows).where(rows.c.competition_id == row.id).order_by(*order)
            ).all()
            for rows, order in (
                (ENTRANTS, (ENTRANTS.c.number,)),
                (FIXTURES, (FIXTURES.c.number,)),
                (MATCH_TABLES, (MATCH_TABLES.c.fixture, MATCH_TABLES.c.board)),
            )
        )
        yield ExportedLeagueRows(row, entrants, fixtures, tables)


def carried_seasons(connection: Connection, club_id: str) -> Iterator[CarriedSeason]:
    """The seasons of a club, the one made first first."""
    of_club = select(SEASONS).where(SEASONS.c.club_id == club_id)
    for row in connection.execute(of_club.order_by(SEASONS.c.made_at, SEASONS.c.id)):
        yield CarriedSeason(season=read_kept(Season, row.kept), made_at=row.made_at)
