"""A match from its date to its result."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.errors import (
    BadPlace,
    MatchDecided,
    NoSuchBoard,
    NotKept,
    TooManyGames,
    WrongLineup,
)
from companion.league.fixture import Fixture, FixtureResult, MatchState, Slot, Walkover
from companion.league.kept_json import read_kept, write_kept
from companion.league.league_tally import PointsTable
from companion.league.lineup import Pairing
from companion.league.match_format import THREE_AND_ONE, THREE_DRAWN_PAIRS
from companion.league.match_result import BoardResult, GameResult
from companion.league.outcome import Outcome
from tests.league.play import AWAY, HOME, boards, fixture
from tests.thorough import examples

FORM = THREE_DRAWN_PAIRS
HOMES, AWAYS = (1, 2, 3, 4, 5, 6), (11, 12, 13, 14, 15, 16)
LINEUP = (
    Pairing((1, 2), (11, 12)),
    Pairing((3, 4), (13, 14)),
    Pairing((5, 6), (15, 16)),
)
EIGHT = datetime(2026, 11, 24, 20, 0)
PLANNED = fixture().moved(EIGHT)
LINED_UP = PLANNED.lined_up(FORM, HOMES, AWAYS, LINEUP)


def test_a_match_is_planned_then_on_then_over() -> None:
    assert PLANNED.state(FORM) is MatchState.PLANNED
    on = PLANNED.played(FORM, 1, GameResult(None))
    assert on.state(FORM) is MatchState.ON
    assert fixture("HHA", "H").state(FORM) is MatchState.ON
    assert fixture("HHA", "HHA", "AAA").state(FORM) is MatchState.OVER


def test_a_postponed_match_waits_for_a_new_date() -> None:
    postponed = PLANNED.postponed()
    assert postponed.state(FORM) is MatchState.POSTPONED
    assert postponed.starts_at == EIGHT
    moved = postponed.moved(datetime(2026, 12, 1, 19, 30, 59), "The Crown")
    assert moved.state(FORM) is MatchState.PLANNED
    assert (moved.starts_at, moved.place) == (datetime(2026, 12, 1, 19, 30), "The Crown")


def test_a_postponed_match_that_is_played_after_all_is_on() -> None:
    assert PLANNED.postponed().played(FORM, 1, GameResult(HOME)).state(FORM) is MatchState.ON


def test_a_match_that_is_over_counts_for_both() -> None:
    played = fixture("HHA", "AAA", "HHA").moved(EIGHT)
    assert played.outcome(FORM, PointsTable(), 7, 8) == Outcome(
        ((7,), (8,)), (4, 5), (4, 5), (0, 0), 1, lacks_points=True
    )
    assert fixture("HHA", "AAA", "HH").outcome(FORM, PointsTable(), 7, 8) is None
    assert PLANNED.postponed().outcome(FORM, PointsTable(), 7, 8) is None


def test_a_walkover_counts_as_the_club_enters_it() -> None:
    given_away = PLANNED.given(Walkover.AWAY)
    assert given_away.state(FORM) is MatchState.WALKOVER
    outcome = given_away.outcome(FORM, THREE_AND_ONE._replace(walkover_score=5), 7, 8)
    assert outcome is not None
    assert (outcome.score, outcome.games, outcome.winner) == ((0, 5), (0, 5), AWAY)
    nobody = PLANNED.given(Walkover.NOBODY).outcome(FORM, PointsTable(), 7, 8)
    assert nobody is not None
    assert (nobody.winner, nobody.is_draw) == (None, False)


def test_nothing_is_played_in_a_match_that_was_given_until_that_is_taken_back() -> None:
    given_away = fixture("H").given(Walkover.HOME)
    for act in (
        lambda: given_away.played(FORM, 1, GameResult(HOME)),
        lambda: given_away.without_game(1, 1),
        lambda: given_away.lined_up(FORM, HOMES, AWAYS, LINEUP),
        given_away.postponed,
    ):
        with pytest.raises(MatchDecided) as refused:
            act()
        assert refused.value.code == "match-decided"
    assert given_away.given(None) == fixture("H")


def test_a_game_is_entered_anew_after_a_mistake() -> None:
    before = fixture("HHA", "HHA", "AAA")
    with pytest.raises(TooManyGames):
        before.played(FORM, 2, GameResult(AWAY))
    without = before.without_game(2, 1)
    assert without.state(FORM) is MatchState.ON
    assert without.boards == boards("HHA", "HA", "AAA")
    after = without.played(FORM, 2, GameResult(AWAY))
    assert (after.boards, after.score(FORM).score) == (boards("HHA", "HAA", "AAA"), (3, 6))


@pytest.mark.parametrize(("board", "game"), [(0, 1), (4, 1), (1, 0), (1, 4), (-1, 1)])
def test_a_game_that_nobody_played_is_not_taken_out(board: int, game: int) -> None:
    with pytest.raises(NoSuchBoard) as refused:
        fixture("HHA", "HHA", "AAA").without_game(board, game)
    assert refused.value.sentence


def test_a_table_that_was_opened_by_mistake_leaves_nothing() -> None:
    opened = LINED_UP.played(FORM, 1, GameResult(None, (0, 0), "t1"))
    assert opened.without_game(1, 1).boards == (BoardResult(),) * 3


@pytest.mark.parametrize("place", [" The Crown", "x" * 81, "The\nCrown"])
def test_a_place_that_nobody_can_read_is_refused(place: str) -> None:
    with pytest.raises(BadPlace) as refused:
        PLANNED.moved(EIGHT, place)
    assert refused.value.sentence


def test_a_fixture_from_elsewhere_has_to_fit_its_format() -> None:
    assert LINED_UP.check(FORM) == LINED_UP
    for wrong in (
        LINED_UP._replace(lineup=LINEUP[:2]),
        LINED_UP._replace(lineup=(Pairing((1,), (2,)),) * 3),
    ):
        with pytest.raises(WrongLineup):
            wrong.check(FORM)
    with pytest.raises(NoSuchBoard):
        fixture("H", "H", "H", "H").check(FORM)


def test_a_side_that_is_two_players_short_gives_a_board_away() -> None:
    short = (*LINEUP[:2], Pairing((5, 6), ()))
    after = fixture("HHA").lined_up(FORM, HOMES, AWAYS[:4], short)
    assert after.boards == (boards("HHA")[0], BoardResult(), BoardResult(forfeited_by=AWAY))
    assert after.score(FORM).score == (5, 1)
    with pytest.raises(WrongLineup):
        PLANNED.lined_up(FORM, HOMES, AWAYS[:4], LINEUP)


def test_nobody_wins_a_board_to_which_neither_side_sends_anybody() -> None:
    short = (*LINEUP[:2], Pairing((), ()))
    after = fixture("HHA", "AAA").lined_up(FORM, HOMES[:4], AWAYS[:4], short)
    assert after.boards[2] == BoardResult(is_void=True)
    assert (after.score(FORM).score, after.state(FORM)) == ((2, 4), MatchState.OVER)
    with pytest.raises(TooManyGames):
        after.played(FORM, 3, GameResult(HOME))
    with pytest.raises(WrongLineup) as refused:
        PLANNED.lined_up(FORM, HOMES, AWAYS, (Pairing((), ()),) * 3)
    assert refused.value.sentence


def test_a_played_board_cannot_be_given_away_unnoticed() -> None:
    """Who comes late plays after all: the board is a board again."""
    short = PLANNED.lined_up(FORM, HOMES, AWAYS, (*LINEUP[:2], Pairing((5, 6), ())))
    assert short.lined_up(FORM, HOMES, AWAYS, LINEUP).boards == (BoardResult(),) * 3


slots = st.one_of(
    st.integers(1, 99).map(Slot),
    st.integers(1, 99).map(lambda number: Slot(winner_of=number)),
    st.integers(1, 99).map(lambda number: Slot(loser_of=number)),
)
fixtures = st.builds(
    Fixture,
    number=st.integers(1, 10**9),
    round=st.integers(1, 99),
    home=slots,
    away=slots,
    starts_at=st.none()
    | st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)).map(
        lambda each: each.replace(second=0, microsecond=0)
    ),
    place=st.sampled_from(["", "The Crown", "Пивная «Якорь»", "بيت آنا", '"=1+1"']),
    is_postponed=st.booleans(),
    walkover=st.none() | st.sampled_from(Walkover),
    lineup=st.sampled_from([(), LINEUP, (*LINEUP[:2], Pairing((5, 6), ()))]),
    boards=st.lists(
        st.builds(
            BoardResult,
            st.lists(
                st.builds(
                    GameResult,
                    st.sampled_from([HOME, AWAY, None]),
                    st.tuples(st.integers(-9, 100), st.integers(-9, 100)),
                    st.sampled_from(["", "a1b2"]),
                ),
                max_size=3,
            ).map(tuple),
            forfeited_by=st.none(),
            is_void=st.just(False),
        )
        | st.sampled_from(
            [
                BoardResult(forfeited_by=HOME),
                BoardResult(forfeited_by=AWAY),
                BoardResult(is_void=True),
            ]
        ),
        max_size=3,
    ).map(tuple),
    by=st.sampled_from([(0, 0), (7, 0), (7, 9)]),
    stands=st.booleans(),
    aside=st.sampled_from([(), (FixtureResult((1, 2), Walkover.AWAY, LINEUP),)]),
    is_on_hold=st.just(False),
)


@examples(300)
@given(fixtures)
def test_a_fixture_comes_back_as_it_was_kept(each: Fixture) -> None:
    kept = write_kept(each)
    assert read_kept(Fixture, kept) == each
    assert write_kept(read_kept(Fixture, kept)) == kept


@pytest.mark.parametrize(
    "kept",
    [
        "{}",
        '{"number":1,"round":1,"home":[1,0,0]}',
        '{"number":1,"round":1,"home":[1,2,0],"away":[2,0,0]}',
        '{"number":1,"round":1,"home":[0,0,0],"away":[2,0,0]}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"starts_at":"soon"}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"walkover":"both"}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"lineup":[[[1,2]]]}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"lineup":[[[1,2,3],[4,5]]]}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"boards":[2]}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"boards":[[[0,[61],""]]]}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"boards":[[[0,[61,9999999999],""]]]}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"place":"\\u202e"}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"place":"' + "x" * 81 + '"}',
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"boards":' + str([[]] * 33) + "}",
    ],
)
def test_what_nobody_kept_is_no_fixture(kept: str) -> None:
    with pytest.raises(NotKept):
        read_kept(Fixture, kept)
