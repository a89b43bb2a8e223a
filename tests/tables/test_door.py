"""Who may enter a table, by which link, and who keeps score there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from companion.record.header import read_header
from companion.tables.company import Guest
from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.door import CODE_LASTS, Door
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.rows import LeadsTo, Standing

ANA, BEN, CYD, ZOE = "anas-phone", "bens-phone", "cyds-phone", "zoes-phone"


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(database: Database, clock: Clock) -> Door:
    return Door(database, now=clock)


@pytest.fixture
def table_id(desk: Desk) -> str:
    """Ana's table."""
    return desk.open(read_header("game: race-horse\nplayers: Ana, Ben"), keeper=ANA)


def test_who_opens_a_table_keeps_score_and_a_stranger_sees_nothing(
    door: Door, table_id: str
) -> None:
    assert door.company(table_id, ANA).keeps
    stranger = door.company(table_id, ZOE)
    assert (stranger.keeps, stranger.may_watch) == (False, False)


@pytest.mark.parametrize("device", ["", "\0", "x" * 500, "' OR 1=1"])
def test_no_device_can_be_made_up(door: Door, table_id: str, device: str) -> None:
    assert not door.company(table_id, device.replace("\0", "")).may_watch


@pytest.mark.parametrize("name", ["", "..", "x" * 49, "a\0b", "'; DROP TABLE guest"])
def test_no_table_is_called_so(door: Door, name: str) -> None:
    assert not door.company(name, ANA, "secret").may_watch


@pytest.mark.parametrize("kind", [LeadsTo.WATCH, LeadsTo.BOARD])
def test_a_link_to_watch_lets_its_holder_watch_and_nothing_more(
    door: Door, table_id: str, kind: LeadsTo
) -> None:
    secret = door.links(table_id)[kind]
    assert door.invitation(secret) == (table_id, kind, secret)
    zoe = door.company(table_id, ZOE, secret)
    assert (zoe.may_watch, zoe.keeps) == (True, False)
    with pytest.raises(NoSuchLink):
        door.keep(secret, ZOE, "Zoe")


def test_the_link_of_one_table_opens_no_other(door: Door, desk: Desk, table_id: str) -> None:
    other = desk.open(read_header("game: race-horse\nplayers: Cyd, Dee"))
    assert not door.company(other, ZOE, door.links(table_id)[LeadsTo.WATCH]).may_watch


def test_a_link_to_keep_makes_a_keeper_whom_the_others_see(door: Door, table_id: str) -> None:
    assert door.keep(door.links(table_id)[LeadsTo.KEEP], BEN, "Ben") == table_id
    assert door.company(table_id, BEN).keeps
    assert door.company(table_id, ANA).other_keepers == (Guest(BEN, "Ben", Standing.KEEPS),)


def test_the_links_stay_what_they_are(door: Door, table_id: str) -> None:
    assert door.links(table_id) == door.links(table_id)
    assert len({*door.links(table_id).values()}) == 4


def test_no_secret_can_be_guessed(door: Door, desk: Desk, table_id: str) -> None:
    links = door.links(table_id)
    assert all(len(links[kind]) >= 22 for kind in LeadsTo if kind is not LeadsTo.CODE)
    for guess in ("", "x", links[LeadsTo.KEEP][:-1], "a\0b", "x" * 500):
        with pytest.raises(NoSuchLink):
            door.invitation(guess)


def test_a_code_has_six_characters_of_which_none_looks_like_another(door: Door, desk: Desk) -> None:
    for _ in range(20):
        table = desk.open(read_header("game: race-horse\nplayers: Ana, Ben"))
        assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", door.links(table)[LeadsTo.CODE])


def test_a_code_lets_people_watch_and_is_no_link(door: Door, table_id: str) -> None:
    code = door.links(table_id)[LeadsTo.CODE]
    found = door.invitation_by_code(code)
    assert (found.table_id, found.leads_to) == (table_id, LeadsTo.WATCH)
    assert door.company(table_id, ZOE, found.secret).may_watch
    assert not door.company(table_id, ZOE, code).may_watch
    for refused in (door.invitation, lambda secret: door.keep(secret, ZOE, "")):
        with pytest.raises(NoSuchLink):
            refused(code)


def test_a_code_is_good_for_an_evening_after_it_was_last_shown(
    door: Door, table_id: str, clock: Clock
) -> None:
    code = door.links(table_id)[LeadsTo.CODE]
    clock.now += CODE_LASTS - timedelta(minutes=1)
    assert door.links(table_id)[LeadsTo.CODE] == code
    clock.now += CODE_LASTS - timedelta(minutes=1)
    assert door.invitation_by_code(code).table_id == table_id
    clock.now += timedelta(minutes=2)
    with pytest.raises(NoSuchLink):
        door.invitation_by_code(code)
    assert door.links(table_id)[LeadsTo.CODE] != code


def test_a_watcher_who_asks_keeps_score_once_a_keeper_lets_it(door: Door, table_id: str) -> None:
    secret = door.links(table_id)[LeadsTo.WATCH]
    door.ask(table_id, BEN, "Ben")
    assert not door.company(table_id, BEN, secret).keeps
    assert door.company(table_id, ANA).asking == (Guest(BEN, "Ben", Standing.ASKS),)
    door.give(table_id, BEN)
    assert door.company(table_id, BEN).keeps
    assert door.company(table_id, ANA).asking == ()


def test_asking_takes_nothing_from_who_keeps_score(door: Door, table_id: str) -> None:
    door.ask(table_id, ANA, "Ana")
    assert door.company(table_id, ANA).keeps


def test_what_was_given_can_be_taken_back_and_leaves_a_watcher(door: Door, table_id: str) -> None:
    door.keep(door.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    door.take_back(table_id, BEN)
    ben = door.company(table_id, BEN)
    assert (ben.keeps, ben.may_watch) == (False, True)


def test_keeping_is_handed_over(door: Door, table_id: str) -> None:
    door.ask(table_id, BEN, "Ben")
    door.hand_over(table_id, ANA, BEN)
    assert (door.company(table_id, ANA).keeps, door.company(table_id, BEN).keeps) == (False, True)


def test_somebody_always_keeps_score(door: Door, table_id: str) -> None:
    with pytest.raises(NotAllowed, match="Somebody has to keep score"):
        door.take_back(table_id, ANA)
    assert door.company(table_id, ANA).keeps


def test_nobody_gives_to_a_phone_that_is_not_there(door: Door, table_id: str) -> None:
    for deed in (door.give, door.take_back):
        with pytest.raises(NotAllowed, match="not known"):
            deed(table_id, ZOE)
    with pytest.raises(NotAllowed):
        door.hand_over(table_id, ANA, ZOE)
    assert door.company(table_id, ANA).keeps


def test_ending_all_others_access_leaves_one_keeper_and_a_new_link(
    door: Door, table_id: str
) -> None:
    before = door.links(table_id)
    door.keep(before[LeadsTo.KEEP], BEN, "Ben")
    door.keep(before[LeadsTo.KEEP], CYD, "Cyd")
    door.take_back(table_id, CYD)
    door.end_all_others(table_id, ANA)
    assert door.company(table_id, ANA).keeps
    assert not door.company(table_id, BEN).may_watch
    # Who only watches is no keeper.
    assert door.company(table_id, CYD).may_watch
    with pytest.raises(NoSuchLink):
        door.keep(before[LeadsTo.KEEP], BEN, "Ben")
    after = door.links(table_id)
    assert after[LeadsTo.KEEP] != before[LeadsTo.KEEP]
    assert after[LeadsTo.WATCH] == before[LeadsTo.WATCH]


def test_ending_all_watching_leaves_the_keepers(door: Door, table_id: str) -> None:
    before = door.links(table_id)
    door.keep(before[LeadsTo.KEEP], BEN, "Ben")
    door.keep(before[LeadsTo.KEEP], CYD, "Cyd")
    door.take_back(table_id, CYD)
    door.ask(table_id, ZOE, "Zoe")
    door.end_watching(table_id)
    assert not door.company(table_id, ZOE, before[LeadsTo.WATCH]).may_watch
    assert not door.company(table_id, CYD).may_watch
    assert door.company(table_id, BEN).keeps
    with pytest.raises(NoSuchLink):
        door.invitation_by_code(before[LeadsTo.CODE])
    assert door.company(table_id, ANA).keeps
    assert door.links(table_id)[LeadsTo.KEEP] == before[LeadsTo.KEEP]


def test_a_phone_gets_a_name(door: Door, table_id: str) -> None:
    door.call(table_id, ANA, "Ana")
    company = door.company(table_id, ANA)
    assert company.own == Guest(ANA, "Ana", Standing.KEEPS)
    with pytest.raises(NotAllowed):
        door.call(table_id, ZOE, "Zoe")


def test_every_change_of_access_is_counted_at_the_table(
    door: Door, table_id: str, database: Database
) -> None:
    def count() -> int:
        with database.engine.connect() as connection:
            return int(connection.execute(text("SELECT access FROM game_table")).scalar_one())

    secret = door.links(table_id)[LeadsTo.KEEP]
    steps = (
        lambda: door.keep(secret, BEN, "Ben"),
        lambda: door.take_back(table_id, BEN),
        lambda: door.ask(table_id, BEN, ""),
        lambda: door.give(table_id, BEN),
        lambda: door.call(table_id, ANA, "Ana"),
        lambda: door.end_watching(table_id),
        lambda: door.end_all_others(table_id, ANA),
    )
    for number, step in enumerate(steps, 1):
        step()
        assert count() == number


def test_a_phone_is_told_by_whose_it_is(door: Door, table_id: str) -> None:
    door.keep(door.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    company = door.company(table_id, ANA)
    told = [company.phone_told(device) for device in (ANA, BEN, ZOE, "")]
    assert told == ["this phone", "Ben's phone", "another phone", "another phone"]
