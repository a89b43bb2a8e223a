"""Why a layout counts what it does, and how the count changed."""

from companion.rules.tile import Tile
from tests.referee.explaining import ALONE, count, named, spots

# What counts, and what does not


def test_a_lone_single_counts_both_halves() -> None:
    assert spots(ALONE + "Ana: 6-0\n") == [
        ("6-0", 6, "why.open-half pips=6 host=6-0 counts=6"),
        ("6-0", 0, "why.open-blank host=6-0"),
    ]


def test_a_double_counts_both_halves_while_a_side_is_free() -> None:
    lead = ALONE + "Ana: 4-4\n"
    told = "why.exposed double=4-4 pips=4 counts=8 count=2"
    assert spots(lead) == [("4-4", 8, told)]
    told = "why.exposed double=4-4 pips=4 counts=8 count=1"
    assert spots(lead + "Ben: 4-1\n")[0] == ("4-4", 8, told)


def test_a_covered_spinner_counts_nothing_and_has_its_ends_open() -> None:
    covered = ALONE + "Ana: 4-4\nBen: 4-1\nAna: 4-2\n"
    (spinner, *_) = count(covered).spots
    assert [(reason.rule.name, named(reason.sentence)) for reason in spinner.reasons] == [
        ("covered-double", "why.both-sides-covered double=4-4"),
        ("spinners", "why.ends-open count=2"),
        ("spinner-count", "why.ends-count-nothing double=4-4 count=2"),
    ]
    (spinner, *_) = count(covered + "Ben: 4-3\n").spots
    assert named(spinner.reasons[1].sentence) == "why.ends-open count=1"


def test_a_double_with_nothing_open_is_still_accounted_for() -> None:
    full = ALONE + "Ana: 4-4\nBen: 4-1\nAna: 4-2\nBen: 4-3\nAna: 5-4\n"
    assert spots(full)[-1] == (
        "4-4",
        0,
        "why.joined-all-round double=4-4",
    )
    no_spinner = ALONE.replace("lead:", "rule: spinners = none\nlead:")
    (covered,) = count(no_spinner + "Ana: 4-4\nBen: 4-1\nAna: 4-2\n").covered
    assert [reason.rule.name for reason in covered.reasons] == ["covered-double", "spinners"]
    assert not covered.end.places


def test_a_double_blank_has_no_pips_to_count() -> None:
    (told,) = spots(ALONE + "Ana: 0-0\n")
    assert told == ("0-0", 0, "why.exposed-blank double=0-0 count=2")


def test_an_exposed_double_that_waits_for_its_number_says_how_many_are_missing() -> None:
    waits = ALONE.replace("lead:", "rule: exposed-double = when-dead\nlead:")
    told = "why.exposed-not-dead free=(why.free-sides double=4-4 count=2) pips=4 count=6"
    assert spots(waits + "Ana: 4-4\n") == [("4-4", 0, told)]


# By the change


def test_a_double_that_comes_to_count_is_told_in_the_change() -> None:
    waits = ALONE.replace("lead:", "rule: exposed-double = when-dead\nlead:")
    record = waits + (
        "Ana: 6-6\nBen: 6-1\nAna: 2-1\nBen: 6-2 on 2-1\nAna: 6-3 on 6-2\nBen: 4-3\n"
        "Ana: 6-4 on 4-3\nBen: 6-5 on 6-4\nAna: 5-0\nBen: 6-0 on 5-0\n"
    )
    change, total = count(record).change, count(record).total
    assert [(end.host, end.counts) for end in change.came] == [(Tile(6, 0), 6), (Tile(6, 6), 12)]
    assert total == 18
    assert spots(record)[0][2] == ("why.exposed-dead double=6-6 pips=6 counts=12 count=1")
