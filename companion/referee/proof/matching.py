"""Matching: tiles, and the places where they can have been, each for one tile."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_


def match_places(places: dict[int, int]) -> dict[int, int]:
    """As many tiles as possible on places of their own: the tile on each place taken.

    `places` are those that each tile can take, by bit. Kuhn's augmenting paths, on sets at once.
    """
    taken_by: dict[int, int] = {}
    free = -1

    def find(tile: int, untried: int) -> tuple[bool, int]:
        nonlocal free
        if open_places := places[tile] & free:
            place = open_places & -open_places
            free ^= place
            taken_by[place] = tile
            return True, untried
        while candidates := places[tile] & untried:
            place = candidates & -candidates
            untried ^= place
            moved, untried = find(taken_by[place], untried)
            if moved:
                taken_by[place] = tile
                return True, untried
        return False, untried

    for tile in places:
        find(tile, -1)
    return taken_by


def possible_places(places: dict[int, int]) -> dict[int, int]:
    """For each of as many tiles as places, the places, by bit, that some matching of all has."""
    tile_on = match_places(places)
    if len(tile_on) < len(places):
        return dict.fromkeys(places, 0)
    # The tiles that must move if a tile moves: those on its other places, and so on.
    moved = {tile: {tile_on[place] for place in bits_of(bits)} for tile, bits in places.items()}
    for between in places:
        for others in moved.values():
            if between in others:
                others.update(moved[between])
    # A tile can take the place of another if the chain of moves leads back to it.
    return {
        tile: sum(place for place in bits_of(bits) if tile in moved[tile_on[place]])
        for tile, bits in places.items()
    }


def crowded(places: dict[int, int], tile: int) -> frozenset[int]:
    """The fewest tiles, this one among them, that have fewer places than they are, if any."""
    taken_by = match_places({other: bits for other, bits in places.items() if other != tile})
    reached = [tile]
    for one in reached:  # It grows while it is walked through.
        for place in bits_of(places[one]):
            if place not in taken_by:
                return frozenset()
            if taken_by[place] not in reached:
                reached.append(taken_by[place])
    crowd = frozenset(reached)
    for other in sorted(crowd - {tile}):
        fewer = crowd - {other}
        if places_of(places, fewer) < len(fewer):
            crowd = fewer
    return crowd


def smallest_crowd(places: dict[int, int]) -> frozenset[int]:
    """The fewest tiles that have fewer places than they are; none if all have one."""
    crowds = [crowd for each in places if (crowd := crowded(places, each))]
    return min(crowds, key=len, default=frozenset())


def turned_round(places: dict[int, int]) -> dict[int, int]:
    """For each place, by its number, the tiles that can be there, by bit."""
    takers: dict[int, int] = {}
    for tile, bits in places.items():
        for bit in bits_of(bits):
            at = bit.bit_length() - 1
            takers[at] = takers.get(at, 0) | 1 << tile
    return takers


def places_of(places: dict[int, int], tiles: Iterable[int]) -> int:
    """How many places these tiles have together."""
    return reduce(or_, (places[tile] for tile in tiles), 0).bit_count()


def bits_of(places: int) -> Iterator[int]:
    """Each of the places, as a bit of its own."""
    while places:
        place = places & -places
        places ^= place
        yield place
