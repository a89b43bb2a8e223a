"""A second matcher of tiles and places, written from the definition, to check the proofs against.

The 28 tiles must fit the deal, the draws and the boneyard without contradicting a pass or a draw.
"""

from collections.abc import Container
from typing import NamedTuple

from count_from_scratch import playable_from_scratch
from play import CAST
from random_play import Moment, sets_of

from companion.record.statements import (
    PipsLeft,
    PointsRuled,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.rules.tile import ALL_TILES, Tile


class Place(NamedTuple):
    """A tile dealt (-1) or drawn: since which statement it is in a hand.

    Of the tiles of one draw all but the last were held while the drawing went on.
    """

    player: str
    since: int
    saw_its_draw: bool


def first_contradiction(moments: list[Moment]) -> tuple[int, str, str | None] | None:
    """The first statement of a hand after which no assignment of the tiles exists."""
    for number in range(len(moments)):
        statement = moments[number].statement
        if isinstance(statement, (PipsLeft, PointsRuled)):
            continue
        if not has_assignment(moments[: number + 1], None):
            own = statement.player
            if has_assignment(moments[: number + 1], own):
                return number, "impossible", None
            return number, "renege", own
    return None


def has_assignment(
    moments: list[Moment], only: str | None, *, believed: Container[str] = CAST
) -> bool:
    """Whether tiles fit places; with `only`, that player's own tiles and places."""
    game = moments[0].game
    places = [
        Place(player, -1, True)
        for player in game.seating.players
        for _ in range(game.rules.tiles_for(len(game.seating.players)))
    ]
    known: dict[Tile, tuple[str, int]] = {}
    for number, moment in enumerate(moments):
        match moment.statement:
            case TilesDrawn(player, tiles):
                places += [Place(player, number, True)] * (tiles - 1)
                places.append(Place(player, number, False))
            case TileSet(player, tile):
                known[tile] = (player, number)
            case TilesLeft(player, left):
                known |= dict.fromkeys(left, (player, number))
    hand = moments[-1].game.hand
    assert hand is not None
    shuts = [shut for shut in shuts_of(moments) if shut.player in believed]
    edges: dict[Tile, list[int]] = {}
    for tile in ALL_TILES:
        player, until = known.get(tile, (None, len(moments)))
        if only is not None and player != only:
            continue
        edges[tile] = [
            at
            for at, place in enumerate(places)
            if player in (None, place.player)
            and place.since < until
            and not any(_contradicts(shut, place, tile, until) for shut in shuts)
        ]
        if player is None:
            edges[tile] += range(len(places), len(places) + hand.boneyard)
    taken: dict[int, Tile] = {}
    return all(_augments(tile, edges, taken, set()) for tile in edges)


class Shut(NamedTuple):
    """A pass or a draw: its player held none of these tiles."""

    number: int
    player: str
    tiles: frozenset[Tile]


def _contradicts(shut: Shut, place: Place, tile: Tile, until: int) -> bool:
    """Whether the tile, in this place until it was shown, was there when nothing fitted."""
    was_there = place.since < shut.number or (place.since == shut.number and place.saw_its_draw)
    return shut.player == place.player and was_there and shut.number < until and tile in shut.tiles


def shuts_of(moments: list[Moment]) -> list[Shut]:
    """The passes and draws of a hand, each with the tiles that would have fitted then."""
    rules = moments[0].game.rules
    found = []
    for number, moment in enumerate(moments):
        speaks = isinstance(moment.statement, TurnPassed) or rules.drawing != "free"
        if isinstance(moment.statement, (TilesDrawn, TurnPassed)) and speaks:
            sets = sets_of(moments[:number])
            if sets:
                open_pips = playable_from_scratch(sets, rules)
                fitting = {tile for tile in ALL_TILES if open_pips & {*tile}}
            else:  # For a lead, where not every tile can be led.
                asked = (5, 10) if rules.lead_tile == "double-or-score" else ()
                fitting = {tile for tile in ALL_TILES if tile.is_double or tile.pips in asked}
            found.append(Shut(number, moment.statement.player, frozenset(fitting)))
    return found


def _augments(
    tile: Tile, edges: dict[Tile, list[int]], taken: dict[int, Tile], tried: set[int]
) -> bool:
    for place in edges[tile]:
        if place in tried:
            continue
        tried.add(place)
        if place not in taken or _augments(taken[place], edges, taken, tried):
            taken[place] = tile
            return True
    return False
