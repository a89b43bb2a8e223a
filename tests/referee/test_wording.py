"""What the referee says, read out in English: the sentences that are put together."""

import re

import pytest
from random_play import honest_game

from companion.record.replay import replay
from companion.referee.explain.entry_text import describe_entry
from companion.referee.layout_text import describe_layout
from companion.referee.proof.renege import Finding, findings
from companion.referee.record_api import Record
from companion.referee.scoring_text import describe_turn
from companion.rules.game import Game
from companion.rules.tile import Tile
from tests.referee.explaining import ALONE, count

TWO = "game: race-horse\nplayers: Ana, Ben\n"


def told(record: str) -> str:
    """What is said of the last line of a record."""
    transcript = replay(record)
    assert transcript.refused is None, transcript.refused
    return str(describe_entry(transcript.entries[-1]))


def turn(game: Game) -> tuple[str, str]:
    heading, reason = describe_turn(game)
    return str(heading), str(reason)


def after(record: str) -> Game:
    game = replay(record).game
    assert game is not None
    return game


def test_a_count_is_written_out_as_players_say_it() -> None:
    assert told(TWO + "lead: Ana\nAna: 6-4\n") == "6 + 4 = 10 → 2 pegs. Ana goes again."


def test_a_covered_double_is_not_named_in_the_sum() -> None:
    record = TWO + "lead: Ana\nAna: 6-4\nAna: 4-4\nAna: 4-1 on 4-4\n"
    assert told(record) == "6 + 1 = 7. Ben’s turn."


def test_an_open_blank_is_named_as_zero() -> None:
    assert told(TWO + "lead: Ana\nAna: 3-0\n") == "3 + 0 = 3. Ben’s turn."


def test_whole_counts_are_points_and_fifths_are_pegs() -> None:
    whole = "game: race-horse-celko\nplayers: Ana, Ben\nlead: Ana\nAna: 5-0\n"
    assert "→ 5 points" in told(whole)
    assert "→ 1 peg." in told(TWO + "lead: Ana\nAna: 5-0\n")


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("", "6 + 4 = 10 (but it wasn’t called). Ben’s turn."),
        (", claims 5", "6 + 4 = 10 (but 5 was called). Ben’s turn."),
        (", claims 10", "6 + 4 = 10 → 10 points. Ana goes again."),
    ],
)
def test_a_count_that_earned_nothing_says_why(claim: str, said: str) -> None:
    record = f"game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4{claim}\n"
    assert told(record) == said


def test_a_rightly_announced_count_worth_no_points_is_not_called_unannounced() -> None:
    record = TWO + "rule: points = none\nrule: announce = required\nlead: Ana\n"
    assert told(record + "Ana: 6-4, claims 10\n") == "6 + 4 = 10. Ana goes again."


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
    assert turn(game) == (
        "Ana again",
        "one more, for the score",
    )
    game = after(TWO + "lead: Ana\nAna: 6-3\n")
    assert turn(game) == ("Ben", "plays a tile or draws")
    game = after(TWO + "lead: Ana\n")
    assert turn(game) == ("Ana", "leads any tile")
    game = after(TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\n")
    assert turn(game) == ("Ana goes out", "what is left?")


def test_partners_win_together() -> None:
    four = (
        "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\ntarget: 5\nrule: game-ends = at-once\n"
        "lead: Ana\nAna: 6-4\n"
    )
    assert told(four).endswith("Ana & Cyd win the game with 10.")


@pytest.mark.parametrize(
    ("plays", "told"),
    [
        ("Ana: 6-4", "First tile: a 6 and a 4, so 6 + 4 = 10."),
        ("Ana: 5-5", "First tile: a double-5, so 10."),
        ("Ana: 6-4\nBen: 4-4", "It was 10. Take off the 4, add a double-4: 10 − 4 + 8 = 14."),
        ("Ana: 4-4\nBen: 4-1", "It was 8. Nothing to take off, just add a 1: 8 + 1 = 9."),
        (
            "Ana: 4-4\nBen: 4-1\nAna: 4-2",
            "It was 9. Take off the double-4, add a 2: 9 − 8 + 2 = 3.",
        ),
        (
            "Ana: 4-4\nBen: 4-1\nAna: 4-2\nBen: 4-3",
            "It was 3. Nothing to take off, just add a 3: 3 + 3 = 6.",
        ),
        ("Ana: 5-0\nBen: 0-0", "It was 5. Take off the blank, add a double-blank: 5 − 0 + 0 = 5."),
    ],
)
def test_the_count_is_told_by_the_change(plays: str, told: str) -> None:
    assert str(count(ALONE + plays + "\n").change.sentence) == told


def laid(*told: str) -> list[tuple[Tile, Tile | None]]:
    """Tiles as a record has them: `6-4 on 6-6`; what is on nothing is the lead."""
    pairs = (each.partition(" on ") for each in told)
    return [(Tile.parse(tile), Tile.parse(host) if host else None) for tile, _, host in pairs]


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ((), "No tiles yet."),
        (("6-3",), "The 6-3 was led. Its 6 and its 3 are open."),
        (("6-6",), "The 6-6 was led."),
        (
            ("6-3", "6-1 on 6-3"),
            "The 6-3 was led. On its 6: 6-1, where the 1 is open. Its 3 is open.",
        ),
        (
            ("6-3", "6-6 on 6-3", "6-2 on 6-6", "3-3 on 6-3", "6-1 on 6-6"),
            "The 6-3 was led. On its 6: 6-6, 6-2, where the 2 is open. On its 3: 3-3. "
            "On the 6-6 also: 6-1, where the 1 is open.",
        ),
        (
            ("5-5", "5-2 on 5-5", "5-4 on 5-5"),
            "The 5-5 was led. On the 5-5: 5-2, where the 2 is open. "
            "On the 5-5: 5-4, where the 4 is open.",
        ),
    ],
)
def test_a_layout_is_told_arm_by_arm(tiles: tuple[str, ...], told: str) -> None:
    assert str(describe_layout(laid(*tiles))) == told


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["race-horse", "race-horse-celko", "seven-rocks"])
def test_two_partners_take_win_and_have_as_two_do(game: str, seed: int) -> None:
    header = f"game: {game}\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee\ntarget: 40"
    record = Record(honest_game(seed, header=header).text)
    for entry in record.transcript.entries:
        ruling = record.why(entry.line)
        reasons = (reason.sentence for reason in ruling.reasons)
        said = " ".join(map(str, (describe_entry(entry), *describe_turn(entry.game), *reasons)))
        singular = r"& (Cyd|Dee) (takes|has|wins|gets|loses|leads|is|was|does)\b"
        assert not re.search(singular, said), said


def test_a_finding_names_the_line_or_the_entry() -> None:
    (finding,) = findings_of(
        "game: seven-toed-pete\nplayers: Ana, Ben\nrule: tiles-each = 14\nlead: Ana\n"
        "Ana: 6-4\nAna: passes\nBen: 6-2\nAna: 4-3\n"
    )
    told = (
        "Ana knocked with 6 and 4 open, though the 4-3 would have fitted. Ana has shown it since."
    )
    assert str(finding.message) == f"On line 6, {told}"
    assert str(finding.by_entry) == f"At entry 6, {told}"
    assert str(finding.sentence) == told


def findings_of(record: str) -> list[Finding]:
    transcript = replay(record)
    assert transcript.start is not None
    return findings(transcript.entries)
