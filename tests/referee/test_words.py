"""The referee's sentences."""

import pytest

from companion.record.replay import replay
from companion.referee.words import entry_told, turn_heading, turn_reason
from companion.rules.game import Game

TWO = "game: race-horse\nplayers: Ana, Ben\n"


def told(record: str) -> str:
    """What is said of the last line of a record."""
    transcript = replay(record)
    assert transcript.refused is None, transcript.refused
    assert transcript.start is not None
    games = [transcript.start, *(entry.game for entry in transcript.entries)]
    return entry_told(games[-2], transcript.entries[-1])


def after(record: str) -> Game:
    game = replay(record).game
    assert game is not None
    return game


def test_a_count_is_written_out_as_players_say_it() -> None:
    assert told(TWO + "lead: Ana\nAna: 6-4\n") == "6 + 4 = 10 → 2 pegs. Ana goes on."


def test_a_covered_double_is_not_named_in_the_sum() -> None:
    record = TWO + "lead: Ana\nAna: 6-4\nAna: 4-4\nAna: 4-1 on 4-4\n"
    assert told(record) == "6 + 1 = 7. Ben's turn."


def test_an_open_blank_is_named_as_nought() -> None:
    assert told(TWO + "lead: Ana\nAna: 3-0\n") == "3 + 0 = 3. Ben's turn."


def test_whole_counts_are_points_and_fifths_are_pegs() -> None:
    whole = "game: race-horse-celko\nplayers: Ana, Ben\nlead: Ana\nAna: 5-0\n"
    assert "→ 5 points" in told(whole)
    assert "→ 1 peg." in told(TWO + "lead: Ana\nAna: 5-0\n")


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("", "6 + 4 = 10, but it was not announced. Ben's turn."),
        (", claims 5", "6 + 4 = 10, but 5 was announced. Ben's turn."),
        (", claims 10", "6 + 4 = 10 → 10 points. Ana goes on."),
    ],
)
def test_a_count_that_earned_nothing_says_why(claim: str, said: str) -> None:
    record = f"game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4{claim}\n"
    assert told(record) == said


def test_a_rightly_announced_count_worth_no_points_is_not_called_unannounced() -> None:
    record = TWO + "rule: points = none\nrule: announce = required\nlead: Ana\n"
    assert told(record + "Ana: 6-4, claims 10\n") == "6 + 4 = 10. Ana goes on."


def test_the_settlement_is_told_with_its_rounding() -> None:
    record = TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\nBen: left 13 pips\n"
    with pytest.raises(AssertionError):  # One tile has at most twelve pips.
        told(record)
    record = TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\nBen: left 6-2\n"
    assert told(record) == "Ben has 8 pips left. Ana takes 8 pips, rounded to 10: 2 pegs."


def test_a_tied_side_is_told_the_hands_it_takes_and_no_others() -> None:
    four = (
        "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\n"
        "rule: tiles-each = 7\nrule: tied-block = losers-hands\nlead: Ana\nAna: 6-4\n"
        "Ana: passes\nBen: passes\nCyd: passes\nDee: passes\n"
        "Ana: left 30 pips\nBen: left 30 pips\nCyd: left 40 pips\nDee: left 58 pips\n"
    )
    assert "40 + 58 = 98 pips, rounded to 100" in told(four)


def test_the_turn_is_told_with_what_the_player_may_do() -> None:
    game = after(TWO + "lead: Ana\nAna: 6-4\n")
    assert (turn_heading(game), turn_reason(game)) == ("Ana again", "one more, for the score")
    game = after(TWO + "lead: Ana\nAna: 6-3\n")
    assert (turn_heading(game), turn_reason(game)) == ("Ben", "sets a tile, or draws")
    game = after(TWO + "lead: Ana\n")
    assert (turn_heading(game), turn_reason(game)) == ("Ana", "leads any tile")
    game = after(TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\n")
    assert (turn_heading(game), turn_reason(game)) == ("Ana dominoes", "what is left?")


def test_partners_win_together() -> None:
    four = (
        "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\ntarget: 5\nrule: game-ends = at-once\n"
        "lead: Ana\nAna: 6-4\n"
    )
    assert told(four).endswith("Ana & Cyd win the game with 10.")
