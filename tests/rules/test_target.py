"""The target: when the game ends, and who has won it."""

import pytest
from play import refusal, score

AT_ONCE = "game: race-horse\nplayers: Ana, Ben\ntarget: {}\nlead: Ana\n"


def test_the_game_ends_the_moment_a_side_reaches_the_target() -> None:
    told = score(AT_ONCE.format(2) + "Ana: 6-4")
    assert (told.winner, told.verdict["over"], told.turn) == ("Ana", True, None)
    assert told.last["again"] is False


def test_the_hand_in_which_the_target_is_reached_stays_unsettled() -> None:
    told = score(AT_ONCE.format(2) + "Ana: 6-4")
    assert told.hand == {"ended": "target", "winners": ["Ana"], "points": {"Ana": 0, "Ben": 0}}
    assert told.scores == {"Ana": 2, "Ben": 0}


def test_the_target_can_be_reached_with_the_last_tile() -> None:
    told = score(AT_ONCE.format(2).replace("lead:", "rule: tiles-each = 1\nlead:") + "Ana: 6-4")
    assert told.hand["ended"] == "target"


def test_one_short_of_the_target_is_not_there() -> None:
    assert score(AT_ONCE.format(3) + "Ana: 6-4").winner is None


def test_nothing_comes_after_the_game() -> None:
    over = AT_ONCE.format(2) + "Ana: 6-4\n"
    lines = ["Ana: 6-6", "Ben: draws 1", "Ben: passes", "Ana: left 6 pips", "lead: Ana"]
    for line in [*lines, "ruling: Ana +1"]:
        assert refusal(over + line) == (6, "game-over")


def test_a_settlement_can_reach_the_target_too() -> None:
    told = score(
        """
        game: race-horse
        players: Ana, Ben
        target: 2
        rule: tiles-each = 1
        lead: Ana
        Ana: 6-3
        Ben: left 6-2
        """
    )
    assert told.hand["ended"] == "domino"
    assert told.winner == "Ana"


AFTER_HAND = """
    game: race-horse
    players: Ana, Ben
    target: 10
    rule: points = pips
    rule: game-ends = after-hand
    rule: tiles-each = 14
    lead: Ana
    Ana: 6-4
    Ana: passes
    """


def test_where_the_settlement_is_waited_for_the_hand_goes_on_past_the_target() -> None:
    told = score(AFTER_HAND)
    assert told.scores == {"Ana": 10, "Ben": 0}
    assert (told.winner, told.turn) == (None, "Ben")


def test_after_a_settlement_the_highest_score_past_the_target_wins() -> None:
    told = score(AFTER_HAND + "Ben: passes\nAna: left 88 pips\nBen: left 70 pips\n")
    assert told.scores == {"Ana": 10, "Ben": 90}
    assert told.winner == "Ben"


def test_a_tie_past_the_target_plays_another_hand() -> None:
    tied = AFTER_HAND + "ruling: Ben +10\nBen: passes\nAna: left 79 pips\nBen: left 79 pips\n"
    told = score(tied)
    assert told.scores == {"Ana": 90, "Ben": 90}
    assert (told.winner, told.verdict["over"]) == (None, False)
    assert score(tied + "lead: Ben\nBen: 6-3\n").turn == "Ana"


def test_a_tie_below_the_highest_score_does_not_matter() -> None:
    told = score(
        """
        game: race-horse-celko
        players: Ana, Ben, Cyd
        target: 10
        rule: tiles-each = 1
        lead: Ana
        ruling: Ana +20
        ruling: Ben +15
        ruling: Cyd +15
        Ana: 6-3
        Ben: left 1-0
        Cyd: left 2-0
        """
    )
    assert told.scores == {"Ana": 20, "Ben": 15, "Cyd": 15}
    assert told.winner == "Ana"


@pytest.mark.parametrize(
    ("game", "target"),
    [
        ("race-horse", 61),
        ("race-horse-celko", 200),
        ("racehorse-1990", 250),
        ("seven-toed-pete", 61),
        ("seven-toed-pete-chips", 10),
    ],
)
def test_each_game_has_its_own_target(game: str, target: int) -> None:
    assert score(f"game: {game}\nplayers: Ana, Ben").game.rules.target == target


def test_a_table_can_play_to_another_target() -> None:
    header = "game: race-horse\nplayers: Ana, Ben\n"
    assert score(f"{header}target: 121").game.rules.target == 121
    assert score(f"{header}rule: target = 121").game.rules.target == 121


# Rulings


def test_a_ruling_gives_or_takes_points_by_agreement() -> None:
    told = score(AT_ONCE.format(61) + "Ana: 6-3\nruling: Ana +3\nruling: Ben -2, talked")
    assert told.scores == {"Ana": 3, "Ben": -2}
    assert told.last == {
        "line": 7,
        "player": None,
        "do": "ruling",
        "side": "Ben",
        "points": -2,
        "turn": "Ben",
        "scores": {"Ana": 3, "Ben": -2},
    }


def test_a_ruling_leaves_the_turn_where_it_was() -> None:
    told = score(AT_ONCE.format(61) + "Ana: 6-3\nBen: draws 1\nruling: Ana +3\nBen: 6-6")
    assert told.turn == "Ana", "what Ben set was drawn, so it ends the turn"


def test_the_game_can_end_by_a_ruling_where_it_ends_at_once() -> None:
    told = score(AT_ONCE.format(3) + "Ana: 6-1\nruling: Ben +3, Ana peeked")
    assert told.winner == "Ben"
    assert told.hand == {"ended": "target", "winners": ["Ben"], "points": {"Ana": 0, "Ben": 0}}


def test_elsewhere_a_ruling_counts_at_the_next_settlement() -> None:
    told = score(AFTER_HAND + "ruling: Ben +100\n")
    assert told.winner is None
    settled = score(
        AFTER_HAND + "ruling: Ben +200\nBen: passes\nAna: left 70 pips\nBen: left 88 pips"
    )
    assert settled.winner == "Ben"


def test_a_ruling_between_two_hands_can_end_the_game() -> None:
    hand = AT_ONCE.format(5).replace("lead:", "rule: tiles-each = 1\nlead:")
    told = score(hand + "Ana: 6-3\nBen: left 6-1\nruling: Ana +4")
    assert told.winner == "Ana"
    assert [hand["ended"] for hand in told.verdict["hands"]] == ["domino"]


def test_there_is_no_ruling_before_the_first_lead() -> None:
    assert refusal("game: race-horse\nplayers: Ana, Ben\nruling: Ana +3") == (3, "hand-over")


def test_a_ruling_names_a_side_its_players_in_either_order() -> None:
    game = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\nAna: 6-3\n"
    assert score(game + "ruling: Cyd & Ana +3").last["side"] == "Ana & Cyd"
    assert refusal(game + "ruling: Ana +3") == (5, "unknown-player")
    assert refusal(game + "ruling: Ana & Ben +3") == (5, "unknown-player")
