"""Drawing: who cannot play goes to the boneyard."""

import pytest
from play import refusal, score

RACE_HORSE = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3\n"
RACEHORSE_1990 = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3\n"


@pytest.mark.parametrize(
    ("game", "seats", "boneyard"),
    [
        ("race-horse", 2, 14),
        ("race-horse", 3, 10),
        ("race-horse", 4, 8),
        ("race-horse-celko", 3, 10),
        ("racehorse-1990", 4, 8),
        ("seven-toed-pete", 2, 14),
        ("seven-toed-pete", 3, 7),
        ("seven-toed-pete", 4, 0),
        ("seven-toed-pete-chips", 3, 7),
        ("seven-rocks", 4, 0),
    ],
)
def test_the_deal_leaves_a_boneyard(game: str, seats: int, boneyard: int) -> None:
    players = ", ".join(("Ana", "Ben", "Cyd", "Dee")[:seats])
    hand = score(f"game: {game}\nplayers: {players}\nlead: Ana\n").game.hand
    assert hand is not None
    assert hand.boneyard == boneyard


def test_drawing_keeps_the_turn() -> None:
    told = score(RACE_HORSE + "Ben: draws 2")
    assert told.turn == "Ben"
    assert told.last["tiles"] == 2


def test_several_draws_in_a_row_add_up() -> None:
    told = score(RACE_HORSE + "Ben: draws 2\nBen: draws 3\nBen: 6-2")
    assert told.game.hand is not None
    assert told.game.hand.boneyard == 9
    assert told.game.hand.held == (6, 11)


def test_a_drawn_tile_that_plays_ends_the_turn() -> None:
    assert score(RACE_HORSE + "Ben: draws 1\nBen: 6-1").turn == "Ana"


def test_a_drawn_tile_that_scores_is_pegged_and_ends_the_turn_all_the_same() -> None:
    told = score(RACE_HORSE + "Ben: draws 1\nBen: 6-2")
    assert (told.counts, told.points, told.turn) == ([9, 5], [0, 1], "Ana")
    assert told.last["again"] is False


def test_a_drawn_double_ends_the_turn_too() -> None:
    assert score(RACE_HORSE + "Ben: draws 1\nBen: 6-6").turn == "Ana"


def test_a_drawn_tile_that_scores_earns_another_turn_in_the_boxed_game() -> None:
    told = score(RACEHORSE_1990 + "Ben: draws 1\nBen: 6-2, claims 5")
    assert (told.points, told.turn) == ([0, 5], "Ben")
    assert score(RACEHORSE_1990 + "Ben: draws 1\nBen: 3-3").turn == "Ben"
    assert score(RACEHORSE_1990 + "Ben: draws 1\nBen: 6-1").turn == "Ana"


def test_only_the_tile_just_drawn_ends_the_turn() -> None:
    told = score(RACE_HORSE + "Ben: draws 1\nBen: 6-1\nAna: 1-1\nAna: 3-1 on 1-1\nBen: 3-3 on 6-3")
    assert told.turn == "Ben", "Ben has drawn nothing in this turn"


def test_a_turn_that_was_earned_goes_on_with_a_draw() -> None:
    told = score("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4\nAna: draws 1\nAna: 6-6")
    assert told.turn == "Ben"


def test_nobody_draws_more_than_the_boneyard_holds() -> None:
    assert score(RACE_HORSE + "Ben: draws 14").turn == "Ben"
    assert refusal(RACE_HORSE + "Ben: draws 15") == (5, "boneyard-empty")
    assert refusal(RACE_HORSE + "Ben: draws 10\nBen: draws 5") == (6, "boneyard-empty")


def test_who_draws_it_empty_and_cannot_play_keeps_the_tiles_and_passes() -> None:
    told = score(RACE_HORSE + "Ben: draws 14\nBen: passes")
    assert told.game.hand is not None
    assert (told.turn, told.game.hand.held) == ("Ana", (6, 21))


def test_a_tile_set_after_a_pass_is_not_a_drawn_one() -> None:
    told = score(RACE_HORSE + "Ben: draws 14\nBen: passes\nAna: 3-1\nBen: 1-1")
    assert told.turn == "Ben"


def test_without_a_boneyard_nobody_draws() -> None:
    game = "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\nAna: 6-4\n"
    assert refusal(game + "Ana: draws 1") == (5, "boneyard-empty")


def test_only_who_is_to_play_draws() -> None:
    assert refusal(RACE_HORSE + "Ana: draws 1") == (5, "not-your-turn")


def test_any_game_has_a_boneyard_where_the_house_deals_less() -> None:
    told = score(
        """
        game: seven-rocks
        players: Ana, Ben, Cyd, Dee
        rule: tiles-each = 5
        lead: Ana
        Ana: 6-4
        Ben: draws 8
        Ben: passes
        """
    )
    assert told.turn == "Cyd"
