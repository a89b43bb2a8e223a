"""The sniff: a spinner that counts while one of its ends is free."""

import pytest
from play import laid

ENDS = "spinner-count = ends"
WAYS = ["5-5", "6-5", "5-4 on 5-5", "5-3 on 5-5", "5-2 on 5-5"]


@pytest.mark.parametrize("spinners", ["first", "all"])
@pytest.mark.parametrize(
    ("rule", "counts"), [("ends", [10, 16, 20, 18, 15]), ("sides", [10, 16, 10, 13, 15])]
)
def test_what_a_led_spinner_counts_with_none_to_four_ways_covered(
    spinners: str, rule: str, counts: list[int]
) -> None:
    told = laid("\n".join(WAYS), f"spinners = {spinners}", f"spinner-count = {rule}")
    assert told.counts == counts


def test_what_a_spinner_set_on_an_arm_counts() -> None:
    # 6-5 and then 5-5, which is covered on one side at once.
    tiles = "6-5\n5-5\n5-4 on 5-5\n5-3 on 5-5\n5-2 on 5-5"
    assert laid(tiles, ENDS).counts == [11, 6 + 10, 6 + 10 + 4, 6 + 5 + 4 + 3, 6 + 4 + 3 + 2]


def test_the_sides_are_covered_before_the_ends() -> None:
    told = laid("\n".join(WAYS[:3]), ENDS)
    (end,) = (end for end in told.last["ends"] if end["on"] == "5-5")
    assert end == {"on": "5-5", "pips": 5, "counts": 10}
    told = laid("\n".join(WAYS[:4]), ENDS)
    (end,) = (end for end in told.last["ends"] if end["on"] == "5-5")
    assert end == {"on": "5-5", "pips": 5, "counts": 5}
    assert all(end["on"] != "5-5" for end in laid("\n".join(WAYS), ENDS).last["ends"])


def test_a_double_that_is_no_spinner_counts_while_a_side_is_free() -> None:
    told = laid("5-5\n6-5\n6-6\n6-4", ENDS, "spinners = first")
    assert told.counts == [10, 16, 22, 14]


def test_its_arms_grow_like_any_others() -> None:
    told = laid("5-5\n6-5\n6-4\n4-4", ENDS, "spinners = first")
    assert told.counts == [10, 16, 14, 18]


def test_an_exposed_spinner_that_counts_when_dead_counts_by_its_ways() -> None:
    lines = "5-5\n6-5\n5-4 on 5-5\n5-3 on 5-5\n6-2\n2-5 on 6-2\n5-1\n4-2\n2-2\n2-3\n5-0 on 5-5"
    told = laid(lines, ENDS, "exposed-double = when-dead", "spinners = first")
    assert told.counts[:4] == [0, 6, 10, 13]
