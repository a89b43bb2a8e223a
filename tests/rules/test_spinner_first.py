"""The spinner comes first: its four ways are covered before any arm grows."""

import pytest
from play import describe_refusal, laid, refusal, score

FIRST = "spinner-first = yes"
HEADER = "game: merry-go-round\nplayers: Ana, Ben\n"


def test_nothing_else_is_set_before_all_four_ways_are_covered() -> None:
    assert laid("6-6\n6-4\n4-1", FIRST).verdict["error"]["code"] == "no-match"
    assert laid("6-6\n6-4\n6-3\n6-2\n4-1", FIRST).verdict["error"]["code"] == "no-match"
    assert laid("6-6\n6-4\n6-3\n6-2\n6-1\n4-1 on 6-4", FIRST).counts == [12, 16, 7, 9, 10, 7]


def test_the_count_still_counts_every_open_end() -> None:
    told = laid("6-6\n6-4\n6-3", FIRST)
    assert told.counts == [12, 16, 7]
    assert [(end["on"], end["counts"]) for end in told.last["ends"]] == [
        ("6-6", 0),
        ("6-4", 4),
        ("6-3", 3),
    ]


def test_arms_grow_until_a_first_double_lies() -> None:
    tiles = "6-4\n4-1\n1-1"
    assert laid(tiles, FIRST).counts == [10, 7, 8]
    assert laid(f"{tiles}\n6-5", FIRST).verdict["error"]["code"] == "no-match"
    assert laid(f"{tiles}\n1-0", FIRST).counts == [10, 7, 8, 6]


def test_only_the_first_spinner_has_to_be_covered() -> None:
    tiles = "6-6\n6-4\n6-3\n6-2\n6-1\n4-4\n2-0"
    assert laid(tiles, FIRST, "spinners = all").counts[-2:] == [14, 12]


def test_without_spinners_there_is_nothing_to_cover() -> None:
    assert laid("6-6\n6-4\n4-1", FIRST, "spinners = none").counts == [12, 16, 13]


def test_which_end_is_asked_only_among_those_that_are_open_now() -> None:
    assert laid("6-6\n6-4\n6-3\n4-3", FIRST).verdict["error"]["code"] == "no-match"
    assert laid("4-1\n4-4\n4-2", FIRST).verdict["entries"][-1]["on"] == "4-4"


def test_who_has_no_tile_for_the_spinner_draws_or_passes() -> None:
    lines = "lead: Ana\nAna: 6-6\nBen: draws 1\nBen: 6-4\nAna: draws 2\nAna: 6-1\n"
    assert refusal(f"{HEADER}{lines}Ben: 4-3")[1] == "no-match"
    assert refusal(f"{HEADER}{lines}Ben: passes")[1] == "must-draw"
    assert score(f"{HEADER}{lines}Ben: draws 11\nBen: passes").turn == "Ana"


def test_a_draw_says_nothing_of_tiles_for_other_ends() -> None:
    # Ben drew for the 6-6 and held the 4-1, which fitted the 6-4 alone.
    record = """
    game: merry-go-round
    players: Ana, Ben
    lead: Ana
    Ana: 6-6
    Ben: 6-4
    Ana: 6-3
    Ben: draws 1
    Ben: 6-2
    Ana: 6-1
    Ben: 4-1 on 6-4
    """
    assert score(record).verdict["findings"] == []
    record = record.replace("Ana: 6-1", "Ana: 6-0").replace("Ben: 4-1 on 6-4", "Ben: 6-5")
    assert refusal(record)[1] == "no-match"


def test_a_tile_that_fitted_the_spinner_is_a_renege() -> None:
    record = """
    game: merry-go-round
    players: Ana, Ben
    lead: Ana
    Ana: 6-6
    Ben: draws 2
    Ben: 6-4
    Ana: 6-3
    Ben: 6-2
    """
    (found,) = score(record).verdict["findings"]
    assert (found["player"], found["tile"]) == ("Ben", "6-2")


def test_who_is_refused_hears_which_spinner_it_is() -> None:
    refused = describe_refusal(f"{HEADER}lead: Ana\nAna: 6-6\nBen: 6-4\nAna: 4-1")
    assert refused.id == "refused.spinner-first"
    assert (str(refused["tile"]), str(refused["spinner"])) == ("4-1", "6-6")


@pytest.mark.parametrize("tile", ["6-5", "4-1", "5-0"])
def test_only_a_double_leads(tile: str) -> None:
    assert refusal(f"{HEADER}lead: Ana\nAna: {tile}") == (4, "bad-lead")
    assert score(f"{HEADER}lead: Ana\nAna: 0-0").counts == [0]


def test_who_has_no_double_draws_one_or_passes_the_lead_on() -> None:
    assert score(f"{HEADER}lead: Ana\nAna: draws 3\nAna: 2-2").turn == "Ben"
    assert refusal(f"{HEADER}lead: Ana\nAna: passes")[1] == "must-draw"
    assert score(f"{HEADER}rule: tiles-each = 14\nlead: Ana\nAna: passes").turn == "Ben"
