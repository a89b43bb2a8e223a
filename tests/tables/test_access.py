"""Who may enter a table, by which link, and who keeps score there."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from companion.db.database import Database
from companion.db.table_models import LeadsTo, Role
from companion.i18n import message
from companion.record.header import read_header
from companion.tables.errors import NoSuchLink, NoSuchTable, NotAllowed
from companion.tables.table_access import CODE_LASTS, AccessService
from companion.tables.table_service import TableService
from companion.tables.table_state import Member
from tests.tables.scribe import members_of, refused

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
def access_service(database: Database, clock: Clock) -> AccessService:
    return AccessService(database, now=clock)


@pytest.fixture
def table_id(table_service: TableService) -> str:
    """Ana's table."""
    return table_service.open(read_header("game: race-horse\nplayers: Ana, Ben"), keeper=ANA)


def test_who_opens_a_table_keeps_score_and_a_stranger_sees_nothing(
    access_service: AccessService, table_id: str
) -> None:
    assert members_of(access_service, table_id, ANA).keeps
    stranger = members_of(access_service, table_id, ZOE)
    assert (stranger.keeps, stranger.may_watch) == (False, False)


@pytest.mark.parametrize("device", ["", "\0", "x" * 500, "' OR 1=1"])
def test_no_device_can_be_made_up(
    access_service: AccessService, table_id: str, device: str
) -> None:
    assert not members_of(access_service, table_id, device.replace("\0", "")).may_watch


@pytest.mark.parametrize("name", ["", "..", "x" * 49, "a\0b", "'; DROP TABLE guest"])
def test_no_table_is_called_so(access_service: AccessService, name: str) -> None:
    with pytest.raises(NoSuchTable):
        TableService(access_service.database).visit(name, ANA, "secret")


@pytest.mark.parametrize("kind", [LeadsTo.WATCH, LeadsTo.BOARD])
def test_a_link_to_watch_lets_its_holder_watch_and_nothing_more(
    access_service: AccessService, table_id: str, kind: LeadsTo
) -> None:
    secret = access_service.links(table_id)[kind]
    assert access_service.invitation(secret) == (table_id, kind, secret)
    zoe = members_of(access_service, table_id, ZOE, secret)
    assert (zoe.may_watch, zoe.keeps) == (True, False)
    with pytest.raises(NoSuchLink):
        access_service.keep(secret, ZOE, "Zoe")


def test_the_link_of_one_table_opens_no_other(
    access_service: AccessService, table_service: TableService, table_id: str
) -> None:
    other = table_service.open(read_header("game: race-horse\nplayers: Cyd, Dee"))
    assert not members_of(
        access_service, other, ZOE, access_service.links(table_id)[LeadsTo.WATCH]
    ).may_watch


def test_a_link_to_keep_makes_a_keeper_whom_the_others_see(
    access_service: AccessService, table_id: str
) -> None:
    assert access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BEN, "Ben") == table_id
    assert members_of(access_service, table_id, BEN).keeps
    assert members_of(access_service, table_id, ANA).other_keepers == (
        Member(BEN, "Ben", Role.KEEPER),
    )


def test_the_links_stay_what_they_are(access_service: AccessService, table_id: str) -> None:
    assert access_service.links(table_id) == access_service.links(table_id)
    assert len({*access_service.links(table_id).values()}) == 4


def test_no_secret_can_be_guessed(
    access_service: AccessService, table_service: TableService, table_id: str
) -> None:
    links = access_service.links(table_id)
    assert all(len(links[kind]) >= 22 for kind in LeadsTo if kind is not LeadsTo.CODE)
    for guess in ("", "x", links[LeadsTo.KEEP][:-1], "a\0b", "x" * 500):
        with pytest.raises(NoSuchLink):
            access_service.invitation(guess)


def test_a_code_has_six_characters_of_which_none_looks_like_another(
    access_service: AccessService, table_service: TableService
) -> None:
    for _ in range(20):
        table = table_service.open(read_header("game: race-horse\nplayers: Ana, Ben"))
        assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", access_service.links(table)[LeadsTo.CODE])


def test_a_code_lets_people_watch_and_is_no_link(
    access_service: AccessService, table_id: str
) -> None:
    code = access_service.links(table_id)[LeadsTo.CODE]
    found = access_service.invitation_by_code(code)
    assert (found.table_id, found.leads_to) == (table_id, LeadsTo.WATCH)
    assert members_of(access_service, table_id, ZOE, found.secret).may_watch
    assert not members_of(access_service, table_id, ZOE, code).may_watch
    for use in (access_service.invitation, lambda secret: access_service.keep(secret, ZOE, "")):
        with pytest.raises(NoSuchLink):
            use(code)


def test_a_code_is_good_for_an_evening_after_it_was_last_shown(
    access_service: AccessService, table_id: str, clock: Clock
) -> None:
    code = access_service.links(table_id)[LeadsTo.CODE]
    clock.now += CODE_LASTS - timedelta(minutes=1)
    assert access_service.links(table_id)[LeadsTo.CODE] == code
    clock.now += CODE_LASTS - timedelta(minutes=1)
    assert access_service.invitation_by_code(code).table_id == table_id
    clock.now += timedelta(minutes=2)
    with pytest.raises(NoSuchLink):
        access_service.invitation_by_code(code)
    assert access_service.links(table_id)[LeadsTo.CODE] != code


def test_a_watcher_who_asks_keeps_score_once_a_keeper_lets_it(
    access_service: AccessService, table_id: str
) -> None:
    secret = access_service.links(table_id)[LeadsTo.WATCH]
    access_service.ask(table_id, BEN, "Ben")
    assert not members_of(access_service, table_id, BEN, secret).keeps
    assert members_of(access_service, table_id, ANA).asking == (Member(BEN, "Ben", Role.ASKING),)
    access_service.give(table_id, BEN)
    assert members_of(access_service, table_id, BEN).keeps
    assert members_of(access_service, table_id, ANA).asking == ()


def test_asking_takes_nothing_from_who_keeps_score(
    access_service: AccessService, table_id: str
) -> None:
    access_service.ask(table_id, ANA, "Ana")
    assert members_of(access_service, table_id, ANA).keeps


def test_what_was_given_can_be_taken_back_and_leaves_a_watcher(
    access_service: AccessService, table_id: str
) -> None:
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    access_service.take_back(table_id, BEN)
    ben = members_of(access_service, table_id, BEN)
    assert (ben.keeps, ben.may_watch) == (False, True)


def test_keeping_is_handed_over(access_service: AccessService, table_id: str) -> None:
    access_service.ask(table_id, BEN, "Ben")
    access_service.hand_over(table_id, ANA, BEN)
    assert (
        members_of(access_service, table_id, ANA).keeps,
        members_of(access_service, table_id, BEN).keeps,
    ) == (False, True)


def test_somebody_always_keeps_score(access_service: AccessService, table_id: str) -> None:
    with refused("refused.last-keeper"):
        access_service.take_back(table_id, ANA)
    assert members_of(access_service, table_id, ANA).keeps


def test_nobody_gives_to_a_phone_that_is_not_there(
    access_service: AccessService, table_id: str
) -> None:
    for deed in (access_service.give, access_service.take_back):
        with refused("refused.unknown-phone"):
            deed(table_id, ZOE)
    with pytest.raises(NotAllowed):
        access_service.hand_over(table_id, ANA, ZOE)
    assert members_of(access_service, table_id, ANA).keeps


def test_ending_all_others_access_leaves_one_keeper_and_a_new_link(
    access_service: AccessService, table_id: str
) -> None:
    before = access_service.links(table_id)
    access_service.keep(before[LeadsTo.KEEP], BEN, "Ben")
    access_service.keep(before[LeadsTo.KEEP], CYD, "Cyd")
    access_service.take_back(table_id, CYD)
    access_service.end_all_others(table_id, ANA)
    assert members_of(access_service, table_id, ANA).keeps
    assert not members_of(access_service, table_id, BEN).may_watch
    # Who only watches is no keeper.
    assert members_of(access_service, table_id, CYD).may_watch
    with pytest.raises(NoSuchLink):
        access_service.keep(before[LeadsTo.KEEP], BEN, "Ben")
    after = access_service.links(table_id)
    assert after[LeadsTo.KEEP] != before[LeadsTo.KEEP]
    assert after[LeadsTo.WATCH] == before[LeadsTo.WATCH]


def test_ending_all_watching_leaves_the_keepers(
    access_service: AccessService, table_id: str
) -> None:
    before = access_service.links(table_id)
    access_service.keep(before[LeadsTo.KEEP], BEN, "Ben")
    access_service.keep(before[LeadsTo.KEEP], CYD, "Cyd")
    access_service.take_back(table_id, CYD)
    access_service.ask(table_id, ZOE, "Zoe")
    access_service.end_watching(table_id)
    assert not members_of(access_service, table_id, ZOE, before[LeadsTo.WATCH]).may_watch
    assert not members_of(access_service, table_id, CYD).may_watch
    assert members_of(access_service, table_id, BEN).keeps
    with pytest.raises(NoSuchLink):
        access_service.invitation_by_code(before[LeadsTo.CODE])
    assert members_of(access_service, table_id, ANA).keeps
    assert access_service.links(table_id)[LeadsTo.KEEP] == before[LeadsTo.KEEP]


def test_a_phone_gets_a_name(access_service: AccessService, table_id: str) -> None:
    access_service.call(table_id, ANA, "Ana")
    members = members_of(access_service, table_id, ANA)
    assert members.own == Member(ANA, "Ana", Role.KEEPER)
    with pytest.raises(NotAllowed):
        access_service.call(table_id, ZOE, "Zoe")


def test_every_change_of_access_is_counted_at_the_table(
    access_service: AccessService, table_id: str, database: Database
) -> None:
    def count() -> int:
        with database.engine.connect() as connection:
            return int(connection.execute(text("SELECT access FROM game_table")).scalar_one())

    secret = access_service.links(table_id)[LeadsTo.KEEP]
    steps = (
        lambda: access_service.keep(secret, BEN, "Ben"),
        lambda: access_service.take_back(table_id, BEN),
        lambda: access_service.ask(table_id, BEN, ""),
        lambda: access_service.give(table_id, BEN),
        lambda: access_service.call(table_id, ANA, "Ana"),
        lambda: access_service.end_watching(table_id),
        lambda: access_service.end_all_others(table_id, ANA),
    )
    for number, step in enumerate(steps, 1):
        step()
        assert count() == number


def test_a_phone_is_told_by_whose_it_is(access_service: AccessService, table_id: str) -> None:
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    members = members_of(access_service, table_id, ANA)
    phones = [members.describe_phone(device) for device in (ANA, BEN, ZOE, "")]
    another = message("phone.another")
    assert phones == [message("phone.this"), message("phone.of", name="Ben"), another, another]
