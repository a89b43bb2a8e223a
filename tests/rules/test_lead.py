"""The lead: which tile opens a hand, and who has to set it."""

import pytest
from play import refusal, score

RACE_HORSE = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\n"
SEVEN_TOED_PETE = "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\n"
SEVEN_TOED_PETE_FOR_TWO = "game: seven-toed-pete\nplayers: Ana, Ben\nlead: Ana\n"


@pytest.mark.parametrize("tile", ["6-3", "0-0", "6-6", "1-0", "4-6"])
def test_any_tile_may_be_led(tile: str) -> None:
    assert score(f"{RACE_HORSE}Ana: {tile}").last["do"] == "set"


@pytest.mark.parametrize(
    ("tile", "pegs"),
    [("5-0", 1), ("4-1", 1), ("3-2", 1), ("6-4", 2), ("5-5", 2), ("6-3", 0), ("0-0", 0)],
)
def test_a_lead_scores_like_any_other_tile(tile: str, pegs: int) -> None:
    assert score(f"{RACE_HORSE}Ana: {tile}").points == [pegs]


def test_a_lead_goes_on_nothing() -> None:
    assert score(f"{RACE_HORSE}Ana: 6-4").last["on"] is None
    assert refusal(f"{RACE_HORSE}Ana: 6-4 on 4-4") == (4, "no-match")


def test_only_the_leader_leads() -> None:
    assert refusal(f"{RACE_HORSE}Ben: 6-4") == (4, "not-your-turn")


def test_a_lead_of_any_tile_is_never_passed_nor_drawn_for() -> None:
    assert refusal(f"{RACE_HORSE}Ana: passes") == (4, "must-lead")
    assert refusal(f"{RACE_HORSE}Ana: draws 1") == (4, "must-lead")


@pytest.mark.parametrize("tile", ["0-0", "1-1", "6-6", "5-0", "4-1", "3-2", "6-4", "5-5"])
def test_seven_toed_pete_opens_on_a_double_or_a_count_of_five_or_ten(tile: str) -> None:
    assert score(f"{SEVEN_TOED_PETE}Ana: {tile}").turn == "Ana"


@pytest.mark.parametrize("tile", ["6-3", "1-0", "6-5", "2-1"])
def test_seven_toed_pete_does_not_open_on_any_other_tile(tile: str) -> None:
    assert refusal(f"{SEVEN_TOED_PETE}Ana: {tile}") == (4, "bad-lead")


def test_who_has_no_such_tile_passes_the_lead_on() -> None:
    told = score(f"{SEVEN_TOED_PETE}Ana: passes\nBen: passes\nCyd: 5-0")
    assert [entry["turn"] for entry in told.verdict["entries"]] == ["Ben", "Cyd", "Cyd"]


def test_the_lead_that_was_passed_on_has_to_be_a_double_or_a_score_as_well() -> None:
    assert refusal(f"{SEVEN_TOED_PETE}Ana: passes\nBen: 6-3") == (5, "bad-lead")


def test_with_a_boneyard_the_leader_draws_until_a_lead_comes() -> None:
    told = score(f"{SEVEN_TOED_PETE_FOR_TWO}Ana: draws 3\nAna: 5-5")
    assert told.game.hand is not None
    assert told.game.hand.boneyard == 11
    assert told.game.hand.held == (9, 7)
    assert refusal(f"{SEVEN_TOED_PETE_FOR_TWO}Ana: passes") == (4, "must-draw")


def test_the_lead_passes_once_the_boneyard_is_drawn_empty() -> None:
    assert score(f"{SEVEN_TOED_PETE_FOR_TWO}Ana: draws 14\nAna: passes").turn == "Ben"


def test_a_hand_that_nobody_can_lead_is_blocked() -> None:
    told = score(
        f"{SEVEN_TOED_PETE}Ana: passes\nBen: passes\nCyd: passes\nDee: passes\n"
        "Ana: left 30 pips\nBen: left 40 pips\nCyd: left 48 pips\nDee: left 50 pips"
    )
    assert told.hand["ended"] == "blocked"
    assert told.hand["winners"] == ["Ana"]


def test_a_draw_for_the_lead_that_ends_the_turn_still_opens_the_hand() -> None:
    told = score(
        """
        game: race-horse
        players: Ana, Ben
        rule: lead-tile = double-or-score
        lead: Ana
        Ana: draws 2
        Ana: 5-5
        """
    )
    assert (told.points, told.turn) == ([2], "Ben")
