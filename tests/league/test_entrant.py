"""Teams, pairs and players who take part."""

import pytest

from companion.league.competition import Entrant, EntrantKind, check_entrants, told_apart
from companion.league.errors import BadName, NotKept, WrongEntrants
from companion.league.kept_json import read_kept, write_kept

DOGS = Entrant(1, EntrantKind.TEAM, "Dog & Duck", (4, 7, 9, 12, 13, 20))
ANA_AND_BEN = Entrant(2, EntrantKind.PAIR, "Ana & Ben", (1, 2))
CYD = Entrant(3, EntrantKind.PLAYER, "Cyd", (3,), has_left=True)


@pytest.mark.parametrize("entrant", [DOGS, ANA_AND_BEN, CYD], ids=lambda each: each.name)
def test_an_entrant_comes_back_as_it_was_kept(entrant: Entrant) -> None:
    assert read_kept(Entrant, write_kept(entrant)).check() == entrant


@pytest.mark.parametrize("name", ["Αετοί", "الصقور", "鷹の会", "Ñandú", "O'Hara’s: 2nd #1, B"])
def test_a_team_has_a_name_in_any_script(name: str) -> None:
    team = Entrant(1, EntrantKind.TEAM, name).check()
    assert read_kept(Entrant, write_kept(team)).check().name == name


@pytest.mark.parametrize(
    "name", ["", " Dogs", "a" * 41, "Do\u200bgs", "Dogs\n", "\ud800", "\u202esgoD"]
)
def test_a_name_that_nobody_can_read_is_refused(name: str) -> None:
    with pytest.raises(BadName) as refused:
        Entrant(1, EntrantKind.TEAM, name).check()
    assert refused.value.code == "league-name"
    assert str(refused.value.message)


@pytest.mark.parametrize(
    "entrant",
    [
        ANA_AND_BEN._replace(players=(1,)),
        ANA_AND_BEN._replace(players=(1, 1)),
        CYD._replace(players=(3, 4)),
        CYD._replace(players=()),
        DOGS._replace(players=tuple(range(1, 42))),
        DOGS._replace(players=(4, 7, 4)),
    ],
    ids=lambda each: f"{each.kind} {each.players}"[:40],
)
def test_a_squad_that_cannot_be_is_refused(entrant: Entrant) -> None:
    with pytest.raises(WrongEntrants) as refused:
        entrant.check()
    assert str(refused.value.message)


def test_two_of_one_name_are_told_apart_by_their_numbers() -> None:
    called = told_apart({1: "Ana", 2: "Ben", 7: "ANA", 8: "محمد", 9: "محمد"})
    assert {number: str(name) for number, name in called.items()} == {
        1: "Ana (no. 1)",
        2: "Ben",
        7: "ANA (no. 7)",
        8: "محمد (no. 8)",
        9: "محمد (no. 9)",
    }


def test_who_takes_part_is_two_or_more_of_one_kind() -> None:
    assert check_entrants([DOGS, DOGS._replace(number=2)]) == (DOGS, DOGS._replace(number=2))
    for wrong in ([DOGS], [DOGS, DOGS], [DOGS, CYD], [DOGS._replace(number=n) for n in range(65)]):
        with pytest.raises(WrongEntrants):
            check_entrants(wrong)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "no JSON",
        "[]",
        "[" * 60_000,
        '{"number":1}',
        '{"number":true,"kind":"team","name":"A"}',
        '{"number":0,"kind":"team","name":"A"}',
        '{"number":1.0,"kind":"team","name":"A"}',
        '{"number":1,"kind":"club","name":"A"}',
        '{"number":1,"kind":["team"],"name":"A"}',
        '{"number":1,"kind":"team","name":5}',
        '{"number":1,"kind":"team","name":"A","more":1}',
        '{"number":1,"kind":"team","name":"A","players":[1,"2"]}',
        '{"number":1,"kind":"team","name":"A","has_left":1}',
        '{"number":' + "9" * 5000 + ',"kind":"team","name":"A"}',
        '{"number":1,"kind":"team","name":"' + "A" * 70_000 + '"}',
    ],
    ids=lambda kept: kept[:40],
)
def test_what_nobody_kept_is_no_entrant(kept: str) -> None:
    with pytest.raises(NotKept) as refused:
        read_kept(Entrant, kept).check()
    assert refused.value.code == "not-kept"
    assert len(str(refused.value.message)) < 200
