"""What is kept comes back as it was, and what was changed on the way is read whole or refused."""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.competition import Competition, Entrant, EntrantKind, Shape
from companion.league.errors import NotKept
from companion.league.fixture import Fixture, Slot, Walkover
from companion.league.kept_json import read_kept, write_kept
from companion.league.lineup import Pairing
from companion.league.match_format import READY
from companion.league.standings import Season
from companion.rules.errors import Refusal
from tests.league.play import boards
from tests.thorough import examples

FORM, TABLE = READY["six-singles-three-doubles"]
FIXTURE = Fixture(
    *(3, 2, Slot(winner_of=1), Slot(8), datetime(2026, 12, 1, 20, 0), "The Crown"),
    walkover=Walkover.HOME,
    lineup=(Pairing((1, 2), (11, 12)), Pairing((3,), ())),
    boards=boards("HA-", ""),
)
#: A value of each, with how it is written and read.
VALUES: dict[str, tuple[Any, Callable[[Any], str], Callable[[str], Any]]] = {
    "competition": (
        Competition("Liga «Ñ»", Shape.ROUND_ROBIN, EntrantKind.TEAM, FORM, TABLE, seed="2026"),
        write_kept,
        lambda text: read_kept(Competition, text).check(),
    ),
    "entrant": (
        Entrant(1, EntrantKind.TEAM, "鷹の会", (4, 7, 9), has_left=True, place="The Crown"),
        write_kept,
        lambda text: read_kept(Entrant, text).check(),
    ),
    "season": (
        Season("Winter", date(2026, 11, 1), date(2027, 2, 28), ("sniff",), TABLE),
        write_kept,
        lambda text: read_kept(Season, text).check(),
    ),
    "fixture": (FIXTURE, write_kept, partial(read_kept, Fixture)),
}
kinds = st.sampled_from([*VALUES])
pieces = st.sampled_from([*'[]{}",:0-9.e', "null", "true", "NaN", "1e9", "\\ud800", "\u202e", "é"])


@pytest.mark.parametrize("kind", VALUES)
def test_a_value_comes_back_as_it_was_kept(kind: str) -> None:
    value, write, read = VALUES[kind]
    assert read(write(value)) == value
    assert write(read(write(value))) == write(value)


@examples(2000)
@given(kinds, st.integers(0, 400), st.integers(0, 3), pieces | st.just(""))
def test_what_was_changed_on_the_way_is_refused_or_read_as_another_whole_value(
    kind: str, place: int, length: int, piece: str
) -> None:
    value, write, read = VALUES[kind]
    kept = write(value)
    at = place % len(kept)
    try:
        found = read(kept[:at] + piece + kept[at + length :])
    except Refusal as refused:
        assert refused.sentence
    else:
        assert read(write(found)) == found


@pytest.mark.parametrize("kind", VALUES)
def test_a_text_that_was_cut_off_is_refused(kind: str) -> None:
    value, write, read = VALUES[kind]
    kept = write(value)
    for length in range(len(kept)):
        with pytest.raises(NotKept):
            read(kept[:length])


@pytest.mark.parametrize("text", [" " * (256 * 1024 + 1), "[" * 200_000, "1" * 5_000, "1.5", "NaN"])
def test_what_is_too_long_too_deep_or_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(NotKept):
        read_kept(Fixture, text)
