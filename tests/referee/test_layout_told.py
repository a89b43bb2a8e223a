"""A layout in words: every tile is told once, and where it lies."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from companion.coach.drills.practice_positions import (
    Chance,
    book_named,
    play_hand,
    positions_of,
    start_game,
)
from companion.i18n import Message, Sentences, Text
from companion.referee.layout_text import describe_layout
from tests.thorough import examples


def open_halves(told: Text | str) -> Iterator[int]:
    """The halves that the words for a layout name as open."""
    match told:
        case Sentences(parts):
            for part in parts:
                yield from open_halves(part)
        case Message("layout.half-open" | "layout.open-arm"):
            yield told["half"]
        case Message("layout.both-open"):
            yield from (told["one"], told["other"])
        case Message("layout.on-half" | "layout.on-lead" | "layout.on-double"):
            yield from open_halves(told["arm"])


@examples(30)
@given(st.integers(0, 10**6))
def test_every_tile_of_a_hand_is_told_and_every_open_half(seed: int) -> None:
    chance = Chance("a hand", seed)
    played = play_hand(start_game(book_named("race-horse"), chance), chance)
    position = positions_of(played)[-1]
    told = describe_layout(position.placements)
    for tile, _ in position.placements:
        assert str(tile) in str(told)
    single = [end.pips for end in position.layout.ends if not end.host.is_double]
    assert sorted(single) == sorted(open_halves(told))
