"""A layout in words: every tile is told once, and where it lies."""

import re

from hypothesis import given
from hypothesis import strategies as st

from companion.coach.positions import Chance, book_named, play_hand, positions_of, start_game
from companion.referee.words import describe_layout
from tests.thorough import examples


@examples(30)
@given(st.integers(0, 10**6))
def test_every_tile_of_a_hand_is_told_and_every_open_half(seed: int) -> None:
    chance = Chance("a hand", seed)
    played = play_hand(start_game(book_named("race-horse"), chance), chance)
    position = positions_of(played)[-1]
    told = str(describe_layout(position.placements))
    for tile, _ in position.placements:
        assert str(tile) in told
    single = [end.pips for end in position.layout.ends if not end.host.is_double]
    opened = re.findall(r"the (\d) is open|[Ii]ts (\d)(?= (?:and|is|are))", told)
    assert sorted(single) == sorted(int(a or b) for a, b in opened)
