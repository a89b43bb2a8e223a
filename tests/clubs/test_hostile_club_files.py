"""Files that are no club, or mean harm: refused with a reason, and nothing is changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clubs.errors import BadClubFile, ClubFileTooLarge
from companion.clubs.leagues.club_league import MOST_MATCHES
from companion.clubs.transfer import club_file, club_schema
from companion.clubs.transfer.club_file import CLUB, pack, read_club_file
from companion.i18n import Message
from companion.league.fixture import MatchState
from companion.league.kept_json import plain
from companion.rules.errors import Refusal
from tests.clubs.club_files import NOW, RECORD, TOLD, kept, packed, taken_in
from tests.clubs.house import House
from tests.clubs.league_night import PLAYERS

LEAGUE = {
    "made_at": "2026-11-20T20:00:00Z",
    "competition": plain(PLAYERS),
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

EVENT = {"at": "2026-11-20T20:00:00Z", "kind": "entered"}


def test_a_league_that_can_be_is_taken_in(house: House) -> None:
    club = taken_in(house, packed(TOLD | {"leagues": [LEAGUE]}))
    (league,) = house.clubs.leagues.all_of(club)
    assert league.fixture(1).state(league.competition.form) is MatchState.ON


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda league: league["competition"].update(shape="circle"), "at"),
        (lambda league: league["competition"].update(times=float("nan")), "at"),
        (lambda league: league["entrants"][0].update(players=[9]), "league"),
        (lambda league: league["entrants"][0].update(kind="team"), "league"),
        (lambda league: league["entrants"][0].update(number=2), "league"),
        (lambda league: league["entrants"].extend(league["entrants"] * 40), "at"),
        (lambda league: league["fixtures"].append(league["fixtures"][0]), "league"),
        (lambda league: league["fixtures"][0].update(revision=-1), "at"),
        (lambda league: league["fixtures"][0]["fixture"].update(number=0), "at"),
        (lambda league: league["fixtures"][0]["fixture"].update(home=[3, 0, 0]), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(home=[0, 1, 0]), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(lineup=[[[1], [9]]]), "league"),
        (lambda league: league["fixtures"][0]["fixture"].update(boards=[[]] * 40), "at"),
        # What no form takes: such days, points, and someone against themselves.
        (lambda league: _fixture(league, starts_at="0001-01-01T00:30:00"), "league"),
        (lambda league: _fixture(league, starts_at="9999-12-31T23:30:00"), "league"),
        (lambda league: _fixture(league, boards=[[[0, [99, -3]]]]), "league"),
        (lambda league: _fixture(league, lineup=[[[1], [1]]]), "league"),
        (
            lambda league: league["competition"].update(pauses=[["0001-01-01", "2026-01-01"]]),
            "league",
        ),
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


def _fixture(league: Any, **said: object) -> None:
    league["fixtures"][0]["fixture"].update(said)


def test_a_league_of_more_matches_than_one_can_have_is_refused() -> None:
    more = [{"fixture": {"number": at, "round": 1}} for at in range(1, MOST_MATCHES + 2)]
    assert _not_read(packed(TOLD | {"leagues": [LEAGUE | {"fixtures": more}]})).id.endswith("at")


def test_a_season_that_cannot_be_is_refused_and_a_match_of_three(house: House) -> None:
    days = {"first": "2026-02-01", "last": "2026-01-01"}
    season = {"season": {"name": "Winter", **days}, "made_at": "2026-11-20T20:00:00Z"}
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
        (lambda told: told.update(events=[EVENT | {"match": ["0", 1]}]), "cannot-be"),
        (lambda told: told.update(events=[EVENT | {"kind": "robbed"}]), "at"),
        (lambda told: told.update(events=[EVENT | {"now": [["line-1", [10**40]]]}]), "at"),
        (lambda told: told.update(events=[EVENT | {"at": "2199-01-01T00:00:00Z"}]), "time"),
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
    assert club_schema.MOST_TABLES == 10_000


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
        files = {CLUB: found.club.model_dump_json(), **found.records}
        again = b"".join(pack((name, text.encode()) for name, text in files.items()))
        assert read_club_file(again, NOW) == found


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
