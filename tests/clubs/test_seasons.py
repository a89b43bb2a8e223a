"""The seasons of a club: friendly games of a range of days, with standings of their own."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest

from companion.clubs.all_services import Clubs
from companion.clubs.errors import NoSuchLeague
from companion.clubs.leagues.season_service import standings_of
from companion.db.database import Database
from companion.league.league_tally import PointsTable
from companion.league.standings import Season
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import HOME, LeagueNight
from tests.tables.scribe import opened, refused

WINTER = Season("Winter", date(2026, 1, 1), date(2026, 3, 31), ("fives-and-threes", "race-horse"))
OPENS = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> list[datetime]:
    """What time it is, for whoever opens a table."""
    return [OPENS]


@pytest.fixture
def house(database: Database, clock: list[datetime]) -> House:
    tables = TableService(database, now=lambda: clock[0])
    clubs = Clubs(tables, lambda: clock[0])
    club_id = clubs.service.open("Friday dominoes", "Ana's phone", zone="Europe/Lisbon")
    return House(tables, clubs, club_id)


def play(house: House, *people: int, game: str = "race-horse", winner: int = 0) -> str:
    """A friendly game of these people, which one side wins."""
    names = ", ".join(house.club.called(each) for each in people)
    header = f"game: {game}\nplayers: {names}\nrule: game-ends = at-once"
    table_id = opened(house.tables, header=header)
    house.clubs.tables.take_in(house.club_id, table_id, people)
    LeagueNight(house, "").win(table_id, HOME if winner == 0 else HOME.other)
    return table_id


def standings(house: House, season: Season) -> dict[str, tuple[int, Fraction]]:
    played = house.clubs.games.games(house.club).played
    return {
        house.club.called(line.number): (line.tally.played, line.tally.league_points)
        for line in standings_of(season, played)
    }


def test_games_of_its_days_and_kinds_count(house: House, clock: list[datetime]) -> None:
    ana, ben, cyd = house.join("Ana", "Ben", "Cyd")
    play(house, ana, ben)
    play(house, ana, cyd, winner=1, game="fives-and-threes")
    play(house, ben, cyd, game="five-up")
    # Until five in the morning it is the evening before: the season's last day.
    clock[0] = datetime(2026, 4, 1, 1, 30, tzinfo=UTC)
    play(house, cyd, ben)
    clock[0] = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)
    play(house, cyd, ben)
    assert standings(house, WINTER) == {"Cyd": (2, 4), "Ana": (2, 2), "Ben": (2, 0)}
    everything = WINTER._replace(kinds=(), table=PointsTable(win=Fraction(3)))
    assert standings(house, everything) == {"Cyd": (3, 6), "Ana": (2, 3), "Ben": (3, 3)}


def test_a_corrected_game_corrects_every_season_that_it_is_in(house: House) -> None:
    ana, ben = house.join("Ana", "Ben")
    table_id = play(house, ana, ben)
    year = WINTER._replace(name="2026", last=date(2026, 12, 31))
    LeagueNight(house, "").correct(table_id, HOME.other)
    for season in (WINTER, year):
        assert standings(house, season) == {"Ben": (1, 2), "Ana": (1, 0)}
    house.tables.remove(table_id)
    assert standings(house, WINTER) == {}


def test_seasons_are_kept_changed_and_forgotten(house: House) -> None:
    seasons = house.clubs.seasons
    season_id = seasons.create(house.club_id, WINTER)
    assert seasons.look(house.club_id, season_id) == WINTER
    assert seasons.of_club(house.club) == ((season_id, WINTER),)
    longer = WINTER._replace(last=date(2026, 4, 30))
    seasons.change(house.club_id, season_id, longer)
    assert seasons.look(house.club_id, season_id) == longer
    with refused("league.refused.season-days"):
        seasons.change(house.club_id, season_id, WINTER._replace(last=date(2025, 1, 1)))
    other = house.clubs.service.open("Sunday", "Dee's phone")
    for ask in (seasons.look, seasons.remove):
        with pytest.raises(NoSuchLeague):
            ask(other, season_id)
    seasons.remove(house.club_id, season_id)
    assert seasons.of_club(house.club) == ()
