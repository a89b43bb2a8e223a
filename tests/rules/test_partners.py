"""Partners: two sides, seated opposite."""

import pytest
from play import refusal, score

#: Ana dominoes at once; the others hold one tile each.
DOMINO = """
    game: {}
    players: Ana, Ben, Cyd, Dee
    sides: Ana & Cyd, Ben & Dee
    rule: tiles-each = 1
    lead: Ana
    Ana: 6-3
    Ben: left 6-2
    Cyd: left 6-6
    Dee: left 6-1
    """
#: 158 pips are left, and nobody can go on.
BLOCK = """
    game: race-horse
    players: Ana, Ben, Cyd, Dee
    sides: Ana & Cyd, Ben & Dee
    rule: tiles-each = 7
    rule: partners-block = {}
    lead: Ana
    Ana: 6-4
    Ana: passes
    Ben: passes
    Cyd: passes
    Dee: passes
    Ana: left 20 pips
    Ben: left 35 pips
    Cyd: left 63 pips
    Dee: left 40 pips
    """


def test_partners_share_a_score() -> None:
    told = score(
        """
        game: race-horse
        players: Ana, Ben, Cyd, Dee
        sides: Ana & Cyd, Ben & Dee
        lead: Ana
        Ana: 6-4
        Ana: 6-2
        Ben: 4-1
        Cyd: 4-2
        """
    )
    assert told.points == [2, 0, 0, 1]
    assert told.scores == {"Ana & Cyd": 3, "Ben & Dee": 0}


def test_the_winner_pegs_the_opposing_sides_pips_and_not_the_partners() -> None:
    assert score(DOMINO.format("race-horse")).hand == {
        "ended": "domino",
        "winners": ["Ana & Cyd"],
        "points": {"Ana & Cyd": 3, "Ben & Dee": 0},
    }


def test_where_hands_subtract_each_partners_hand_is_rounded_by_itself() -> None:
    told = score(DOMINO.format("race-horse-celko"))
    assert told.hand["points"] == {"Ana & Cyd": -10, "Ben & Dee": -15}
    assert told.scores == {"Ana & Cyd": -10, "Ben & Dee": -15}


def test_a_block_is_won_by_the_team_with_the_lowest_pips() -> None:
    hand = score(BLOCK.format("team")).hand
    assert hand["winners"] == ["Ben & Dee"]
    assert hand["points"] == {"Ana & Cyd": 0, "Ben & Dee": 17}


def test_a_block_is_won_by_the_lowest_single_hand_where_the_house_says_so() -> None:
    hand = score(BLOCK.format("hand")).hand
    assert hand["winners"] == ["Ana & Cyd"]
    assert hand["points"] == {"Ana & Cyd": 15, "Ben & Dee": 0}


def test_seven_rocks_pairs_the_players_who_sit_opposite() -> None:
    told = score("game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\nAna: 6-4")
    assert told.scores == {"Ana & Cyd": 10, "Ben & Dee": 0}


@pytest.mark.parametrize(
    "sides", ["Ana & Cyd, Ben & Dee", "Dee & Ben, Cyd & Ana", "Ben & Dee,Ana & Cyd"]
)
def test_the_sides_can_be_told_in_any_order(sides: str) -> None:
    told = score(
        f"game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\nsides: {sides}\nlead: Ana\nAna: 6-4"
    )
    assert list(told.scores) == ["Ana & Cyd", "Ben & Dee"]


@pytest.mark.parametrize(
    "sides", ["Ana & Ben, Cyd & Dee", "Ana & Cyd", "Ana, Cyd", "Ana & Ana, Ben & Dee"]
)
def test_partners_sit_opposite(sides: str) -> None:
    record = f"game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: {sides}\nlead: Ana"
    assert refusal(record)[1] == "players"


def test_nobody_from_another_table_is_a_partner() -> None:
    record = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Zoe, Ben & Dee\nlead: Ana"
    assert refusal(record) == (3, "unknown-player")


@pytest.mark.parametrize("players", ["Ana, Ben", "Ana, Ben, Cyd"])
def test_two_or_three_have_no_partners(players: str) -> None:
    assert (
        refusal(f"game: race-horse\nplayers: {players}\nsides: Ana & Ben\nlead: Ana")[1]
        == "players"
    )


def test_the_boxed_game_has_no_partners() -> None:
    record = "game: racehorse-1990\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee\n"
    assert refusal(record)[1] == "players"


def test_seven_rocks_is_for_four() -> None:
    assert refusal("game: seven-rocks\nplayers: Ana, Ben\nlead: Ana")[1] == "players"


def test_partners_play_in_seat_order() -> None:
    told = score("game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\nAna: 6-4\nBen: 6-1")
    assert told.turn == "Cyd"
