"""A layout in words: every tile is told once, and where it lies."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.coach.chance import Chance
from companion.coach.positions import Ground, play_hand
from companion.referee.layout_told import layout_told
from companion.rules.tile import Tile


def laid(*told: str) -> list[tuple[Tile, Tile | None]]:
    """Tiles as a record has them: `6-4 on 6-6`; what is on nothing is the lead."""
    pairs = (each.partition(" on ") for each in told)
    return [(Tile.parse(tile), Tile.parse(host) if host else None) for tile, _, host in pairs]


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ((), "The table is bare."),
        (("6-3",), "The 6-3 was led. Its 6 and its 3 are open."),
        (("6-6",), "The 6-6 was led."),
        (
            ("6-3", "6-1 on 6-3"),
            "The 6-3 was led. On its 6: 6-1, where the 1 is open. Its 3 is open.",
        ),
        (
            ("6-3", "6-6 on 6-3", "6-2 on 6-6", "3-3 on 6-3", "6-1 on 6-6"),
            "The 6-3 was led. On its 6: 6-6, 6-2, where the 2 is open. On its 3: 3-3. "
            "On the 6-6 also: 6-1, where the 1 is open.",
        ),
        (
            ("5-5", "5-2 on 5-5", "5-4 on 5-5"),
            "The 5-5 was led. On the 5-5: 5-2, where the 2 is open. "
            "On the 5-5: 5-4, where the 4 is open.",
        ),
    ],
)
def test_a_layout_is_told_arm_by_arm(tiles: tuple[str, ...], told: str) -> None:
    assert layout_told(laid(*tiles)) == told


@given(st.integers(0, 10**6))
def test_every_tile_of_a_hand_is_told_and_every_open_half(seed: int) -> None:
    chance = Chance("a hand", seed)
    position = play_hand(Ground.named("race-horse").start(chance), chance).positions[-1]
    told = layout_told(position.placements)
    for tile, _ in position.placements:
        assert str(tile) in told
    single = [end.pips for end in position.layout.ends if not end.host.is_double]
    opened = re.findall(r"the (\d) is open|[Ii]ts (\d)(?= (?:and|is|are))", told)
    assert sorted(single) == sorted(int(a or b) for a, b in opened)
