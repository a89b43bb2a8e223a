"""The leagues and seasons of a club, as they go along with it."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from companion.clubs.leagues.league_loader import competition_of
from companion.clubs.transfer.league_schema import (
    CarriedFixture,
    CarriedLeague,
    CarriedMatchTable,
    CarriedSeason,
)
from companion.db.league_models import COMPETITIONS, ENTRANTS, FIXTURES, MATCH_TABLES, SEASONS
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.kept_json import read_kept
from companion.league.season import Season


def carried_leagues(connection: Connection, club_id: str) -> Iterator[CarriedLeague]:
    """The competitions of a club, the one made first first; their tables are called by their ids.

    No phone's signature goes along.
    """
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
        yield CarriedLeague(
            competition=competition_of(row.kept),
            made_at=row.made_at,
            entrants=tuple(read_kept(Entrant, each.kept) for each in entrants),
            fixtures=tuple(
                CarriedFixture(fixture=read_kept(Fixture, each.kept), revision=each.revision)
                for each in fixtures
            ),
            tables=tuple(
                CarriedMatchTable(
                    record=each.table_id,
                    fixture=each.fixture,
                    board=each.board,
                    home_side=each.home_side,
                )
                for each in tables
            ),
        )


def carried_seasons(connection: Connection, club_id: str) -> Iterator[CarriedSeason]:
    """The seasons of a club, the one made first first."""
    of_club = select(SEASONS).where(SEASONS.c.club_id == club_id)
    for row in connection.execute(of_club.order_by(SEASONS.c.made_at, SEASONS.c.id)):
        yield CarriedSeason(season=read_kept(Season, row.kept), made_at=row.made_at)
