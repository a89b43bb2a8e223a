"""A table and a hand as somebody enters them: what is accepted, and what cannot be."""

import pytest

from companion.coach.stand import stand
from companion.coach.surge import Outcome, WrongHand, find_surges
from companion.rules.errors import AlreadySet, NoMatch
from companion.rules.games import GAMES
from companion.rules.tile import Tile

RULES = GAMES["race-horse"].rules
TABLE = [(Tile(6, 3), None), (Tile(6, 0), Tile(6, 3))]


def tiles(written: str) -> list[Tile]:
    return [Tile.parse(tile) for tile in written.split()]


def test_the_turn_is_that_of_the_hand_entered() -> None:
    held = tiles("3-3 4-0 5-4")
    game = stand(RULES, TABLE, held, boneyard=14, score=7)
    assert game.hand is not None and game.turn == 0
    assert game.hand.layout.total == 3
    assert game.hand.held == (3, 9)
    assert game.scores == (7, 0)
    assert find_surges(game, held).longest.tiles == 3


def test_a_target_near_is_heeded() -> None:
    held = tiles("5-3 5-0")
    best = find_surges(stand(RULES, TABLE, held, score=60), held).longest
    assert [step.outcome for step in best.steps] == [Outcome.TARGET]


def test_the_first_tile_of_a_hand_is_a_lead() -> None:
    held = tiles("5-5 5-0")
    assert find_surges(stand(RULES, [], held), held).longest.tiles == 2


def test_after_a_draw_one_tile_is_all() -> None:
    held = tiles("3-3 4-0")
    best = find_surges(stand(RULES, TABLE, held, has_drawn=True), held).longest
    assert [step.outcome for step in best.steps] == [Outcome.DRAWN]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(AlreadySet):
        stand(RULES, TABLE, tiles("6-3"))
    with pytest.raises(NoMatch):
        stand(RULES, [*TABLE, (Tile(5, 5), Tile(6, 3))], [])
    with pytest.raises(WrongHand, match="only once"):
        stand(RULES, TABLE, tiles("5-3 3-5"))
    with pytest.raises(WrongHand, match="28"):
        stand(RULES, TABLE, tiles("5-3"), boneyard=26)
