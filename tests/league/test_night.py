"""What can be played now on a league night."""

from companion.league.fixture import Fixture, Slot, Walkover
from companion.league.league_night import next_games
from companion.league.lineup import Pairing
from companion.league.match_format import SIX_SINGLES_THREE_DOUBLES, THREE_DRAWN_PAIRS, Side
from companion.league.match_result import GameResult

HOMES, AWAYS = (1, 2, 3, 4, 5, 6), (11, 12, 13, 14, 15, 16)
PAIRS = (Pairing((1, 2), (11, 12)), Pairing((3, 4), (13, 14)), Pairing((5, 6), (15, 16)))
SINGLES = tuple(Pairing((home,), (away,)) for home, away in zip(HOMES, AWAYS, strict=True))
DRAWN = Fixture(1, 1, Slot(1), Slot(2)).lined_up(THREE_DRAWN_PAIRS, HOMES, AWAYS, PAIRS)
NINES = Fixture(1, 1, Slot(1), Slot(2)).lined_up(
    SIX_SINGLES_THREE_DOUBLES, HOMES, AWAYS, (*SINGLES, *PAIRS)
)
ON, HOME_WON = GameResult(None), GameResult(Side.HOME)


def test_at_first_all_three_pairs_can_begin() -> None:
    assert next_games(THREE_DRAWN_PAIRS, DRAWN) == (
        (1, 1, PAIRS[0]),
        (2, 1, PAIRS[1]),
        (3, 1, PAIRS[2]),
    )


def test_a_game_that_is_on_is_not_next_and_one_that_is_over_is_followed() -> None:
    now = DRAWN.played(THREE_DRAWN_PAIRS, 1, HOME_WON).played(THREE_DRAWN_PAIRS, 1, ON)
    now = now.played(THREE_DRAWN_PAIRS, 2, HOME_WON)
    following = next_games(THREE_DRAWN_PAIRS, now)
    assert [(each.board, each.game) for each in following] == [(2, 2), (3, 1)]


def test_who_plays_a_single_is_not_asked_to_a_double_at_the_same_time() -> None:
    now = NINES.played(SIX_SINGLES_THREE_DOUBLES, 1, HOME_WON)
    now = now.played(SIX_SINGLES_THREE_DOUBLES, 2, HOME_WON)
    now = now.played(SIX_SINGLES_THREE_DOUBLES, 3, ON)
    # Boards 4, 5 and 6, and the double of those whose singles are over.
    following = next_games(SIX_SINGLES_THREE_DOUBLES, now)
    assert [each.board for each in following] == [4, 5, 6, 7]


def test_a_board_that_is_over_is_not_played_on() -> None:
    now = DRAWN
    for _ in range(3):
        now = now.played(THREE_DRAWN_PAIRS, 3, HOME_WON)
    assert [each.board for each in next_games(THREE_DRAWN_PAIRS, now)] == [1, 2]


def test_a_board_given_away_and_a_match_given_away_are_not_played() -> None:
    short = Fixture(1, 1, Slot(1), Slot(2)).lined_up(
        THREE_DRAWN_PAIRS, HOMES, AWAYS, (*PAIRS[:2], Pairing((5, 6), ()))
    )
    assert [each.board for each in next_games(THREE_DRAWN_PAIRS, short)] == [1, 2]
    assert next_games(THREE_DRAWN_PAIRS, DRAWN.given(Walkover.HOME)) == ()
