"""The last tile: domino, a draw to finish the turn, or washed up."""

import json
from pathlib import Path

from play import refusal, score

ONE_EACH = "game: {}\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\n"
CASES = Path(__file__).parent.parent / "cases" / "games"

#: Ben draws the boneyard empty, then Ana's last tile is a double that counts five.
LAST_DOUBLE = """
    game: racehorse-1990
    players: Ana, Ben
    rule: tiles-each = 2
    rule: last-tile = {}
    lead: Ana
    Ana: 6-3
    Ben: draws 24
    Ben: 6-1 on 6-3
    Ana: 1-1, claims 5
    """


def test_a_last_tile_that_earns_nothing_dominoes() -> None:
    told = score(ONE_EACH.format("race-horse") + "Ana: 6-3\nBen: left 6-1")
    assert told.hand == {"ended": "domino", "winners": ["Ana"], "points": {"Ana": 1, "Ben": 0}}


def test_nobody_sets_a_tile_after_the_domino() -> None:
    assert refusal(ONE_EACH.format("race-horse") + "Ana: 6-3\nBen: 6-1") == (6, "hand-over")


def test_a_last_tile_that_scores_ends_the_hand_and_its_points_are_kept() -> None:
    told = score(ONE_EACH.format("race-horse") + "Ana: 6-4\nBen: left 6-1")
    assert told.points == [2]
    assert told.verdict["entries"][0]["turn"] is None
    assert told.verdict["entries"][0]["again"] is False
    assert told.scores == {"Ana": 3, "Ben": 0}


def test_a_last_tile_that_is_a_double_ends_the_hand() -> None:
    told = score(ONE_EACH.format("race-horse") + "Ana: 6-6\nBen: left 6-1")
    assert told.hand["ended"] == "domino"


def test_the_boxed_game_draws_to_finish_the_turn() -> None:
    told = score(ONE_EACH.format("racehorse-1990") + "Ana: 6-6")
    assert (told.turn, told.last["again"]) == ("Ana", True)
    told = score(ONE_EACH.format("racehorse-1990") + "Ana: 6-6\nAna: draws 3\nAna: 6-1")
    assert told.turn == "Ben"


def test_who_has_to_draw_neither_sets_nor_passes_before() -> None:
    owing = ONE_EACH.format("racehorse-1990") + "Ana: 6-6\n"
    assert refusal(owing + "Ana: 6-1") == (6, "must-draw")
    assert refusal(owing + "Ana: passes") == (6, "must-draw")
    assert refusal(owing + "Ben: 6-1") == (6, "not-your-turn")


def test_the_drawn_tile_can_be_the_last_one() -> None:
    told = score(
        ONE_EACH.format("racehorse-1990") + "Ana: 6-6\nAna: draws 1\nAna: 6-1\nBen: left 1-0"
    )
    assert told.hand["winners"] == ["Ana"]


def test_a_drawn_last_tile_that_earns_a_turn_is_drawn_for_again() -> None:
    plays = "Ana: 6-6\nAna: draws 1\nAna: 6-3, claims 15\n"
    told = score(ONE_EACH.format("racehorse-1990") + plays)
    assert (told.points, told.turn) == ([0, 15], "Ana")
    told = score(
        ONE_EACH.format("race-horse").replace("rule:", "rule: last-tile = draws\nrule:") + plays
    )
    assert told.turn is None, "a drawn tile earns nothing here, so it is a domino"


def test_who_owes_a_tile_and_draws_nothing_that_plays_passes_with_the_tiles() -> None:
    told = score(ONE_EACH.format("racehorse-1990") + "Ana: 6-6\nAna: draws 26\nAna: passes")
    assert told.game.hand is not None
    assert (told.turn, told.game.hand.held) == ("Ben", (26, 1))


def test_with_the_boneyard_empty_the_earned_turn_dominoes_in_the_boxed_game() -> None:
    told = score(LAST_DOUBLE.format("draws"))
    assert (told.last["points"], told.last["again"], told.turn) == (5, False, None)
    assert told.game.awaits_left


def test_with_the_boneyard_empty_the_earned_turn_washes_up_in_seven_toed_pete() -> None:
    told = score(LAST_DOUBLE.format("washes-up"))
    assert (told.last["points"], told.last["again"], told.turn) == (5, False, "Ben")
    assert not told.game.awaits_left


def test_where_the_house_lets_out_the_boneyard_does_not_matter() -> None:
    assert score(LAST_DOUBLE.format("goes-out")).turn is None
    assert score(ONE_EACH.format("seven-toed-pete") + "Ana: 6-6").turn == "Ana"


def test_the_others_play_on_past_a_washed_up_player() -> None:
    told = score(LAST_DOUBLE.format("washes-up") + "Ben: 5-1 on 1-1\nBen: 5-5\nBen: passes\n")
    assert told.turn is None, "Ben was the only one left to pass"
    assert told.game.hand is not None
    assert told.game.hand.ending == "blocked"


def test_a_washed_up_player_never_has_a_turn_again() -> None:
    assert refusal(LAST_DOUBLE.format("washes-up") + "Ana: passes") == (10, "not-your-turn")
    assert refusal(LAST_DOUBLE.format("washes-up") + "Ana: 5-1") == (10, "not-your-turn")


def test_with_everybody_washed_up_the_hand_ends_with_no_winner() -> None:
    record = (CASES / "thin-ended-washed-up.record").read_text("utf-8")
    verdict = json.loads((CASES / "thin-ended-washed-up.json").read_text("utf-8"))
    washed = [hand for hand in score(record).verdict["hands"] if hand["ended"] == "washed-up"]
    assert washed
    assert washed == [hand for hand in verdict["hands"] if hand["ended"] == "washed-up"]
    assert all(hand["winners"] == [] for hand in washed)
