"""The table of a competition and of a season."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exports.spreadsheet import write_spreadsheet
from companion.league.errors import BadSeason, NotKept
from companion.league.kept_json import read_kept, write_kept
from companion.league.league_tally import LeagueTally, PointsTable
from companion.league.match_format import THREE_AND_ONE
from companion.league.outcome import Outcome
from companion.league.standings import Season, standings, standings_rows
from companion.league.tie_breaks import TieBreak
from companion.rules.errors import UnknownGame
from tests.thorough import examples

ANA, BEN, CYD, DEE = 1, 2, 3, 4
MONDAY = date(2026, 11, 23)


def match(home: int, away: int, won: int, lost: int) -> Outcome:
    winner = None if won == lost else int(lost > won)
    return Outcome(((home,), (away,)), (won, lost), (won, lost), (61 * won, 61 * lost), winner)


def test_three_for_a_match_won_and_one_for_a_match_lost_4_5() -> None:
    lines = standings(
        [ANA, BEN, CYD],
        [match(ANA, BEN, 5, 4), match(BEN, CYD, 6, 3), match(CYD, ANA, 5, 4)],
        THREE_AND_ONE,
    )
    assert [(line.place, line.number, line.tally) for line in lines] == [
        # Ana, Ben: 4 each, and Ana beat Ben.
        (1, ANA, LeagueTally(2, 1, 0, 1, 9, 9, 549, 549, Fraction(4))),
        (2, BEN, LeagueTally(2, 1, 0, 1, 10, 8, 610, 488, Fraction(4))),
        (3, CYD, LeagueTally(2, 1, 0, 1, 8, 10, 488, 610, Fraction(3))),
    ]


def test_a_table_is_rows_for_a_spreadsheet() -> None:
    half = PointsTable(win=Fraction(1), draw=Fraction(1, 2), walkover_won=Fraction(1))
    lines = standings([ANA, BEN, CYD], [match(ANA, BEN, 2, 2), match(ANA, CYD, 1, 0)], half)
    assert write_spreadsheet(standings_rows(lines, {ANA: "Ana", BEN: "=Ben"})).splitlines() == [
        "Place,Name,Played,Won,Drawn,Lost,Games won,Games lost,Points,Points against,League points",
        "1,Ana,2,1,1,0,3,2,183,122,1.5",
        "2,'=Ben,1,0,1,0,2,2,122,122,0.5",
        # The name of number 3 was taken away.
        "3,No. 3,1,0,0,1,0,1,0,61,0",
    ]


def test_who_has_not_played_stands_with_nothing() -> None:
    lines = standings([ANA, BEN, CYD], [match(ANA, BEN, 3, 0)], PointsTable())
    assert [(line.place, line.number, line.is_shared) for line in lines] == [
        (1, ANA, False),
        # Nothing was won and three games lost: below who has not played.
        (2, CYD, False),
        (3, BEN, False),
    ]
    assert lines[1].tally == LeagueTally()


def test_of_equals_both_are_second_and_nobody_is_third() -> None:
    outcomes = [match(ANA, BEN, 3, 0), match(ANA, CYD, 3, 0), match(DEE, ANA, 0, 3)]
    lines = standings([ANA, BEN, CYD, DEE], outcomes, PointsTable())
    assert [(line.place, line.is_shared) for line in lines] == [
        (1, False),
        (2, True),
        (2, True),
        (2, True),
    ]


def test_what_was_played_against_who_is_struck_out_counts_for_nobody() -> None:
    outcomes = [match(ANA, BEN, 3, 0), match(BEN, CYD, 3, 0), match(CYD, ANA, 3, 0)]
    lines = standings([ANA, BEN, CYD], outcomes, PointsTable(), struck_out={CYD})
    assert [(line.number, line.tally.played) for line in lines] == [(ANA, 1), (BEN, 1)]


def test_a_walkover_to_nobody_is_lost_by_both() -> None:
    nobody = Outcome(((ANA,), (BEN,)), (0, 0), (0, 0), (0, 0), None, is_walkover=True)
    lines = standings([ANA, BEN], [nobody], PointsTable(walkover_lost=Fraction(-1)))
    assert {(line.place, line.tally.lost, line.tally.league_points) for line in lines} == {
        (1, 1, Fraction(-1))
    }


played = st.builds(
    match, st.integers(1, 6), st.integers(1, 6), st.integers(0, 9), st.integers(0, 9)
).filter(lambda each: each.sides[0] != each.sides[1])
tables = st.sampled_from([PointsTable(), THREE_AND_ONE, PointsTable(each_game=Fraction(1, 2))])


@examples(300)
@given(st.lists(played, max_size=30), tables)
def test_what_one_won_another_lost(outcomes: list[Outcome], table: PointsTable) -> None:
    tallies = [line.tally for line in standings(range(1, 7), outcomes, table)]
    assert sum(tally.played for tally in tallies) == 2 * len(outcomes)
    assert sum(tally.won for tally in tallies) == sum(tally.lost for tally in tallies)
    assert sum(tally.drawn for tally in tallies) == 2 * sum(each.is_draw for each in outcomes)
    assert sum(tally.game_difference for tally in tallies) == 0
    assert sum(tally.points_difference for tally in tallies) == 0
    given_out = sum(table.worth(each, side) for each in outcomes for side in (0, 1))
    assert sum(tally.league_points for tally in tallies) == given_out
    for tally in tallies:
        assert tally.played == tally.won + tally.drawn + tally.lost


@examples(300)
@given(st.lists(played, max_size=30))
def test_a_win_2_and_a_draw_1_give_two_points_a_match(outcomes: list[Outcome]) -> None:
    lines = standings(range(1, 7), outcomes, PointsTable())
    assert sum(line.tally.league_points for line in lines) == 2 * len(outcomes)


SEASON = Season("Winter", date(2026, 11, 1), date(2027, 2, 28), ("fives-and-threes",)).check()


def game(scores: tuple[int, ...], winner: int = 0) -> Outcome:
    """A game of Ana, Ben and Cyd, each alone."""
    return Outcome.of_game(((ANA,), (BEN,), (CYD,)), scores, winner)


def test_a_season_counts_the_games_of_its_days_and_kinds() -> None:
    for day in (date(2026, 11, 1), date(2027, 2, 28)):
        assert SEASON.covers(day, "fives-and-threes") and not SEASON.covers(day, "sniff")
        assert SEASON._replace(kinds=()).covers(day, "sniff")
    for day in (date(2026, 10, 31), date(2027, 3, 1)):
        assert not SEASON.covers(day, "fives-and-threes")
    lines = SEASON.standings([game((61, 50, 40)), game((61, 30, 60))])
    assert [(line.place, line.number, line.tally) for line in lines] == [
        (1, ANA, LeagueTally(2, 2, 0, 0, 2, 0, 122, 110, Fraction(4))),
        (2, CYD, LeagueTally(2, 0, 0, 2, 0, 2, 100, 122, Fraction(0))),
        (3, BEN, LeagueTally(2, 0, 0, 2, 0, 2, 80, 122, Fraction(0))),
    ]


def test_partners_win_and_lose_together_and_never_met_each_other() -> None:
    pairs = Outcome.of_game(((ANA, CYD), (BEN, DEE)), (61, 55), 0)
    lines = SEASON.standings([pairs])
    assert [(line.place, line.number) for line in lines] == [
        (1, ANA), (1, CYD), (3, BEN), (3, DEE),
    ]  # fmt: skip


def test_a_season_may_give_a_point_for_a_narrow_loss_of_a_game() -> None:
    table = PointsTable(win=Fraction(3), narrow_loss=Fraction(1), narrow_by=10).check()
    lines = SEASON._replace(table=table).standings([game((61, 51, 50))])
    assert [line.tally.league_points for line in lines] == [3, 1, 0]


def test_a_game_is_in_two_seasons() -> None:
    year = Season("Year", date(2026, 1, 1), date(2026, 12, 31))
    assert all(season.covers(MONDAY, "fives-and-threes") for season in (SEASON, year))


def test_a_season_comes_back_as_it_was_kept() -> None:
    other = Season(
        "冬", MONDAY, MONDAY, (), THREE_AND_ONE, (TieBreak.POINTS_FOR, TieBreak.HEAD_TO_HEAD)
    )
    for season in (SEASON, other):
        assert read_kept(Season, write_kept(season)).check() == season


def test_a_season_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(BadSeason) as refused:
        SEASON._replace(last=date(2026, 10, 31)).check()
    assert refused.value.code == "season"
    with pytest.raises(BadSeason):
        SEASON._replace(kinds=("sniff", "sniff")).check()
    with pytest.raises(UnknownGame):
        SEASON._replace(kinds=("bridge",)).check()


@pytest.mark.parametrize(
    ("part", "by"),
    [
        ('"2026-11-01"', '"November"'),
        ('"2026-11-01"', "20261101"),
        ('["fives-and-threes"]', '"fives-and-threes"'),
        ('"last"', '"table":[2],"last"'),
        ('"last"', '"order":["name"],"last"'),
    ],
)
def test_what_nobody_kept_is_no_season(part: str, by: str) -> None:
    assert part in write_kept(SEASON)
    with pytest.raises(NotKept):
        read_kept(Season, write_kept(SEASON).replace(part, by, 1)).check()
