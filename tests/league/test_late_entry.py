"""Who joins a round robin late meets everybody; what was played, or has a day of its own, stays."""

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.league.byes import byes
from companion.league.competition import Competition, Shape
from companion.league.fixture import Fixture, Walkover
from companion.league.fixture_list import draw_fixtures
from companion.league.late_entry import drawn_again
from companion.league.no_play import Pause
from tests.league.competitions import LEAGUE, TEAMS
from tests.thorough import examples

TUESDAY = date(2026, 12, 1)


def teams(count: int) -> list:
    return [TEAMS[0]._replace(number=number) for number in range(1, count + 1)]


def joined(competition: Competition, fixtures: list[Fixture], entrants: range) -> list[Fixture]:
    now = {each.number: each for each in fixtures}
    now |= {each.number: each for each in drawn_again(competition, fixtures, entrants)}
    return [*now.values()]


@examples(150)
@given(
    *(st.integers(2, 9), st.integers(1, 3), st.integers(0, 8), st.integers(1, 3)),
    st.sets(st.integers(1, 60), max_size=3),
)
def test_everybody_meets_everybody(
    count: int, times: int, begun: int, late: int, postponed: set[int]
) -> None:
    competition = LEAGUE._replace(times=times)
    before = [
        each.given(Walkover.HOME)
        if each.round <= begun
        else each.postponed()
        if each.number in postponed
        else each
        for each in draw_fixtures(competition, teams(count))
    ]
    now = before
    for newcomer in range(count + 1, count + late + 1):
        now = joined(competition, now, range(1, newcomer + 1))
    stay = [each for each in before if each.round <= begun or each.is_postponed]
    assert {*stay} <= {*now}
    assert [each.number for each in now] == [*range(1, len(now) + 1)]
    met = Counter(frozenset((each.home.entrant, each.away.entrant)) for each in now)
    everyone = range(1, count + late + 1)
    assert met == {frozenset(pair): times for pair in combinations(everyone, 2)}
    pairs = {each.number: {*each[2:4]} for each in now}
    assert all({*each[2:4]} == pairs[each.number] for each in before)
    for turn in {each.round for each in now}:
        playing = [slot.entrant for each in now if each.round == turn for slot in each[2:4]]
        assert len(playing) == len({*playing})
    for number in everyone:
        home = sum(each.home.entrant == number for each in now)
        away = sum(each.away.entrant == number for each in now)
        assert abs(home - away) <= late + 1


def test_a_league_of_eight_becomes_one_of_nine_before_a_match_was_played() -> None:
    competition = LEAGUE._replace(times=2)
    days = [TUESDAY + timedelta(weeks=week) for week in range(14)]
    drawn = [*draw_fixtures(competition, teams(8), days)]
    now = joined(competition, drawn, range(1, 10))
    assert Counter(each.round for each in now) == dict.fromkeys(range(1, 19), 4)
    off = byes(Shape.ROUND_ROBIN, teams(9), now)
    assert Counter(each for those in off.values() for each in those) == dict.fromkeys(
        range(1, 10), 2
    )
    assert max(each.night for each in now if each.night) == TUESDAY + timedelta(weeks=17)
    # After the first round, one more is needed at most.
    begun = [each.given(Walkover.HOME) if each.round == 1 else each for each in drawn]
    assert max(each.round for each in joined(competition, begun, range(1, 10))) == 18


def test_extra_rounds_have_days() -> None:
    competition = LEAGUE._replace(pauses=(Pause(date(2027, 1, 5), date(2027, 1, 5)),))
    weeks = [TUESDAY + timedelta(weeks=week) for week in range(5)]
    drawn = draw_fixtures(competition, teams(5), weeks, in_order=True)
    fixtures = [each.given(Walkover.HOME) if each.round < 3 else each for each in drawn]
    now = joined(competition, fixtures, range(1, 7))
    assert {each.round: each.starts_at for each in now if each.round > 4} == {
        5: datetime(2026, 12, 29, 20, 0),
        6: datetime(2027, 1, 12, 20, 0),
        7: datetime(2027, 1, 19, 20, 0),
    }
