"""Passing: only who cannot play, and only once there is nothing to draw."""

from play import refusal, score

NO_BONEYARD = "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\nAna: 6-4\n"


def test_nobody_passes_while_the_boneyard_has_tiles() -> None:
    game = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3\n"
    assert refusal(game + "Ben: passes") == (5, "must-draw")
    assert refusal(game + "Ben: draws 13\nBen: passes") == (6, "must-draw")
    assert score(game + "Ben: draws 14\nBen: passes").turn == "Ana"


def test_without_a_boneyard_who_cannot_play_passes() -> None:
    assert score(NO_BONEYARD + "Ana: passes").turn == "Ben"


def test_a_turn_that_was_earned_can_end_with_a_pass() -> None:
    told = score(NO_BONEYARD + "Ana: passes\nBen: 4-4\nBen: passes")
    assert told.turn == "Cyd"


def test_a_pass_earns_and_costs_nothing() -> None:
    told = score(NO_BONEYARD + "Ana: passes")
    assert told.scores == {"Ana": 2, "Ben": 0, "Cyd": 0, "Dee": 0}


def test_only_who_is_to_play_passes() -> None:
    assert refusal(NO_BONEYARD + "Ben: passes") == (5, "not-your-turn")


def test_nobody_passes_after_the_hand() -> None:
    passes = "Ana: passes\nBen: passes\nCyd: passes\nDee: passes\n"
    assert refusal(NO_BONEYARD + passes + "Ana: passes") == (9, "hand-over")
