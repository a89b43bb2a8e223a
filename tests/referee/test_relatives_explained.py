"""Why an entry came to what it did by the settings of the relatives, and why one was refused."""

import textwrap

import pytest

from companion.record.replay import replay
from companion.record.statements import HeaderLine, read_statement
from companion.referee.explain.why_and_what_if import why_not
from companion.referee.proof.tile_audit import audit
from companion.referee.record_api import Record
from companion.referee.rule_book import Book
from tests.referee.explaining import FOUR, About, answer, count, named, spots

THREES = "game: fives-and-threes\nplayers: Ana, Ben\n"
PILE = "game: five-up\nplayers: Ana, Ben\n"
PAIRS = f"game: fives-and-threes\n{FOUR}sides: Ana & Cyd, Ben & Dee\n"
SNIFF = "game: sniff\nplayers: Ana, Ben\nrule: tiles-each = 14\nlead: Ana\n"
ROUND = "game: merry-go-round\nplayers: Ana, Ben\nlead: Ana\n"


def refusal(record: str) -> list[tuple[str, str]]:
    """Why the last line of a record is refused: each rule with its sentence."""
    transcript = replay(textwrap.dedent(record))
    assert transcript.refused is not None and transcript.header is not None
    statement = read_statement(record.splitlines()[transcript.refused.line - 1])
    assert not isinstance(statement, HeaderLine) and transcript.game is not None
    found = transcript.refused.refusal
    ruling = why_not(Book.of(transcript.header), transcript.game, statement, found)
    return [(reason.rule.name, named(reason.sentence)) for reason in ruling.reasons]


# Threes and fives


@pytest.mark.parametrize(
    ("points", "told"),
    [
        (
            "fifths",
            "why.fifth-and-third divided=15 ÷ 5 + 15 ÷ 3 "
            "points=(earned.sum terms=3 + 5 points=(unit.pegs count=8))",
        ),
        (
            "pips",
            "why.whole-count-twice points=(earned.sum terms=15 + 15 points=(unit.points count=30))",
        ),
        ("none", "why.worth-nothing"),
    ],
)
def test_fifteen_is_paid_for_its_fives_and_for_its_threes(points: str, told: str) -> None:
    record = f"{THREES}rule: points = {points}\nlead: Ana\nAna: 6-6\nBen: 6-3\n"
    assert answer(record, About.POINTS)[:2] == [
        ("scores-on", "why.multiple-scores product=15 = 3 × 5 = 5 × 3"),
        ("points", told),
    ]


@pytest.mark.parametrize(
    ("tile", "told"),
    [
        ("6-6", "why.third total=12 points=(unit.pegs count=4)"),
        ("5-5", "why.fifth total=10 points=(unit.pegs count=2)"),
    ],
)
def test_a_count_of_one_kind_is_divided_once(tile: str, told: str) -> None:
    record = f"{THREES}lead: Ana\nAna: {tile}\n"
    assert dict(answer(record, About.POINTS))["points"] == told


def test_the_amounts_of_a_count_are_all_that_it_is_given() -> None:
    record = Record(f"{THREES}lead: Ana\nAna: 6-6\nBen: 6-3\n")
    amounts = {reason.rule.name: reason.amounts for reason in record.why(5).reasons}
    assert amounts["scores-on"] == (15,)
    assert amounts["points"] == (15, 3, 5, 8)


@pytest.mark.parametrize(
    ("tile", "between"), [("6-1", (6, 9)), ("2-2", (3, 5)), ("1-0", (0, 3)), ("6-5", (10, 12))]
)
def test_a_near_miss_lies_between_threes_as_well_as_fives(
    tile: str, between: tuple[int, int]
) -> None:
    below, above = between
    told = dict(answer(f"{THREES}lead: Ana\nAna: {tile}\n", About.POINTS))["scores-on"]
    assert told.endswith(f"below={below} above={above}")


# Exactly


def test_points_past_an_exact_target_are_disregarded_by_its_rule() -> None:
    record = f"{THREES}target: 7\nlead: Ana\nAna: 6-6\nBen: 6-3\n"
    assert answer(record, About.POINTS)[-1] == (
        "target-reached",
        "why.passes-target sum=0 + 8 = 8 target=7",
    )
    assert Record(record).why(6).reasons[-1].rule.name != "target-reached"
    (reason,) = [
        each for each in Record(record).why(6).reasons if each.rule.name == "target-reached"
    ]
    assert reason.amounts == (0, 8, 8, 7)


def test_points_that_may_pass_the_target_rest_on_the_same_rule() -> None:
    record = f"{PILE}target: 1\nlead: Ana\nAna: 6-4\n"
    assert answer(record, About.POINTS)[-1] == (
        "target-reached",
        "why.may-pass-target sum=0 + 2 = 2 target=1",
    )
    assert "target-reached" not in dict(answer(record.replace("6-4", "5-0"), About.POINTS))


def test_a_disregarded_score_still_earns_a_turn_where_scores_do() -> None:
    record = f"{THREES}target: 3\nrule: another-turn = score\nlead: Ana\nAna: 6-6\n"
    assert answer(record, About.TURN)[0] == (
        "another-turn",
        "why.disregarded-score-earns tile=6-6",
    )


def test_the_last_tile_and_the_point_for_going_out_are_explained_as_one_score() -> None:
    record = f"{THREES}rule: tiles-each = 2\ntarget: 5\nlead: Ana\nAna: 6-3\nBen: 6-5\nAna: 3-1\n"
    assert answer(record, About.POINTS)[-1] == (
        "target-reached",
        "why.passes-target-going-out sum=3 + 2 + 1 = 6 target=5",
    )
    assert answer(record, About.SETTLED)[-2:] == [
        ("settlement", "why.going-out-is-one-score"),
        ("target-reached", "why.going-out-disregarded"),
    ]


def test_a_settlement_past_an_exact_target_is_disregarded_by_its_rule() -> None:
    record = (
        f"{PILE}target: 3\nrule: target-reached = exactly\nrule: tiles-each = 2\n"
        "lead: Ana\nAna: 6-4\nBen: 6-1\nAna: 3-1\nBen: left 6-6\n"
    )
    assert answer(record, About.SETTLED)[-1] == (
        "target-reached",
        "why.settlement-passes-target side=Ana sum=2 + 2 = 4 target=3",
    )
    or_passed = record.replace("exactly", "or-passed")
    assert answer(or_passed, About.SETTLED)[-1] == (
        "target-reached",
        "why.settlement-may-pass side=Ana sum=2 + 2 = 4 target=3",
    )


def test_points_by_agreement_may_pass_an_exact_target() -> None:
    record = f"{THREES}target: 5\nlead: Ana\nruling: Ben +6\n"
    assert ("target-reached", "why.agreed-points-may-pass") in answer(record, About.GAME)


# Nothing drawn, tiles kept, drawing that is free


def test_a_knock_rests_on_what_keeps_the_boneyard_shut() -> None:
    knock = "lead: Ana\nAna: 6-4\nBen: passes\n"
    assert answer(THREES + knock, About.ALLOWED) == [
        ("pass", "why.knocking-says player=Ben pips=(6 or 4)"),
        ("must-play", "why.must-play"),
        ("drawing", "why.never-drawn"),
    ]
    kept = f"{PILE}rule: tiles-each = 13\nrule: boneyard-kept = 2\n"
    assert answer(kept + knock, About.ALLOWED)[-1] == (
        "boneyard-kept",
        "why.only-kept-left count=2",
    )


def test_a_draw_where_nothing_is_drawn_is_refused_by_that_rule() -> None:
    assert refusal(f"{THREES}lead: Ana\nAna: 6-4\nBen: draws 1\n") == [
        ("draw", "refused.nothing-is-drawn"),
        ("drawing", "why.never-drawn"),
    ]


def test_the_last_tiles_that_are_kept_are_neither_drawn_nor_waited_for() -> None:
    record = f"{PILE}rule: boneyard-kept = 2\nlead: Ana\nAna: 6-4\nBen: draws 16\n"
    assert answer(record, About.ALLOWED)[-1] == ("boneyard-kept", "why.kept count=2")
    assert answer(record, About.TURN) == [("draw", "why.sets-or-passes player=Ben")]
    assert answer(record + "Ben: passes\n", About.ALLOWED)[-1] == (
        "boneyard-kept",
        "why.only-kept-left count=2",
    )
    assert refusal(record + "Ben: draws 1\n") == [
        ("draw", "refused.never-drawn count=2"),
        ("boneyard-kept", "why.only-kept-left count=2"),
    ]
    assert refusal(record.replace("16", "17")) == [
        ("draw", "refused.fewer-may-be-drawn wanted=17 count=16")
    ]


def test_a_free_draw_says_nothing_of_the_hand() -> None:
    free = f"{PILE}rule: drawing = free\nlead: Ana\nAna: 6-4\nBen: draws 1\n"
    told = answer(free, About.ALLOWED)
    assert told[0] == ("drawing", "why.drawn-freely player=Ben")
    assert "must-play" not in dict(told)
    assert answer(free + "Ben: 6-1\n", About.ALLOWED)[0] == (
        "drawing",
        "why.drew-before player=Ben tile=6-1",
    )


def test_a_tile_set_after_a_free_draw_ends_the_turn_as_a_drawn_tile() -> None:
    record = (
        f"{PILE}rule: drawing = free\nrule: another-turn = double\n"
        "lead: Ana\nAna: 6-4\nBen: draws 1\nBen: 6-6\n"
    )
    assert ("drawn-tile", "why.drew-so-turn-ends player=Ben tile=6-6") in answer(record, About.TURN)


# A spinner that counts while an end is free


@pytest.mark.parametrize(
    ("plays", "counts", "told"),
    [
        ("Ana: 5-5", 10, "why.exposed double=5-5 pips=5 counts=10 count=2"),
        ("Ana: 5-5\nBen: 5-1", 10, "why.exposed double=5-5 pips=5 counts=10 count=1"),
        (
            "Ana: 5-5\nBen: 5-1\nAna: 5-2",
            10,
            "why.ways-both-halves double=5-5 pips=5 counts=10 count=2",
        ),
        (
            "Ana: 5-5\nBen: 5-1\nAna: 5-2\nBen: 5-3",
            5,
            "why.ways-one-half double=5-5 counts=5",
        ),
    ],
)
def test_a_sniff_counts_by_the_ways_that_are_covered(plays: str, counts: int, told: str) -> None:
    record = SNIFF + plays + "\n"
    assert spots(record)[0] == ("5-5", counts, told)
    cited = {reason.rule.name for reason in count(record).spots[0].reasons}
    # With a free side any double counts as much.
    assert ("spinner-count" in cited) is ("exposed" not in told)


def test_a_sniff_with_all_four_ways_covered_counts_nothing() -> None:
    record = SNIFF + "Ana: 5-5\nBen: 5-1\nAna: 5-2\nBen: 5-3\nAna: 5-4\n"
    assert spots(record)[-1] == ("5-5", 0, "why.all-ways-covered double=5-5")


def test_one_half_of_a_sniff_goes_with_its_third_way() -> None:
    third = SNIFF + "Ana: 5-5\nBen: 5-1\nAna: 5-2\nBen: 5-3\n"
    assert named(count(third).change.sentence) == (
        "change.went before=13 came=((change.new end=3)) sum=13 − 5 + 3 = 11 "
        "went=((change.one-half end=(half.double half=5)))"
    )
    assert named(count(third + "Ana: 5-4\n").change.sentence).endswith(
        "sum=11 − 5 + 4 = 10 went=((change.known end=(half.double half=5)))"
    )


# The spinner comes first


def test_a_tile_that_fits_elsewhere_waits_for_the_spinner() -> None:
    record = f"{ROUND}Ana: 5-5\nBen: 5-1\nAna: 2-1\n"
    assert refusal(record) == [("spinner-first", "refused.spinner-first tile=2-1 spinner=5-5")]
    there = f"{ROUND}Ana: 5-5\nBen: 5-1\nAna: 5-2\nBen: 6-5\nAna: 5-3 on 5-2\n"
    assert refusal(there) == [
        ("spinner-first", "refused.spinner-first-there tile=5-3 host=5-2 spinner=5-5")
    ]


def test_a_draw_says_what_is_held_for_the_spinner_alone() -> None:
    record = f"{ROUND}Ana: 5-5\nBen: 5-1\nAna: draws 1\n"
    assert answer(record, About.ALLOWED)[:2] == [
        ("drawing", "why.drawing-says player=Ana pips=(5)"),
        ("spinner-first", "why.spinner-first spinner=5-5 count=3"),
    ]


def test_a_hand_whose_spinner_nobody_can_cover_is_dead() -> None:
    record = (
        "game: merry-go-round\nplayers: Ana, Ben\nrule: tiles-each = 10\nlead: Ana\n"
        "Ana: 5-5\nBen: 5-1\n"
    )
    hand = replay(record).entries[-1].hand
    notes = [note for section in audit(hand).sections for note in section.notes]
    assert [note.id for note in notes] == ["audit.can-come", "audit.others-wait"]


# Both partners out


OUT = f"{PAIRS}rule: tiles-each = 2\nlead: Ana\nAna: 6-4\nBen: 6-1\nCyd: 4-3\nDee: 3-3\nAna: 2-1\n"


def test_a_hand_goes_on_until_both_partners_are_out() -> None:
    assert answer(OUT, About.TURN) == [
        ("another-turn", "why.earns-no-turn tile=2-1"),
        ("partners-out", "why.out-but-partner-plays player=Ana partner=(Cyd)"),
        ("in-turn", "why.next player=Ben"),
    ]
    passed_over = OUT + "Ben: passes\nCyd: passes\nDee: 5-3\n"
    assert answer(passed_over, About.TURN)[-1] == (
        "partners-out",
        "why.next-after-out out=(Ana) player=Ben count=1",
    )
    assert answer(OUT + "Ben: passes\nCyd: 3-2 on 3-3\n", About.ENDED) == [
        ("domino", "why.dominoes player=Cyd"),
        ("partners-out", "why.both-out player=Cyd partner=(Ana)"),
    ]


def test_a_last_tile_that_earned_a_turn_ends_no_hand_while_the_partner_plays() -> None:
    record = f"{PAIRS}rule: tiles-each = 1\nrule: another-turn = double\nlead: Ana\nAna: 6-6\n"
    assert answer(record, About.TURN) == [
        ("another-turn", "why.double-earns tile=6-6"),
        ("last-tile", "why.goes-out player=Ana"),
        ("partners-out", "why.out-but-partner-plays player=Ana partner=(Cyd)"),
        ("in-turn", "why.next player=Ben"),
    ]


def test_who_is_out_is_passed_over_and_told_why() -> None:
    assert ("partners-out", "why.out-but-partner-plays player=Ana partner=(Cyd)") in refusal(
        OUT + "Ana: 5-1\n"
    )


def test_a_block_is_of_those_who_still_hold_tiles() -> None:
    blocked = OUT + "Ben: passes\nCyd: passes\nDee: passes\n"
    assert replay(blocked).entries[-1].hand.is_over
    assert answer(blocked, About.ENDED) == [
        ("blocked", "why.blocked-by-knocks players=(Ben and Cyd and Dee) count=3")
    ]
    assert answer(blocked, About.SETTLED) == [("settlement", "settled.blocked-for-nothing")]


# Leads, settlements


def test_only_a_double_leads_where_the_table_says_so() -> None:
    assert refusal(f"{ROUND}Ana: 6-4\n") == [("lead-tile", "refused.lead-no-double tile=6-4")]
    assert answer(f"{ROUND}Ana: 5-5\n", About.ALLOWED) == [("lead-tile", "why.double-led tile=5-5")]
    assert answer(f"{ROUND}Ana: draws 2\n", About.ALLOWED)[0] == (
        "lead-tile",
        "why.drawing-says-no-lead player=Ana",
    )


def test_one_point_is_settled_without_telling_what_is_left() -> None:
    record = f"{THREES}rule: tiles-each = 2\nlead: Ana\nAna: 6-1\nBen: 6-5\nAna: 2-1\n"
    assert answer(record, About.ENDED) == [("domino", "why.dominoes player=Ana")]
    assert answer(record, About.SETTLED) == [
        ("domino", "why.hand-won-by side=Ana"),
        ("settlement", "settled.going-out side=Ana points=(unit.pegs count=1) count=1"),
    ]


def test_what_nobody_told_is_hidden_from_the_audit_too() -> None:
    record = f"{THREES}rule: tiles-each = 2\nlead: Ana\nAna: 6-1\nBen: 6-5\nAna: 2-1\n"
    told = audit(replay(record).entries[-1].hand)
    assert "audit.pips-hidden" in named(told.notes[0])


def test_the_difference_is_explained_with_what_comes_off() -> None:
    record = (
        f"game: five-up\n{FOUR}sides: Ana & Cyd, Ben & Dee\nrule: settlement = difference\n"
        "rule: tiles-each = 7\nlead: Ana\nAna: 6-4\nBen: passes\nCyd: passes\nDee: passes\n"
        "Ana: passes\nAna: left 30 pips\nBen: left 31 pips\nCyd: left 40 pips\nDee: left 57 pips\n"
    )
    told = answer(record, About.SETTLED)
    assert ("settlement", "why.less-own side=Ana & Cyd own=30 + 40 = 70") in told
    summed = "sum=31 + 57 − 30 − 40 = 18"
    assert ("rounding", f"why.sum-rounded side=Ana & Cyd {summed} count=2") in told
    assert ("nearest-five", "why.rounded amounts=(18 → 20)") in told
