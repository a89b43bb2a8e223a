"""What a phone may do at a club's tables ends with what it may do in the club."""

from collections.abc import Callable

import pytest

from companion.clubs.club_history import By
from companion.clubs.club_phones import ClubPhoneService
from companion.db.club_models import ClubLink, ClubRole
from companion.db.table_models import LeadsTo, Role
from companion.tables.errors import NoSuchLink, NoSuchTable, NotAllowed
from companion.tables.table_access import AccessService
from tests.clubs.house import House
from tests.clubs.league_night import teams
from tests.tables.scribe import opened

BEN = "Ben's phone"


@pytest.fixture
def access(house: House) -> AccessService:
    """Who may enter the tables, where Ben's phone keeps the club's book besides Ana's."""
    house.clubs.access.join(house.clubs.access.links(house.club_id)[ClubLink.MANAGER], BEN, "Ben")
    return AccessService(house.tables.database)


def started(house: House, access: AccessService, *phones: str) -> str:
    """A table of the club at which these phones keep score, and no other."""
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    for phone in phones:
        access.keep(access.links(table_id)[LeadsTo.KEEP], phone, "")
    return table_id


def roles(house: House, table_id: str) -> dict[str, Role]:
    members = house.tables.look(table_id).known
    return {member.device: member.role for member in members}


def only_watches(house: House, device: str) -> None:
    house.clubs.phones.by(By(device)).make(house.club_id, device, ClubRole.WATCHER)


Ending = Callable[[ClubPhoneService, str], None]


@pytest.mark.parametrize(
    "end",
    [
        lambda phones, club_id: phones.leave(club_id, BEN),
        lambda phones, club_id: phones.by(By("Ana's phone")).remove(club_id, BEN),
        lambda phones, club_id: phones.by(By("Ana's phone")).begin_again(club_id, ClubRole.MANAGER),
    ],
)
def test_who_is_let_out_is_out_of_the_clubs_tables_and_of_no_others(
    house: House, access: AccessService, end: Ending
) -> None:
    ours = started(house, access, "Dee's phone", BEN)
    elsewhere = opened(house.tables)
    access.keep(access.links(elsewhere)[LeadsTo.KEEP], BEN, "")
    links = access.links(ours)
    before = house.tables.look(ours)
    end(house.clubs.phones, house.club_id)
    assert roles(house, ours) == {"Dee's phone": Role.KEEPER}
    assert roles(house, elsewhere) == {BEN: Role.KEEPER}
    # Phones that look on learn of it.
    assert house.tables.look(ours).access > before.access
    # A link that was seen there lets nobody in again.
    with pytest.raises(NoSuchLink):
        access.invitation(links[LeadsTo.KEEP])
    assert access.invitation(links[LeadsTo.WATCH]).table_id == ours


def test_who_only_looks_from_now_on_only_watches_at_the_clubs_tables(
    house: House, access: AccessService
) -> None:
    table_id = started(house, access, "Dee's phone", BEN)
    only_watches(house, BEN)
    assert roles(house, table_id) == {"Dee's phone": Role.KEEPER, BEN: Role.WATCHER}


def test_who_watches_a_table_of_the_club_is_out_of_it_when_let_out(
    house: House, access: AccessService
) -> None:
    only_watches(house, BEN)
    table_id = started(house, access, "Dee's phone")
    house.clubs.access.enter_table(house.club_id, table_id, BEN)
    before = house.tables.look(table_id)
    house.clubs.phones.leave(house.club_id, BEN)
    assert roles(house, table_id) == {"Dee's phone": Role.KEEPER}
    assert house.tables.look(table_id).access > before.access


@pytest.mark.parametrize("role", [ClubRole.MANAGER, ClubRole.SCORER])
def test_a_manager_and_a_scorer_keep_score_where_they_watched(
    house: House, access: AccessService, role: ClubRole
) -> None:
    only_watches(house, BEN)
    table_id, elsewhere = started(house, access, "Dee's phone"), opened(house.tables)
    house.clubs.access.enter_table(house.club_id, table_id, BEN)
    access.ask(elsewhere, BEN, "Ben")
    before = house.tables.look(table_id)
    house.clubs.phones.by(By("Ana's phone")).make(house.club_id, BEN, role)
    assert roles(house, table_id) == {"Dee's phone": Role.KEEPER, BEN: Role.KEEPER}
    assert roles(house, elsewhere) == {BEN: Role.ASKING}
    assert house.tables.look(table_id).access > before.access


def test_who_was_let_out_meanwhile_enters_no_table_of_the_club(
    house: House, access: AccessService
) -> None:
    ours, elsewhere = started(house, access, "Dee's phone"), opened(house.tables)
    with pytest.raises(NoSuchTable):
        house.clubs.access.enter_table(house.club_id, elsewhere, BEN)
    house.clubs.phones.leave(house.club_id, BEN)
    with pytest.raises(NoSuchTable):
        house.clubs.access.enter_table(house.club_id, ours, BEN)
    assert roles(house, ours) == {"Dee's phone": Role.KEEPER}


def test_who_keeps_score_at_a_table_does_so_still_when_entering_it_through_the_club(
    house: House, access: AccessService
) -> None:
    table_id = started(house, access, BEN)
    house.clubs.access.enter_table(house.club_id, table_id, "Ana's phone")
    house.clubs.phones.by(By("Ana's phone")).hand_over(house.club_id, BEN)
    only_watches(house, "Ana's phone")
    access.give(table_id, "Ana's phone")
    house.clubs.access.enter_table(house.club_id, table_id, "Ana's phone")
    assert roles(house, table_id) == {BEN: Role.KEEPER, "Ana's phone": Role.KEEPER}


def test_a_table_that_nobody_keeps_any_more_goes_to_who_keeps_the_book_the_longest(
    house: House, access: AccessService
) -> None:
    table_id = started(house, access, BEN)
    house.clubs.access.join(
        house.clubs.access.links(house.club_id)[ClubLink.MANAGER], "Cyd's phone", "Cyd"
    )
    house.clubs.phones.leave(house.club_id, BEN)
    assert roles(house, table_id) == {"Ana's phone": Role.KEEPER}


def test_when_looking_on_ends_the_links_of_the_tables_end_too(
    house: House, access: AccessService
) -> None:
    only_watches(house, BEN)
    table_id = started(house, access, "Dee's phone")
    phones = house.clubs.phones.by(By("Ana's phone"))
    for end in (
        lambda: phones.remove(house.club_id, BEN, renews=True),
        lambda: phones.begin_again(house.club_id, ClubRole.WATCHER),
    ):
        links, before = access.links(table_id), house.tables.look(table_id)
        end()
        # Whoever watches by a link alone is asked again.
        assert house.tables.look(table_id).access > before.access
        for kind, find in (
            (LeadsTo.WATCH, access.invitation),
            (LeadsTo.BOARD, access.invitation),
            (LeadsTo.CODE, access.invitation_by_code),
        ):
            with pytest.raises(NoSuchLink):
                find(links[kind])
        assert access.invitation(links[LeadsTo.KEEP]).table_id == table_id
    assert roles(house, table_id) == {"Dee's phone": Role.KEEPER}


def test_a_captain_keeps_score_only_where_their_team_plays(
    house: House, access: AccessService
) -> None:
    night = teams(house)
    link = house.clubs.access.captain_link(house.club_id, night.league_id, 1)
    house.clubs.access.join(link, "Ken's phone", "Ken")
    ours, theirs, friendly = (started(house, access, "Dee's phone") for _ in range(3))
    sides = {ours: (1, 2), theirs: (2, 3), friendly: ()}
    for table_id, teams_there in sides.items():
        known = [(night.league_id, team) for team in teams_there]
        house.clubs.access.enter_table(house.club_id, table_id, "Ken's phone", known)
    found = [roles(house, table_id)["Ken's phone"] for table_id in sides]
    assert found == [Role.KEEPER, Role.WATCHER, Role.WATCHER]


def test_who_may_not_leave_keeps_the_tables(house: House) -> None:
    access = AccessService(house.tables.database)
    table_id = started(house, access, "Ana's phone")
    with pytest.raises(NotAllowed):
        house.clubs.phones.leave(house.club_id, "Ana's phone")
    assert roles(house, table_id) == {"Ana's phone": Role.KEEPER}
