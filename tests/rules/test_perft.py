"""How many ways there are to set the first tiles, counted twice.

A wrong place in the layout shows in these counts sooner than in any position
that somebody thought of.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import ALL_TILES

DEEPEST = 5


def known() -> dict[str, list[int]]:
    """The counts of `perft.txt`, those of length 1 first."""
    lines = Path(__file__).with_name("perft.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {spinners: list(map(int, counts)) for spinners, *counts in rows}


@pytest.mark.parametrize("spinners", ["all", "first", "none"])
def test_the_layout_offers_every_place_and_no_other(spinners: str) -> None:
    bare = Layout(Rules().with_setting("spinners", spinners))
    assert list(_sequences(bare)) == known()[spinners]


@pytest.mark.parametrize("spinners", ["all", "first", "none"])
def test_a_count_by_hand_agrees(spinners: str) -> None:
    assert [_by_hand(spinners, depth) for depth in range(1, DEEPEST + 1)] == known()[spinners]


def _sequences(bare: Layout) -> Iterator[int]:
    reached = [bare]
    for depth in range(1, DEEPEST + 1):
        if depth == DEEPEST:
            yield sum(sum(1 for _ in layout.placements()) for layout in reached)
            return
        reached = [
            layout.set_tile(tile, host) for layout in reached for tile, host in layout.placements()
        ]
        yield len(reached)


# ---- The same in another way: for each host, how many tiles it still takes by which pip --------

Free = dict[tuple[int, int], int]


def _by_hand(spinners: str, depth: int) -> int:
    tiles = [tuple(tile) for tile in ALL_TILES]

    def extend(left: int, used: list[int], free: Free, spun: bool) -> int:
        """`free` has the places left by (tile, pip); a tile goes on by one of its pips."""
        if left == 0:
            return 1
        found = 0
        for index, (high, low) in enumerate(tiles):
            if index in used:
                continue
            for (host, pip), places in free.items():
                if not places or pip not in (high, low):
                    continue
                after = {**free, (host, pip): places - 1}
                if high == low:
                    spins = spinners == "all" or (spinners == "first" and not spun)
                    after[index, high] = 3 if spins else 1
                else:
                    after[index, high + low - pip] = 1
                found += extend(left - 1, [*used, index], after, spun or high == low)
        return found

    total = 0
    for index, (high, low) in enumerate(tiles):
        if high == low:
            lead: Free = {(index, high): 2 if spinners == "none" else 4}
        else:
            lead = {(index, high): 1, (index, low): 1}
        total += extend(depth - 1, [index], lead, high == low)
    return total
