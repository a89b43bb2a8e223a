"""What a card from paper can say: of a game, of a board, of a match."""

import pytest

from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.errors import BadScore
from companion.league.fixture import Fixture, MatchState
from companion.league.fixture_list import Opponents
from companion.league.league_tally import PointsTable
from companion.league.lineup import Pairing
from companion.league.match_card import MatchCard, match_card
from companion.league.match_format import (
    SIX_SINGLES_THREE_DOUBLES,
    THREE_DRAWN_PAIRS,
    Counts,
    LegKind,
    MatchBoard,
    MatchFormat,
)
from companion.league.match_result import GameResult
from companion.league.paper_points import check_points, possible_results
from companion.league.playing_order import PlayingOrder
from tests.league.play import AWAY, HOME, fixture
from tests.tables.scribe import refused

EXACTLY, RACE_HORSE = MatchBoard(1), MatchBoard(1, game="race-horse")
OWN_HAND = MatchBoard(1, game="race-horse-celko")


@pytest.mark.parametrize(
    ("board", "points", "why"),
    [
        (EXACTLY, (0, 0), ""),
        (EXACTLY, (61, 60), ""),
        (EXACTLY, (61, 0), ""),
        (EXACTLY, (99, -3), "exactly"),
        (EXACTLY, (60, 55), "exactly"),
        (EXACTLY, (61, 61), "who-scored-more"),
        (EXACTLY, (55, 61), "who-scored-more"),
        (EXACTLY, (61, -3), "below-zero"),
        (RACE_HORSE, (93, 60), ""),
        (RACE_HORSE, (94, 60), "above"),
        # A game may have been ended by the clock.
        (RACE_HORSE, (45, 40), ""),
        (RACE_HORSE, (61, -1), "below-zero"),
        (OWN_HAND, (210, -35), ""),
        (MatchBoard(1, changes=(("target", "31"),)), (31, 20), ""),
        (MatchBoard(1, changes=(("target", "31"),)), (61, 20), "exactly"),
    ],
)
def test_points_are_those_that_a_game_of_that_board_can_end_with(
    board: MatchBoard, points: tuple[int, int], why: str
) -> None:
    if not why:
        check_points(board, HOME, points)
        return
    with refused(f"league.refused.{why}"):
        check_points(board, HOME, points)
    with pytest.raises(BadScore):
        check_points(board, AWAY, points[::-1])


def test_the_results_of_a_match_follow_from_its_format() -> None:
    nine = {(won, 9 - won) for won in range(10)}
    assert {*possible_results(SIX_SINGLES_THREE_DOUBLES)} == nine
    assert {*possible_results(THREE_DRAWN_PAIRS)} == nine
    best_of_three = MatchFormat((MatchBoard(1, 3),) * 2)
    assert (4, 1) in possible_results(best_of_three)
    assert (4, 3) not in possible_results(best_of_three)
    level = MatchFormat((MatchBoard(1, 2, LegKind.ALL),) * 2, Counts.BOARDS)
    assert {*possible_results(level)} == {(2, 0), (1, 0), (1, 1), (0, 0), (0, 1), (0, 2)}
    # What is too long for a list is left to the boards.
    assert possible_results(MatchFormat((MatchBoard(1, 25),) * 32)) == {}


@pytest.mark.parametrize(
    "form",
    [
        SIX_SINGLES_THREE_DOUBLES,
        THREE_DRAWN_PAIRS,
        MatchFormat((MatchBoard(1, 3), MatchBoard(1), MatchBoard(2, 5))),
        MatchFormat((MatchBoard(1, 3), MatchBoard(1, 2, LegKind.ALL)), Counts.BOARDS),
    ],
)
def test_every_result_without_boards_counts_as_it_was_entered(form: MatchFormat) -> None:
    for result in possible_results(form):
        match = fixture().postponed().entered(form, result)
        assert match.has_no_boards and match.state(form) is MatchState.OVER
        assert match.score(form).score == result, result


def test_a_result_without_boards_has_no_boards_on_its_card() -> None:
    form = SIX_SINGLES_THREE_DOUBLES
    match = fixture().entered(form, (6, 3))
    outcome = match.outcome(form, PointsTable(), 1, 2)
    assert outcome and (outcome.score, outcome.games, outcome.points) == ((6, 3), (6, 3), (0, 0))
    assert match.entered(form, (4, 5)).winner(form) is AWAY
    assert not match_card_of(match).boards and match_card_of(fixture()).boards
    people = tuple(range(1, 7)), tuple(range(11, 17))
    lineup = PlayingOrder(people[0]).boards(form), PlayingOrder(people[1]).boards(form)
    pairings = [Pairing(*pair) for pair in zip(*lineup, strict=True)]
    with refused("league.refused.result"):
        match.entered(form, (6, 4))
    played = fixture().lined_up(form, *people, pairings).played(form, 1, GameResult(AWAY))
    with refused("league.refused.boards-kept"):
        played.entered(form, (6, 3))


def match_card_of(match: Fixture) -> MatchCard:
    league = Competition(
        "League", Shape.ROUND_ROBIN, EntrantKind.TEAM, SIX_SINGLES_THREE_DOUBLES, seed="a"
    )
    return match_card(league, match, Opponents(1, 2), {}, {})
