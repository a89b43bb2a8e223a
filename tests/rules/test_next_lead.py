"""Who leads the next hand."""

import pytest
from play import refusal, score

#: Ben dominoes.
DOMINO = """
    game: {}
    players: Ana, Ben, Cyd
    rule: tiles-each = 1
    rule: lead-tile = any
    lead: Ben
    Ben: 6-3
    Ana: left 2-0
    Cyd: left 1-0
    """
BLOCK = """
    game: {}
    players: Ana, Ben
    rule: tiles-each = 14
    lead: Ben
    Ben: 6-4, claims 10
    Ben: passes
    Ana: passes
    Ana: left 70 pips
    Ben: left 88 pips
    """


@pytest.mark.parametrize("player", ["Ana", "Ben", "Cyd"])
def test_anybody_can_lead_the_first_hand(player: str) -> None:
    told = score(f"game: race-horse\nplayers: Ana, Ben, Cyd\nlead: {player}\n{player}: 6-4")
    assert told.turn == player


@pytest.mark.parametrize("game", ["race-horse", "race-horse-celko", "racehorse-1990"])
def test_who_dominoed_leads_the_next_hand(game: str) -> None:
    assert score(DOMINO.format(game) + "lead: Ben\nBen: 5-1\n").counts[-1] == 6
    assert refusal(DOMINO.format(game) + "lead: Cyd") == (9, "wrong-leader")
    assert refusal(DOMINO.format(game) + "lead: Ana") == (9, "wrong-leader")


@pytest.mark.parametrize("player", ["Ana", "Ben"])
@pytest.mark.parametrize("game", ["race-horse", "racehorse-1990"])
def test_after_a_block_lots_decide(game: str, player: str) -> None:
    told = score(f"{BLOCK.format(game)}lead: {player}\n{player}: 6-3")
    assert told.game.hand is not None


@pytest.mark.parametrize("game", ["seven-toed-pete", "seven-toed-pete-chips"])
def test_in_seven_toed_pete_the_lead_goes_round(game: str) -> None:
    assert score(DOMINO.format(game) + "lead: Cyd\nCyd: 5-5\n").turn == "Cyd"
    assert refusal(DOMINO.format(game) + "lead: Ben") == (9, "wrong-leader")
    assert refusal(BLOCK.format(game) + "lead: Ben") == (10, "wrong-leader")
    assert score(BLOCK.format(game) + "lead: Ana\nAna: 5-5\n").turn == "Ana"


def test_the_lead_goes_round_from_the_seat_that_was_to_lead() -> None:
    # Ana was to lead and passed, Ben led: next is Ben all the same.
    passed_on = """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: passes
        Ben: 6-4
        Ben: passes
        Ana: passes
        Ana: left 70 pips
        Ben: left 88 pips
        """
    assert score(passed_on + "lead: Ben\nBen: 5-5\n").turn == "Ben"
    assert refusal(passed_on + "lead: Ana") == (11, "wrong-leader")


def test_the_house_may_turn_it_about() -> None:
    rotates = DOMINO.replace("lead: Ben", "rule: next-lead = rotates\n    lead: Ben")
    assert refusal(rotates.format("race-horse") + "lead: Ben") == (10, "wrong-leader")
    dominoer = DOMINO.replace("lead: Ben", "rule: next-lead = dominoer\n    lead: Ben")
    assert refusal(dominoer.format("seven-toed-pete") + "lead: Cyd") == (10, "wrong-leader")


def test_no_hand_is_led_before_the_last_one_is_settled() -> None:
    game = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\n"
    assert refusal(game + "lead: Ana") == (5, "hand-not-over")
    assert refusal(game + "Ana: 6-3\nlead: Ana") == (6, "hand-not-over")
    assert refusal(game + "Ana: 6-3\nlead: Ben") == (6, "hand-not-over")


def test_a_stranger_leads_nothing() -> None:
    assert refusal("game: race-horse\nplayers: Ana, Ben\nlead: Zoe") == (3, "unknown-player")
