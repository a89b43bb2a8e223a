"""Drawing: until a tile plays, whenever somebody likes, or never; and tiles that stay."""

import pytest
from play import refusal, score

HEADER = "game: race-horse\nplayers: Ana, Ben\n"


def record(lines: str, *rules: str) -> str:
    """Race Horse between Ana, who leads, and Ben."""
    return "\n".join([HEADER, *(f"rule: {rule}" for rule in rules), "lead: Ana", lines])


def test_where_nothing_is_drawn_a_pass_needs_no_empty_boneyard() -> None:
    told = score(record("Ana: 6-2\nBen: passes", "drawing = none"))
    assert told.turn == "Ana"
    assert refusal(record("Ana: 6-2\nBen: draws 1", "drawing = none"))[1] == "boneyard-empty"
    assert refusal(record("Ana: 6-2\nBen: passes"))[1] == "must-draw"


def test_all_who_hold_tiles_knock_and_the_hand_is_blocked() -> None:
    lines = "Ana: 6-2\nBen: passes\nAna: passes"
    told = score(record(lines, "drawing = none", "settlement = one-point"))
    assert told.hand["ended"] == "blocked"


@pytest.mark.parametrize(("kept", "most"), [(0, 14), (1, 13), (2, 12)])
def test_the_last_tiles_of_the_boneyard_are_never_drawn(kept: int, most: int) -> None:
    rule = f"boneyard-kept = {kept}"
    told = score(record(f"Ana: 6-2\nBen: draws {most}\nBen: passes", rule))
    assert told.turn == "Ana"
    assert refusal(record(f"Ana: 6-2\nBen: draws {most + 1}", rule))[1] == "boneyard-empty"
    assert refusal(record(f"Ana: 6-2\nBen: draws {most - 1}\nBen: passes", rule))[1] == "must-draw"


def test_a_boneyard_that_is_kept_whole_is_none() -> None:
    rules = ("tiles-each = 13", "boneyard-kept = 2")
    assert score(record("Ana: 6-2\nBen: passes", *rules)).turn == "Ana"
    assert refusal(record("Ana: 6-2\nBen: draws 1", *rules))[1] == "boneyard-empty"


def test_tiles_that_stay_may_hold_any_pips() -> None:
    rules = ("tiles-each = 13", "boneyard-kept = 2")
    lines = "Ana: 6-2\nBen: passes\nAna: passes\nAna: left 60 pips\nBen: left 80 pips"
    assert score(record(lines, *rules)).hand["ended"] == "blocked"
    assert refusal(record(lines, "tiles-each = 14", "boneyard-kept = 2")) == (11, "left-total")


def test_a_turn_that_owes_a_tile_ends_where_none_may_be_drawn() -> None:
    owes = ("last-tile = draws", "tiles-each = 1")
    assert score(record("Ana: 6-4", *owes)).turn == "Ana"
    assert score(record("Ana: 6-4\nBen: left 1-0", *owes, "drawing = none")).hand["ended"] == (
        "domino"
    )


def test_where_drawing_is_free_who_could_play_may_draw() -> None:
    told = score(record("Ana: 6-2\nBen: draws 3\nBen: draws 1\nBen: 6-1", "drawing = free"))
    assert told.verdict["findings"] == []
    assert told.turn == "Ana"


def test_a_free_draw_does_not_allow_a_pass_before_the_boneyard_is_empty() -> None:
    assert refusal(record("Ana: 6-2\nBen: draws 3\nBen: passes", "drawing = free"))[1] == (
        "must-draw"
    )


def test_a_lead_that_can_always_be_made_comes_before_any_draw() -> None:
    assert refusal(record("Ana: draws 1", "drawing = free"))[1] == "must-lead"
    assert score(record("Ana: draws 1", "drawing = free", "lead-tile = double")).turn == "Ana"


def test_a_tile_set_after_any_draw_of_the_turn_is_a_drawn_tile() -> None:
    lines = "Ana: 6-2\nBen: draws 1\nBen: 6-6"
    assert score(record(lines, "drawing = free")).turn == "Ana"
    assert score(record(lines, "drawing = free", "drawn-tile = plays-on")).turn == "Ben"


def test_free_draws_prove_nothing() -> None:
    lines = "Ana: 6-2\nBen: draws 1\nBen: 2-1\nAna: 3-1\nBen: 6-5"
    assert [each["code"] for each in score(record(lines)).verdict["findings"]] == ["renege"]
    assert not score(record(lines, "drawing = free")).verdict["findings"]


def test_passes_still_prove_where_drawing_is_free() -> None:
    lines = "Ana: 6-2\nBen: passes\nAna: 2-1\nBen: 6-1 on 6-2"
    rules = ("tiles-each = 14", "another-turn = none")
    for drawing in ("free", "none", "until-it-plays"):
        found = score(record(lines, *rules, f"drawing = {drawing}")).verdict["findings"]
        assert [(finding["code"], finding["player"]) for finding in found] == [("renege", "Ben")]
