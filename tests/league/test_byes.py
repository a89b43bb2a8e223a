"""Who plays nobody in a round, and who of them has an evening off tonight."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.league.byes import byes, byes_of_night
from companion.league.calendar_events import diary
from companion.league.competition import Competition, Entrant, EntrantKind, Shape
from companion.league.fixture import Fixture
from companion.league.fixture_list import draw_fixtures
from companion.league.match_format import MatchBoard, MatchFormat

FIRST = date(2026, 1, 9)
WEEKS = [FIRST + timedelta(weeks=week) for week in range(10)]
ONE_GAME = MatchFormat((MatchBoard(1),))


def entrants(count: int) -> list[Entrant]:
    return [
        Entrant(number, EntrantKind.PLAYER, f"{number}", (number,))
        for number in range(1, count + 1)
    ]


def drawn(shape: Shape, count: int) -> tuple[Fixture, ...]:
    """The matches of a competition of so many players, a round a week."""
    competition = Competition("Winter", shape, EntrantKind.PLAYER, ONE_GAME)
    return draw_fixtures(competition, entrants(count), WEEKS, in_order=True)


def test_of_five_another_one_has_a_bye_each_round() -> None:
    found = byes(Shape.ROUND_ROBIN, entrants(5), drawn(Shape.ROUND_ROBIN, 5))
    assert found == {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (5,)}


def test_of_six_nobody_has_a_bye() -> None:
    found = byes(Shape.ROUND_ROBIN, entrants(6), drawn(Shape.ROUND_ROBIN, 6))
    assert {*found.values()} == {()}


def test_of_six_in_a_knock_out_the_first_two_seeds_have_a_bye_and_later_nobody() -> None:
    found = byes(Shape.KNOCK_OUT, entrants(6), drawn(Shape.KNOCK_OUT, 6))
    assert found == {1: (1, 2), 2: (), 3: ()}


def test_a_ladder_has_no_byes_and_who_left_has_none() -> None:
    assert byes(Shape.LADDER, entrants(3), ()) == {}
    gone = [each._replace(has_left=each.number == 1) for each in entrants(5)]
    assert byes(Shape.ROUND_ROBIN, gone, drawn(Shape.ROUND_ROBIN, 5))[1] == ()


def of_night(fixtures: tuple[Fixture, ...], night: date) -> tuple[int, ...]:
    return byes_of_night(byes(Shape.ROUND_ROBIN, entrants(5), fixtures), fixtures, night)


def test_tonight_who_has_a_bye_in_the_round_of_tonight() -> None:
    fixtures = drawn(Shape.ROUND_ROBIN, 5)
    assert [of_night(fixtures, week) for week in WEEKS[:6]] == [(1,), (2,), (3,), (4,), (5,), ()]
    assert of_night(fixtures, FIRST + timedelta(1)) == ()


def test_one_match_that_is_moved_does_not_move_its_round() -> None:
    first, *others = drawn(Shape.ROUND_ROBIN, 5)
    later = first.moved(datetime(2026, 1, 12, 20, 0))
    fixtures = (later, *others)
    assert of_night(fixtures, date(2026, 1, 12)) == ()
    assert of_night(fixtures, FIRST) == (1,)
    assert of_night((first.postponed(), *others), FIRST) == (1,)


def test_who_catches_up_tonight_is_not_off() -> None:
    fixtures = drawn(Shape.ROUND_ROBIN, 5)
    # A match of 1, who has a bye in the first round.
    caught_up = [
        each.moved(datetime.combine(FIRST, each.starts_at.time()))
        if each.round == 2 and 1 in (each.home.entrant, each.away.entrant) and each.starts_at
        else each
        for each in fixtures
    ]
    assert of_night(tuple(caught_up), FIRST) == ()


@pytest.mark.parametrize("shape", [Shape.ROUND_ROBIN, Shape.KNOCK_OUT])
def test_a_bye_is_no_appointment(shape: Shape) -> None:
    fixtures = drawn(shape, 5)
    competition = Competition("Winter", shape, EntrantKind.PLAYER, ONE_GAME)
    names = {each.number: each.name for each in entrants(5)}
    found = diary(competition, "winter", fixtures, names, ZoneInfo("UTC"))
    assert len([*found]) == len(fixtures)
