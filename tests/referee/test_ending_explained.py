"""Why a hand and a game end as they do, and what was only thought of."""

import pytest

from companion.record.replay import replay
from companion.referee.explain.why_and_what_if import what_if
from companion.referee.record_api import Record
from companion.referee.rule_book import Book
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from companion.rules.tile import Tile
from tests.referee.explaining import FOUR, TWO, About, answer

# Endings and settlements


SETTLED = TWO + "rule: tiles-each = 2\nlead: Ana\nAna: 6-3\nBen: 6-1\nAna: 3-2\nBen: left 6-6\n"


def test_a_hand_that_is_dominoed_is_settled_with_the_sum_and_the_rounding() -> None:
    assert answer(SETTLED.rpartition("Ben:")[0], About.ENDED) == [
        ("domino", "why.dominoes player=Ana"),
        ("all-told", "why.must-tell players=(Ben)"),
    ]
    assert answer(SETTLED, About.SETTLED) == [
        ("domino", "why.hand-won-by side=Ana"),
        (
            "settlement",
            (
                "settled.takes-rounded pips=(unit.pips count=12) rounded=10 side=Ana "
                "points=(unit.pegs count=2) count=1"
            ),
        ),
        ("rounding", "why.sum-rounded side=Ana sum=12 count=1"),
        ("nearest-five", "why.rounded amounts=(12 → 10)"),
        ("points", "why.pips-in-fifths"),
    ]
    assert answer(SETTLED, About.NEXT_LEAD) == [("next-lead", "why.dominoer-leads-next player=Ana")]


def test_the_next_lead_goes_round_where_the_table_says_so() -> None:
    record = SETTLED.replace("lead:", "rule: next-lead = rotates\nlead:", 1)
    (told,) = answer(record, About.NEXT_LEAD)
    assert told[1] == "why.lead-goes-round player=Ben leader=Ana"


BLOCKED = (
    f"game: race-horse\n{FOUR}sides: Ana & Cyd, Ben & Dee\nrule: tiles-each = 7\nlead: Ana\n"
    "Ana: 6-4\nAna: passes\nBen: passes\nCyd: passes\nDee: passes\n"
    "Ana: left 30 pips\nBen: left 31 pips\nCyd: left 40 pips\nDee: left 57 pips\n"
)


def test_a_blocked_hand_is_won_by_the_lowest_pips() -> None:
    told = answer(BLOCKED, About.SETTLED)
    assert told[:2] == [
        (
            "lowest-wins",
            "why.lowest left=Ana 30, Ben 31, Cyd 40, Dee 57 lowest=(Ana & Cyd)",
        ),
        ("partners-block", "why.partners-together sums=Ana & Cyd 70, Ben & Dee 88"),
    ]
    assert ("rounding", "why.sum-rounded side=Ana & Cyd sum=31 + 57 = 88 count=2") in told
    assert ("partner-spared", "why.partner-spared") in told
    assert answer(BLOCKED, About.NEXT_LEAD)[0][1] == ("why.lots-decide-next")
    all_told = dict(answer(BLOCKED, About.ALLOWED))["all-pips"]
    assert all_told == "why.pips-add-up all=168 set=10 count=158"


@pytest.mark.parametrize("settlement", ["winner-takes", "own-hand", "chips"])
def test_a_tie_is_cited_where_it_is_worth_something(settlement: str) -> None:
    record = (
        f"{TWO}rule: settlement = {settlement}\nrule: tiles-each = 14\nlead: Ana\n"
        "Ana: 6-3\nBen: passes\nAna: passes\nAna: left 79 pips\nBen: left 80 pips\n"
    )
    assert "tied-block" not in dict(answer(record, About.SETTLED))
    tied = record.replace("6-3", "6-4").replace("Ben: passes", "Ana: passes\nBen: passes", 1)
    tied = tied.replace("Ben: passes\nAna: passes\n", "Ben: passes\n", 1).replace("80", "79")
    assert ("tied-block" in dict(answer(tied, About.SETTLED))) == (settlement != "own-hand")


def test_chips_are_told_with_who_gets_them_for_what() -> None:
    record = SETTLED.replace("race-horse", "seven-toed-pete-chips").replace(
        "lead:", "rule: lead-tile = any\nlead:", 1
    )
    told = answer(record, About.SETTLED)
    assert ("settlement", "why.won-by sides=(Ana) / settled.side side=Ana points=+1") in told
    assert "rounding" not in dict(told)


def test_where_each_loses_its_own_hand_the_rule_of_own_hands_is_told() -> None:
    record = SETTLED.replace("race-horse", "race-horse-celko")
    told = answer(record, About.SETTLED)
    assert ("settlement", "settled.side side=Ben points=−10") in told
    assert ("nearest-five", "why.rounded amounts=(Ben 12 → 10)") in told
    assert dict(told)["own-hands"] == "why.own-hands-rounded"
    pairs = BLOCKED.replace("race-horse", "seven-rocks").replace("Ana: passes\n", "")
    pairs = pairs.replace("Dee: passes\n", "Dee: passes\nAna: passes\n")
    hands = "Ana 30 → 30 and Ben 31 → 30 and Cyd 40 → 40 and Dee 57 → 55"
    assert dict(answer(pairs, About.SETTLED))["nearest-five"] == f"why.rounded amounts=({hands})"
    assert "rounding" not in dict(told)


@pytest.mark.parametrize("game", [id for id, preset in GAMES.items() if 2 in preset.seats])
@pytest.mark.parametrize("settlement", SETTINGS["settlement"].values)
@pytest.mark.parametrize("rounding", SETTINGS["rounding"].values)
def test_a_settlement_cites_no_rounding_but_its_own(
    game: str, settlement: str, rounding: str
) -> None:
    rules = f"rule: lead-tile = any\nrule: settlement = {settlement}\nrule: rounding = {rounding}"
    record = SETTLED.replace("race-horse", game).replace("lead:", f"{rules}\nlead:", 1)
    if settlement == "one-point":
        record = record.rpartition("Ben:")[0]
    told = dict(answer(record, About.SETTLED))
    cited = {"rounding", "own-hands", "nearest-five"} & {*told}
    assert cited == {
        "winner-takes": {"rounding", "nearest-five"},
        "own-hand": {"own-hands", "nearest-five"},
        "difference": {"rounding", "nearest-five"},
        "chips": set(),
        "one-point": set(),
    }.get(settlement)
    if settlement in ("winner-takes", "difference"):
        each = "why.each-hand-rounded" if rounding == "each-hand" else "why.sum-rounded"
        assert told["rounding"].startswith(each)


def test_a_game_that_is_won_at_once_tells_target_and_why_the_hand_ended() -> None:
    record = TWO + "target: 2\nlead: Ana\nAna: 6-4\n"
    assert answer(record, About.ENDED) == [("game-ends", "why.ended-unsettled")]
    assert answer(record, About.GAME) == [
        ("target", "why.has-target side=Ana points=(unit.pegs count=2) target=2 count=1")
    ]


def test_a_side_past_the_target_waits_where_the_hand_is_settled_first() -> None:
    record = "game: race-horse-celko\nplayers: Ana, Ben\ntarget: 10\nlead: Ana\nAna: 6-4\n"
    assert answer(record, About.GAME) == [
        ("game-ends", "why.has-target-but-goes-on sides=(Ana) score=10 target=10 count=1")
    ]


def test_points_by_agreement_are_explained() -> None:
    record = TWO + "lead: Ana\nruling: Ben +3, a slip\n"
    assert answer(record, About.ALLOWED) == [
        ("by-agreement", "why.agreed points=(unit.pegs count=3) side=Ben")
    ]


MISSED = "game: muggins\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4{claim}\nruling: {ruling}\n"


@pytest.mark.parametrize(
    ("claim", "ruling", "rule"),
    [
        ("", "Ben +10, muggins", "announce"),
        ("", "Ben +10", "announce"),
        (", claims 15", "Ben +10", "announce"),
        (", claims 10", "Ben +10", "by-agreement"),
        ("", "Ana +10", "by-agreement"),
        ("", "Ben +5", "by-agreement"),
        ("\nBen: 6-3", "Ben +10", "by-agreement"),
    ],
)
def test_a_count_that_goes_to_who_called_muggins_rests_on_the_call(
    claim: str, ruling: str, rule: str
) -> None:
    record = MISSED.format(claim=claim, ruling=ruling)
    (told,) = answer(record, About.ALLOWED)
    assert told[0] == rule
    others = record.replace("game: muggins", "game: racehorse-1990")
    assert answer(others, About.ALLOWED)[0][0] == "by-agreement"


# The line, and what was only thought of


def test_a_line_comes_with_the_tiles_laid_up_to_it() -> None:
    record = Record(TWO + "lead: Ana\nAna: 6-4  # ten\nAna: 4-4\nAna: 4-1 on 4-4\n")
    assert record.written(4) == "Ana: 6-4"
    (position,) = record.why(5).positions
    assert position.laid == ((Tile(6, 4), None), (Tile(4, 4), Tile(6, 4)))


def test_a_thought_enters_nothing_and_announces_rightly() -> None:
    transcript = replay("game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\n")
    assert transcript.header is not None and transcript.game is not None
    thought = what_if(Book.of(transcript.header), transcript.game, Tile(6, 4))
    assert not thought.is_refusal
    hand = thought.entry.game.hand
    assert hand is not None and hand.play is not None
    assert (hand.play.points, hand.play.again) == (10, True)
    assert transcript.game.hand is not None and not transcript.game.hand.layout.tiles
