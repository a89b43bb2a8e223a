"""What legs, boards and matches come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.errors import BadScore, NoSuchBoard, TooManyGames
from companion.league.match_format import (
    SIX_SINGLES_THREE_DOUBLES,
    THREE_DRAWN_PAIRS,
    Counts,
    LegKind,
    MatchBoard,
    MatchFormat,
)
from companion.league.match_result import (
    BoardResult,
    GameResult,
    leg_score,
    match_score,
    with_game,
)
from tests.league.play import AWAY, HOME, SIDES, boards
from tests.thorough import examples


@pytest.mark.parametrize(
    ("leg", "won", "score", "is_over", "winner"),
    [
        (MatchBoard(1, 3), "", (0, 0), False, None),
        (MatchBoard(1, 3), "H", (1, 0), False, None),
        (MatchBoard(1, 3), "HH", (2, 0), True, HOME),
        (MatchBoard(1, 3), "HAA", (1, 2), True, AWAY),
        (MatchBoard(1, 3), "HA-", (1, 1), False, None),
        (MatchBoard(1, 3, LegKind.ALL), "HH", (2, 0), False, None),
        (MatchBoard(1, 3, LegKind.ALL), "HHA", (2, 1), True, HOME),
        (MatchBoard(1, 2, LegKind.ALL), "HA", (1, 1), True, None),
    ],
)
def test_a_leg_is_over_when_nobody_can_be_caught_or_all_is_played(
    leg: MatchBoard, won: str, score: tuple[int, int], is_over: bool, winner: object
) -> None:
    found = leg_score(leg, boards(won)[0])
    assert (found.games, found.is_over, found.winner) == (score, is_over, winner)


@pytest.mark.parametrize(
    ("leg", "won"),
    [
        (MatchBoard(1, 3), "HH"),
        (MatchBoard(1, 3), "HAH"),
        (MatchBoard(1, 3, LegKind.ALL), "HHA"),
        (MatchBoard(1, 1), "H"),
    ],
)
def test_a_game_after_the_end_of_a_leg_is_refused_and_changes_nothing(
    leg: MatchBoard, won: str
) -> None:
    form, before = MatchFormat((MatchBoard(1), leg)), boards("", won)
    with pytest.raises(TooManyGames) as refused:
        with_game(form, before, 2, GameResult(HOME))
    assert refused.value.code == "too-many-games"
    assert "Board 2" in refused.value.sentence
    assert before == boards("", won)


def test_a_correction_that_ends_a_leg_earlier_leaves_a_game_that_counts_no_more() -> None:
    form = MatchFormat((MatchBoard(1, 3),))
    tables = tuple(GameResult(SIDES[won], (61, 0), f"t{at}") for at, won in enumerate("HAH"))
    corrected = with_game(form, (BoardResult(tables),), 1, GameResult(HOME, (61, 0), "t1"))
    assert leg_score(MatchBoard(1, 3), corrected[0]) == ((2, 0), (122, 0), True)
    # And put right again, it counts again.
    again = with_game(form, corrected, 1, GameResult(AWAY, (61, 0), "t1"))
    assert leg_score(MatchBoard(1, 3), again[0]) == ((2, 1), (183, 0), True)


def test_a_game_whose_record_is_open_again_keeps_its_place() -> None:
    form = MatchFormat((MatchBoard(1, 3, LegKind.ALL),))
    tables = (GameResult(HOME, (61, 3), "t1"), GameResult(AWAY, (5, 61), "t2"))
    opened = with_game(form, (BoardResult(tables),), 1, GameResult(None, (58, 3), "t1"))
    assert [game.table for game in opened[0].games] == ["t1", "t2"]
    assert leg_score(form.boards[0], opened[0]).games == (0, 1)
    with pytest.raises(TooManyGames):
        with_game(form, opened, 1, GameResult(HOME, (61, 0), "t3"))


def test_a_result_that_comes_twice_counts_once() -> None:
    once = with_game(THREE_DRAWN_PAIRS, (), 1, GameResult(AWAY, (50, 61), "t1"))
    assert with_game(THREE_DRAWN_PAIRS, once, 1, GameResult(AWAY, (50, 61), "t1")) == once


def test_who_sends_nobody_loses_every_game_of_the_board() -> None:
    for leg, won in (
        (MatchBoard(1, 3), 2),
        (MatchBoard(1, 3, LegKind.ALL), 3),
        (MatchBoard(1, 1), 1),
    ):
        found = leg_score(leg, BoardResult(forfeited_by=HOME))
        assert (found.games, found.is_over, found.winner) == ((0, won), True, AWAY)
    with pytest.raises(TooManyGames) as refused:
        with_game(THREE_DRAWN_PAIRS, [BoardResult(forfeited_by=AWAY)], 1, GameResult(HOME))
    assert refused.value.sentence


@pytest.mark.parametrize("points", [(10**9 + 1, 0), (0, -(10**9) - 1)])
def test_no_game_ends_with_such_a_score(points: tuple[int, int]) -> None:
    with pytest.raises(BadScore) as refused:
        with_game(THREE_DRAWN_PAIRS, (), 1, GameResult(HOME, points))
    assert refused.value.code == "league-score"


def test_three_drawn_pairs_play_nine_games_and_the_games_decide() -> None:
    score = match_score(THREE_DRAWN_PAIRS, boards("HHA", "AAA", "HHA"))
    assert [board.games for board in score.boards] == [(2, 1), (0, 3), (2, 1)]
    # Two of the three pairs won, and the match is lost by 4–5.
    assert (score.score, score.games, score.is_over) == ((4, 5), (4, 5), True)
    assert score.winner is AWAY


def test_the_same_games_counted_by_boards_are_won_by_the_other_side() -> None:
    by_boards = THREE_DRAWN_PAIRS._replace(counts=Counts.BOARDS)
    score = match_score(by_boards, boards("HHA", "AAA", "HHA"))
    assert (score.score, score.winner) == ((2, 1), HOME)


def test_six_singles_and_three_doubles_are_nine_boards_and_the_boards_decide() -> None:
    score = match_score(SIX_SINGLES_THREE_DOUBLES, boards(*"HHHAAA", *"AHH"))
    assert (score.score, score.winner) == ((5, 4), HOME)


def test_a_match_is_on_until_its_last_board_is_over() -> None:
    score = match_score(SIX_SINGLES_THREE_DOUBLES, boards(*"HHHHHH"))
    assert (score.score, score.is_over, score.winner) == ((6, 0), False, None)
    assert not match_score(SIX_SINGLES_THREE_DOUBLES, ()).has_begun


def test_what_was_scored_is_added_up_over_all_games() -> None:
    first = BoardResult((GameResult(HOME, (61, 40)), GameResult(AWAY, (55, 61))))
    second = BoardResult((GameResult(None, (12, 8)),))
    assert match_score(THREE_DRAWN_PAIRS, (first, second)).points == (128, 109)


def test_a_game_goes_to_its_board() -> None:
    results = with_game(THREE_DRAWN_PAIRS, (), 2, GameResult(AWAY, (50, 61), "t1"))
    assert results == (
        BoardResult(),
        BoardResult((GameResult(AWAY, (50, 61), "t1"),)),
        BoardResult(),
    )


def test_a_game_that_was_on_is_over_by_its_result() -> None:
    on = with_game(THREE_DRAWN_PAIRS, boards("H"), 1, GameResult(None, (10, 5), "t2"))
    assert on[0].games[1].winner is None
    over = with_game(THREE_DRAWN_PAIRS, on, 1, GameResult(HOME, (61, 44), "t2"))
    assert over[0].games == (GameResult(HOME), GameResult(HOME, (61, 44), "t2"))


@pytest.mark.parametrize("board", [0, 4, -1])
def test_a_match_has_its_boards_and_no_other(board: int) -> None:
    with pytest.raises(NoSuchBoard) as refused:
        with_game(THREE_DRAWN_PAIRS, (), board, GameResult(HOME))
    assert refused.value.code == "no-such-board"


FORMS = (THREE_DRAWN_PAIRS, SIX_SINGLES_THREE_DOUBLES)


@examples(200)
@given(form=st.sampled_from(FORMS), wins=st.lists(st.sampled_from("HA"), min_size=9, max_size=9))
def test_nine_games_in_any_order_make_a_match_with_a_winner(
    form: MatchFormat, wins: list[str]
) -> None:
    results: tuple[BoardResult, ...] = ()
    for number, won in enumerate(wins):
        assert not match_score(form, results).is_over
        results = with_game(form, results, number % len(form.boards) + 1, GameResult(SIDES[won]))
    score = match_score(form, results)
    assert score.is_over
    assert score.score == (wins.count("H"), wins.count("A"))
    assert score.winner is (HOME if wins.count("H") > 4 else AWAY)
