"""A club as one file that any program reads, and what of it stays at home."""

import csv
import io
import json
import zipfile

import pytest

from companion.clubs.errors import NoSuchClub
from companion.record.replay import replay
from companion.tables.access import AccessService
from tests.clubs.full_club import fill
from tests.clubs.house import House
from tests.tables.scribe import enter, opened, record


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def rows(data: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(data.decode("utf-8-sig")))]


def test_the_file_has_every_record_as_any_tool_reads_it(house: House) -> None:
    tables = fill(house)
    files = unpacked(house.clubs.exporting.export(house.club_id))
    names = [f"records/{number:05}.txt" for number in range(1, 9)]
    assert [*files] == ["club.json", "games.csv", "players.csv", *names]
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
    told = json.loads(unpacked(house.clubs.exporting.export(house.club_id))["club.json"])
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
    data = b"\n".join(unpacked(house.clubs.exporting.export(house.club_id)).values())
    assert not [secret for secret in secrets if secret.encode() in data]


def test_its_spreadsheets_hold_a_line_for_each_seat_and_no_formula(house: House) -> None:
    house.join("=1+1", "Ben")
    table_id = opened(house.tables, header="game: race-horse\nplayers: =1+1, Ben")
    enter(house.tables, table_id, "lead: Ben", "Ben: 6-4", "ruling: Ben +300, at once")
    house.clubs.tables.take_in(house.club_id, table_id, [1, 2])
    files = unpacked(house.clubs.exporting.export(house.club_id))
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
    export = house.clubs.exporting.export
    assert export(house.club_id) == export(house.club_id)


def test_a_club_without_anything_goes_along_and_one_that_is_not_there_does_not(
    house: House,
) -> None:
    assert [*unpacked(house.clubs.exporting.export(house.club_id))] == [
        *("club.json", "games.csv", "players.csv")
    ]
    with pytest.raises(NoSuchClub):
        house.clubs.exporting.export("AAAA")
