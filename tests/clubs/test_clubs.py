"""Clubs: opened with one tap, joined by a link, closed; who may do what there."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from threading import Event
from time import sleep

import pytest
from sqlalchemy import Connection

from companion.clubs.club_access import ClubAccessService
from companion.clubs.errors import ClubFull, NoSuchClub
from companion.db.club_models import ClubLink, ClubRole
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.table_loader import find
from tests.clubs.house import House
from tests.tables.scribe import opened, refused


def roles(house: House) -> dict[str, ClubRole]:
    return {member.device: member.role for member in house.club.members}


def test_who_opens_a_club_keeps_its_book(house: House) -> None:
    assert house.club.name == "Friday dominoes" and house.club.players == ()
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER}
    assert house.clubs.service.visit(house.club_id, "Ana's phone").manages
    (title,) = house.clubs.service.of_device("Ana's phone")
    assert title == (house.club_id, "Friday dominoes", ClubRole.MANAGER)


@pytest.mark.parametrize("device", ["Zoe's phone", ""])
def test_for_a_stranger_there_is_no_club(house: House, device: str) -> None:
    with pytest.raises(NoSuchClub):
        house.clubs.service.visit(house.club_id, device)
    assert house.clubs.service.of_device(device) == ()


@pytest.mark.parametrize("club_id", ["", "nobody's", "a\0b", "x" * 500])
def test_no_club_can_be_made_up(house: House, club_id: str) -> None:
    for ask in (house.clubs.service.look, house.clubs.service.remove, house.clubs.access.links):
        with pytest.raises(NoSuchClub):
            ask(club_id)


def test_a_link_lets_a_phone_in_as_it_says(house: House) -> None:
    links = house.clubs.access.links(house.club_id)
    assert house.clubs.access.links(house.club_id) == links
    for kind, device, role in (
        (ClubLink.WATCHER, "Ben's phone", ClubRole.WATCHER),
        (ClubLink.MANAGER, "Cyd's phone", ClubRole.MANAGER),
    ):
        assert house.clubs.access.invitation(links[kind]) == (
            house.club_id,
            "Friday dominoes",
            role,
        )
        assert house.clubs.access.join(links[kind], device, "") == house.club_id
        assert roles(house)[device] is role


def test_who_keeps_the_book_does_so_still_after_the_other_link(house: House) -> None:
    watch = house.clubs.access.links(house.club_id)[ClubLink.WATCHER]
    house.clubs.access.join(watch, "Ana's phone", "Ana")
    assert house.clubs.service.visit(house.club_id, "Ana's phone").own == (
        "Ana's phone",
        "Ana",
        "manages",
        frozenset(),
    )


@pytest.mark.parametrize("secret", ["", "guessed", "a\0b", "x" * 500])
def test_no_link_can_be_guessed(house: House, secret: str) -> None:
    for ask in (
        house.clubs.access.invitation,
        lambda each: house.clubs.access.join(each, "Zoe's", ""),
    ):
        with pytest.raises(NoSuchLink):
            ask(secret)


def test_keeping_is_given_and_taken_back_and_somebody_always_keeps(house: House) -> None:
    house.clubs.access.join(
        house.clubs.access.links(house.club_id)[ClubLink.WATCHER], "Ben's phone", "Ben"
    )
    for deed in (house.clubs.access.take_back, house.clubs.access.leave):
        with refused("club.refused.last-manager"):
            deed(house.club_id, "Ana's phone")
    house.clubs.access.give(house.club_id, "Ben's phone")
    house.clubs.access.take_back(house.club_id, "Ana's phone")
    assert roles(house) == {"Ana's phone": ClubRole.WATCHER, "Ben's phone": ClubRole.MANAGER}
    house.clubs.access.leave(house.club_id, "Ana's phone")
    assert roles(house) == {"Ben's phone": ClubRole.MANAGER}
    with pytest.raises(NotAllowed):
        house.clubs.access.give(house.club_id, "Zoe's phone")


def test_ending_access_ends_its_link_and_leaves_the_others_alone(house: House) -> None:
    links = house.clubs.access.links(house.club_id)
    house.clubs.access.join(links[ClubLink.WATCHER], "Ben's phone", "")
    house.clubs.access.join(links[ClubLink.MANAGER], "Cyd's phone", "")
    house.clubs.access.end_all_others(house.club_id, "Ana's phone")
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER, "Ben's phone": ClubRole.WATCHER}
    with pytest.raises(NoSuchLink):
        house.clubs.access.invitation(links[ClubLink.MANAGER])
    house.clubs.access.end_watching(house.club_id)
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER}
    with pytest.raises(NoSuchLink):
        house.clubs.access.invitation(links[ClubLink.WATCHER])
    now = house.clubs.access.links(house.club_id)
    assert {*now.values()} & {*links.values()} == {links[ClubLink.SCORER]}


def test_a_club_has_room_for_so_many_phones(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.clubs.club_access.MOST_MEMBERS", 2)
    watch = house.clubs.access.links(house.club_id)[ClubLink.WATCHER]
    house.clubs.access.join(watch, "Ben's phone", "")
    house.clubs.access.join(watch, "Ben's phone", "Ben")
    with pytest.raises(ClubFull):
        house.clubs.access.join(watch, "Zoe's phone", "")
    assert len(house.club.members) == 2


def test_a_club_is_called_otherwise_and_shows_what_it_likes(house: House) -> None:
    house.clubs.service.change(
        house.club_id, name="لعبة الجمعة", zone="Asia/Tokyo", shows_ratings=False
    )
    club = house.club
    assert (club.name, club.zone, club.shows_ratings) == ("لعبة الجمعة", "Asia/Tokyo", False)


@pytest.mark.parametrize(
    ("name", "zone", "reason"),
    [
        ("", "UTC", "name-length"),
        ("x" * 49, "UTC", "name-length"),
        (" Friday", "UTC", "name-length"),
        ("Fri\u202eday", "UTC", "name-unseen"),
        ("Friday", "Nowhere/Land", "no-zone"),
        ("Friday", "../../etc/passwd", "no-zone"),
        ("Friday", "", "no-zone"),
    ],
)
def test_what_is_no_name_or_no_place_changes_nothing(
    house: House, name: str, zone: str, reason: str
) -> None:
    before = house.club
    with refused(f"club.refused.{reason}"):
        house.clubs.service.change(house.club_id, name=name, zone=zone, shows_ratings=False)
    assert house.club == before


def test_a_place_that_a_phone_makes_up_is_nowhere(house: House) -> None:
    club_id = house.clubs.service.open("Sunday", "Ana's phone", zone="Ana/Kitchen")
    assert house.clubs.service.look(club_id).zone == "UTC"


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 11, 21, 4, 59, tzinfo=UTC), date(2026, 11, 20)),
        (datetime(2026, 11, 21, 5, 0, tzinfo=UTC), date(2026, 11, 21)),
        (datetime(2026, 11, 21, 23, 59, tzinfo=UTC), date(2026, 11, 21)),
        # In summer Lisbon is an hour ahead.
        (datetime(2026, 7, 21, 4, 0, tzinfo=UTC), date(2026, 7, 21)),
    ],
)
def test_who_plays_until_two_at_night_plays_on_the_evenings_day(
    house: House, moment: datetime, day: date
) -> None:
    assert house.club.day_of(moment) == day


def test_closing_a_club_leaves_its_tables_to_who_knows_them(house: House) -> None:
    house.clubs.access.links(house.club_id)
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    other = house.clubs.service.open("Sunday", "Ana's phone")
    house.clubs.service.remove(house.club_id)
    with pytest.raises(NoSuchClub):
        house.clubs.service.look(house.club_id)
    assert house.clubs.tables.club_of(table_id) is None
    assert house.tables.look(table_id).header.players == ("Ana", "Ben")
    assert [title.id for title in house.clubs.service.of_device("Ana's phone")] == [other]


def test_access_of_one_club_is_none_to_another(house: House) -> None:
    other = house.clubs.service.open("Sunday", "Zoe's phone")
    access = ClubAccessService(house.clubs.service.database)
    with pytest.raises(NotAllowed):
        access.give(house.club_id, "Zoe's phone")
    with pytest.raises(NoSuchClub):
        house.clubs.service.visit(other, "Ana's phone")


def test_taking_in_a_table_and_playing_on_from_it_wait_in_no_circle(house: House) -> None:
    house.join("Ana", "Ben")
    first = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, first, [1, 2])
    header, is_held = house.tables.look(first).header, Event()

    def hold(connection: Connection) -> None:
        find(connection, first, holds=True)
        is_held.set()
        # Until whoever takes it in waits: for the table, and holds nothing that is needed here.
        sleep(0.3)

    def again() -> str:
        goes_on = house.clubs.tables.goes_on(first)
        return house.tables.open(header, again_from=first, check=hold, then=goes_on)

    with ThreadPoolExecutor() as phones:
        opening = phones.submit(again)
        assert is_held.wait(10)
        taking_in = phones.submit(house.clubs.tables.take_in, house.club_id, first, [2, 1])
        following = opening.result()
        taking_in.result()
    tables = {table.id: table.people for table in house.clubs.tables.latest(house.club, 9)}
    assert tables == {first: (2, 1), following: (1, 2)}
