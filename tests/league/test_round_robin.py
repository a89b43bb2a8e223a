"""Everybody meets everybody."""

from collections import Counter
from itertools import chain, combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from companion.league.round_robin import Round, round_robin
from tests.thorough import examples

entrants = st.lists(st.integers(1, 999), min_size=2, max_size=21, unique=True)


def test_four_meet_in_three_rounds() -> None:
    assert round_robin([1, 2, 3, 4]) == (
        ((4, 1), (3, 2)),
        ((2, 4), (1, 3)),
        ((4, 3), (2, 1)),
    )


def test_of_three_one_has_a_bye_each_round() -> None:
    assert round_robin([1, 2, 3]) == (((3, 2),), ((1, 3),), ((2, 1),))


@examples(300)
@given(entrants)
def test_everybody_meets_everybody_once(numbers: list[int]) -> None:
    matches = [match for each in round_robin(numbers) for match in each]
    met = Counter(frozenset(match) for match in matches)
    assert met == Counter({frozenset(pair): 1 for pair in combinations(numbers, 2)})


@examples(300)
@given(entrants)
def test_the_second_time_round_home_and_away_change(numbers: list[int]) -> None:
    matches = Counter(match for each in round_robin(numbers, 2) for match in each)
    assert matches == Counter(dict.fromkeys(permutations(numbers, 2), 1))


@examples(300)
@given(entrants, st.integers(1, 4))
def test_nobody_plays_twice_a_round_and_only_odd_numbers_have_byes(
    numbers: list[int], times: int
) -> None:
    rounds = round_robin(numbers, times)
    for each in rounds:
        playing = [*chain.from_iterable(each)]
        assert len({*playing}) == len(playing) == len(numbers) - len(numbers) % 2
    often = Counter(chain.from_iterable(chain.from_iterable(rounds)))
    assert {*often.values()} == {times * (len(numbers) - 1)}


@examples(300)
@given(entrants)
def test_everybody_is_at_home_as_often_as_away_or_once_more_or_less(numbers: list[int]) -> None:
    once, twice = round_robin(numbers), round_robin(numbers, 2)
    for number in numbers:
        assert abs(home_less_away(once, number)) == (1 if len(numbers) % 2 == 0 else 0)
        assert home_less_away(twice, number) == 0


@examples(300)
@given(entrants)
def test_nobody_is_at_home_or_away_for_more_than_two_rounds_running(numbers: list[int]) -> None:
    for number in numbers:
        places = "".join(
            "H" if number == home else "A"
            for each in round_robin(numbers)
            for home, away in each
            if number in (home, away)
        )
        assert "HHH" not in places
        assert "AAA" not in places


def home_less_away(rounds: tuple[Round, ...], number: int) -> int:
    matches = [match for each in rounds for match in each]
    return sum((home == number) - (away == number) for home, away in matches)
