"""A blocked hand: when it is, and who wins it."""

from typing import Any

import pytest
from play import laid, refusal, score

#: All tiles are dealt, so a pass ends a turn. The 6-4 leaves 158 pips in the hands.
TWO = """
    game: race-horse
    players: Ana, Ben
    rule: tiles-each = 14
    {}
    lead: Ana
    Ana: 6-4
    Ana: passes
    Ben: passes
    """
FOUR = """
    game: race-horse
    players: Ana, Ben, Cyd, Dee
    rule: tiles-each = 7
    {}
    lead: Ana
    Ana: 6-4
    Ana: passes
    Ben: passes
    Cyd: passes
    Dee: passes
    """


def settled(game: str, rule: str, *pips: int) -> dict[str, Any]:
    """The hand, with so many pips left in each seat."""
    names = ("Ana", "Ben", "Cyd", "Dee")
    left = "\n".join(
        f"{name}: left {number} pips" for name, number in zip(names, pips, strict=False)
    )
    return score(game.format(rule and f"rule: {rule}") + left).hand


def test_a_hand_is_blocked_when_all_pass_one_after_another() -> None:
    told = score(TWO.format(""))
    assert told.turn is None
    assert told.game.awaits_left


def test_a_tile_between_the_passes_starts_them_anew() -> None:
    game = TWO.format("").replace("Ben: passes", "Ben: 6-2")
    told = score(game + "Ana: passes\n")
    assert told.turn == "Ben"
    assert score(game + "Ana: passes\nBen: passes\n").turn is None


def test_a_draw_between_the_passes_cannot_be() -> None:
    assert refusal(TWO.format("").replace("Ben: passes", "Ben: draws 1")) == (8, "boneyard-empty")


def test_a_hand_is_dead_when_no_unseen_tile_fits() -> None:
    blanks = """
        0-0
        1-0 on 0-0
        2-0 on 0-0
        3-1 on 1-0
        4-2 on 2-0
        3-0 on 3-1
        4-0 on 4-2
        5-0 on 3-0
        6-5 on 5-0
        """
    alive = laid(blanks, "spinners = none").game.hand
    dead = laid(blanks + "6-0 on 6-5", "spinners = none").game.hand
    assert alive is not None
    assert dead is not None
    assert (alive.is_dead, dead.is_dead) == (False, True)


def test_a_hand_of_unseen_tiles_that_fit_is_not_dead() -> None:
    hand = score(TWO.format("").split("Ana: passes")[0]).game.hand
    assert hand is not None
    assert not hand.is_dead


def test_the_lowest_pips_win_and_take_the_others() -> None:
    hand = settled(TWO, "", 70, 88)
    assert hand == {"ended": "blocked", "winners": ["Ana"], "points": {"Ana": 18, "Ben": 0}}


def test_the_winners_own_pips_are_not_deducted() -> None:
    assert settled(TWO, "points = pips", 70, 88)["points"] == {"Ana": 90, "Ben": 0}


def test_tied_players_both_score_from_all_the_other_hands() -> None:
    hand = settled(FOUR, "", 30, 30, 40, 58)
    assert hand["winners"] == ["Ana", "Ben"]
    assert hand["points"] == {"Ana": 26, "Ben": 26, "Cyd": 0, "Dee": 0}


def test_tied_players_score_from_the_losers_hands_where_the_house_says_so() -> None:
    hand = settled(FOUR, "tied-block = losers-hands", 30, 30, 40, 58)
    assert hand["winners"] == ["Ana", "Ben"]
    assert hand["points"] == {"Ana": 20, "Ben": 20, "Cyd": 0, "Dee": 0}


def test_nobody_wins_a_tie_where_the_house_says_so() -> None:
    hand = settled(FOUR, "tied-block = nobody", 30, 30, 40, 58)
    assert hand["winners"] == []
    assert set(hand["points"].values()) == {0}


def test_nobody_scores_is_said_of_ties_alone() -> None:
    assert settled(FOUR, "tied-block = nobody", 30, 31, 40, 57)["points"]["Ana"] == 26


def test_when_all_tie_all_score() -> None:
    assert settled(TWO, "", 79, 79)["points"] == {"Ana": 16, "Ben": 16}
    assert settled(TWO, "tied-block = losers-hands", 79, 79)["points"] == {"Ana": 0, "Ben": 0}
    assert settled(TWO, "tied-block = losers-hands", 79, 79)["winners"] == ["Ana", "Ben"]


@pytest.mark.parametrize("tied", ["all-hands", "losers-hands", "nobody"])
def test_hands_that_subtract_do_so_tied_or_not(tied: str) -> None:
    game = TWO.replace("game: race-horse", "game: race-horse-celko")
    assert settled(game, f"tied-block = {tied}", 79, 79)["points"] == {"Ana": -80, "Ben": -80}


def test_hands_that_subtract_do_so_with_the_winner_of_a_block_too() -> None:
    game = TWO.replace("game: race-horse", "game: race-horse-celko")
    hand = settled(game, "", 70, 88)
    assert hand["winners"] == ["Ana"]
    assert hand["points"] == {"Ana": -70, "Ben": -90}


#: Ben holds what nobody else does; Ana is washed up on a double that counts five.
WASHED_UP = """
    game: racehorse-1990
    players: Ana, Ben
    rule: tiles-each = 2
    rule: last-tile = washes-up
    rule: washed-up-in-block = {}
    lead: Ana
    Ana: 6-3
    Ben: draws 24
    Ben: 6-1 on 6-3
    Ana: 1-1, claims 5
    Ben: passes
    Ben: left 150 pips
    """


def test_the_washed_up_are_not_among_the_players_still_in() -> None:
    hand = score(WASHED_UP.format("out")).hand
    assert hand["winners"] == ["Ben"]
    assert hand["points"] == {"Ana": 0, "Ben": 0}


def test_the_washed_up_count_as_no_pips_where_the_house_says_so() -> None:
    hand = score(WASHED_UP.format("counts")).hand
    assert hand["winners"] == ["Ana"]
    assert hand["points"] == {"Ana": 150, "Ben": 0}
