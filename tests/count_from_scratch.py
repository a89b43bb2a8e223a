"""The count a second time, from nothing but who lies on whom."""

from collections.abc import Sequence

from companion.rules.settings import Rules
from companion.rules.tile import Tile


def ends_from_scratch(
    sets: Sequence[tuple[Tile, Tile | None]],
    spinners: str,
    exposed_double: str = "both-halves",
    spinner_count: str = "sides",
) -> dict[tuple[Tile, int], int]:
    """What each (host, pips) that is open counts, from nothing but who lies on whom."""
    doubles = [tile for tile, _ in sets if tile.is_double]
    open_ends: dict[tuple[Tile, int], int] = {}
    for tile, host in sets:
        joined = [other for other, on in sets if on == tile]
        covered = [next(iter({*tile} & {*other})) for other in joined]
        if host is not None:
            covered.append(next(iter({*tile} & {*host})))
        if not tile.is_double:
            assert len(covered) == len(set(covered)), f"an end of the {tile} is covered twice"
            open_ends |= {(tile, pips): pips for pips in tile if pips not in covered}
            continue
        spins = spinners == "all" or (spinners == "first" and tile == doubles[0])
        ways = 4 if spins else 2
        assert len(covered) <= ways, f"the {tile} has no {len(covered)} ways"
        if len(covered) < ways:
            is_out = sum(tile.high in other for other, _ in sets) == 7
            shows = exposed_double == "both-halves" or is_out
            halves = 2 if len(covered) < 2 else 0
            if spins and spinner_count == "ends":
                halves = {0: 2, 1: 2, 2: 2, 3: 1}[len(covered)]
            open_ends[tile, tile.high] = halves * tile.high if shows else 0
    return open_ends


def playable_from_scratch(sets: Sequence[tuple[Tile, Tile | None]], rules: Rules) -> set[int]:
    """The pips of the open ends on which the next tile can go."""
    places = ends_from_scratch(sets, rules.spinners)
    doubles = [tile for tile, _ in sets if tile.is_double]
    if rules.spinner_first == "yes" and rules.spinners != "none" and doubles:
        to_cover = {pips for host, pips in places if host == doubles[0]}
        if to_cover:
            return to_cover
    return {pips for _, pips in places}
