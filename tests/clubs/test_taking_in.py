"""A club taken in: the same people, games and figures as where it was; and what is no club."""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clubs import carried, club_file
from companion.clubs.carried_leagues import with_tables
from companion.clubs.club import Club
from companion.clubs.club_file import read_club_file, write_club_file
from companion.clubs.entrants import NewEntrant
from companion.clubs.errors import BadClubFile, ClubFileTooLarge
from companion.clubs.leagues import MOST_MATCHES
from companion.clubs.taking_in import TakingInService
from companion.league.fixture import Fixture, MatchState
from companion.league.lineup import Pairing
from companion.league.season import Season
from companion.rules.errors import Refusal
from companion.tables.rows import Role
from companion.tables.soundness import check
from companion.words import Message
from tests.clubs.full_club import figures, fill
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, HOME, PLAYERS, TEAMS, LeagueNight, begun, players
from tests.clubs.years import play_for_years
from tests.tables.scribe import enter, record, seen

NOW = datetime(2126, 11, 23, 20, 0, tzinfo=UTC)
RECORD = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\n"
TOLD: dict[str, Any] = {
    "companion_club": 1,
    "name": "Friday",
    "zone": "Europe/Lisbon",
    "players": [{"number": 1, "name": "Ana"}, {"number": 2, "name": "Ben"}],
    "tables": [
        {
            "record": "records/00001.txt",
            "seats": [1, 2],
            "created_at": "2026-11-21T20:00:00Z",
            "changed_at": "2026-11-21T21:00:00Z",
            "origin": "AAAA",
        }
    ],
}


def taken_in(house: House, data: bytes) -> Club:
    club_id = house.clubs.taking_in.take_in(read_club_file(data, NOW), "Dee's phone")
    return house.clubs.service.look(club_id)


def packed(told: object, records: dict[str, bytes] | None = None) -> bytes:
    files = {"records/00001.txt": RECORD.encode()} if records is None else records
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("club.json", told if isinstance(told, bytes) else json.dumps(told))
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def kept(house: House) -> tuple[object, ...]:
    tables = [state.id for state, _, _ in house.tables.listing()]
    return tables, house.club, house.clubs.service.of_device("Dee's phone")


def test_everything_is_there_again(house: House) -> None:
    tables = fill(house)
    data = house.clubs.exporting.export(house.club_id)
    club, before = taken_in(house, data), house.club
    assert club.id != before.id
    assert club[1:5] == before[1:5]
    (own,) = club.members
    assert (own.device, own.role) == ("Dee's phone", Role.KEEPER)
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
    again = read_club_file(house.clubs.exporting.export(club.id), NOW)
    assert again.club == read_club_file(data, NOW).club
    assert {table.origin for table in again.club.tables} == {*tables.values()}


def test_whoever_runs_the_server_takes_one_in_without_a_phone(house: House) -> None:
    brought = read_club_file(packed(TOLD), NOW)
    club = house.clubs.service.look(house.clubs.taking_in.take_in(brought, ""))
    assert club.members == () and club.names == {1: "Ana", 2: "Ben"}


def test_its_figures_are_the_same(house: House) -> None:
    tables = fill(house)
    play_for_years(house.tables, house.clubs, house.club_id, 4, different=2)
    club = taken_in(house, house.clubs.exporting.export(house.club_id))
    there = figures(house, house.club)
    assert figures(house, club) == there
    assert len(there) == 9
    # Who was asked for a count was asked elsewhere.
    assert sum(seat.said for _, game in there for seat in game.seats) == 3
    assert tables["asked"]


def test_what_no_longer_holds_waits_to_be_mended(house: House) -> None:
    tables = fill(house)
    club = taken_in(house, house.clubs.exporting.export(house.club_id))
    names = {each.created_at: each.id for each in house.clubs.tables.latest(club, 99)}
    there = {each.id: each.created_at for each in house.clubs.tables.latest(house.club, 99)}
    broken = names[there[tables["broken"]]]
    old, new = house.tables.read(tables["broken"]), house.tables.read(broken)
    assert old.refused is not None and new.refused is not None
    assert new.refused.refusal.message == old.refused.refusal.message
    assert [said for _, said in new.unheard] == [said for _, said in old.unheard]
    assert house.tables.look(broken).refused is not None


def test_what_breaks_halfway_leaves_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(house)
    brought = read_club_file(house.clubs.exporting.export(house.club_id), NOW)
    before = kept(house)

    def broken(*_: object) -> None:
        raise OSError("no room on the disk")

    for step in ("_save_club", "_save_leagues"):
        with monkeypatch.context() as patched, pytest.raises(OSError, match="no room"):
            patched.setattr(TakingInService, step, broken)
            house.clubs.taking_in.take_in(brought, "Dee's phone")
        assert kept(house) == before


def test_its_tables_are_played_on(house: House) -> None:
    tables = fill(house)
    club = taken_in(house, house.clubs.exporting.export(house.club_id))
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
    teams = begun(house, TEAMS, [NewEntrant((2, 3), "Blues"), NewEntrant((1,), "Łódź")])
    teams.line_up(Pairing((1,), (2,)), Pairing((), (3,)))
    teams.play(HOME, board=1)
    house.clubs.matches.postpone(house.club_id, teams.league_id, 1)
    season = Season("Winter", date(2026, 11, 1), date(2027, 2, 28), ("race-horse",))
    house.clubs.seasons.create(house.club_id, season)
    data = house.clubs.exporting.export(house.club_id)
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
    assert [each.season for each in house.clubs.seasons.of_club(club)] == [season]
    check(house.tables.database)
    # The game that was on goes on there in its match.
    (on,) = (each for each in here[1].tables.values() if not each.is_over)
    LeagueNight(House(house.tables, house.clubs, club.id), here[1].id).win(on.id, HOME)
    assert house.clubs.leagues.look(club.id, here[1].id).state(3) is MatchState.OVER
    again = read_club_file(house.clubs.exporting.export(house.club_id), NOW)
    assert again == read_club_file(data, NOW)


def told_of(fixture: Fixture) -> Fixture:
    """A match without the ids of its tables, which are others elsewhere."""
    games = (game for board in fixture.boards for game in board.games)
    return with_tables(fixture, {game.table: "a table" for game in games if game.table})


LEAGUE = {
    "made_at": "2026-11-20T20:00:00Z",
    "competition": json.loads(PLAYERS.kept),
    "entrants": [
        {"number": 1, "kind": "player", "name": "1", "players": [1]},
        {"number": 2, "kind": "player", "name": "2", "players": [2]},
    ],
    "fixtures": [
        {
            "fixture": {
                "number": 1,
                "round": 1,
                "home": [1, 0, 0],
                "away": [2, 0, 0],
                "boards": [[[None, [0, 0], "records/00001.txt"]]],
            }
        }
    ],
    "tables": [{"record": "records/00001.txt", "fixture": 1, "board": 1, "home_side": 0}],
}


def test_a_league_that_can_be_is_taken_in(house: House) -> None:
    club = taken_in(house, packed(TOLD | {"leagues": [LEAGUE]}))
    (league,) = house.clubs.leagues.all_of(club)
    assert league.state(1) is MatchState.ON


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda league: league["competition"].update(shape="circle"), "league"),
        (lambda league: league["competition"].update(times=float("nan")), "league"),
        (lambda league: league["entrants"][0].update(players=[9]), "league"),
        (lambda league: league["entrants"][0].update(kind="team"), "league"),
        (lambda league: league["entrants"][0].update(number=2), "league"),
        (lambda league: league["entrants"].extend(league["entrants"] * 40), "at"),
        (lambda league: league["fixtures"].append(league["fixtures"][0]), "league"),
        (lambda league: league["fixtures"][0].update(revision=-1), "at"),
        (lambda league: league["fixtures"][0]["fixture"].update(number=0), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(home=[3, 0, 0]), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(home=[0, 1, 0]), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(lineup=[[[1], [9]]]), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(boards=[[]] * 40), "league"),
        (lambda league: league.update(tables=[]), "league"),
        (lambda league: league["tables"][0].update(board=2), "league"),
        (lambda league: league["tables"][0].update(fixture=2), "league"),
        (lambda league: league["tables"][0].update(home_side=2), "at"),
        (lambda league: league["tables"][0].update(record="records/9.txt"), "league"),
        (lambda league: league["tables"].append(league["tables"][0]), "match-twice"),
        (lambda league: league.update(made_at="9999-01-01T00:00:00Z"), "time"),
    ],
)
def test_a_league_that_cannot_be_is_refused(change: Callable[[Any], object], reason: str) -> None:
    league = json.loads(json.dumps(LEAGUE))
    change(league)
    assert _not_read(packed(TOLD | {"leagues": [league]})).id == f"club-file.refused.{reason}"


def test_a_league_of_more_matches_than_one_can_have_is_refused() -> None:
    more = [{"fixture": {"number": at, "round": 1}} for at in range(1, MOST_MATCHES + 2)]
    assert _not_read(packed(TOLD | {"leagues": [LEAGUE | {"fixtures": more}]})).id.endswith("at")


def test_a_season_that_cannot_be_is_refused_and_a_match_of_three(house: House) -> None:
    season = {"season": {"name": "Winter"}, "made_at": "2026-11-20T20:00:00Z"}
    told = packed(TOLD | {"seasons": [season]})
    assert _not_read(told).id == "club-file.refused.season"
    three = json.loads(json.dumps(TOLD | {"leagues": [LEAGUE]}))
    three["players"].append({"number": 3, "name": "Cyd"})
    three["tables"][0]["seats"] = [1, 2, 3]
    record = RECORD.replace("Ana, Ben", "Ana, Ben, Cyd").encode()
    said = _refused(house, packed(three, {"records/00001.txt": record}))
    assert said["why"].id == "club-file.refused.no-two-sides"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda told: told.update(companion_club=2), "newer"),
        (lambda told: told.update(name="x" * 49), "at"),
        (lambda told: told.update(zone="../../etc/passwd"), "at"),
        (lambda told: told.pop("name"), "at"),
        (lambda told: told["players"].append({"number": 2, "name": "Cyd"}), "number-twice"),
        (lambda told: told["players"].append({"number": 1001, "name": "Cyd"}), "at"),
        (lambda told: told["players"].append({"number": "3", "name": "Cyd"}), "at"),
        (lambda told: told["players"][0].update(name="A:na"), "at"),
        (lambda told: told["players"][0].update(name="An\u202ea"), "at"),
        (lambda told: told["players"][0].update(nicknames=["lead"]), "at"),
        (lambda told: told["players"][0].update(nicknames=["A"] * 7), "at"),
        (lambda told: told["players"][0].update(colour=8), "at"),
        (lambda told: told["players"][0].update(colour=-1), "at"),
        (lambda told: told["players"][0].update(same_as=9), "same-as"),
        (lambda told: told["players"][0].update(same_as=1), "same-as"),
        (lambda told: told["players"][0].update(left_at="2026-11-21"), "at"),
        (lambda told: told["players"][0].update(left_at="9999-12-31T23:59:59Z"), "time"),
        (lambda told: told["players"][1].update(same_as=1), "seats"),
        (lambda told: told["tables"][0].update(seats=[1, 3]), "seats"),
        (lambda told: told["tables"][0].update(seats=[1, 1]), "seats"),
        (lambda told: told["tables"][0].update(seats=[1, 2] * 400), "at"),
        (lambda told: told["tables"][0].update(after=0), "after"),
        (lambda told: told["tables"][0].update(created_at="0001-01-01T00:00:00Z"), "time"),
        (lambda told: told["tables"][0].update(created_at="2026-11-21T22:00:00Z"), "time"),
        (lambda told: told["tables"][0].update(changed_at="2126-11-26T22:00:00Z"), "time"),
        (lambda told: told["tables"][0].update(changed_at="2026-11-21T22:00:00"), "at"),
        (lambda told: told["tables"][0].update(changed_at=1e300), "at"),
        (lambda told: told["tables"][0].update(origin="../AAAA"), "at"),
        (lambda told: told["tables"][0].update(record="../../etc/passwd"), "at"),
        (lambda told: told["tables"][0].update(record="club.json"), "at"),
        (lambda told: told["tables"][0].update(record="records/2.txt"), "no-record"),
        (lambda told: told["tables"].append(told["tables"][0]), "record-twice"),
        (lambda told: told["tables"][0].update(options={"muggins": "yes"}), "at"),
        (lambda told: told["tables"][0].update(asked=[10**9]), "at"),
    ],
)
def test_a_club_that_cannot_be_is_refused(change: Callable[[Any], object], reason: str) -> None:
    told = json.loads(json.dumps(TOLD))
    change(told)
    assert _not_read(packed(told)).id == f"club-file.refused.{reason}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "refused.header-missing"),
        ("game: chess\nplayers: Ana, Ben\n", "refused.no-such-game"),
        ("game: race-horse\nplayers: Ana, Ana\n", "refused.same-name"),
        (f"{RECORD}Ben: dances\n", "refused.no-action"),
        (f"{RECORD}Zoe: 6-6\n", "refused.unknown-player"),
        (f"{RECORD}ruling: Ana +9999999\n", "import.too-large"),
        (f"{RECORD}Ana: 6-4\nruling: Ana +9999999\n", "import.too-large"),
        (f"{RECORD}Ana: 6-4\nplayers: Ana, Ben\n", "refused.header-too-late"),
        ("game: race-horse\nplayers: Ana, Ben\ntarget: 9999999\n", "import.too-large"),
        (RECORD + "ruling: Ana +0\n" * 20_000, "refused.too-long"),
    ],
)
def test_a_record_that_is_none_is_refused_with_its_line_and_changes_nothing(
    house: House, text: str, code: str
) -> None:
    said = _refused(house, packed(TOLD, {"records/00001.txt": text.encode()}))
    assert said.id == "club-file.refused.record" and said["number"] == 1
    assert said["why"].id == "import.line-refused"
    assert said["why"]["refusal"].id == code


@pytest.mark.parametrize("said", [{"seats": [1]}, {"options": {"counting": [2]}}])
def test_a_record_of_other_seats_is_refused(house: House, said: dict[str, Any]) -> None:
    told = TOLD | {"tables": [TOLD["tables"][0] | said]}
    assert _refused(house, packed(told))["why"].id == "club-file.refused.other-seats"


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"players": NaN}',
        b'{"name": "\\ud800"}',
        b"\xff\xfe",
        b'{"companion_club": ' + b"9" * 5_000 + b"}",
    ],
)
def test_what_is_no_json_of_a_club_is_refused(told: bytes) -> None:
    assert _not_read(packed(told)).id.startswith("club-file.refused.")


def test_what_is_no_zip_is_refused() -> None:
    whole = packed(TOLD)
    for data in (b"", b"PK", RECORD.encode(), whole[:-30], whole[40:], packed(TOLD)[:200]):
        assert _not_read(data).id == "club-file.refused.no-club"
    assert _not_read(packed(TOLD, {})).id == "club-file.refused.no-record"
    no_text = packed(TOLD, {"records/00001.txt": b"game: \xff"})
    assert _not_read(no_text).id == "club-file.refused.no-text"


def test_a_small_file_that_becomes_a_large_one_is_not_unpacked() -> None:
    bomb = packed(TOLD, {"records/00001.txt": b" " * 2_000_000})
    assert len(bomb) < 5_000
    assert _not_read(bomb).id == "club-file.refused.too-large"
    # One that says that it is small is read no further than that.
    liar = bomb.replace((2_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert _not_read(liar).id == "club-file.refused.no-club"


def test_far_too_many_files_or_tables_are_not_even_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    many = packed(TOLD, {f"records/{number}.txt": b"" for number in range(10_200)})
    assert _not_read(many).id == "club-file.refused.too-large"
    tables = [TOLD["tables"][0] | {"record": f"records/{number}.txt"} for number in range(10_001)]
    assert _not_read(packed(TOLD | {"tables": tables})).id == "club-file.refused.at"
    monkeypatch.setattr(club_file, "_LARGEST_CLUB", 100)
    assert _not_read(packed(TOLD)).id == "club-file.refused.too-large"
    assert carried.MOST_TABLES == 10_000


def test_two_files_of_one_name_and_encrypted_ones_are_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = packed(TOLD, {"records/00001.txt": RECORD.encode(), "club.json": b"{}"})
    assert _not_read(twice).id == "club-file.refused.file-twice"
    data = bytearray(packed(TOLD))
    announced = data.index(b"PK\x01\x02")
    data[announced + 8] |= 1
    assert _not_read(bytes(data)).id == "club-file.refused.no-club"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_the_file_says_it_is_a_club_or_refused(data: st.DataObject) -> None:
    told = json.loads(json.dumps(TOLD))
    where: Any = data.draw(st.sampled_from([told, told["players"][0], told["tables"][0]]))
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=5,
    )
    where[data.draw(st.sampled_from(sorted(where)))] = data.draw(anything)
    whole = bytearray(packed(told))
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=2)):
        whole[place] ^= data.draw(st.integers(0, 255))
    try:
        found = read_club_file(bytes(whole), NOW)
    except (BadClubFile, ClubFileTooLarge) as refusal:
        assert refusal.sentence
    else:
        assert read_club_file(write_club_file(found, ()), NOW) == found


def _refused(house: House, data: bytes) -> Message:
    """Why it is refused; nothing changed."""
    before = kept(house)
    with pytest.raises(Refusal) as raised:
        taken_in(house, data)
    assert isinstance(raised.value, BadClubFile | ClubFileTooLarge)
    assert kept(house) == before
    assert isinstance(raised.value.message, Message) and raised.value.sentence
    return raised.value.message


def _not_read(data: bytes) -> Message:
    """Why it is not even read."""
    with pytest.raises((BadClubFile, ClubFileTooLarge)) as raised:
        read_club_file(data, NOW)
    assert isinstance(raised.value.message, Message) and raised.value.sentence
    return raised.value.message
