"""Clubs: opened with one tap, joined by a link, closed; who may do what there."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Event
from time import sleep

import pytest
from sqlalchemy import Connection

from companion.clubs.club_history import By, events_of
from companion.clubs.errors import ClubFull, NoSuchClub, NoSuchLeague, RemovedFromClub
from companion.db.club_models import ClubLink, ClubRole
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.table_loader import find
from tests.clubs.house import House
from tests.clubs.league_night import PLAYERS, players, teams
from tests.tables.scribe import opened, refused


def roles(house: House) -> dict[str, ClubRole]:
    return {member.device: member.role for member in house.club.members}


def test_who_opens_a_club_keeps_its_book(house: House) -> None:
    assert house.club.name == "Friday dominoes" and house.club.players == ()
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER}
    assert house.clubs.service.visit(house.club_id, "Ana's phone").own.manages
    (title,) = house.clubs.service.of_device("Ana's phone")
    assert title == (house.club_id, "Friday dominoes", ClubRole.MANAGER, None)


@pytest.mark.parametrize("device", ["Zoe's phone", ""])
def test_for_a_stranger_there_is_no_club(house: House, device: str) -> None:
    with pytest.raises(NoSuchClub):
        house.clubs.service.visit(house.club_id, device)
    assert house.clubs.service.of_device(device) == ()


@pytest.mark.parametrize("club_id", ["", "nobody's", "a\0b", "x" * 500])
def test_no_club_can_be_made_up(house: House, club_id: str) -> None:
    for ask in (house.clubs.service.look, house.clubs.access.links):
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
            "",
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
        None,
    )


@pytest.mark.parametrize("secret", ["", "guessed", "a\0b", "x" * 500])
def test_no_link_can_be_guessed(house: House, secret: str) -> None:
    for ask in (
        house.clubs.access.invitation,
        lambda each: house.clubs.access.join(each, "Zoe's", ""),
    ):
        with pytest.raises(NoSuchLink):
            ask(secret)


def test_roles_are_given_and_taken_back_and_somebody_always_manages(house: House) -> None:
    phones, club_id = house.clubs.phones, house.club_id
    house.clubs.access.join(
        house.clubs.access.links(club_id)[ClubLink.WATCHER], "Ben's phone", "Ben"
    )
    with refused("club.refused.last-manager"):
        phones.by(By("Ana's phone")).make(club_id, "Ana's phone", ClubRole.SCORER)
    with refused("club.refused.last-manager"):
        phones.leave(club_id, "Ana's phone")
    phones.by(By("Ana's phone")).make(club_id, "Ben's phone", ClubRole.SCORER)
    assert not house.clubs.service.visit(club_id, "Ben's phone").own.manages
    assert house.clubs.service.visit(club_id, "Ben's phone").own.scores
    phones.by(By("Ana's phone")).make(club_id, "Ben's phone", ClubRole.MANAGER)
    # Nobody else unmakes or removes who founded the club; whoever they hand it to is next.
    for by in ("Ben's phone", ""):
        with refused("club.refused.founder-stays"):
            phones.by(By(by)).make(club_id, "Ana's phone", ClubRole.WATCHER)
        with refused("club.refused.founder-stays"):
            phones.by(By(by)).remove(club_id, "Ana's phone")
        with refused("club.refused.founder"):
            phones.by(By(by)).hand_over(club_id, "Ben's phone")
    phones.by(By("Ana's phone")).hand_over(club_id, "Ben's phone")
    phones.by(By("Ben's phone")).make(club_id, "Ana's phone", ClubRole.WATCHER)
    assert roles(house) == {"Ana's phone": ClubRole.WATCHER, "Ben's phone": ClubRole.MANAGER}
    with refused("club.refused.founder"):
        phones.by(By("Ben's phone")).hand_over(club_id, "Ana's phone")
    phones.by(By("Ben's phone")).make(club_id, "Ana's phone", ClubRole.MANAGER)
    # The founder goes only once the club is handed over, which is kept.
    with refused("club.refused.founder-stays"):
        phones.leave(club_id, "Ben's phone")
    with refused("club.refused.founder-stays"):
        phones.by(By("Ben's phone")).make(club_id, "Ben's phone", ClubRole.SCORER)
    with refused("club.refused.unknown-phone"):
        phones.by(By("Ben's phone")).hand_over(club_id, "Zoe's phone")
    phones.by(By("Ben's phone")).hand_over(club_id, "Ana's phone")
    phones.leave(club_id, "Ben's phone")
    _, left = events_of(phones.database, club_id)[0]
    assert (left.kind, left.device) == ("phone-left", "Ben's phone")
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER}
    assert house.club.founder == "Ana's phone"
    with pytest.raises(NotAllowed):
        phones.by(By("Ana's phone")).make(club_id, "Zoe's phone", ClubRole.MANAGER)


def test_who_is_removed_stays_out_by_every_link_until_a_manager_lets_them_back(
    house: House,
) -> None:
    night = teams(house)
    access, phones, club_id = house.clubs.access, house.clubs.phones, house.club_id
    links, calendar = access.links(club_id), access.open_calendar(club_id)
    captains = access.captain_link(club_id, night.league_id, 1)
    secrets = [*links.values(), captains]
    assert access.invitation(captains) == (club_id, "Friday dominoes", "captains", "Reds")
    for secret in (links[ClubLink.SCORER], captains):
        access.join(secret, "Ken's phone", "Ken")
    phones.by(By("Ana's phone")).remove(club_id, "Ken's phone")
    assert [phone.name for phone in phones.removed(club_id)] == ["Ken"]
    for secret in secrets:
        for follow in (access.invitation, lambda each, device: access.join(each, device, "Len")):
            with pytest.raises(RemovedFromClub, match="Friday dominoes"):
                follow(secret, "Ken's phone")
    with pytest.raises(RemovedFromClub):
        house.clubs.service.visit(club_id, "Ken's phone")
    # The links that another phone knows stop if they are asked to, and nobody else is out.
    access.join(links[ClubLink.WATCHER], "Ben's phone", "Ben")
    access.join(links[ClubLink.SCORER], "Cyd's phone", "Cyd")
    phones.by(By("Ana's phone")).remove(club_id, "Cyd's phone", renews=True)
    now = access.links(club_id)
    assert {*now.values()} & {*links.values()} == {links[ClubLink.MANAGER]}
    assert access.captain_link(club_id, night.league_id, 1) == captains
    # Of a captain, only the teams' own link besides those to watch.
    access.join(access.captain_link(club_id, night.league_id, 2), "Len's phone", "Len")
    second = access.captain_link(club_id, night.league_id, 2)
    phones.by(By("Ana's phone")).remove(club_id, "Len's phone", renews=True)
    assert access.captain_link(club_id, night.league_id, 1) == captains
    assert access.captain_link(club_id, night.league_id, 2) != second
    stopped, now = {*now.values()} - {*access.links(club_id).values()}, access.links(club_id)
    assert len(stopped) == 1 and access.calendar(club_id) == calendar
    access.join(now[ClubLink.MANAGER], "Dee's phone", "Dee")
    phones.by(By("Ana's phone")).remove(club_id, "Dee's phone", renews=True)
    assert {*access.links(club_id).values()}.isdisjoint(now.values())
    assert access.captain_link(club_id, night.league_id, 1) != captains
    assert access.open_calendar(club_id) != calendar
    phones.by(By("Ana's phone")).let_back(club_id, "Ken's phone")
    assert roles(house) == {
        "Ana's phone": ClubRole.MANAGER,
        **dict.fromkeys(("Ben's phone", "Ken's phone"), ClubRole.WATCHER),
    }
    with pytest.raises(NotAllowed):
        phones.by(By("Ana's phone")).let_back(club_id, "Ken's phone")
    # All of it is in the club's history, the latest first; who only watches is not.
    told = (event for _, event in events_of(house.tables.database, club_id))
    events = [event for event in told if "role" in dict(event.now)]
    assert [(each.kind, dict(each.now)["role"]) for each in events] == [
        ("phone-let-back", "watches"),
        *(("link-renewed", "manages"), ("phone-removed", "manages"), ("phone-joined", "manages")),
        *(("link-renewed", "captains"), ("phone-removed", "captains")),
        *(("phone-joined", "captains"), ("link-renewed", "scores")),
        *(("phone-removed", "scores"), ("phone-joined", "scores")),
        *(("phone-removed", "scores"), ("phone-joined", "captains"), ("phone-joined", "scores")),
    ]
    assert (events[1].device, dict(events[2].now)["phone"]) == ("Ana's phone", "Dee")


def test_a_captain_keeps_score_for_teams_of_their_own(house: House) -> None:
    reds, others = teams(house), teams(house)
    access, club_id = house.clubs.access, house.club_id
    for night, team in ((reds, 1), (others, 2)):
        access.join(access.captain_link(club_id, night.league_id, team), "Ken's phone", "Ken")
    visit = house.clubs.service.visit(club_id, "Ken's phone")
    assert (visit.own.role, visit.own.scores) == (ClubRole.CAPTAIN, False)
    assert house.clubs.service.of_device("Ken's phone")[0].role is ClubRole.CAPTAIN
    assert visit.scores_for(reds.league_id, (1, 2)) and visit.scores_for(others.league_id, (2,))
    assert not visit.scores_for(reds.league_id, (2, None))
    # A team's link is a team's alone, and of this club.
    other = house.clubs.service.open("Sunday", "Zoe's phone")
    singles = players(house, PLAYERS, "Ana", "Ben")
    for league, number in ((reds, 9), (singles, 1)):
        with pytest.raises(NoSuchLeague):
            access.captain_link(club_id, league.league_id, number)
    with pytest.raises(NoSuchLeague):
        access.captain_link(other, reds.league_id, 1)
    house.clubs.phones.by(By("Ana's phone")).make(club_id, "Ken's phone", ClubRole.WATCHER)
    assert house.clubs.service.visit(club_id, "Ken's phone").own.teams == frozenset()


def test_a_role_begins_again_with_a_new_link_and_leaves_the_others_alone(house: House) -> None:
    access, phones, club_id = house.clubs.access, house.clubs.phones, house.club_id
    links = access.links(club_id)
    access.join(links[ClubLink.WATCHER], "Ben's phone", "")
    access.join(links[ClubLink.MANAGER], "Cyd's phone", "")
    phones.by(By("Cyd's phone")).begin_again(club_id, ClubRole.MANAGER)
    # The founder stays.
    assert len(roles(house)) == 3
    phones.by(By("Ana's phone")).begin_again(club_id, ClubRole.MANAGER)
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER, "Ben's phone": ClubRole.WATCHER}
    with pytest.raises(NoSuchLink):
        access.invitation(links[ClubLink.MANAGER])
    phones.by(By("Ana's phone")).begin_again(club_id, ClubRole.WATCHER)
    assert roles(house) == {"Ana's phone": ClubRole.MANAGER}
    with pytest.raises(NoSuchLink):
        access.invitation(links[ClubLink.WATCHER])
    # It is no removal: the new link lets them in.
    access.join(access.links(club_id)[ClubLink.WATCHER], "Ben's phone", "")
    now = access.links(club_id)
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
    service, now = house.clubs.service, datetime(2026, 11, 26, 20, tzinfo=UTC)
    house.clubs.access.links(house.club_id)
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    other = service.open("Sunday", "Ana's phone")
    service.now = lambda: now
    # Only the first tap changes anything.
    for change in (service.keep, service.close, service.close, service.keep, service.keep):
        change(house.club_id)
    events = [event.kind for _, event in events_of(service.database, house.club_id)]
    assert events[:2] == ["kept-open", "closing"] and not {"kept-open", "closing"} & {*events[2:]}
    assert house.club.closes_at is None
    service.close(house.club_id)
    # To close it again changes nothing of that, and meanwhile everything goes on.
    service.now = lambda: now + timedelta(days=6, hours=23)
    service.close(house.club_id)
    assert house.club.closes_at == now + timedelta(days=7)
    assert len(service.of_device("Ana's phone")) == 2
    service.now = lambda: now + timedelta(days=7)
    assert [title.id for title in service.of_device("Ana's phone")] == [other]
    with pytest.raises(NoSuchClub):
        service.look(house.club_id)
    assert house.clubs.tables.club_of(table_id) is None
    assert house.tables.look(table_id).header.players == ("Ana", "Ben")


def test_access_of_one_club_is_none_to_another(house: House) -> None:
    other = house.clubs.service.open("Sunday", "Zoe's phone")
    with pytest.raises(NotAllowed):
        house.clubs.phones.by(By("Ana's phone")).make(
            house.club_id, "Zoe's phone", ClubRole.MANAGER
        )
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
