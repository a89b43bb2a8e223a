"""Who joins a round robin late meets everybody, and no match that was there moves."""

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.league.fixture import Fixture, Walkover
from companion.league.fixture_list import draw_fixtures
from companion.league.late_entry import late_matches
from companion.league.no_play import Pause
from tests.league.competitions import LEAGUE, TEAMS
from tests.thorough import examples

TUESDAY = date(2026, 12, 1)


def joined(count: int, times: int, begun: int, late: int) -> tuple[list[Fixture], list[Fixture]]:
    """A league of so many, in which rounds were begun before others joined: before, and now."""
    competition = LEAGUE._replace(times=times)
    entrants = [TEAMS[0]._replace(number=number) for number in range(1, count + 1)]
    before = [
        each.given(Walkover.HOME) if each.round <= begun else each
        for each in draw_fixtures(competition, entrants)
    ]
    now = [*before]
    for newcomer in range(count + 1, count + late + 1):
        now += late_matches(competition, now, range(1, newcomer), newcomer)
    return before, now


@examples(150)
@given(st.integers(2, 9), st.integers(1, 3), st.integers(0, 8), st.integers(1, 3))
def test_everybody_meets_everybody(count: int, times: int, begun: int, late: int) -> None:
    before, now = joined(count, times, begun, late)
    assert now[: len(before)] == before
    assert [each.number for each in now] == [*range(1, len(now) + 1)]
    met = Counter(frozenset((each.home.entrant, each.away.entrant)) for each in now)
    everyone = range(1, count + late + 1)
    assert met == {frozenset(pair): times for pair in combinations(everyone, 2)}
    for turn in {each.round for each in now}:
        playing = [slot.entrant for each in now if each.round == turn for slot in each[2:4]]
        assert len(playing) == len({*playing})
    assert all(each.round > min(begun, before[-1].round) for each in now[len(before) :])
    for number in everyone:
        home = sum(each.home.entrant == number for each in now)
        away = sum(each.away.entrant == number for each in now)
        assert abs(home - away) <= late + 1


def test_byes_that_are_still_to_come_are_used_and_extra_rounds_have_days() -> None:
    competition = LEAGUE._replace(pauses=(Pause(date(2027, 1, 5), date(2027, 1, 5)),))
    teams = [*TEAMS, TEAMS[0]._replace(number=5)]
    weeks = [TUESDAY + timedelta(weeks=week) for week in range(5)]
    drawn = draw_fixtures(competition, teams, weeks, in_order=True)
    fixtures = [each.given(Walkover.HOME) if each.round < 3 else each for each in drawn]
    new = [*late_matches(competition, fixtures, (1, 2, 3, 4, 5), 6)]
    # In the first rounds 1 and 2 had a bye.
    assert [(each.round, {each.home.entrant, each.away.entrant} - {6}) for each in new] == [
        (3, {3}), (4, {4}), (5, {5}), (6, {1}), (7, {2}),
    ]  # fmt: skip
    assert [each.starts_at for each in new[2:]] == [
        datetime(2026, 12, 29, 20, 0),
        datetime(2027, 1, 12, 20, 0),
        datetime(2027, 1, 19, 20, 0),
    ]
