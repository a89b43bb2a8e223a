"""Luck: how much more other tiles would have scored than a player's own, at their best.

At the start of each turn we compare the best play of the tiles in hand with that of as many other
tiles, picked at random from all that are not on the table. See `docs/luck-and-skill.md`.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from companion.coach.analysis.turn_search import TurnSearches
from companion.coach.drills.practice_positions import Chance
from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.referee.proof.evidence import Evidence, ShownHand
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.tile import ALL_TILES, Tile

#: So many other hands are tried, with each tile equally often. A power of two keeps the averages
#: exact, in whatever order they are added.
_OTHER_HANDS = 8
#: If turns go on, more tiles than these can be played in too many ways to try.
_MOST_TILES = 9


def owed_in(hand: Sequence[Entry], searches: TurnSearches) -> tuple[float, ...] | None:
    """How much luck cost each seat in one hand, in points; None if not all tiles are known."""
    came = tiles_as_they_came(hand)
    if came is None:
        return None
    owed = [0.0] * len(came)
    for seat, points in _owed_by_turn(hand, came, searches):
        owed[seat] += points
    return tuple(owed)


def _owed_by_turn(
    hand: Sequence[Entry], came: tuple[tuple[Tile, ...], ...], searches: TurnSearches
) -> Iterator[tuple[int, float]]:
    """The seat of each turn, and by how much others' tiles at their best are ahead of its own."""
    had = [hand[0].hand.held[0]] * len(came)
    by_others: float | None = None
    for before, entry in pairwise(hand):
        seat, statement = before.game.turn, entry.statement
        if seat is None or not isinstance(statement, TileSet | TilesDrawn | TurnPassed):
            continue
        held = [tile for tile in came[seat][: had[seat]] if tile not in before.hand.layout.tiles]
        if _begins_a_go(before.hand) and (
            len(held) <= _MOST_TILES or before.hand.rules.has_one_tile_turns
        ):
            by_others = _made_by_others(before.game, len(held), searches)
        if isinstance(statement, TilesDrawn):
            had[seat] += statement.tiles
        elif by_others is not None:
            yield seat, by_others - _made_by_own(before.game, held, statement, searches)
            # Later tiles of the same turn are part of it.
            by_others = None


def _begins_a_go(hand: Hand) -> bool:
    return not hand.has_drawn and not (hand.play is not None and hand.play.again)


def _made_by_own(
    game: Game, held: list[Tile], statement: TileSet | TurnPassed, searches: TurnSearches
) -> int:
    """The best points of a seat's own tiles, which begin with the drawn one after a draw."""
    if isinstance(statement, TurnPassed):
        return 0
    first = statement.tile if game.dealt.has_drawn else None
    return searches.of(game).most_points(held, first)


def _made_by_others(game: Game, number: int, searches: TurnSearches) -> float:
    """The best points of so many other tiles, on average."""
    layout, search = game.dealt.layout, searches.of(game)
    # The same layout always gets the same other tiles.
    beside = Chance("other tiles", *layout.tiles).shuffled(layout.unset)
    starts = [at * len(beside) // _OTHER_HANDS for at in range(_OTHER_HANDS)]
    hands = [[*beside, *beside][start : start + number] for start in starts]
    return fmean(map(search.most_points, hands))


def tiles_as_they_came(hand: Sequence[Entry]) -> tuple[tuple[Tile, ...], ...] | None:
    """The tiles of each seat, first those dealt, then those drawn.

    None if the hand is not over, a tile was not shown, or passes and draws contradict the tiles.
    """
    if not hand[-1].hand.is_over:
        return None
    seats = Evidence(hand).seats
    found = tuple(tiles for seat in seats if (tiles := _in_order(seat)) is not None)
    return found if len(found) == len(seats) else None


def _in_order(shown: ShownHand) -> tuple[Tile, ...] | None:
    if len(shown.known) != len(shown.slots):
        return None
    places = {known.tile: shown.slots_for(*known) for known in shown.known}
    found: list[Tile] = []
    for slot in range(len(shown.slots)):
        fitting = [tile for tile, slots in places.items() if slots >> slot & 1]
        if not fitting:
            return None
        # The tile whose last possible slot comes first.
        tile = min(fitting, key=lambda tile: (places[tile].bit_length(), -tile))
        del places[tile]
        found.append(ALL_TILES[tile])
    return tuple(found)
