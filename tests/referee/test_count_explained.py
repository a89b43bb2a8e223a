"""Why a layout counts what it does, and how the count changed."""

import pytest

from tests.referee.explaining import ALONE, change, count, spots

# What counts, and what does not


def test_a_lone_single_counts_both_halves() -> None:
    assert spots(ALONE + "Ana: 6-0\n") == [
        ("6-0", 6, "The 6 of the 6-0 is open and counts 6."),
        ("6-0", 0, "The blank of the 6-0 is open and has no pips to count."),
    ]


def test_a_double_counts_both_halves_while_a_side_is_free() -> None:
    lead = ALONE + "Ana: 4-4\n"
    told = "Both sides of the 4-4 are free, so both halves of it count: 4 + 4 = 8."
    assert spots(lead) == [("4-4", 8, told)]
    told = "One side of the 4-4 is free, so both halves of it count: 4 + 4 = 8."
    assert spots(lead + "Ben: 4-1\n")[0] == ("4-4", 8, told)


def test_a_covered_spinner_counts_nothing_and_has_its_ends_open() -> None:
    covered = ALONE + "Ana: 4-4\nBen: 4-1\nAna: 4-2\n"
    (spinner, *_) = count(covered).spots
    assert [(reason.rule.name, reason.sentence) for reason in spinner.reasons] == [
        ("covered-double", "Both sides of the 4-4 are covered, so it counts nothing."),
        ("spinners", "Both its ends are open, for it is a spinner."),
    ]
    (spinner, *_) = count(covered + "Ben: 4-3\n").spots
    assert spinner.reasons[1].sentence == "One of its ends is open, for it is a spinner."


def test_a_double_with_nothing_open_is_still_accounted_for() -> None:
    full = ALONE + "Ana: 4-4\nBen: 4-1\nAna: 4-2\nBen: 4-3\nAna: 5-4\n"
    assert spots(full)[-1] == (
        "4-4",
        0,
        "On the 4-4 both sides and both ends are joined, so it counts nothing.",
    )
    no_spinner = ALONE.replace("lead:", "rule: spinners = none\nlead:")
    (covered,) = count(no_spinner + "Ana: 4-4\nBen: 4-1\nAna: 4-2\n").covered
    assert [reason.rule.name for reason in covered.reasons] == ["covered-double", "spinners"]
    assert not covered.is_open


def test_a_double_blank_has_no_pips_to_count() -> None:
    (told,) = spots(ALONE + "Ana: 0-0\n")
    assert told == ("0-0", 0, "Both sides of the 0-0 are free, but blanks have no pips to count.")


def test_an_exposed_double_that_waits_for_its_number_says_how_many_are_missing() -> None:
    waits = ALONE.replace("lead:", "rule: exposed-double = when-dead\nlead:")
    told = (
        "Both sides of the 4-4 are free, but 6 tiles with a 4 are not set yet: it counts nothing."
    )
    assert spots(waits + "Ana: 4-4\n") == [("4-4", 0, told)]


# By the change


@pytest.mark.parametrize(
    ("plays", "told"),
    [
        ("Ana: 6-4", "The table was bare; a 6 and a 4 came: 6 + 4 = 10."),
        ("Ana: 5-5", "The table was bare; a double-5 came: 10."),
        ("Ana: 6-4\nBen: 4-4", "It was 10; the 4 went, a double-4 came: 10 − 4 + 8 = 14."),
        ("Ana: 4-4\nBen: 4-1", "It was 8; nothing went, a 1 came: 8 + 1 = 9."),
        (
            "Ana: 4-4\nBen: 4-1\nAna: 4-2",
            "It was 9; the double-4 went, a 2 came: 9 − 8 + 2 = 3.",
        ),
        ("Ana: 4-4\nBen: 4-1\nAna: 4-2\nBen: 4-3", "It was 3; nothing went, a 3 came: 3 + 3 = 6."),
        ("Ana: 5-0\nBen: 0-0", "It was 5; the blank went, a double-blank came: 5 − 0 + 0 = 5."),
    ],
)
def test_the_count_is_told_by_the_change(plays: str, told: str) -> None:
    assert change(ALONE + plays + "\n") == told


def test_a_double_that_comes_to_count_is_told_in_the_change() -> None:
    waits = ALONE.replace("lead:", "rule: exposed-double = when-dead\nlead:")
    record = waits + (
        "Ana: 6-6\nBen: 6-1\nAna: 2-1\nBen: 6-2 on 2-1\nAna: 6-3 on 6-2\nBen: 4-3\n"
        "Ana: 6-4 on 4-3\nBen: 6-5 on 6-4\nAna: 5-0\nBen: 6-0 on 5-0\n"
    )
    assert change(record) == (
        "It was 0; the blank went, a 6 came and the double-6 counts now: 0 − 0 + 6 + 12 = 18."
    )
    assert spots(record)[0][2] == (
        "One side of the 6-6 is free and all seven tiles with a 6 are set: it counts 12."
    )
