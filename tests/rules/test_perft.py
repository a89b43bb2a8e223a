"""How many ways there are to set the first tiles of each game, counted twice.

A wrong place in the layout shows in these counts sooner than in any position
that somebody thought of. They are published in `docs/perft.md`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from play import CAST

from companion.rules.games import GAMES
from companion.rules.hand import Hand
from companion.rules.layout import Layout
from companion.rules.preset import Preset
from companion.rules.tile import ALL_TILES
from tests.thorough import is_thorough

DEEPEST = 5
#: Slower, so the longest only where everything is tried.
BY_HAND = DEEPEST if is_thorough() else DEEPEST - 1
PUBLISHED = Path(__file__).parents[2] / "docs" / "perft.md"


class Openings(NamedTuple):
    """All that decides which tiles can be set, whoever holds them, in the words of the record."""

    spinners: str
    lead_tile: str
    spinner_first: str

    @classmethod
    def of(cls, preset: Preset) -> "Openings":
        rules = preset.rules
        return cls(str(rules.spinners), str(rules.lead_tile), str(rules.spinner_first))


def published() -> dict[str, list[int]]:
    """The counts of each game, those of length 1 first."""
    lines = PUBLISHED.read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line.startswith("    ")]
    return {game: list(map(int, counts)) for game, *counts in rows if game in GAMES}


#: Games that open alike are counted once.
OPENINGS = list(dict.fromkeys(map(Openings.of, GAMES.values())))


@pytest.mark.parametrize("opens", OPENINGS, ids="-".join)
def test_the_layout_offers_every_place_and_no_other(opens: Openings) -> None:
    alike = [game for game, preset in GAMES.items() if Openings.of(preset) == opens]
    found = list(_walked(GAMES[alike[0]]))
    assert {game: published()[game] for game in alike} == dict.fromkeys(alike, found)


@pytest.mark.parametrize("opens", OPENINGS, ids="-".join)
def test_a_count_by_hand_agrees(opens: Openings) -> None:
    found = [_by_hand(opens, depth) for depth in range(1, BY_HAND + 1)]
    alike = [game for game, preset in GAMES.items() if Openings.of(preset) == opens]
    assert {game: published()[game][:BY_HAND] for game in alike} == dict.fromkeys(alike, found)


def test_the_counts_of_every_game_are_published_and_of_no_other() -> None:
    assert list(published()) == list(GAMES)


def _walked(preset: Preset) -> Iterator[int]:
    seating = preset.seating(CAST[: preset.seats[0]])
    hand = Hand.led_by(0, preset.rules, seating)
    yield from _sequences([hand.layout.set_tile(each) for each in ALL_TILES if hand.can_lead(each)])


def _sequences(reached: list[Layout]) -> Iterator[int]:
    for _ in range(DEEPEST - 2):
        yield len(reached)
        reached = [
            layout.set_tile(tile, host) for layout in reached for tile, host in layout.placements()
        ]
    yield len(reached)
    yield sum(sum(1 for _ in layout.placements()) for layout in reached)


# ---- The same in another way: for each host, how many tiles it still takes by which pip --------

Free = dict[tuple[int, int], int]


def _by_hand(opens: Openings, depth: int) -> int:
    tiles = [tuple(tile) for tile in ALL_TILES]
    has_spinner = opens.spinners != "none"

    def extend(left: int, used: list[int], free: Free, spun: int | None) -> int:
        """`free` has the places left by (tile, pip); a tile goes on by one of its pips."""
        if left == 0:
            return 1
        found = 0
        must_cover = opens.spinner_first == "yes" and has_spinner and spun is not None
        is_covered = not any(places for (host, _), places in free.items() if host == spun)
        for index, (high, low) in enumerate(tiles):
            if index in used:
                continue
            for (host, pip), places in free.items():
                if not places or pip not in (high, low):
                    continue
                if must_cover and not is_covered and host != spun:
                    continue
                after = {**free, (host, pip): places - 1}
                first = spun
                if high == low:
                    spins = opens.spinners == "all" or (opens.spinners == "first" and spun is None)
                    after[index, high] = 3 if spins else 1
                    first = index if spun is None else spun
                else:
                    after[index, high + low - pip] = 1
                found += extend(left - 1, [*used, index], after, first)
        return found

    total = 0
    for index, (high, low) in enumerate(tiles):
        is_double = high == low
        scores = high + low in (5, 10) and opens.lead_tile == "double-or-score"
        if not (is_double or scores or opens.lead_tile == "any"):
            continue
        lead: Free = {(index, high): 1, (index, low): 1}
        if is_double:
            lead = {(index, high): 4 if has_spinner else 2}
        total += extend(depth - 1, [index], lead, index if is_double else None)
    return total
