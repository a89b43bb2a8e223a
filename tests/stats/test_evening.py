"""An evening: the same people, the same day of the club."""

import pytest

from companion.stats.evening import evening_with, evenings_of
from companion.stats.played_game import SeatedTwice
from tests.stats.club import ANA, BEN, CYD, DEE, game

ANA_AND_BEN = [
    game([ANA, BEN], winner=0, table="one"),
    game([BEN, ANA], winner=1, table="two"),
    game([ANA, BEN], winner=1, table="three"),
]


def test_ana_two_ben_one() -> None:
    (evening,) = evenings_of(ANA_AND_BEN)
    assert evening.wins == ((ANA, 2), (BEN, 1))
    assert [each.table_id for each in evening.games] == ["one", "two", "three"]


def test_whoever_won_most_comes_first_and_equals_as_they_sat_at_the_first_table() -> None:
    (evening,) = evenings_of([game([ANA, BEN, CYD], winner=2), game([CYD, BEN, ANA], winner=0)])
    assert evening.wins == ((CYD, 2), (ANA, 0), (BEN, 0))
    (evening,) = evenings_of(
        [game([BEN, ANA], winner=0), game([ANA, BEN], winner=0), game([ANA, BEN], winner=None)]
    )
    assert evening.wins == ((BEN, 1), (ANA, 1))
    assert (len(evening.games), evening.decided) == (3, 2)


def test_partners_both_win_their_game() -> None:
    (evening,) = evenings_of([game([ANA, BEN, CYD, DEE], winner=1, partners=True)])
    assert evening.wins == ((BEN, 1), (DEE, 1), (ANA, 0), (CYD, 0))


def test_other_people_or_another_day_make_another_evening() -> None:
    games = [*ANA_AND_BEN, game([ANA, CYD], table="four"), game([ANA, BEN], table="five", day=1)]
    evenings = evenings_of(games)
    assert [[each.table_id for each in evening.games] for evening in evenings] == [
        ["one", "two", "three"],
        ["four"],
        ["five"],
    ]
    assert [evening.people for evening in evenings] == [(ANA, BEN), (ANA, CYD), (ANA, BEN)]


def test_a_game_of_others_in_between_does_not_part_an_evening() -> None:
    first, *rest = ANA_AND_BEN
    evening = evening_with([first, game([ANA, CYD], table="four"), *rest], "two")
    assert evening is not None and len(evening.games) == 3


def test_a_table_that_is_not_there_has_no_evening() -> None:
    assert evening_with(ANA_AND_BEN, "nine") is None
    assert evenings_of([]) == ()


def test_one_person_on_two_seats_is_refused() -> None:
    (evening,) = evenings_of([game([ANA, ANA])])
    with pytest.raises(SeatedTwice):
        assert evening.wins
