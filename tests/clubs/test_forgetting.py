"""Somebody is forgotten: the records stay, and nothing tells the name."""

from datetime import datetime

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel

from companion.clubs.club_history import By
from companion.clubs.forget_player import _rename, forget_player
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.db.table_models import LeadsTo
from companion.league.competition import Shape
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.record.header import Header
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import PLAYERS, TEAMS, begun, players
from tests.tables.scribe import log, opened, stamp


def test_forgetting_somebody_keeps_the_records_and_takes_the_name_away(house: House) -> None:
    lines = ("lead: Ana", "Ana: 6-4", "Ana: 4-4")
    table_id, elsewhere = opened(house.tables, *lines), opened(house.tables)
    house.tables.rename(table_id, ("Anna", "Ben"), stamp(house.tables, table_id))
    house.tables.rename(table_id, ("Ana", "Benno"), stamp(house.tables, table_id))
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    (anna,) = house.join("Anna")
    house.clubs.players.change(house.club_id, anna, name="Anna", nicknames=["Annie"], colour=1)
    house.clubs.players.tell_same(house.club_id, anna, 1)
    scores = house.tables.look(table_id).game.scores
    forget_player(house.tables, house.club_id, anna)
    state = house.tables.look(table_id)
    assert state.header.players == ("Deleted player", "Benno") and state.game.scores == scores
    assert "Ana: 6-4" not in map(str, (entry.statement for entry in state.entries))
    assert house.tables.read(table_id).header.players == ("Deleted player", "Benno")
    told = repr(log(house.tables, table_id)) + repr(house.club.players)
    assert not [name for name in ("Ana", "Anna", "Annie") if name in told]
    assert "Ben: Deleted player" in told  # What others were called is told still.
    assert house.club.present == (house.club.player(2),)
    assert house.club.called(anna) == "Deleted player"
    # What is not the club's is not its business.
    assert house.tables.look(elsewhere).header.players == ("Ana", "Ben")


def test_no_row_of_the_database_tells_the_name_any_more(house: House) -> None:
    anastasia, ben = house.join("Anastasia", "Ben")
    header = "game: race-horse\nplayers: Anastasia, Ben"
    lines = ("lead: Anastasia", "Anastasia: 6-4", "ruling: Anastasia +305, at once")
    table_id = opened(house.tables, *lines, header=header)
    house.tables.rename(table_id, ("Anastasia", "Benno"), stamp(house.tables, table_id))
    access = AccessService(house.tables.database)
    access.keep(access.links(table_id)[LeadsTo.KEEP], "Ana's phone", "anastasia")
    house.clubs.tables.take_in(house.club_id, table_id, [anastasia, ben])
    house.clubs.phones.call(house.club_id, "Ana's phone", "Anastasia")
    phones, clubs_access = house.clubs.phones, house.clubs.access
    clubs_access.join(clubs_access.links(house.club_id)[ClubLink.SCORER], "lost", "Anastasia")
    phones.by(By("Ana's phone")).remove(house.club_id, "lost")
    entrants = [NewEntrant((anastasia,)), NewEntrant((ben,))]
    house.clubs.leagues.create(house.club_id, PLAYERS, entrants)
    house.clubs.games.games(house.club)
    forget_player(house.tables, house.club_id, anastasia)
    with house.tables.database.snapshot() as connection:
        told = [
            (rows.name, row)
            for rows in SQLModel.metadata.sorted_tables
            for row in connection.execute(select(rows))
            if "nastasia" in repr(row)
        ]
    assert told == []


def test_forgetting_twice_changes_nothing_more(house: House) -> None:
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    forget_player(house.tables, house.club_id, 1)
    before = house.tables.look(table_id)
    forget_player(house.tables, house.club_id, 1)
    assert house.tables.look(table_id).version == before.version


def test_who_is_called_as_the_nameless_are_keeps_that_name(house: House) -> None:
    header = Header("race-horse", ("Ana", "Deleted player"))
    table_id = house.tables.open(header)
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    forget_player(house.tables, house.club_id, 1)
    assert house.tables.look(table_id).header.players == ("Deleted player (2)", "Deleted player")
    assert house.club.names == {2: "Deleted player", 1: "Deleted player (2)"}


def test_a_table_that_is_opened_while_somebody_is_forgotten_has_no_name_either(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = house.clubs.tables.goes_on
    house.join("Ana", "Ben")
    first, gone = opened(house.tables, "lead: Ana"), opened(house.tables, "lead: Ben")
    for table_id in (first, gone):
        house.clubs.tables.take_in(house.club_id, table_id, [1, 2])
    before = house.tables.look(first)
    rename, following = _rename, [first]

    def meanwhile(tables: TableService, table_id: str, seat: int, instead: str) -> None:
        if len(following) < 3:
            if gone in [state.id for state, _, _ in house.tables.listing()]:
                house.tables.remove(gone)
            # One phone is quicker than the forgetting; the other opens what it saw before.
            for again_from in (first, following[-1]):
                following.append(
                    house.tables.open(before.header, again_from=again_from, then=goes_on(first))
                )
        rename(tables, table_id, seat, instead)

    monkeypatch.setattr("companion.clubs.forget_player._rename", meanwhile)
    forget_player(house.tables, house.club_id, 2)
    following.append(house.tables.open(before.header, again_from=first, then=goes_on(first)))
    names = {table_id: house.tables.look(table_id).header.players for table_id in following}
    assert {*names.values()} == {("Ana", "Deleted player")} and len(names) == 4
    assert house.club.player(2).name == ""


def test_who_is_forgotten_while_a_table_is_opened_by_that_name_is_somebody_new(
    house: House,
) -> None:
    house.join("Ana", "Ben")
    starts, names = house.clubs.tables.starts, ("Ana", "Ben")
    added = starts(house.club_id, names, adds_players=True)
    followed = starts(house.club_id, names, adds_players=False)
    forget_player(house.tables, house.club_id, 2)
    header = Header("race-horse", names)
    # Where nobody is added, it is a table of no club.
    friendly = house.tables.open(header, then=followed)
    assert house.clubs.tables.club_of(friendly) is None
    house.tables.open(header, then=added)
    (table,) = house.clubs.tables.latest(house.club, 9)
    assert table.people == (1, 3)
    assert (house.club.player(2).name, house.club.player(3).name) == ("", "Ben")


def test_nobody_proposes_whom_nobody_may_name(house: House) -> None:
    ana, ben, cyd, dee = house.join("Ana", "Ben", "Cyd", "Dee")
    night = begun(house, TEAMS, [NewEntrant((ana, ben), "Reds"), NewEntrant((cyd, dee), "Blues")])
    ladder = players(house, PLAYERS._replace(shape=Shape.LADDER), "Eva", "Fay", "Gus")
    pairs = Pairing((ana,), (cyd,)), Pairing((ben,), (dee,))
    if night.league.squads(1)[0] != (ana, ben):
        pairs = tuple(Pairing(away, home) for home, away in pairs)
    night.line_up(*pairs)
    day = datetime(2026, 11, 20, 20)
    house.clubs.matches.move((house.club_id, night.league_id, 1), day)
    forget_player(house.tables, house.club_id, ana)
    forget_player(house.tables, house.club_id, house.club.known_as("Eva")[0])
    orders = [night.league.usual_order(1, side).players for side in Side]
    assert sorted(orders) == [(ben, 0), (cyd, dee)]
    following = house.clubs.tonight.look(house.club, day.date()).next
    assert [{*game.pairing.seats} for _, game in following] == [{ben, dee}]
    assert [ladder.league.may_challenge(number) for number in (1, 2, 3)] == [(), (), (2,)]
    assert house.club.with_names([ana, ben]) == (ben,)
