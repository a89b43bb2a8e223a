"""What the tiles owed: how much more than one's own other tiles would have made in their place.

At the beginning of each go we look at what the tiles in hand could make at best, and at what as
many other tiles could, taken blindly from all that were not on the table. `docs/luck-and-skill.md`
says it in plain words.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from companion.coach.analysis.turn_search import TurnSearches
from companion.coach.drills.practice_positions import Chance
from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.tile import Tile
from companion.stats.deal_order import tiles_as_they_came

#: So many other hands are tried in the place of one's own, all tiles alike often. With a power of
#: two the averages are exact, whichever way they are added up.
_OTHER_HANDS = 8
#: Where turns go on, more tiles than these can be set in more ways than can be tried.
_MOST_TILES = 9


def owed_in(hand: Sequence[Entry], searches: TurnSearches) -> tuple[float, ...] | None:
    """What the tiles of one hand owed each seat, in points; None where not all were shown."""
    came = tiles_as_they_came(hand)
    if came is None:
        return None
    owed = [0.0] * len(came)
    for go in _goes_of(hand, came, searches):
        owed[go.seat] += go.by_others - go.by_own
    return tuple(owed)


class _Go(NamedTuple):
    """What a seat's own tiles could make as its go came, and others in their place on average."""

    seat: int
    by_own: int
    by_others: float


def _goes_of(
    hand: Sequence[Entry], came: tuple[tuple[Tile, ...], ...], searches: TurnSearches
) -> Iterator[_Go]:
    had = [hand[0].hand.held[0]] * len(came)
    by_others: float | None = None
    for before, entry in pairwise(hand):
        seat, statement = before.game.turn, entry.statement
        if seat is None or not isinstance(statement, TileSet | TilesDrawn | TurnPassed):
            continue
        held = [tile for tile in came[seat][: had[seat]] if tile not in before.hand.layout.tiles]
        if _begins_a_go(before.hand) and _can_be_tried(before.hand, len(held)):
            by_others = _made_by_others(before.game, len(held), searches)
        if isinstance(statement, TilesDrawn):
            had[seat] += statement.tiles
        elif by_others is not None:
            by_own = _made_by_own(before.game, held, statement, searches)
            yield _Go(seat, by_own, by_others)
            # What else is set or drawn in the same go follows from this.
            by_others = None


def _begins_a_go(hand: Hand) -> bool:
    return not hand.has_drawn and not (hand.play is not None and hand.play.again)


def _can_be_tried(hand: Hand, tiles: int) -> bool:
    return tiles <= _MOST_TILES or hand.rules.has_one_tile_turns


def _made_by_own(
    game: Game, held: list[Tile], statement: TileSet | TurnPassed, searches: TurnSearches
) -> int:
    """The most that a seat's own tiles could make: after a draw, begun with the tile drawn."""
    if isinstance(statement, TurnPassed):
        return 0
    assert game.hand is not None
    first = statement.tile if game.hand.has_drawn else None
    return searches.of(game).most_points(held, first)


def _made_by_others(game: Game, number: int, searches: TurnSearches) -> float:
    """What so many other tiles would make at best, on average."""
    assert game.hand is not None
    layout, search = game.hand.layout, searches.of(game)
    # The same table always has the same other tiles beside it.
    beside = Chance("other tiles", *layout.tiles).shuffled(layout.unset)
    starts = [at * len(beside) // _OTHER_HANDS for at in range(_OTHER_HANDS)]
    hands = [[*beside, *beside][start : start + number] for start in starts]
    return fmean(map(search.most_points, hands))
