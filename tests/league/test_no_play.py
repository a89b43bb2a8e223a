"""Nobody plays at Christmas: rounds skip those days, and what was played stays."""

from datetime import date, datetime, timedelta

import pytest

from companion.league.errors import BadSeason
from companion.league.fixture import Walkover
from companion.league.fixture_list import draw_fixtures
from companion.league.no_play import Pause, after_moves, days_of_rounds, moves_of_rounds
from tests.league.competitions import LEAGUE, NINES_FORM, TEAMS

TUESDAY = date(2026, 12, 15)
WEEKS = [TUESDAY + timedelta(weeks=week) for week in range(9)]
CHRISTMAS = Pause(date(2026, 12, 22), date(2026, 12, 31))


def test_rounds_come_weekly_and_skip_days_without_play() -> None:
    assert days_of_rounds(TUESDAY, 3) == tuple(WEEKS[:3])
    assert days_of_rounds(TUESDAY, 3, 7, [CHRISTMAS]) == (WEEKS[0], WEEKS[3], WEEKS[4])
    with pytest.raises(BadSeason):
        Pause(WEEKS[1], WEEKS[0]).check()


def test_rounds_still_to_come_move_on_and_keep_their_order() -> None:
    fixtures = draw_fixtures(LEAGUE._replace(times=2), TEAMS, WEEKS, in_order=True)
    moved_by_hand = fixtures[2].moved(datetime(2026, 12, 23, 20, 0))
    late = fixtures[5].moved(datetime(2026, 12, 30, 1, 0))
    fixtures = (*fixtures[:2], moved_by_hand, *fixtures[3:5], late, *fixtures[6:])
    moves = moves_of_rounds(fixtures, NINES_FORM, [CHRISTMAS])
    assert [(each.round, each.before, each.now) for each in moves] == [
        (number, WEEKS[number - 1], WEEKS[number + 1]) for number in range(2, 7)
    ]
    moved = {each.number: each.starts_at for each in after_moves(fixtures, moves)}
    # The match with a day of its own stays there, and one after midnight is of the night before.
    assert sorted(moved) == [4, *range(5, 13)]
    assert moved[6] == datetime(2027, 1, 13, 1, 0)
    # If a match of the round was played or given, all of it stays.
    begun = (*fixtures[:3], fixtures[3].given(Walkover.HOME), *fixtures[4:])
    assert [each.round for each in moves_of_rounds(begun, NINES_FORM, [CHRISTMAS])] == [3, 4, 5, 6]
    assert moves_of_rounds(fixtures, NINES_FORM, [Pause(WEEKS[8], WEEKS[8])]) == ()
    with pytest.raises(BadSeason):
        moves_of_rounds(fixtures, NINES_FORM, [Pause(TUESDAY, date.max)])
