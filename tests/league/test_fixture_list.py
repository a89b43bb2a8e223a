"""Whole competitions: drawn, played, counted."""

from datetime import date, datetime, time
from fractions import Fraction
from itertools import combinations

import pytest

from companion.league.competition import Adjustment, Competition, Entrant, EntrantKind, Shape
from companion.league.errors import BadChallenge, BadPoints, WrongEntrants
from companion.league.fixture import Fixture, MatchState, Walkover
from companion.league.fixture_list import (
    Opponents,
    after_leaving,
    challenge,
    draw_fixtures,
    ladder_of,
    opponents_of,
    table_of,
)
from companion.league.kept_json import read_kept, write_kept
from companion.league.league_tally import PointsTable
from companion.league.match_format import MatchBoard, MatchFormat, Side
from companion.league.match_result import GameResult
from tests.league.competitions import (
    ANA,
    BEN,
    CUP,
    CYD,
    DEE,
    LADDER,
    LEAGUE,
    NINES_FORM,
    PLAYERS,
    SINGLE,
    TEAMS,
)
from tests.league.play import boards


def result(each: Fixture, *games: str) -> Fixture:
    return each._replace(boards=boards(*games))


def test_a_league_of_four_has_three_rounds_on_its_days() -> None:
    days = (date(2026, 12, 1), date(2026, 12, 8))
    drawn = draw_fixtures(LEAGUE, TEAMS, days, time(19, 30))
    assert [(each.number, each.round) for each in drawn] == [
        (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3),
    ]  # fmt: skip
    assert [each.starts_at for each in drawn[::2]] == [
        datetime(2026, 12, 1, 19, 30),
        datetime(2026, 12, 8, 19, 30),
        # No day was named for the third round.
        None,
    ]
    met = {frozenset((each.home.entrant, each.away.entrant)) for each in drawn}
    assert met == {frozenset(pair) for pair in combinations((1, 2, 3, 4), 2)}


def test_the_draw_follows_from_the_seed_alone() -> None:
    drawn = draw_fixtures(LEAGUE, TEAMS)
    assert draw_fixtures(LEAGUE, TEAMS[::-1]) == drawn
    others = {draw_fixtures(LEAGUE._replace(seed=str(seed)), TEAMS) for seed in range(20)}
    assert len(others) > 5


def test_a_league_night_of_two_matches_counts_in_the_table() -> None:
    drawn = draw_fixtures(LEAGUE, TEAMS, in_order=True)
    assert [(each.home.entrant, each.away.entrant) for each in drawn[:2]] == [(4, 1), (3, 2)]
    night = (result(drawn[0], *"HHHHHAAAA"), result(drawn[1], *"HHAAAAAAA"), *drawn[2:])
    lines = table_of(LEAGUE, TEAMS, night)
    assert [(line.place, line.number, line.tally.league_points) for line in lines] == [
        (1, 2, 3),
        (2, 4, 3),
        # Lost 4–5.
        (3, 1, 1),
        (4, 3, 0),
    ]


def test_points_that_are_taken_off_move_a_team_down_and_break_no_tie() -> None:
    drawn = draw_fixtures(LEAGUE, TEAMS, in_order=True)
    night = (result(drawn[0], *"HHHHHAAAA"), result(drawn[1], *"HHAAAAAAA"), *drawn[2:])
    off = Adjustment(Fraction(-2), "unregistered player")
    teams = [*TEAMS[:3], TEAMS[3]._replace(adjustments=(off,)).check()]
    lines = table_of(LEAGUE, teams, night)
    assert [(line.place, line.number, line.tally.league_points) for line in lines] == [
        (1, 2, 3),
        # Team 4 beat team 1 in the match between them.
        (2, 4, 1),
        (3, 1, 1),
        (4, 3, 0),
    ]
    assert read_kept(Entrant, write_kept(teams[3])) == teams[3]
    for points, why in ((0, "nothing"), (-1, " "), (Fraction(1, 3), "a third"), (200, "many")):
        with pytest.raises(BadPoints):
            TEAMS[0]._replace(adjustments=(Adjustment(Fraction(points), why),)).check()


def test_a_corrected_result_is_as_if_it_had_been_so_from_the_first() -> None:
    drawn = draw_fixtures(LEAGUE, TEAMS, in_order=True)
    wrong = (result(drawn[0], *"HHHHHAAAA"), *drawn[1:])
    right = wrong[0].without_game(1, 1).played(NINES_FORM, 1, GameResult(Side.AWAY))
    assert table_of(LEAGUE, TEAMS, (right, *drawn[1:])) == table_of(
        LEAGUE, TEAMS, (result(drawn[0], *"AHHHHAAAA"), *drawn[1:])
    )


def test_who_left_gives_the_open_matches_away_and_keeps_or_loses_the_rest() -> None:
    drawn = draw_fixtures(LEAGUE, TEAMS, in_order=True)
    night = (result(drawn[0], *"HHHHHAAAA"), *drawn[1:])
    gone = [each._replace(has_left=each.number == 4) for each in TEAMS]
    after = after_leaving(LEAGUE, night, 4)
    assert after[0] == night[0]
    assert [each.walkover for each in after] == [
        None, None, Walkover.HOME, None, Walkover.AWAY, None,
    ]  # fmt: skip
    stands = {line.number: line.tally.played for line in table_of(LEAGUE, gone, after)}
    assert stands == {1: 1, 2: 1, 3: 1, 4: 3}
    struck = table_of(LEAGUE._replace(strikes_out=True), gone, after)
    assert {line.number: line.tally.played for line in struck} == {1: 0, 2: 0, 3: 0}


def test_who_left_before_the_draw_is_not_drawn() -> None:
    gone = [each._replace(has_left=each.number == 4) for each in TEAMS]
    drawn = draw_fixtures(LEAGUE, gone)
    assert len(drawn) == 3
    with pytest.raises(WrongEntrants):
        draw_fixtures(LEAGUE, TEAMS[:1])


def test_a_cup_goes_on_with_its_winners() -> None:
    drawn = draw_fixtures(CUP, PLAYERS, in_order=True)
    assert opponents_of(drawn, SINGLE) == {
        1: Opponents(ANA, DEE),
        2: Opponents(BEN, CYD),
        3: Opponents(None, None),
        4: Opponents(None, None),
    }
    semis = (result(drawn[0], "HAA"), drawn[1].given(Walkover.HOME), *drawn[2:])
    known = opponents_of(semis, SINGLE)
    assert known[3] == Opponents(ANA, CYD)
    assert known[4] == Opponents(DEE, BEN)
    # The first semi-final was entered wrongly: the final is another one.
    assert opponents_of((result(drawn[0], "HH"), *semis[1:]), SINGLE)[4] == Opponents(ANA, BEN)


def test_who_leaves_a_cup_is_out_even_before_the_other_side_is_known() -> None:
    drawn = draw_fixtures(CUP._replace(third_place=False), PLAYERS, in_order=True)
    semis = (result(drawn[0], "HH"), *drawn[1:])
    after = after_leaving(CUP, semis, ANA)
    assert after[2].walkover is Walkover.AWAY
    final = (after[0], result(after[1], "AA"), after[2])
    assert opponents_of(final, SINGLE)[3] == Opponents(ANA, CYD)
    assert final[2].winner(SINGLE) is Side.AWAY


def test_a_challenge_is_a_match_that_moves_the_ladder() -> None:
    assert draw_fixtures(LADDER, PLAYERS) == ()
    first = challenge(LADDER, PLAYERS, (), DEE, BEN)
    assert (first.number, first.home.entrant, first.away.entrant) == (1, BEN, DEE)
    assert first.state(SINGLE) is MatchState.PLANNED
    won = result(first, "HAA")
    assert ladder_of(LADDER, PLAYERS, (won,)).rungs == (ANA, DEE, BEN, CYD)
    second = challenge(LADDER, PLAYERS, (won,), CYD, DEE)
    assert second.number == 2
    kept = result(second, "HH")
    assert ladder_of(LADDER, PLAYERS, (kept, won)).rungs == (ANA, DEE, BEN, CYD)
    # The first challenge was lost after all: the second is a win of who stands below.
    assert ladder_of(LADDER, PLAYERS, (result(first, "HH"), kept)).rungs == (ANA, BEN, DEE, CYD)


def test_nobody_plays_two_challenges_at_a_time() -> None:
    first = challenge(LADDER, PLAYERS, (), DEE, BEN)
    with pytest.raises(BadChallenge) as refused:
        challenge(LADDER, PLAYERS, (first,), CYD, BEN)
    assert refused.value.sentence
    with pytest.raises(BadChallenge):
        challenge(LADDER, PLAYERS, (), DEE, ANA)


def test_who_left_is_on_no_rung() -> None:
    gone = [each._replace(has_left=each.number == BEN) for each in PLAYERS]
    won = result(challenge(LADDER, PLAYERS, (), CYD, BEN), "AA")
    assert ladder_of(LADDER, gone, (won,)).rungs == (ANA, CYD, DEE)


def test_a_table_of_64_in_a_double_round_is_counted() -> None:
    """As large as it gets: 4,032 matches."""
    form = MatchFormat((MatchBoard(1),))
    large = Competition("All", Shape.ROUND_ROBIN, EntrantKind.PLAYER, form, PointsTable(), times=2)
    entrants = [Entrant(number, EntrantKind.PLAYER, "Ana", (number,)) for number in range(1, 65)]
    played = [
        result(each, "H" if each.home.entrant < each.away.entrant else "A")
        for each in draw_fixtures(large, entrants)
    ]
    lines = table_of(large, entrants, played)
    assert [line.number for line in lines] == [*range(1, 65)]
    assert lines[0].tally.league_points == 252
