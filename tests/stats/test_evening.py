"""An evening: a day of the club, whoever played."""

import pytest

from companion.stats.evening import evening_on, evenings_of
from companion.stats.played_game import SeatedTwice
from tests.stats.club import ANA, BEN, CYD, DEE, game

ANA_AND_BEN = [
    game([ANA, BEN], winner=0, table="one"),
    game([BEN, ANA], winner=1, table="two"),
    game([ANA, BEN], winner=1, table="three"),
]


def test_ana_two_ben_one() -> None:
    (evening,) = evenings_of(ANA_AND_BEN)
    assert evening.wins == ((ANA, 2, 3), (BEN, 1, 3))
    assert [each.table_id for each in evening.games] == ["one", "two", "three"]


def test_whoever_won_most_comes_first_and_equals_as_they_sat_down() -> None:
    (evening,) = evenings_of([game([ANA, BEN, CYD], winner=2), game([CYD, BEN, ANA], winner=0)])
    assert evening.wins == ((CYD, 2, 2), (ANA, 0, 2), (BEN, 0, 2))
    games = [game([BEN, ANA], winner=0), game([ANA, CYD], winner=0), game([ANA, BEN], winner=None)]
    (evening,) = evenings_of(games)
    assert evening.wins == ((BEN, 1, 1), (ANA, 1, 2), (CYD, 0, 1))
    # What is still being played is neither won nor lost.
    assert (len(evening.over), evening.going) == (2, 1)


def test_partners_both_win_their_game() -> None:
    (evening,) = evenings_of([game([ANA, BEN, CYD, DEE], winner=1, partners=True)])
    assert evening.wins == ((BEN, 1, 1), (DEE, 1, 1), (ANA, 0, 1), (CYD, 0, 1))


def test_only_another_day_makes_another_evening() -> None:
    games = [*ANA_AND_BEN, game([ANA, CYD], table="four"), game([ANA, BEN], table="five", day=1)]
    evenings = evenings_of(games)
    assert [[each.table_id for each in evening.games] for evening in evenings] == [
        ["one", "two", "three", "four"],
        ["five"],
    ]
    assert evening_on(games[-1].day, games) == evenings[1]
    assert evening_on(games[-1].day, ANA_AND_BEN) is None
    assert evenings_of([]) == ()


def test_one_person_on_two_seats_is_refused() -> None:
    (evening,) = evenings_of([game([ANA, ANA])])
    with pytest.raises(SeatedTwice):
        assert evening.wins
