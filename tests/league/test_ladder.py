"""Who challenges somebody above and wins takes their rung."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.errors import BadChallenge
from companion.league.ladder import Ladder
from tests.thorough import examples

ANA, BEN, CYD, DEE, ZOE = 1, 2, 3, 4, 5
LADDER = Ladder((ANA, BEN, CYD, DEE))


def test_a_winner_from_below_takes_the_rung_and_those_between_go_down() -> None:
    assert LADDER.after(winner=DEE, loser=BEN).rungs == (ANA, DEE, BEN, CYD)
    assert LADDER.after(winner=BEN, loser=ANA).rungs == (BEN, ANA, CYD, DEE)


def test_a_winner_from_above_stays() -> None:
    assert LADDER.after(winner=BEN, loser=DEE) == LADDER


def test_a_challenge_reaches_two_rungs_up() -> None:
    assert LADDER.may_challenge(DEE) == (CYD, BEN)
    assert LADDER.may_challenge(BEN) == (ANA,)
    assert LADDER.may_challenge(ANA) == ()
    LADDER.check_challenge(DEE, BEN)


@pytest.mark.parametrize(
    ("challenger", "challenged"), [(DEE, ANA), (ANA, BEN), (BEN, BEN), (ZOE, DEE), (DEE, ZOE)]
)
def test_a_challenge_too_far_or_down_or_by_a_stranger_is_refused(
    challenger: int, challenged: int
) -> None:
    with pytest.raises(BadChallenge) as refused:
        LADDER.check_challenge(challenger, challenged)
    assert refused.value.code == "challenge"
    assert str(refused.value.message)


def test_who_leaves_leaves_no_gap() -> None:
    assert LADDER.without(BEN).rungs == (ANA, CYD, DEE)


@examples(200)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=20))
def test_whatever_was_played_everybody_has_one_rung_and_no_winner_is_below_a_loser(
    results: list[tuple[int, int]],
) -> None:
    ladder = LADDER
    for winner, loser in results:
        before, ladder = ladder, ladder.after(winner, loser)
        assert sorted(ladder.rungs) == [ANA, BEN, CYD, DEE]
        if {winner, loser} <= {*ladder.rungs}:
            assert ladder.rung(winner) <= ladder.rung(loser)
            assert ladder.rung(winner) == min(before.rung(winner), before.rung(loser))
        else:
            assert ladder == before
