"""A club as one file that any program reads, and what of it stays at home."""

import csv
import io
import json
import zipfile

import pytest
from sqlalchemy import select

from companion.clubs.errors import NoSuchClub
from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.export_club import export_club
from companion.db.club_models import KeptFiguresRow
from companion.record.replay import replay, write_record
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from tests.clubs.club_files import NOW, exported
from tests.clubs.full_club import fill
from tests.clubs.house import House
from tests.random_play import honest_game
from tests.tables.scribe import enter, opened, record


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def rows(data: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(data.decode("utf-8-sig")))]


def test_the_file_has_every_record_as_any_tool_reads_it(house: House) -> None:
    tables = fill(house)
    files = unpacked(exported(house))
    names = [f"records/{number:05}.txt" for number in range(1, 9)]
    assert [*files] == [*names, "club.json", "games.csv", "players.csv"]
    told = json.loads(files["club.json"])
    by_id = {each["origin"]: each for each in told["tables"]}
    assert {*by_id} == {*tables.values()}
    for table_id, each in by_id.items():
        text = files[each["record"]].decode()
        said = [line for line in text.split("\n\n", 1)[1:] if line.strip()]
        assert "".join(said).split("\n") == [*record(house.tables, table_id), ""] or not said
        assert replay(text).header == house.tables.look(table_id).header


def test_it_tells_of_people_seats_and_times(house: House) -> None:
    tables = fill(house)
    told = json.loads(unpacked(exported(house))["club.json"])
    assert (told["companion_club"], told["name"], told["zone"]) == (
        1,
        "Friday, الجمعة",
        "Asia/Tokyo",
    )
    assert told["shows_ratings"] is False
    ben, zoe = told["players"][1], told["players"][5]
    assert (ben["name"], ben["nicknames"], ben["colour"]) == ("Ben", ["Benny", "B."], 6)
    assert (zoe["name"], zoe["nicknames"]) == ("", [])
    assert [each["same_as"] for each in told["players"]] == [None] * 4 + [1, None, None]
    assert [each["number"] for each in told["players"] if each["left_at"]] == [3]
    won, again = (
        next(each for each in told["tables"] if each["origin"] == tables[name])
        for name in ("won", "again")
    )
    assert (won["seats"], won["after"], again["seats"]) == ([1, 6], None, [1, 6])
    assert told["tables"][again["after"]] == won


def test_nothing_in_it_opens_a_door(house: House) -> None:
    tables = fill(house)
    links = house.clubs.access.links(house.club_id)
    secrets = [*links.values(), house.club_id, "Ana's phone", "Zoe's phone"]
    secrets += AccessService(house.tables.database).links(tables["on"]).values()
    data = b"\n".join(unpacked(exported(house)).values())
    assert not [secret for secret in secrets if secret.encode() in data]


def test_its_spreadsheets_hold_a_line_for_each_seat_and_no_formula(house: House) -> None:
    house.join("=1+1", "Ben")
    table_id = opened(house.tables, header="game: race-horse\nplayers: =1+1, Ben")
    enter(house.tables, table_id, "lead: Ben", "Ben: 6-4", "ruling: Ben +300, at once")
    house.clubs.tables.take_in(house.club_id, table_id, [1, 2])
    files = unpacked(exported(house))
    games, players = rows(files["games.csv"]), rows(files["players.csv"])
    assert [
        (row["Record"], row["Name at the table"], row["Player"], row["Score"], row["Won"])
        for row in games
    ] == [
        ("records/00001.txt", "'=1+1", "1", "0", "0"),
        ("records/00001.txt", "Ben", "2", "302", "1"),
    ]
    assert [(row["Name"], row["Tables"], row["Won"]) for row in players] == [
        ("'=1+1", "1", "0"),
        ("Ben", "1", "1"),
    ]


def test_the_same_club_makes_the_same_file(house: House) -> None:
    fill(house)
    assert exported(house) == exported(house)


def test_a_club_without_anything_goes_along_and_one_that_is_not_there_does_not(
    house: House,
) -> None:
    assert [*unpacked(exported(house))] == [*("club.json", "games.csv", "players.csv")]
    with pytest.raises(NoSuchClub):
        # Before anything goes out.
        export_club(house.tables.database, "AAAA")


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is read when its own turn comes."""
    monkeypatch.setattr("companion.clubs.transfer.export_club._AT_ONCE", 1)


def test_it_goes_out_while_it_is_packed_and_nothing_is_held_for_who_reads_slowly(
    house: House, one_by_one: None
) -> None:
    fill(house)
    whole = read_club_file(exported(house), NOW)
    packing = export_club(house.tables.database, house.club_id)
    parts = [next(packing)]
    assert b"records/00001.txt" in parts[0] and b"records/00002.txt" not in parts[0]
    # Who plays meanwhile waits for nobody, and plays on at a table whose turn has not come.
    tables = [table.origin for table in whole.club.tables]
    late = house.tables.look(tables[-1])
    renamed = [f"{name} II" for name in late.header.players]
    house.tables.rename(late.id, renamed, RequestStamp(late.version, "a tap"))
    parts += packing
    told = read_club_file(b"".join(parts), NOW)
    assert told.club.tables[:-1] == whole.club.tables[:-1]
    assert f"players: {', '.join(renamed)}" in told.records[told.club.tables[-1].record]


def test_a_table_that_is_deleted_meanwhile_is_not_in_it(house: House, one_by_one: None) -> None:
    tables = fill(house)
    packing = export_club(house.tables.database, house.club_id)
    first = next(packing)
    house.tables.remove(tables["on"])
    house.clubs.tables.let_go(house.club_id, tables["asked"])
    told = read_club_file(first + b"".join(packing), NOW)
    origins = [table.origin for table in told.club.tables]
    assert {*origins} == {*tables.values()} - {tables["on"], tables["asked"]}
    assert [table.record for table in told.club.tables] == [*told.records]
    again = told.club.tables[origins.index(tables["again"])]
    assert again.after == origins.index(tables["won"])


def test_a_table_that_is_taken_in_anew_meanwhile_is_of_those_who_were_there(
    house: House, one_by_one: None
) -> None:
    fill(house)
    whole = read_club_file(exported(house), NOW)
    packing = export_club(house.tables.database, house.club_id)
    first, last = next(packing), whole.club.tables[-1]
    house.clubs.tables.let_go(house.club_id, last.origin)
    # People of whom the club of that moment knows nothing.
    house.clubs.tables.take_in(house.club_id, last.origin, [None] * len(last.seats))
    assert read_club_file(first + b"".join(packing), NOW).club.tables[-1] == last


def test_it_is_the_same_whether_figures_are_kept_or_not(house: House) -> None:
    fill(house)
    with_none = exported(house)
    assert house.clubs.games.games(house.club).waiting == 0
    with house.tables.database.snapshot() as connection:
        assert connection.execute(select(KeptFiguresRow)).all()
    assert exported(house) == with_none


@pytest.mark.parametrize(
    "header",
    [
        "game: race-horse\nplayers: Ana, Ben",
        "game: race-horse\nplayers: 1 Ana, Ben, leader, Дед\nsides: 1 Ana & leader, Ben & Дед",
    ],
)
def test_a_record_is_written_as_ever(house: House, header: str) -> None:
    text = honest_game(5, header=header, hands=3).text
    told = replay(f"{text}\nruling: Ben & Дед -5, a bet: 5" if "sides" in header else text)
    assert told.header is not None and told.refused is None
    table_id = house.tables.open(told.header, told.entries)
    house.clubs.tables.take_in(house.club_id, table_id, [None] * len(told.header.players))
    written = unpacked(exported(house))["records/00001.txt"].decode()
    said = [entry.statement for entry in house.tables.read(table_id).entries]
    assert len(said) == len(told.entries)
    assert written == write_record(told.header, said)
