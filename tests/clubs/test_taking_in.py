"""A club taken in: the same people, games and figures as where it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, event, func, select
from sqlmodel import SQLModel

from companion.clubs.errors import BadClubFile
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.clubs.transfer import arriving_club, import_club
from companion.clubs.transfer.arriving_club import remove_interrupted
from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.import_club import TakingInService
from companion.db.club_models import ClubRole
from companion.db.database import Database
from companion.db.errors import DatabaseAway
from companion.i18n import message
from companion.league.fixture import Fixture, MatchState
from companion.league.lineup import Pairing
from companion.league.standings import Season
from companion.upkeep.soundness import check
from tests.clubs.club_files import NOW, TOLD, exported, kept, packed, taken_in
from tests.clubs.full_club import figures, fill
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, HOME, PLAYERS, TEAMS, LeagueNight, begun, players
from tests.clubs.years import play_for_years
from tests.tables.scribe import enter, record, seen


def test_everything_is_there_again(house: House) -> None:
    tables = fill(house)
    data = exported(house)
    club, before = taken_in(house, data), house.club
    assert club.id != before.id
    assert club[1:5] == before[1:5]
    (own,) = club.members
    assert (own.device, own.role) == ("Dee's phone", ClubRole.MANAGER)
    there = house.clubs.tables.latest(before, 99)
    here = house.clubs.tables.latest(club, 99)
    told = [(*table[1:3], *table[4:]) for table in there]
    assert [(*table[1:3], *table[4:]) for table in here] == told
    for old, new in zip(there, here, strict=True):
        assert record(house.tables, new.id) == record(house.tables, old.id) or not old.version
        options = house.tables.look(old.id).table_options
        assert house.tables.look(new.id).table_options == options
        assert house.tables.look(new.id).is_pegs_only is house.tables.look(old.id).is_pegs_only
    check(house.tables.database)
    # What is taken along from there is what came.
    again = read_club_file(exported(house, club.id), NOW)
    assert again.club == read_club_file(data, NOW).club
    assert {table.origin for table in again.club.tables} == {*tables.values()}


def test_whoever_runs_the_server_takes_one_in_without_a_phone(house: House) -> None:
    brought = read_club_file(packed(TOLD), NOW)
    club = house.clubs.service.look(house.clubs.taking_in.take_in(brought, ""))
    assert club.members == () and club.names == {1: "Ana", 2: "Ben"}


def test_its_figures_are_the_same(house: House) -> None:
    tables = fill(house)
    play_for_years(house.tables, house.clubs, house.club_id, 4, different=2)
    club = taken_in(house, exported(house))
    there = figures(house, house.club)
    assert figures(house, club) == there
    assert len(there) == 9
    # Who was asked for a count was asked elsewhere.
    assert sum(seat.said for _, game in there for seat in game.seats) == 3
    assert tables["asked"]


def test_what_no_longer_holds_waits_to_be_mended(house: House) -> None:
    tables = fill(house)
    club = taken_in(house, exported(house))
    names = {each.created_at: each.id for each in house.clubs.tables.latest(club, 99)}
    there = {each.id: each.created_at for each in house.clubs.tables.latest(house.club, 99)}
    broken = names[there[tables["broken"]]]
    old, new = house.tables.read(tables["broken"]), house.tables.read(broken)
    assert old.refused is not None and new.refused is not None
    assert new.refused.refusal.message == old.refused.refusal.message
    assert [said for _, said in new.unheard] == [said for _, said in old.unheard]
    assert house.tables.look(broken).refused is not None


class Interrupted:
    """Transactions of a database, of which one breaks, and from then on all if it `stays`."""

    def __init__(self, database: Database, patch: pytest.MonkeyPatch) -> None:
        self.count, self.breaks, self.stays = 0, 0, False
        begun = database.transaction

        @contextmanager
        def transaction() -> Iterator[Connection]:
            with begun() as connection:
                yield connection
                self.count += 1
                if self.count == self.breaks or (self.stays and self.count > self.breaks > 0):
                    raise DatabaseAway(message("database.unusable", reason="killed"))

        patch.setattr(database, "transaction", transaction)

    def at(self, number: int, *, stays: bool) -> None:
        self.count, self.breaks, self.stays = 0, number, stays


def rows_of(database: Database) -> dict[str, int]:
    """How many rows there are of each kind."""
    with database.snapshot() as connection:
        return {
            rows.name: connection.scalar(select(func.count()).select_from(rows)) or 0
            for rows in SQLModel.metadata.sorted_tables
        }


def test_what_is_interrupted_anywhere_leaves_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(house)
    brought, database = read_club_file(exported(house), NOW), house.tables.database
    before, rows, at = kept(house), rows_of(database), datetime.now(UTC)
    taking_in = TakingInService(database, now=lambda: at)
    monkeypatch.setattr(import_club, "AT_ONCE", 3)
    monkeypatch.setattr(arriving_club, "AT_ONCE", 3)
    broken = Interrupted(database, monkeypatch)
    # One to begin, one for the people, three for the tables, the last one for everything else.
    for number in range(1, 7):
        for stays in (False, True):
            broken.at(number, stays=stays)
            with pytest.raises(DatabaseAway):
                taking_in.take_in(brought, "Dee's phone")
            # What has just arrived may still go on: only this process knows that it doesn't.
            broken.at(0, stays=False)
            assert house.clubs.service.listing()[1:] == ()
            assert house.clubs.service.of_device("Dee's phone") == ()
            check(database)
            assert stays or rows_of(database) == rows
            remove_interrupted(database, at)
            at += timedelta(minutes=2)
            taking_in.tidy()
            assert rows_of(database) == rows and kept(house) == before
    broken.at(0, stays=False)
    club_id = taking_in.take_in(brought, "Dee's phone")
    assert broken.count == 6
    assert len(house.clubs.tables.latest(house.clubs.service.look(club_id), 99)) == 8


def test_an_import_that_was_taken_for_interrupted_is_refused_whole(house: House) -> None:
    fill(house)
    brought, database = read_club_file(exported(house), NOW), house.tables.database
    rows, at = rows_of(database), [datetime.now(UTC)]

    def now() -> datetime:
        # Each time it asks, a minute has gone, and another import begins.
        at.append(at[-1] + timedelta(minutes=2))
        if len(at) > 4:
            remove_interrupted(database, at[-1] + timedelta(minutes=2))
        return at[-1]

    with pytest.raises(BadClubFile):
        TakingInService(database, now=now).take_in(brought, "Dee's phone")
    assert rows_of(database) == rows


def test_a_full_disk_leaves_nothing_however_often_it_is_tried(house: House) -> None:
    fill(house)
    brought, database = read_club_file(exported(house), NOW), house.tables.database
    if not database.is_sqlite:
        # Only SQLite says how large its file may become.
        return
    with database.transaction() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    failed = 0
    room = [pages]

    def limit(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA max_page_count = {room[0]}")

    event.listen(database.engine, "begin", limit)
    # Each time a little more room: it is used up after a batch, or at the end, or suffices.
    for room[0] in range(pages, pages + 8):
        before = rows_of(database)
        try:
            house.clubs.taking_in.take_in(brought, "Dee's phone")
        except DatabaseAway:
            failed += 1
            assert rows_of(database) == before
    event.remove(database.engine, "begin", limit)
    assert 1 < failed < 8
    check(database)


def test_its_tables_are_played_on(house: House) -> None:
    tables = fill(house)
    club = taken_in(house, exported(house))
    here = {each.created_at: each.id for each in house.clubs.tables.latest(club, 99)}
    there = {each.id: each.created_at for each in house.clubs.tables.latest(house.club, 99)}
    on = here[there[tables["on"]]]
    after = enter(house.tables, on, "Ben: 4-2")
    before = enter(house.tables, tables["on"], "Ben: 4-2")
    assert after.game.scores == before.game.scores
    assert seen(after)["entries"][-1].statement == before.entries[-1].statement


def test_its_leagues_and_seasons_stand_as_they_stood(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben", "Cyd")
    night.play(AWAY, number=1)
    gone = night.play(HOME, number=2)
    house.tables.remove(gone)
    night.open(number=3)
    teams = begun(
        house, TEAMS, [NewEntrant((2, 3), "Blues"), NewEntrant((1,), "Łódź", "The Crown")]
    )
    teams.line_up(Pairing((1,), (2,)), Pairing((), (3,)))
    teams.play(HOME, board=1)
    house.clubs.matches.postpone((house.club_id, teams.league_id, 1))
    season = Season("Winter", date(2026, 11, 1), date(2027, 2, 28), ("race-horse",))
    house.clubs.seasons.create(house.club_id, season)
    data = exported(house)
    club = taken_in(house, data)
    there, here = (
        [house.clubs.leagues.look(each.id, league.id) for league in leagues]
        for each in (house.club, club)
        for leagues in [house.clubs.leagues.all_of(each)]
    )
    assert [league.competition for league in here] == [league.competition for league in there]
    for old, new in zip(there, here, strict=True):
        assert new.entrants == old.entrants and new.standings == old.standings
        assert new.revisions == old.revisions
        assert [*map(told_of, new.fixtures)] == [*map(told_of, old.fixtures)]
        assert {*new.tables}.isdisjoint(old.tables)
    assert [each for _, each in house.clubs.seasons.of_club(club)] == [season]
    check(house.tables.database)
    # The game that was on goes on there in its match.
    (on,) = (each for each in here[1].tables.values() if each.winner is None)
    LeagueNight(House(house.tables, house.clubs, club.id), here[1].id).win(on.id, HOME)
    league = house.clubs.leagues.look(club.id, here[1].id)
    assert league.fixture(3).state(league.competition.form) is MatchState.OVER
    again = read_club_file(exported(house), NOW)
    assert again == read_club_file(data, NOW)


def told_of(fixture: Fixture) -> Fixture:
    """A match without the ids of its tables, which are others elsewhere."""
    return fixture.with_games(
        lambda _, game: game._replace(table="a table") if game.table else game
    )
