"""One order of a team fills every board: the first single, the first double, and so on."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.match_format import (
    SIX_SINGLES_THREE_DOUBLES,
    THREE_DRAWN_PAIRS,
    MatchBoard,
    MatchFormat,
)
from companion.league.playing_order import NOBODY, PlayingOrder, ordered_boards
from tests.thorough import examples

SIX = (1, 2, 3, 4, 5, 6)
SINGLES = ((1,), (2,), (3,), (4,), (5,), (6,))
#: Two singles after three doubles: the doubles take everybody.
DOUBLES_FIRST = MatchFormat((MatchBoard(2),) * 3 + (MatchBoard(1),) * 2)


def test_neighbours_of_the_order_are_the_pairs() -> None:
    boards = PlayingOrder(SIX).boards(SIX_SINGLES_THREE_DOUBLES)
    assert boards == (*SINGLES, (1, 2), (3, 4), (5, 6))
    assert PlayingOrder(SIX).boards(THREE_DRAWN_PAIRS) == ((1, 2), (3, 4), (5, 6))
    assert PlayingOrder(SIX).boards(DOUBLES_FIRST) == ((1, 2), (3, 4), (5, 6), (1,), (2,))


def test_a_captain_may_want_other_pairs() -> None:
    order = PlayingOrder(SIX, {(6, 1): 3, (7, 0): 2})
    assert order.boards(SIX_SINGLES_THREE_DOUBLES)[6:] == ((1, 3), (2, 4), (5, 6))


def test_a_board_for_which_somebody_is_missing_is_given_away() -> None:
    five = PlayingOrder((1, 2, 3, 4, 5, NOBODY))
    assert five.boards(SIX_SINGLES_THREE_DOUBLES) == (*SINGLES[:5], (), (1, 2), (3, 4), ())


def test_a_team_plays_in_the_order_of_its_list_until_it_has_played() -> None:
    assert PlayingOrder.usual(SIX_SINGLES_THREE_DOUBLES, (9, 8, 7, 6, 5, 4, 3)) == PlayingOrder(
        (9, 8, 7, 6, 5, 4)
    )
    assert PlayingOrder.usual(THREE_DRAWN_PAIRS, (2, 1)).players == (2, 1, *(NOBODY,) * 4)


def test_a_team_plays_as_it_did_the_last_time() -> None:
    before = (*SINGLES[::-1], (1, 3), (2, 4), (6, 5))
    order = PlayingOrder.usual(SIX_SINGLES_THREE_DOUBLES, (*SIX, 7), before)
    assert order.players == SIX[::-1]
    assert order.boards(SIX_SINGLES_THREE_DOUBLES) == before


def test_who_left_the_team_is_replaced_wherever_they_played() -> None:
    before = (*SINGLES, (1, 3), (2, 4), (5, 6))
    order = PlayingOrder.usual(SIX_SINGLES_THREE_DOUBLES, (1, 2, 4, 5, 6, 7), before)
    assert order.boards(SIX_SINGLES_THREE_DOUBLES) == (
        *((1,), (2,), (7,), (4,), (5,), (6,)),
        *((1, 7), (2, 4), (5, 6)),
    )
    # One who played a double only is no more asked for.
    guest = (*SINGLES, (1, 2), (3, 4), (5, 9))
    assert PlayingOrder.usual(SIX_SINGLES_THREE_DOUBLES, SIX, guest) == PlayingOrder(SIX, {})


def test_who_was_missing_the_last_time_is_asked_for_again() -> None:
    before = (*SINGLES[:5], (), (1, 2), (3, 4), ())
    order = PlayingOrder.usual(SIX_SINGLES_THREE_DOUBLES, SIX, before)
    assert order == PlayingOrder(SIX)


@pytest.mark.parametrize(
    ("form", "ordered"),
    [
        (SIX_SINGLES_THREE_DOUBLES, range(6)),
        (THREE_DRAWN_PAIRS, range(3)),
        (DOUBLES_FIRST, range(3)),
        (MatchFormat((MatchBoard(2), MatchBoard(1), MatchBoard(1), MatchBoard(1))), range(1, 4)),
    ],
)
def test_an_order_is_that_of_the_boards_at_which_everybody_plays(
    form: MatchFormat, ordered: range
) -> None:
    assert [*ordered_boards(form)] == [*ordered]
    whole = chain.from_iterable(ordered_boards(form).values())
    assert [*whole] == [*range(form.squad)]


@given(
    singles=st.permutations(range(1, 9)),
    doubles=st.permutations(range(1, 9)),
    away=st.sets(st.integers(0, 8)),
)
@examples(200)
def test_every_lineup_is_an_order_with_what_differs_from_it(
    singles: list[int], doubles: list[int], away: set[int]
) -> None:
    named = [(each,) for each in singles[:6]]
    named += [tuple(doubles[at : at + 2]) for at in (0, 2, 4)]
    boards = tuple(() if number in away else at for number, at in enumerate(named))
    order = PlayingOrder.of(SIX_SINGLES_THREE_DOUBLES, boards)
    assert order.boards(SIX_SINGLES_THREE_DOUBLES) == boards
