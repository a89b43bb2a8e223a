"""The tables of a match: opened with its rules, counted by their records, gone on with."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from sqlmodel import Session

from companion.clubs.club_history import ClubEventKind, events_of
from companion.clubs.forget_player import forget_player
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.league.competition import EntrantKind
from companion.league.fixture import MatchState
from companion.league.lineup import Pairing
from companion.rules.errors import Refusal
from companion.tables.play_again import play_again
from tests.clubs.house import House
from tests.clubs.league_night import (
    AWAY,
    HOME,
    PAIRS,
    PLAYERS,
    SINGLES,
    LeagueNight,
    begun,
    players,
)
from tests.tables.scribe import enter, everything, refused


def test_a_table_has_its_rules_seats_and_place_in_the_match(lined_up: LeagueNight) -> None:
    house = lined_up.house
    table_id = lined_up.open(board=2)
    header = house.tables.look(table_id).header
    assert (header.game, header.players) == ("fives-and-threes", ("Ben", "Dee"))
    assert dict(header.changes) == {"game-ends": "at-once", "tiles-each": "7"}
    (table,) = house.clubs.tables.latest(house.club, 9)
    assert (table.id, table.people) == (table_id, (2, 4))
    assert house.clubs.match_tables.match_of(table_id) == (lined_up.league_id, 1)
    assert lined_up.match().state is MatchState.ON
    # One game of a board at a time.
    with refused("league.refused.too-many-games"):
        lined_up.open(board=2)


def test_who_is_forgotten_while_a_table_is_opened_is_not_named_there(
    lined_up: LeagueNight,
) -> None:
    house = lined_up.house
    new = house.clubs.match_tables.new_table((house.club_id, lined_up.league_id, 1), 1)
    assert new.header.players == ("Ana", "Cyd")
    forget_player(house.tables, house.club_id, 3)
    table_id = house.tables.open(new.header, keeper="Ana's phone", then=new.then)
    assert house.tables.look(table_id).header.players == ("Ana", "Deleted player")
    assert "Cyd" not in str(everything(house.tables, table_id))
    lined_up.win(table_id, AWAY)
    assert lined_up.match().score.boards[0].games == (0, 1)


def test_who_was_lined_up_instead_while_a_table_is_opened_sits_there(
    lined_up: LeagueNight,
) -> None:
    house = lined_up.house
    new = house.clubs.match_tables.new_table((house.club_id, lined_up.league_id, 1), 1)
    lined_up.line_up(Pairing((5,), (3,)), Pairing((2,), (4,)))
    table_id = house.tables.open(new.header, keeper="Ana's phone", then=new.then)
    assert house.tables.look(table_id).header.players == ("Eva", "Cyd")
    (table,) = house.clubs.tables.latest(house.club, 9)
    assert table.people == (5, 3)


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
    assert [table.id for table in lined_up.tables()] == opened and len(opened) == 1
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


def test_a_game_of_a_table_that_is_gone_counts_no_more(lined_up: LeagueNight) -> None:
    house = lined_up.house
    first, second = lined_up.play(HOME), lined_up.play(AWAY)
    assert lined_up.match().score.score == (1, 1)
    house.tables.remove(first)
    assert lined_up.match().score.score == (0, 1)
    house.tables.remove(second)
    assert lined_up.match().score.score == (0, 0)


def test_a_game_that_was_left_out_can_be_counted_again(lined_up: LeagueNight) -> None:
    house, match_tables = lined_up.house, lined_up.house.clubs.match_tables
    first = lined_up.play(AWAY)
    house.clubs.matches.take_out((house.club_id, lined_up.league_id, 1), 1, 1)
    lined_up.play(HOME)
    assert lined_up.match().score.score == (1, 0)
    match_tables.count_table((house.club_id, lined_up.league_id, 1), 1, first)
    assert lined_up.match().score.score == (1, 1)


def test_a_game_that_went_on_elsewhere_is_taken_into_the_match(lined_up: LeagueNight) -> None:
    house, match_tables = lined_up.house, lined_up.house.clubs.match_tables
    other = lined_up.match()
    header = house.tables.look(lined_up.play(HOME)).header
    swapped = header._replace(players=("Cyd", "Ana"))
    then = house.clubs.tables.starts(house.club_id, swapped.players, adds_players=False)
    table_id = house.tables.open(swapped, then=then)
    lined_up.win(table_id, HOME)
    latest = house.clubs.tables.latest(house.club, 9)
    assert [(at, table.id) for at, table in match_tables.could_count(other, latest)] == [
        (1, table_id)
    ]
    with refused("league.refused.table-of-others"):
        match_tables.count_table((house.club_id, lined_up.league_id, 1), 2, table_id)
    match_tables.count_table((house.club_id, lined_up.league_id, 1), 1, table_id)
    # Cyd sat first and won: a game for the away side.
    assert lined_up.match().score.score == (1, 1)
    assert match_tables.could_count(lined_up.match(), latest) == ()
    with refused("league.refused.table-taken"):
        match_tables.count_table((house.club_id, lined_up.league_id, 1), 1, table_id)
    for made_up in ("", "nobodys", "nobody's", "a\0b"):
        with refused("league.refused.table-of-others"):
            match_tables.count_table((house.club_id, lined_up.league_id, 1), 1, made_up)


def test_a_game_counts_in_the_club_that_its_table_belongs_to(lined_up: LeagueNight) -> None:
    house, match_tables = lined_up.house, lined_up.house.clubs.match_tables
    table_id = lined_up.play(HOME)
    other = House(house.tables, house.clubs, house.clubs.service.open("Sunday", "Dee's phone"))
    theirs = players(
        other, PLAYERS._replace(form=SINGLES._replace(boards=SINGLES.boards[:1])), "Cyd", "Ana"
    )
    # While it counts it stays, and then it goes only where its club lets it go.
    with refused("club.refused.counts-in-match"):
        house.clubs.tables.take_in(other.club_id, table_id, [2, 1], leaves=house.club_id)
    with refused("club.refused.counts-in-match"):
        house.clubs.tables.let_go(house.club_id, table_id)
    house.clubs.matches.take_out((house.club_id, lined_up.league_id, 1), 1, 1)
    for leaves in (None, other.club_id):
        with refused("club.refused.moved-by-managers"):
            house.clubs.tables.take_in(other.club_id, table_id, [2, 1], leaves=leaves)
    assert house.clubs.tables.club_of(table_id) == house.club_id
    house.clubs.tables.take_in(other.club_id, table_id, [2, 1], leaves=house.club_id)
    for club_id, (kind, before, now) in {
        house.club_id: (ClubEventKind.TABLE_LEFT, (1, 3), None),
        other.club_id: (ClubEventKind.TABLE_MOVED, None, (2, 1)),
    }.items():
        _, moved = events_of(house.tables.database, club_id)[0]
        told = dict(moved.before).get("players"), dict(moved.now).get("players")
        assert (moved.kind, *told) == (kind, before, now)
    assert lined_up.match().score.score == (0, 0) and match_tables.match_of(table_id) is None
    latest = house.clubs.tables.latest(other.club, 9)
    assert [at for at, _ in match_tables.could_count(theirs.match(), latest)] == [1]
    match_tables.count_table((other.club_id, theirs.league_id, 1), 1, table_id)
    assert theirs.match().score.score == (1, 0)
    assert match_tables.match_of(table_id) == (theirs.league_id, 1)


def test_who_plays_on_at_the_table_plays_the_next_game_of_the_leg(lined_up: LeagueNight) -> None:
    house, match_tables = lined_up.house, lined_up.house.clubs.match_tables

    def play_on(before: str) -> str:
        """As a page does that goes on with the same people."""

        def then(session: Session, table_id: str) -> None:
            house.clubs.tables.goes_on(before)(session, table_id)
            match_tables.goes_on(before)(session, table_id)

        return play_again(house.tables, house.tables.look(before), "Ana's phone", then)

    second = play_on(lined_up.play(HOME))
    assert match_tables.match_of(second) == (lined_up.league_id, 1)
    lined_up.win(second, HOME)
    assert lined_up.match().score.boards[0].games == (2, 0)
    # The leg is over: the next one is for pleasure.
    third = play_on(second)
    assert match_tables.match_of(third) is None
    assert house.clubs.tables.club_of(third) == house.club_id


def test_the_score_is_live_while_a_game_is_on(lined_up: LeagueNight) -> None:
    table_id = lined_up.open()
    enter(lined_up.house.tables, table_id, "lead: Ana", "ruling: Cyd +15")
    match = lined_up.match()
    assert match.fixture.boards[0].games[0].points == (0, 15)
    assert (match.score.games, match.state) == ((0, 0), MatchState.ON)
    lined_up.house.clubs.games.games(lined_up.house.club)
    assert lined_up.match().fixture.boards[0].games[0].points == (0, 15)
