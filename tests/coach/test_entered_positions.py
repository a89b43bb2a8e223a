"""A table and a hand as somebody enters them: what is accepted, and what cannot be."""

import pytest

from companion.coach.analysis.surge import WrongHand, game_with
from companion.coach.analysis.turn_search import find_surges
from companion.i18n import message
from companion.rules.errors import AlreadySet, NoMatch
from companion.rules.games import GAMES
from companion.rules.tile import Tile

RULES = GAMES["race-horse"].rules
TABLE = [(Tile(6, 3), None), (Tile(6, 0), Tile(6, 3))]


def tiles(written: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, written.split()))


def test_the_turn_is_that_of_the_hand_entered() -> None:
    held = tiles("3-3 4-0 5-4")
    game = game_with(RULES, TABLE, held, boneyard=14)
    assert game.hand is not None and game.turn == 0
    assert game.hand.layout.total == 3
    assert game.hand.held == (3, 9)
    assert find_surges(game, held).longest.tiles == 3


def test_the_first_tile_of_a_hand_is_a_lead() -> None:
    held = tiles("5-5 5-0")
    assert find_surges(game_with(RULES, [], held), held).longest.tiles == 2


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(AlreadySet):
        find_surges(game_with(RULES, TABLE, tiles("6-3")), tiles("6-3"))
    with pytest.raises(NoMatch):
        game_with(RULES, [*TABLE, (Tile(5, 5), Tile(6, 3))], ())
    with pytest.raises(WrongHand) as refused:
        find_surges(game_with(RULES, TABLE, tiles("5-3 3-5")), tiles("5-3 3-5"))
    assert refused.value.message == message("coach.refused.held-twice")
    with pytest.raises(WrongHand) as refused:
        game_with(RULES, TABLE, tiles("5-3"), boneyard=26)
    assert refused.value.message == message("coach.refused.boneyard-too-large", count=26)
