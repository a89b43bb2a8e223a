"""The matches of a club: who plays, the games as their records stand, walkovers, the card."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from fractions import Fraction
from threading import Barrier

import pytest
from sqlmodel import Session

from companion.clubs.entrants import NewEntrant
from companion.clubs.match import CardState
from companion.league.competition import Competition, Shape
from companion.league.entrant import EntrantKind
from companion.league.fixture import MatchState, Walkover
from companion.league.lineup import Pairing
from companion.league.match_format import LegKind
from companion.league.ready import READY
from companion.rules.errors import Refusal
from companion.tables.again import play_again
from tests.clubs.conftest import House
from tests.clubs.league_night import (
    AWAY,
    HOME,
    PAIRS,
    PLAYERS,
    SINGLES,
    TEAMS,
    LeagueNight,
    begun,
    players,
)
from tests.tables.scribe import enter, refused


@pytest.fixture
def night(house: House) -> LeagueNight:
    """The Reds (Ana, Ben, Eva) at home to the Blues (Cyd, Dee): two singles, the best of three."""
    ana, ben, cyd, dee, eva = house.join("Ana", "Ben", "Cyd", "Dee", "Eva")
    blues, reds = NewEntrant((cyd, dee), "Blues"), NewEntrant((ana, ben, eva), "Reds")
    return begun(house, TEAMS, [blues, reds])


@pytest.fixture
def lined_up(night: LeagueNight) -> LeagueNight:
    """The same once Ana meets Cyd, and Ben meets Dee."""
    night.line_up(Pairing((1,), (3,)), Pairing((2,), (4,)))
    return night


def test_a_table_has_its_rules_seats_and_place_in_the_match(lined_up: LeagueNight) -> None:
    house = lined_up.house
    table_id = lined_up.open(board=2)
    header = house.tables.look(table_id).header
    assert (header.game, header.players) == ("fives-and-threes", ("Ben", "Dee"))
    assert dict(header.changes) == {"game-ends": "at-once", "tiles-each": "7"}
    (table,) = house.clubs.tables.latest(house.club, 9)
    assert (table.id, table.people) == (table_id, (2, 4))
    assert house.clubs.matches.match_of(table_id) == (lined_up.league_id, 1)
    assert lined_up.match().state is MatchState.ON
    # One game of a board at a time.
    with refused("league.refused.too-many-games"):
        lined_up.open(board=2)


def test_of_phones_that_open_a_board_at_the_same_moment_one_does(lined_up: LeagueNight) -> None:
    ready = Barrier(4)

    def tap(_: int) -> str | None:
        ready.wait()
        try:
            return lined_up.open()
        except Refusal:
            return None

    with ThreadPoolExecutor(4) as phones:
        opened = [each for each in phones.map(tap, range(4)) if each]
    assert [table.id for table in lined_up.match().tables] == opened and len(opened) == 1
    tables = lined_up.house.clubs.tables.latest(lined_up.house.club, 9)
    assert [table.id for table in tables] == opened


def test_partners_sit_across_and_win_together(house: House) -> None:
    ana, ben, cyd, dee = house.join("Ana", "Ben", "Cyd", "Dee")
    competition = PLAYERS._replace(kind=EntrantKind.PAIR, form=PAIRS)
    night = begun(house, competition, [NewEntrant((ana, ben)), NewEntrant((cyd, dee))])
    table_id = night.play(HOME)
    seating = house.tables.look(table_id).header.seating
    assert seating.side_names == ("Cyd & Dee", "Ana & Ben")
    night.play(HOME)
    night.play(AWAY)
    assert night.match().score.score == (2, 1)
    assert night.points == {"Cyd & Dee": (1, 2), "Ana & Ben": (1, 0)}


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


def test_a_game_of_a_table_that_is_gone_counts_no_more(lined_up: LeagueNight) -> None:
    house = lined_up.house
    first, second = lined_up.play(HOME), lined_up.play(AWAY)
    assert lined_up.match().score.score == (1, 1)
    house.tables.remove(first)
    assert lined_up.match().score.score == (0, 1)
    house.clubs.tables.let_go(second)
    assert lined_up.match().score.score == (0, 0)
    assert house.clubs.matches.match_of(second) is None
    # It belongs to the club again, and stands where it stood.
    house.clubs.tables.take_in(house.club_id, second, [1, 3])
    assert lined_up.match().score.score == (0, 1)


def test_a_game_that_was_left_out_can_be_counted_again(lined_up: LeagueNight) -> None:
    house, matches = lined_up.house, lined_up.house.clubs.matches
    first = lined_up.play(AWAY)
    house.clubs.tables.let_go(first)
    lined_up.play(HOME)
    house.clubs.tables.take_in(house.club_id, first, [1, 3])
    assert lined_up.match().score.score == (1, 0)
    matches.count_table(house.club_id, lined_up.league_id, 1, 1, first)
    assert lined_up.match().score.score == (1, 1)


def test_a_game_that_went_on_elsewhere_is_taken_into_the_match(lined_up: LeagueNight) -> None:
    house, matches = lined_up.house, lined_up.house.clubs.matches
    other = lined_up.match()
    header = house.tables.look(lined_up.play(HOME)).header
    swapped = header._replace(players=("Cyd", "Ana"))
    then = house.clubs.tables.starts(house.club_id, swapped.players, [3, 1])
    table_id = house.tables.open(swapped, then=then)
    lined_up.win(table_id, HOME)
    latest = house.clubs.tables.latest(house.club, 9)
    assert [(at, table.id) for at, table in matches.could_count(other, latest)] == [(1, table_id)]
    with refused("league.refused.table-of-others"):
        matches.count_table(house.club_id, lined_up.league_id, 1, 2, table_id)
    matches.count_table(house.club_id, lined_up.league_id, 1, 1, table_id)
    # Cyd sat first and won: a game for the away side.
    assert lined_up.match().score.score == (1, 1)
    assert matches.could_count(lined_up.match(), latest) == ()
    with refused("league.refused.table-taken"):
        matches.count_table(house.club_id, lined_up.league_id, 1, 1, table_id)
    for made_up in ("", "nobodys", "nobody's", "a\0b"):
        with refused("league.refused.table-of-others"):
            matches.count_table(house.club_id, lined_up.league_id, 1, 1, made_up)


def test_a_game_counts_in_the_club_that_its_table_belongs_to(lined_up: LeagueNight) -> None:
    house, matches = lined_up.house, lined_up.house.clubs.matches
    table_id = lined_up.play(HOME)
    other = House(house.tables, house.clubs, house.clubs.service.open("Sunday", "Dee's phone"))
    theirs = players(
        other, PLAYERS._replace(form=SINGLES._replace(boards=SINGLES.boards[:1])), "Cyd", "Ana"
    )
    house.clubs.tables.take_in(other.club_id, table_id, [2, 1])
    assert lined_up.match().score.score == (0, 0) and matches.match_of(table_id) is None
    latest = house.clubs.tables.latest(other.club, 9)
    assert [at for at, _ in matches.could_count(theirs.match(), latest)] == [1]
    matches.count_table(other.club_id, theirs.league_id, 1, 1, table_id)
    assert theirs.match().score.score == (1, 0)
    assert matches.match_of(table_id) == (theirs.league_id, 1)


def test_who_plays_on_at_the_table_plays_the_next_game_of_the_leg(lined_up: LeagueNight) -> None:
    house, matches = lined_up.house, lined_up.house.clubs.matches

    def play_on(before: str) -> str:
        """As a page does that goes on with the same people."""

        def then(session: Session, table_id: str) -> None:
            house.clubs.tables.goes_on(before)(session, table_id)
            matches.goes_on(before)(session, table_id)

        return play_again(house.tables, house.tables.look(before), "Ana's phone", then)

    second = play_on(lined_up.play(HOME))
    assert matches.match_of(second) == (lined_up.league_id, 1)
    lined_up.win(second, HOME)
    assert lined_up.match().score.boards[0].games == (2, 0)
    # The leg is over: the next one is for pleasure.
    third = play_on(second)
    assert matches.match_of(third) is None
    assert house.clubs.tables.club_of(third) == house.club_id


def test_a_game_is_entered_from_paper_and_taken_out_again(lined_up: LeagueNight) -> None:
    matches, club_id = lined_up.house.clubs.matches, lined_up.house.club_id
    matches.enter(club_id, lined_up.league_id, 1, 1, HOME, (61, 40))
    table_id = lined_up.open()
    with refused("league.refused.game-on"):
        matches.enter(club_id, lined_up.league_id, 1, 1, AWAY, (40, 61))
    matches.take_out(club_id, lined_up.league_id, 1, 1, 2)
    assert matches.match_of(table_id) is None
    matches.enter(club_id, lined_up.league_id, 1, 1, HOME, (61, 59))
    score = lined_up.match().score.boards[0]
    assert (score.games, score.points, score.is_over) == ((2, 0), (122, 99), True)
    with refused("league.refused.too-many-games"):
        matches.enter(club_id, lined_up.league_id, 1, 1, HOME)
    with refused("league.refused.no-such-game"):
        matches.take_out(club_id, lined_up.league_id, 1, 1, 3)
    matches.take_out(club_id, lined_up.league_id, 1, 1, 1)
    assert lined_up.match().score.boards[0].games == (1, 0)
    with refused("league.refused.no-such-board"):
        matches.enter(club_id, lined_up.league_id, 1, 9, HOME)


def test_before_a_lineup_nothing_is_played(night: LeagueNight) -> None:
    with refused("league.refused.no-lineup"):
        night.open()
    with refused("league.refused.no-lineup"):
        night.house.clubs.matches.enter(night.house.club_id, night.league_id, 1, 1, HOME)
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
    matches.move(*where, datetime(2026, 1, 9, 20, 0), "The Anchor")
    matches.postpone(*where)
    assert lined_up.match().state is MatchState.POSTPONED
    matches.move(*where, datetime(2026, 2, 13, 20, 0))
    fixture = lined_up.match().fixture
    assert (fixture.starts_at, fixture.place) == (datetime(2026, 2, 13, 20, 0), "The Anchor")
    assert lined_up.match().state is MatchState.PLANNED
    # A calendar takes the newer one: it was lined up, and moved three times.
    assert lined_up.league.revisions[1] == 4
    with refused("league.refused.place"):
        matches.move(*where, datetime(2026, 2, 13, 20, 0), "x" * 81)


def test_a_walkover_is_given_and_taken_back(lined_up: LeagueNight) -> None:
    matches, where = lined_up.house.clubs.matches, (lined_up.house.club_id, lined_up.league_id, 1)
    lined_up.play(AWAY)
    matches.give(*where, Walkover.HOME)
    assert lined_up.points == {"Reds": (1, 2), "Blues": (1, 0)}
    with refused("league.refused.match-decided"):
        lined_up.open()
    with refused("league.refused.match-decided"):
        matches.enter(*where, 1, HOME)
    matches.give(*where, Walkover.NOBODY)
    assert lined_up.points == {"Reds": (1, 0), "Blues": (1, 0)}
    matches.give(*where, None)
    assert lined_up.match().score.score == (0, 1)


def test_only_teams_are_lined_up(house: House) -> None:
    night = players(house, PLAYERS, "Ana", "Ben")
    with refused("league.refused.lineup-of-teams"):
        night.line_up(Pairing((2,), (1,)))


# ---- The card --------------------------------------------------------------------------------


@pytest.fixture
def over(house: House) -> LeagueNight:
    """Ana and Ben's only game, which Ana won."""
    night = players(house, PLAYERS, "Ben", "Ana")
    night.play(HOME)
    return night


def test_a_card_is_accepted_by_another_phone(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    assert over.match().card_state is CardState.OPEN
    with refused("league.refused.card-changed"):
        cards.accept(*where, "Ben's phone", over.match().fingerprint)
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    assert over.match().card_state is CardState.PROPOSED
    assert not over.match().may_accept("Ana's phone")
    with refused("league.refused.card-own"):
        cards.accept(*where, "Ana's phone", over.match().fingerprint)
    cards.accept(*where, "Ben's phone", over.match().fingerprint)
    acceptance = over.match().acceptance
    assert over.match().card_state is CardState.ACCEPTED and acceptance is not None
    assert (acceptance.proposed_by, acceptance.accepted_by) == ("Ana's phone", "Ben's phone")
    with refused("league.refused.card-accepted"):
        cards.propose(*where, "Ana's phone", over.match().fingerprint)


def test_a_card_says_when_the_result_changed_since(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    (table,) = over.match().tables
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    shown = over.match().fingerprint
    over.correct(table.id, AWAY)
    with refused("league.refused.card-changed"):
        cards.propose(*where, "Ana's phone", shown)
    # What Ben's phone shows is not what he would accept.
    with refused("league.refused.card-changed"):
        cards.accept(*where, "Ben's phone", shown)
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    cards.accept(*where, "Ben's phone", over.match().fingerprint)
    over.correct(table.id, HOME)
    assert over.match().card_state is CardState.CHANGED
    over.correct(table.id, AWAY)
    assert over.match().card_state is CardState.ACCEPTED


def test_another_score_is_another_result_and_another_day_is_not(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    cards.propose(*where, "Ana's phone", over.match().fingerprint)
    cards.accept(*where, "Ben's phone", over.match().fingerprint)
    over.house.clubs.matches.move(*where, datetime(2026, 2, 13, 20, 0), "The Anchor")
    over.house.clubs.players.change(over.house.club_id, 1, name="Bea", nicknames=[], colour=0)
    assert over.match().card_state is CardState.ACCEPTED
    over.house.clubs.matches.take_out(*where, 1, 1)
    over.house.clubs.matches.enter(*where, 1, HOME, (61, 12))
    assert over.match().card_state is CardState.CHANGED


def test_two_phones_that_find_it_right_at_once_have_accepted_it(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    shown = over.match().fingerprint
    cards.propose(*where, "Ana's phone", shown)
    cards.propose(*where, "Ben's phone", shown)
    match = over.match()
    assert match.card_state is CardState.ACCEPTED and match.acceptance is not None
    assert match.acceptance.proposed_by == "Ana's phone"
    assert match.acceptance.accepted_by == "Ben's phone"


def test_one_phone_that_says_so_twice_has_not(over: LeagueNight) -> None:
    cards, where = over.house.clubs.cards, (over.house.club_id, over.league_id, 1)
    for _ in range(2):
        cards.propose(*where, "Ana's phone", over.match().fingerprint)
    assert over.match().card_state is CardState.PROPOSED


def test_no_card_is_proposed_of_a_match_that_is_on(lined_up: LeagueNight) -> None:
    with refused("league.refused.card-open"):
        cards = lined_up.house.clubs.cards
        shown = lined_up.match().fingerprint
        cards.propose(lined_up.house.club_id, lined_up.league_id, 1, "Ana's phone", shown)


# ---- The ready formats -----------------------------------------------------------------------


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
            night.house.clubs.matches.enter(
                night.house.club_id, night.league_id, 1, board, HOME if side == "H" else AWAY
            )


def test_pairs_drawn_from_two_teams_of_six_play_three_games_each(house: House) -> None:
    night = ready(house, "three-drawn-pairs")
    matches, where = house.clubs.matches, (house.club_id, night.league_id, 1)
    with refused("league.refused.draw-players"):
        matches.draw(*where, [7, 8, 9, 10, 11], [1, 2, 3, 4, 5, 6])
    matches.draw(*where, [7, 8, 9, 10, 11, 12], [1, 2, 3, 4, 5, 6])
    drawn = night.match().fixture.lineup
    assert {each for pair in drawn for each in pair.home} == {7, 8, 9, 10, 11, 12}
    assert {each for pair in drawn for each in pair.away} == {1, 2, 3, 4, 5, 6}
    # The same words draw the same pairs, in whatever order people came.
    matches.draw(*where, [12, 11, 10, 9, 8, 7], [6, 5, 4, 3, 2, 1])
    assert night.match().fixture.lineup == drawn
    new = matches.new_table(*where, 1)
    assert (new.header.game, dict(new.header.changes)) == ("fives-and-threes", {"tiles-each": "6"})
    assert new.header.rules.target == 61 and new.header.seating.has_partners
    # The away side leads 5–4 in games although it won one pair only.
    enter_all(night, "HHA", "AAA", "HHA")
    match = night.match()
    assert (match.score.score, match.state) == ((4, 5), MatchState.OVER)
    assert night.points == {"Anchor": (1, Fraction(2)), "Bell": (1, Fraction(0))}
    legs = {board.leg.kind for board in night.league.competition.form.boards}
    assert legs == {LegKind.ALL}


def test_six_singles_and_three_doubles_give_3_and_1_for_a_match_lost_4_5(house: House) -> None:
    night = ready(house, "six-singles-three-doubles")
    singles = [Pairing((7 + at,), (1 + at,)) for at in range(6)]
    doubles = [Pairing((7 + at, 8 + at), (1 + at, 2 + at)) for at in (0, 2, 4)]
    night.line_up(*singles, *doubles)
    new = house.clubs.matches.new_table
    where = (house.club_id, night.league_id, 1)
    assert dict(new(*where, 1).header.changes) == {"tiles-each": "9"}
    assert dict(new(*where, 9).header.changes) == {"tiles-each": "6"}
    assert new(*where, 9).header.players == ("Kim", "Eva", "Lea", "Fay")
    enter_all(night, *"HHHHAA", *"AAA")
    assert night.match().score.score == (4, 5)
    assert night.points == {"Anchor": (1, Fraction(3)), "Bell": (1, Fraction(1))}
    card = night.match().card
    assert card.league_points == (Fraction(1), Fraction(3))
    assert (card.home, card.away) == ("Bell", "Anchor")
    assert card.boards[8].home == ("Kim", "Lea")
    # One single more, and nothing is narrow about it.
    house.clubs.matches.take_out(*where, 4, 1)
    enter = house.clubs.matches.enter
    enter(*where, 4, AWAY)
    assert night.match().score.score == (3, 6)
    assert night.points == {"Anchor": (1, Fraction(3)), "Bell": (1, Fraction(0))}


def test_the_score_is_live_while_a_game_is_on(lined_up: LeagueNight) -> None:
    table_id = lined_up.open()
    enter(lined_up.house.tables, table_id, "lead: Ana", "ruling: Cyd +15")
    match = lined_up.match()
    assert match.fixture.boards[0].games[0].points == (0, 15)
    assert (match.score.games, match.state) == ((0, 0), MatchState.ON)
    lined_up.house.clubs.games.games(lined_up.house.club)
    assert lined_up.match().fixture.boards[0].games[0].points == (0, 15)
