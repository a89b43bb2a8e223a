"""The card of a match, and its day in a calendar."""

import csv
from datetime import datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

from companion.exports.spreadsheet import write_spreadsheet
from companion.league.calendar_events import diary
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.fixture import Fixture, Slot, Walkover
from companion.league.fixture_list import opponents_of
from companion.league.lineup import Pairing
from companion.league.match_card import MatchCard, describe_slot, match_card
from companion.league.match_format import READY, Side
from companion.league.match_result import BoardResult, GameResult
from tests.league.play import boards

FORM, TABLE = READY["three-drawn-pairs"]
LEAGUE = Competition("Tuesday League", Shape.ROUND_ROBIN, EntrantKind.TEAM, FORM, TABLE)
TEAMS = {7: "=Dogs", 8: "Aces"}
PLAYERS = dict(enumerate(("Ana", "Ben", "Cyd", "Dee", "Eli", "Fay"), 1)) | {
    11: "Gus", 12: "Hal", 13: "Ivy", 14: "Joe", 15: "Kit",
}  # fmt: skip
LONDON = ZoneInfo("Europe/London")

HOMES, AWAYS = (1, 2, 3, 4, 5, 6), (11, 12, 13, 14, 15, 16)
PLANNED = Fixture(3, 2, Slot(7), Slot(8)).moved(datetime(2026, 12, 1, 20, 0), "The Crown")
LINED_UP = PLANNED.lined_up(
    FORM,
    HOMES,
    AWAYS,
    (Pairing((1, 2), (11, 12)), Pairing((3, 4), (13, 14)), Pairing((5, 6), (15, 16))),
)
GAMES = (
    GameResult(Side.HOME, (61, 40)),
    GameResult(Side.AWAY, (58, 61)),
    GameResult(Side.HOME, (61, 59)),
)
PLAYED = LINED_UP._replace(boards=(BoardResult(GAMES), *boards("AAA", "HHA")))


def card(fixture: Fixture) -> MatchCard:
    opponents = opponents_of([fixture], FORM)[fixture.number]
    return match_card(LEAGUE, fixture, opponents, TEAMS, PLAYERS)


def test_a_card_has_the_boards_with_their_names_and_what_they_won() -> None:
    found = card(PLAYED)
    assert [
        (board.home, tuple(map(str, board.away)), board.score.games) for board in found.boards
    ] == [
        (("Ana", "Ben"), ("Gus", "Hal"), (2, 1)),
        (("Cyd", "Dee"), ("Ivy", "Joe"), (0, 3)),
        # The name of number 16 was taken away.
        (("Eli", "Fay"), ("Kit", "No. 16"), (2, 1)),
    ]  # fmt: skip
    assert (found.score.score, found.winner, found.league_points) == ((4, 5), Side.AWAY, (0, 2))


def test_a_card_is_a_spreadsheet_in_which_no_team_is_a_formula() -> None:
    rows = [*csv.reader(StringIO(write_spreadsheet(card(PLAYED).rows())))]
    assert rows == [
        ["Competition", "Tuesday League"],
        ["Round", "2"],
        ["Starts", "2026-12-01 20:00"],
        ["Place", "The Crown"],
        ["State", "Played"],
        [],
        ["Board", "'=Dogs", "Aces", "Games: =Dogs", "Games: Aces", "Points: =Dogs", "Points: Aces"],
        ["1", "Ana & Ben", "Gus & Hal", "2", "1", "180", "160"],
        ["2", "Cyd & Dee", "Ivy & Joe", "0", "3", "0", "0"],
        ["3", "Eli & Fay", "Kit & No. 16", "2", "1", "0", "0"],
        ["All boards", "", "", "4", "5", "180", "160"],
        ["Result", "", "", "4", "5"],
        ["League points", "", "", "0", "2"],
    ]


def test_an_open_match_has_no_league_points_yet() -> None:
    assert card(PLANNED).league_points is None
    assert card(PLANNED).boards[0].home == ()
    assert not any("League points" in map(str, row) for row in card(LINED_UP).rows())


def test_a_match_that_waits_names_the_match_before_it() -> None:
    assert str(describe_slot(Slot(winner_of=3), None, {})) == "Winner of match 3"
    assert str(describe_slot(Slot(loser_of=3), None, {})) == "Loser of match 3"
    assert str(describe_slot(Slot(winner_of=3), 7, {7: "Dogs"})) == "Dogs"


def test_a_match_is_in_the_calendar_at_the_clubs_time() -> None:
    [appointment] = diary(LEAGUE, "abc", [PLANNED], TEAMS, LONDON, {3: 4})
    assert appointment.uid == "abc.3@companion"
    assert appointment.starts_at == datetime(2026, 12, 1, 20, 0, tzinfo=LONDON)
    assert appointment.lasts == timedelta(hours=3)
    assert (appointment.summary, appointment.place) == ("=Dogs – Aces", "The Crown")
    assert appointment.note == "Tuesday League, round 2"
    assert (appointment.is_cancelled, appointment.revision) == (False, 4)
    # Without a place of its own it is where the home side plays.
    homes = {7: "The Dog", 8: "The Ace"}
    [at_home] = diary(LEAGUE, "abc", [PLANNED._replace(place="")], TEAMS, LONDON, homes=homes)
    assert at_home.place == homes[PLANNED.home.entrant]
    third = Fixture(3, 2, Slot(loser_of=1), Slot(loser_of=2), PLANNED.starts_at)
    lost = [Fixture(number, 1, Slot(7), Slot(8), walkover=Walkover.HOME) for number in (1, 2)]
    *_, appointment = diary(LEAGUE, "abc", [*lost, third], TEAMS, LONDON)
    assert appointment.note == "Tuesday League, third place"


def test_a_postponed_match_is_cancelled_until_it_has_a_new_date() -> None:
    [off] = diary(LEAGUE, "abc", [PLANNED.postponed()], TEAMS, LONDON)
    assert (off.is_cancelled, off.summary) == (True, "Postponed: =Dogs – Aces")
    back = PLANNED.postponed().moved(datetime(2026, 12, 8, 20, 0))
    [on] = diary(LEAGUE, "abc", [back], TEAMS, LONDON)
    assert (on.is_cancelled, on.uid) == (False, off.uid)
    [given_away] = diary(LEAGUE, "abc", [PLANNED.given(Walkover.HOME)], TEAMS, LONDON)
    assert given_away.is_cancelled


def test_a_played_match_tells_its_score_and_one_without_a_date_is_in_no_calendar() -> None:
    [played] = diary(LEAGUE, "abc", [PLAYED], TEAMS, LONDON)
    assert played.note == "Tuesday League, round 2: 4–5"
    assert [*diary(LEAGUE, "abc", [Fixture(1, 1, Slot(7), Slot(8))], TEAMS, LONDON)] == []
