"""Who plays at which board: named by captains, or drawn by lot."""

from collections import Counter
from itertools import chain

import pytest

from companion.league.errors import WrongLineup
from companion.league.lineup import Pairing, check_lineup, draw_lineup, in_drawn_order
from companion.league.match_format import SIX_SINGLES_THREE_DOUBLES, THREE_DRAWN_PAIRS

HOME, AWAY = (1, 2, 3, 4, 5, 6), (11, 12, 13, 14, 15, 16)

SINGLES = tuple(Pairing((home,), (away,)) for home, away in zip(HOME, AWAY, strict=True))
DOUBLES = (
    Pairing((1, 2), (11, 12)),
    Pairing((3, 4), (13, 14)),
    Pairing((5, 6), (15, 16)),
)


def test_the_same_words_draw_the_same_pairs() -> None:
    drawn = draw_lineup(THREE_DRAWN_PAIRS, HOME, AWAY, "league night 7")
    assert drawn == (
        Pairing(home=(4, 6), away=(13, 12)),
        Pairing(home=(1, 3), away=(14, 16)),
        Pairing(home=(5, 2), away=(11, 15)),
    )
    assert draw_lineup(THREE_DRAWN_PAIRS, HOME[::-1], AWAY[::-1], "league night 7") == drawn
    assert draw_lineup(THREE_DRAWN_PAIRS, HOME, AWAY, "league night 8") != drawn


def test_a_draw_takes_everybody_once_and_any_two_are_drawn_together_about_as_often() -> None:
    often: Counter[frozenset[int]] = Counter()
    for seed in range(600):
        drawn = draw_lineup(THREE_DRAWN_PAIRS, HOME, AWAY, str(seed))
        assert sorted(chain.from_iterable(each.home for each in drawn)) == [*HOME]
        assert sorted(chain.from_iterable(each.away for each in drawn)) == [*AWAY]
        often.update(frozenset(each.home) for each in drawn)
    # Fifteen pairs, three in each of 600 draws: 120 each, with a deviation of 10.
    assert len(often) == 15
    assert all(80 < number < 160 for number in often.values())


def test_where_fewer_came_the_last_boards_stay_empty_and_lots_say_who_sits_out() -> None:
    drawn = draw_lineup(THREE_DRAWN_PAIRS, HOME[:5], AWAY[:4], "league night 7")
    assert [(len(each.home), len(each.away)) for each in drawn] == [(2, 2), (2, 2), (0, 0)]
    # The pairs are the same where it is known beforehand who sits out.
    played = [player for each in drawn for player in each.home]
    assert draw_lineup(THREE_DRAWN_PAIRS, played, AWAY[:4], "league night 7") == drawn
    sat_out = {
        next(iter({*HOME[:5]} - {player for each in drawn for player in each.home}))
        for drawn in (
            draw_lineup(THREE_DRAWN_PAIRS, HOME[:5], AWAY, str(seed)) for seed in range(40)
        )
    }
    assert sat_out == {*HOME[:5]}


@pytest.mark.parametrize(
    ("home", "away"),
    [(HOME[:1], AWAY), (HOME, ()), ((*HOME, 7), AWAY), ((1, 1, 2, 3, 4, 5), AWAY)],
)
def test_a_draw_wants_no_more_than_the_boards_take_and_somebody_on_each_side(
    home: tuple[int, ...], away: tuple[int, ...]
) -> None:
    with pytest.raises(WrongLineup) as refused:
        draw_lineup(THREE_DRAWN_PAIRS, home, away, "seed")
    assert refused.value.code == "lineup"
    assert str(refused.value.message)


def test_nobody_is_drawn_where_captains_name_them() -> None:
    with pytest.raises(WrongLineup):
        draw_lineup(SIX_SINGLES_THREE_DOUBLES, HOME, AWAY, "seed")


def test_six_play_a_single_and_a_double_each() -> None:
    lineup = (*SINGLES, *DOUBLES)
    assert check_lineup(SIX_SINGLES_THREE_DOUBLES, HOME, AWAY, lineup) == lineup


def test_a_side_may_give_a_board_away() -> None:
    lineup = (*SINGLES[:5], Pairing((6,), ()), *DOUBLES)
    assert check_lineup(SIX_SINGLES_THREE_DOUBLES, HOME, AWAY, lineup) == lineup


@pytest.mark.parametrize(
    "lineup",
    [
        SINGLES,
        (*SINGLES, *DOUBLES[:2], Pairing((5, 6), (15,))),
        (*SINGLES, *DOUBLES[:2], Pairing((5, 1), (15, 16))),
        (*SINGLES, *DOUBLES[:2], Pairing((5, 5), (15, 16))),
        (*SINGLES[:5], Pairing((1,), (16,)), *DOUBLES),
        (*SINGLES[:5], Pairing((99,), (16,)), *DOUBLES),
        (*SINGLES[:5], Pairing((16,), (6,)), *DOUBLES),
        (Pairing((), ()),) * 9,
    ],
    ids=lambda lineup: str(lineup[-4:])[:50],
)
def test_a_lineup_that_may_not_play_is_refused(lineup: tuple[Pairing, ...]) -> None:
    with pytest.raises(WrongLineup) as refused:
        check_lineup(SIX_SINGLES_THREE_DOUBLES, HOME, AWAY, lineup)
    assert str(refused.value.message)


def test_nobody_plays_for_both_sides() -> None:
    both = (*AWAY[:5], 1)
    with pytest.raises(WrongLineup) as refused:
        draw_lineup(THREE_DRAWN_PAIRS, HOME, both, "seed")
    assert refused.value.sentence


def test_partners_sit_across_from_each_other() -> None:
    assert Pairing((1, 2), (11, 12)).seats == (1, 11, 2, 12)
    assert Pairing((1,), (11,)).seats == (1, 11)


def test_an_order_by_lot_has_everybody_once() -> None:
    assert sorted(in_drawn_order(HOME, "seed")) == [*HOME]
    assert in_drawn_order(HOME, "seed") == in_drawn_order(sorted(HOME, reverse=True), "seed")
