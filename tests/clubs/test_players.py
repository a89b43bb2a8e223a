"""Who plays in a club: names in any script, two of one name, told to be the same and apart."""

from functools import partial

import pytest

from companion.clubs import club as of_club
from companion.clubs.club import Club, Player
from companion.clubs.club_tables import suggested_seats
from companion.clubs.errors import ClubFull, NoSuchPlayer, WrongSeats
from companion.rules.errors import WrongPlayers
from companion.rules.player_names import name_key
from companion.tables.errors import NoSuchTable
from tests.clubs.house import House
from tests.tables.scribe import opened, refused


def seats(house: House, table_id: str) -> tuple[int, ...]:
    (table,) = (each for each in house.clubs.tables.latest(house.club, 99) if each.id == table_id)
    return table.people


def test_players_have_names_in_any_script_and_a_colour_each(house: House) -> None:
    names = ("Ana", "Łukasz", "علی‌رضا", "小明", "Ñusta")
    assert house.join(*names) == (1, 2, 3, 4, 5)
    assert tuple(player.name for player in house.club.players) == names
    assert len({player.colour for player in house.club.players}) == 5


@pytest.mark.parametrize("name", ["", "A" * 25, "An\u200ba", "A,B", "lead", " Ana"])
def test_who_cannot_be_written_in_a_record_is_no_player(house: House, name: str) -> None:
    with pytest.raises(WrongPlayers):
        house.join("Ben", name)
    assert house.club.players == ()


def test_two_people_of_one_name_are_told_apart(house: House) -> None:
    house.join("Ana", "ANA", "Ana (2)", "Ana")
    house.clubs.players.change(house.club_id, 4, name="Ana", nicknames=["Anouk"], colour=2)
    assert house.club.names == {1: "Ana", 2: "ANA (3)", 3: "Ana (2)", 4: "Anouk"}
    assert house.club.known_as("ana") == (1, 2, 4)
    assert house.club.known_as("anouk") == (4,)
    assert suggested_seats(house.club, ("Ana", "Ana (2)", "Zoe", "ana")) == (1, 3, None, 2)


def test_a_long_name_is_cut_for_its_number(house: House) -> None:
    house.join("A" * 24, "A" * 24)
    assert house.club.names[2] == "A" * 20 + " (2)"


def test_what_a_player_is_called_changes_nobody_else(house: House) -> None:
    house.join("Ana", "Ben")
    house.clubs.players.change(
        house.club_id, 2, name="Benedikt", nicknames=["Ben", "BENEDIKT", "ben"], colour=7
    )
    ana, ben = house.club.players
    assert (ana.name, ana.nicknames) == ("Ana", ())
    assert (ben.name, ben.nicknames, ben.colour) == ("Benedikt", ("ben",), 7)


def test_refused_names_nicknames_and_colours_change_nothing(house: House) -> None:
    house.join("Ana")
    before = house.club
    with refused("club.refused.colour"):
        house.clubs.players.change(house.club_id, 1, name="Ana", nicknames=[], colour=8)
    with refused("club.refused.nicknames"):
        house.clubs.players.change(house.club_id, 1, name="Ana", nicknames=[*"abcdefg"], colour=1)
    for name, nickname in (("A:", "B"), ("A", "B:")):
        with pytest.raises(WrongPlayers):
            house.clubs.players.change(house.club_id, 1, name=name, nicknames=[nickname], colour=1)
    with pytest.raises(NoSuchPlayer):
        house.clubs.players.change(house.club_id, 2, name="Ben", nicknames=[], colour=1)
    assert house.club == before


def test_who_left_is_offered_no_more_and_can_come_back(house: House) -> None:
    house.join("Ana", "Ben")
    house.clubs.players.leave(house.club_id, 2)
    assert [player.name for player in house.club.present] == ["Ana"]
    assert house.club.called(2) == "Ben"
    house.clubs.players.come_back(house.club_id, 2)
    assert [player.name for player in house.club.present] == ["Ana", "Ben"]


def test_told_to_be_the_same_and_apart_again(house: House) -> None:
    house.join("Ana", "Anna", "Ben", "Annie")
    house.clubs.players.tell_same(house.club_id, 2, 1)
    house.clubs.players.tell_same(house.club_id, 1, 4)
    club = house.club
    assert [club.person(number) for number in (1, 2, 3, 4)] == [4, 4, 3, 4]
    assert [player.number for player in club.persons] == [3, 4]
    assert club.called(2) == "Annie" and club.known_as("anna") == (4,)
    house.clubs.players.tell_same(house.club_id, 1, 2)
    assert house.club == club
    # Whoever stands for all may go; then the first of the others does.
    house.clubs.players.part(house.club_id, 4)
    assert [house.club.person(number) for number in (1, 2, 3, 4)] == [1, 1, 3, 4]
    house.clubs.players.part(house.club_id, 2)
    assert [house.club.person(number) for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    with refused("club.refused.apart"):
        house.clubs.players.part(house.club_id, 2)
    with pytest.raises(NoSuchPlayer):
        house.clubs.players.tell_same(house.club_id, 1, 9)


def test_who_sat_at_one_table_is_two_people(house: House) -> None:
    ana, ben, anna = house.join("Ana", "Ben", "Anna")
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, [ana, ben])
    house.clubs.players.tell_same(house.club_id, anna, ana)
    before = house.club
    for one, other in ((ben, ana), (ana, ben), (anna, ben)):
        with refused("club.refused.two-people"):
            house.clubs.players.tell_same(house.club_id, one, other)
    assert house.club == before


def test_a_club_has_room_for_so_many_players(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.clubs.player_service.MOST_PLAYERS", 2)
    house.join("Ana")
    with pytest.raises(ClubFull):
        house.join("Ben", "Cyd")
    assert [player.name for player in house.club.players] == ["Ana"]


def test_a_table_played_elsewhere_is_taken_in_with_somebody_new(house: House) -> None:
    (ana,) = house.join("Ana")
    table_id = opened(house.tables)
    assert suggested_seats(house.club, ("Ana", "Ben")) == (ana, None)
    house.clubs.tables.take_in(house.club_id, table_id, [ana, None])
    assert house.club.names == {1: "Ana", 2: "Ben"}
    assert house.clubs.tables.club_of(table_id) == house.club_id
    assert seats(house, table_id) == (1, 2)


def test_a_table_is_in_one_club_and_can_be_taken_out(house: House) -> None:
    table_id, other = opened(house.tables), house.clubs.service.open("Sunday", "Ben's phone")
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    house.clubs.tables.take_in(other, table_id, [None, None], leaves=house.club_id)
    assert house.clubs.tables.club_of(table_id) == other
    assert house.clubs.tables.latest(house.club, 9) == ()
    house.clubs.tables.let_go(other, table_id)
    assert house.clubs.tables.club_of(table_id) is None
    assert house.tables.look(table_id).header.players == ("Ana", "Ben")


def test_each_seat_is_another_person(house: House) -> None:
    ana, ben, anna = house.join("Ana", "Ben", "Anna")
    house.clubs.players.tell_same(house.club_id, anna, ana)
    table_id = opened(house.tables)
    for wrong in ([ana, ana], [ana, anna], [ana], [ana, ben, None], []):
        with pytest.raises(WrongSeats):
            house.clubs.tables.take_in(house.club_id, table_id, wrong)
    with pytest.raises(NoSuchPlayer):
        house.clubs.tables.take_in(house.club_id, table_id, [ana, 99])
    with pytest.raises(NoSuchTable):
        house.clubs.tables.take_in(house.club_id, "nobody's", [ana, ben])
    assert house.clubs.tables.club_of(table_id) is None


def test_a_deleted_table_is_gone_from_its_club(house: House) -> None:
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    house.tables.remove(table_id)
    assert house.clubs.tables.latest(house.club, 9) == ()
    assert house.club.names == {1: "Ana", 2: "Ben"}


def _looked_at(looks: list[str], name: str) -> str:
    looks.append(name)
    return name_key(name)


@pytest.mark.parametrize("long", ["", " of the Maximilians"], ids=["short", "cut"])
def test_a_thousand_of_one_name_are_told_apart_in_work_that_grows_with_them(
    monkeypatch: pytest.MonkeyPatch, long: str
) -> None:
    looks: list[str] = []
    monkeypatch.setattr(of_club, "name_key", partial(_looked_at, looks))
    players = tuple(Player(number, f"Ana{long}") for number in range(1, 1001))
    club = Club("friday", "Friday", "UTC", True, players)
    assert len({club.called(number) for number in range(1, 1001)}) == 1000
    assert (club.called(1), club.called(2), club.called(1000)) == (
        f"Ana{long}",
        f"Ana{long[:17].rstrip()} (2)",
        f"Ana{long[:14]} (1000)",
    )
    assert club.known_as(f"ana{long[:14]} (1000)") == (1000,)
    assert len(looks) < 15_000


def test_names_of_one_beginning_are_told_apart_in_work_that_grows_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[str] = []
    monkeypatch.setattr(of_club, "name_key", partial(_looked_at, looks))
    players = tuple(
        Player(number, f"Maximilian Alexander {number // 2:03}") for number in range(1000)
    )
    club = Club("friday", "Friday", "UTC", True, players)
    assert len({*club.names.values()}) == 1000
    assert len(looks) < 15_000
