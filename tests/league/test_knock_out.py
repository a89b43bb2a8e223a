"""Who loses is out."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from companion.league.fixture import Fixture, Slot
from companion.league.knock_out import knock_out, seeded, who_plays
from tests.thorough import examples

entrants = st.lists(st.integers(1, 999), min_size=2, max_size=33, unique=True)


def played(ties: tuple[Fixture, ...], wins: Callable[[int, int], int]) -> dict[int, int]:
    """The winner of each tie, by its number."""
    winners: dict[int, int] = {}
    losers: dict[int, int] = {}
    for tie in ties:
        home = who_plays(tie.home, winners, losers)
        away = who_plays(tie.away, winners, losers)
        assert home is not None
        assert away is not None
        winners[tie.number] = wins(home, away)
        losers[tie.number] = away if winners[tie.number] == home else home
    return winners


def test_six_have_two_byes_and_the_first_seeds_get_them() -> None:
    assert knock_out([1, 2, 3, 4, 5, 6]) == (
        Fixture(1, 1, Slot(4), Slot(5)),
        Fixture(2, 1, Slot(3), Slot(6)),
        Fixture(3, 2, Slot(1), Slot(winner_of=1)),
        Fixture(4, 2, Slot(2), Slot(winner_of=2)),
        Fixture(5, 3, Slot(winner_of=3), Slot(winner_of=4)),
    )


def test_who_loses_in_the_last_four_may_meet_for_the_third_place() -> None:
    ties = knock_out([1, 2, 3, 4], third_place=True)
    assert ties[2:] == (
        Fixture(3, 2, Slot(loser_of=1), Slot(loser_of=2)),
        Fixture(4, 2, Slot(winner_of=1), Slot(winner_of=2)),
    )
    assert [each.is_for_third for each in ties] == [False, False, True, False]
    assert knock_out([1, 2, 3], third_place=True) == knock_out([1, 2, 3])


def test_seeds_stand_so_that_first_meets_last() -> None:
    assert seeded(8) == [0, 7, 3, 4, 1, 6, 2, 5]


@examples(300)
@given(entrants, st.data())
def test_one_is_left_and_everybody_else_lost_once(numbers: list[int], data: st.DataObject) -> None:
    ties = knock_out(numbers)
    assert len(ties) == len(numbers) - 1
    losers = []

    def wins(home: int, away: int) -> int:
        winner = data.draw(st.sampled_from([home, away]))
        losers.append(away if winner == home else home)
        return winner

    winners = played(ties, wins)
    assert sorted([*losers, winners[ties[-1].number]]) == sorted(numbers)


@examples(300)
@given(entrants)
def test_byes_fill_up_to_a_power_of_two_and_go_to_the_first_seeds(numbers: list[int]) -> None:
    ties = knock_out(numbers)
    first_round = {tie.home.entrant for tie in ties if tie.round == 1}
    first_round |= {tie.away.entrant for tie in ties if tie.round == 1}
    size = len(seeded(len(numbers)))
    byes = size - len(numbers)
    assert size.bit_count() == 1
    assert size < 2 * len(numbers)
    assert [*numbers[byes:]] == [each for each in numbers if each in first_round]


@examples(200)
@given(entrants)
def test_where_the_better_seed_always_wins_the_first_two_meet_in_the_final(
    numbers: list[int],
) -> None:
    met = []

    def wins(home: int, away: int) -> int:
        met.append({home, away})
        return min(home, away, key=numbers.index)

    assert played(knock_out(numbers), wins)[len(numbers) - 1] == numbers[0]
    assert met[-1] == {*numbers[:2]}


def test_nobody_is_named_for_a_tie_that_waits() -> None:
    assert who_plays(Slot(winner_of=1), {}, {}) is None
    assert who_plays(Slot(loser_of=1), {1: 5}, {}) is None
    assert who_plays(Slot(7), {}, {}) == 7
