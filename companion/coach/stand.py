"""A position to think about, as somebody enters it: the table, and one hand."""

from collections.abc import Iterable

from companion.coach.surge import WrongHand
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.seating import Seating
from companion.rules.tile import ALL_TILES, Tile

_SEATING = Seating.of(("You", "They"))


def stand(
    rules: Rules,
    placements: Iterable[tuple[Tile, Tile | None]],
    tiles: Iterable[Tile],
    *,
    boneyard: int = 0,
    has_drawn: bool = False,
    score: int = 0,
) -> Game:
    """The game with these tiles on the table, and the turn of somebody who holds `tiles`.

    All tiles seen nowhere are the others', but for those of the boneyard.
    Raises `AlreadySet`, `NoMatch` or `WhichEnd` for a table that cannot be, and
    `WrongHand` for tiles or a boneyard that cannot.
    """
    layout = Layout.under(rules)
    for tile, host in placements:
        layout = layout.set_tile(tile, host)
    held = tuple(tiles)
    for tile in held:
        layout.check_not_set(tile)
    if len(set(held)) < len(held):
        raise WrongHand("Each tile is there only once.")
    hidden = len(ALL_TILES) - len(layout.tiles) - len(held) - boneyard
    if hidden < 0:
        raise WrongHand(f"The boneyard cannot have {boneyard}: that is more than 28 tiles.")
    hand = Hand.led_by(0, rules, _SEATING)._replace(
        layout=layout, held=(len(held), hidden), boneyard=boneyard, has_drawn=has_drawn
    )
    return Game(rules, _SEATING, (score, 0), hand)
