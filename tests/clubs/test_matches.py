"""The matches of a club: who plays, games from paper, walkovers; two formats played through."""

from datetime import datetime
from fractions import Fraction

from companion.clubs.leagues.entrant_input import NewEntrant
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.fixture import MatchState, Walkover
from companion.league.lineup import Pairing
from companion.league.match_format import READY, LegKind
from companion.league.match_result import GameResult
from tests.clubs.house import House
from tests.clubs.league_night import (
    AWAY,
    HOME,
    PLAYERS,
    TEAMS,
    LeagueNight,
    begun,
    players,
)
from tests.tables.scribe import refused


def test_the_result_is_what_the_records_tell(lined_up: LeagueNight) -> None:
    first = lined_up.play(HOME, board=1, points=61)
    lined_up.play(HOME, board=1, points=65)
    lined_up.play(AWAY, board=2)
    lined_up.play(AWAY, board=2)
    match = lined_up.match()
    assert (match.score.score, match.state) == ((2, 2), MatchState.OVER)
    assert match.score.points == (126, 122)
    assert lined_up.points == {"Reds": (1, 1), "Blues": (1, 1)}
    # The first game was Cyd's: the leg is 1–1 and one more has to be played.
    lined_up.correct(first, AWAY)
    match = lined_up.match()
    assert (match.score.score, match.state) == ((1, 3), MatchState.ON)
    assert lined_up.points == {"Reds": (0, 0), "Blues": (0, 0)}
    lined_up.play(AWAY, board=1)
    assert lined_up.points == {"Blues": (1, 2), "Reds": (1, 0)}


def test_a_game_is_entered_from_paper_and_taken_out_again(lined_up: LeagueNight) -> None:
    matches, club_id = lined_up.house.clubs.matches, lined_up.house.club_id
    matches.enter_card((club_id, lined_up.league_id, 1), [(1, GameResult(HOME, (61, 40)))])
    table_id = lined_up.open()
    with refused("league.refused.game-on"):
        matches.enter_card((club_id, lined_up.league_id, 1), [(1, GameResult(AWAY, (40, 61)))])
    matches.take_out((club_id, lined_up.league_id, 1), 1, 2)
    assert lined_up.house.clubs.match_tables.match_of(table_id) is None
    matches.enter_card((club_id, lined_up.league_id, 1), [(1, GameResult(HOME, (61, 59)))])
    score = lined_up.match().score.boards[0]
    assert (score.games, score.points, score.is_over) == ((2, 0), (122, 99), True)
    with refused("league.refused.too-many-games"):
        matches.enter_card((club_id, lined_up.league_id, 1), [(1, GameResult(HOME))])
    with refused("league.refused.no-such-game"):
        matches.take_out((club_id, lined_up.league_id, 1), 1, 3)
    matches.take_out((club_id, lined_up.league_id, 1), 1, 1)
    assert lined_up.match().score.boards[0].games == (1, 0)
    with refused("league.refused.no-such-board"):
        matches.enter_card((club_id, lined_up.league_id, 1), [(9, GameResult(HOME))])


def test_before_a_lineup_nothing_is_played(night: LeagueNight) -> None:
    with refused("league.refused.no-lineup"):
        night.open()
    with refused("league.refused.no-lineup"):
        night.house.clubs.matches.enter_card(
            (night.house.club_id, night.league_id, 1), [(1, GameResult(HOME))]
        )
    with refused("league.refused.not-in-squad"):
        night.line_up(Pairing((1,), (3,)), Pairing((2,), (5,)))
    with refused("league.refused.plays-twice"):
        night.line_up(Pairing((1,), (3,)), Pairing((1,), (4,)))
    assert night.match().fixture.lineup == ()


def test_a_board_that_a_side_cannot_man_is_given_away(night: LeagueNight) -> None:
    night.line_up(Pairing((1,), (3,)), Pairing((2,), ()))
    with refused("league.refused.board-given"):
        night.open(board=2)
    night.play(AWAY)
    night.play(AWAY)
    assert night.match().score.score == (2, 2)


def test_a_match_is_put_off_and_played_on_another_day(lined_up: LeagueNight) -> None:
    matches, where = lined_up.house.clubs.matches, (lined_up.house.club_id, lined_up.league_id, 1)
    matches.move(where, datetime(2026, 1, 9, 20, 0), "The Anchor")
    matches.postpone(where)
    assert lined_up.match().state is MatchState.POSTPONED
    matches.move(where, datetime(2026, 2, 13, 20, 0))
    fixture = lined_up.match().fixture
    assert (fixture.starts_at, fixture.place) == (datetime(2026, 2, 13, 20, 0), "The Anchor")
    assert lined_up.match().state is MatchState.PLANNED
    # A calendar takes the newer one: it was lined up, and moved three times.
    assert lined_up.league.revisions[1] == 4
    with refused("league.refused.place"):
        matches.move(where, datetime(2026, 2, 13, 20, 0), "x" * 81)


def test_a_walkover_is_given_and_taken_back(lined_up: LeagueNight) -> None:
    matches, where = lined_up.house.clubs.matches, (lined_up.house.club_id, lined_up.league_id, 1)
    lined_up.play(AWAY)
    matches.give(where, Walkover.HOME)
    assert lined_up.points == {"Reds": (1, 2), "Blues": (1, 0)}
    with refused("league.refused.match-decided"):
        lined_up.open()
    with refused("league.refused.match-decided"):
        matches.enter_card(where, [(1, GameResult(HOME))])
    matches.give(where, Walkover.NOBODY)
    assert lined_up.points == {"Reds": (1, 0), "Blues": (1, 0)}
    matches.give(where, None)
    assert lined_up.match().score.score == (0, 1)


def test_only_teams_are_lined_up(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben")
    with refused("league.refused.lineup-of-teams"):
        night.line_up(Pairing((2,), (1,)))


SQUADS = (
    ("Ana", "Ben", "Cyd", "Dee", "Eva", "Fay"),
    ("Gus", "Hal", "Ida", "Jon", "Kim", "Lea"),
)


def ready(house: House, name: str) -> LeagueNight:
    """Two teams of six in a ready format; the second one is at home."""
    form, table = READY[name]
    competition = Competition(
        "League", Shape.ROUND_ROBIN, EntrantKind.TEAM, form, table, seed="a draw"
    )
    away, home = (house.join(*names) for names in SQUADS)
    return begun(house, competition, [NewEntrant(away, "Anchor"), NewEntrant(home, "Bell")])


def enter_all(night: LeagueNight, *boards: str) -> None:
    """The games of each board from paper, by who won: `HHA`."""
    for board, won in enumerate(boards, 1):
        for side in won:
            game = GameResult(HOME if side == "H" else AWAY)
            where = night.house.club_id, night.league_id, 1
            night.house.clubs.matches.enter_card(where, [(board, game)])


def test_pairs_drawn_from_two_teams_of_six_play_three_games_each(house: House) -> None:
    night = ready(house, "three-drawn-pairs")
    matches, where = house.clubs.matches, (house.club_id, night.league_id, 1)
    with refused("league.refused.draw-players"):
        matches.draw(where, [7], [1, 2, 3, 4, 5, 6])
    matches.draw(where, [7, 8, 9, 10, 11, 12], [1, 2, 3, 4, 5, 6])
    drawn = night.match().fixture.lineup
    assert {each for pair in drawn for each in pair.home} == {7, 8, 9, 10, 11, 12}
    assert {each for pair in drawn for each in pair.away} == {1, 2, 3, 4, 5, 6}
    # The same words draw the same pairs, in whatever order people came.
    matches.draw(where, [12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1])
    assert night.match().fixture.lineup == drawn
    new = house.clubs.match_tables.new_table(where, 1)
    assert (new.header.game, dict(new.header.changes)) == ("fives-and-threes", {"tiles-each": "6"})
    assert new.header.rules.target == 61 and new.header.seating.has_partners
    # The away side leads 5–4 in games although it won one pair only.
    enter_all(night, "HHA", "AAA", "HHA")
    match = night.match()
    assert (match.score.score, match.state) == ((4, 5), MatchState.OVER)
    assert night.points == {"Anchor": (1, Fraction(2)), "Bell": (1, Fraction(0))}
    legs = {board.kind for board in night.league.competition.form.boards}
    assert legs == {LegKind.ALL}


def test_six_singles_and_three_doubles_give_3_and_1_for_a_match_lost_4_5(house: House) -> None:
    night = ready(house, "six-singles-three-doubles")
    singles = [Pairing((7 + at,), (1 + at,)) for at in range(6)]
    doubles = [Pairing((7 + at, 8 + at), (1 + at, 2 + at)) for at in (0, 2, 4)]
    night.line_up(*singles, *doubles)
    new = house.clubs.match_tables.new_table
    where = (house.club_id, night.league_id, 1)
    assert dict(new(where, 1).header.changes) == {"tiles-each": "9"}
    assert dict(new(where, 9).header.changes) == {"tiles-each": "6"}
    assert new(where, 9).header.players == ("Kim", "Eva", "Lea", "Fay")
    enter_all(night, *"HHHHAA", *"AAA")
    assert night.match().score.score == (4, 5)
    assert night.points == {"Anchor": (1, Fraction(3)), "Bell": (1, Fraction(1))}
    card = night.match().card
    assert card.league_points == (Fraction(1), Fraction(3))
    assert (card.home, card.away) == ("Bell", "Anchor")
    assert card.boards[8].home == ("Kim", "Lea")
    # One single more, and nothing is narrow about it.
    house.clubs.matches.take_out(where, 4, 1)
    house.clubs.matches.enter_card(where, [(4, GameResult(AWAY))])
    assert night.match().score.score == (3, 6)
    assert night.points == {"Anchor": (1, Fraction(3)), "Bell": (1, Fraction(0))}


def test_how_teams_usually_play_is_known_among_many_matches(house: House) -> None:
    squads = [house.join(*(f"{team}{number}" for number in (1, 2, 3))) for team in "RBGY"]
    night = begun(
        house,
        TEAMS._replace(times=2),
        [NewEntrant(squad, team) for squad, team in zip(squads, ("R", "B", "G", "Y"), strict=True)],
    )
    league = night.league
    first, *_, last = (
        each.number for each in league.fixtures if {*league.opponents[each.number]} == {1, 2}
    )
    home, away = (squads[(each or 0) - 1] for each in league.opponents[first])
    night.line_up(Pairing((home[2],), (away[1],)), Pairing((home[1],), (away[2],)), number=first)
    # The second time round they meet the other way round, and are offered as they played.
    offered = [order.players for order in night.match(last).orders]
    assert offered == [(away[1], away[2]), (home[2], home[1])]
