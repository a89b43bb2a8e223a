"""One record under the settings of the relatives: what is left, and what is not drawn."""

import pytest

from companion.record.replay import replay
from companion.referee.compare.comparison import Comparison, compare
from companion.referee.explain.score_history import gains_of
from tests.referee.explaining import named

#: Ana goes out; the second hand shows that the first one was settled.
TOLD = (
    "game: five-up\nplayers: Ana, Ben\nrule: tiles-each = 2\n"
    "lead: Ana\nAna: 6-4\nBen: 6-1\nAna: 3-1\nBen: left 6-6\n"
    "lead: Ana\nAna: 6-2\n"
)
UNTOLD = TOLD.replace("Ben: left 6-6\n", "").replace(
    "lead:", "rule: settlement = one-point\nlead:", 1
)


def compared(record: str, *changes: str) -> Comparison:
    transcript = replay(record)
    assert transcript.header is not None and transcript.refused is None, transcript.refused
    rules = [(name, value) for name, _, value in (change.partition("=") for change in changes)]
    return compare(transcript.header, transcript.entries, transcript.header.under(None, rules))


def causes(found: Comparison) -> list[str]:
    assert found.parting is not None
    return [cause.name for cause in found.parting.causes]


def test_what_was_left_says_nothing_where_going_out_is_one_point() -> None:
    found = compared(TOLD, "settlement=one-point")
    assert found.there.refused is None
    assert named(found.there.says(4)) == "under.left-says-nothing"
    assert (found.parting.line if found.parting else None, causes(found)) == (7, ["settlement"])
    assert found.there.game.scores == (3, 1)
    assert found.here.game.scores == (4, 1)


def test_what_was_never_told_settles_no_hand_where_it_decides() -> None:
    found = compared(UNTOLD, "settlement=winner-takes")
    assert found.refused is not None and found.there.refusal == (9, "hand-not-over")
    assert named(found.refused.there) == "under.left-unknown"
    assert [cause.name for cause in found.refused.causes] == ["settlement"]


@pytest.mark.parametrize(
    ("record", "change", "cause", "code"),
    [
        (
            "lead: Ana\nAna: 6-4\nBen: draws 1\nBen: 6-1\n",
            "drawing=none",
            "drawing",
            "boneyard-empty",
        ),
        (
            "rule: tiles-each = 13\nrule: boneyard-kept = 2\nlead: Ana\nAna: 6-4\nBen: passes\n",
            "boneyard-kept=0",
            "boneyard-kept",
            "must-draw",
        ),
        (
            "rule: spinners = first\nlead: Ana\nAna: 5-5\nBen: 5-1\nAna: 6-1\n",
            "spinner-first=yes",
            "spinner-first",
            "no-match",
        ),
        ("lead: Ana\nAna: 6-4\n", "lead-tile=double", "lead-tile", "bad-lead"),
    ],
)
def test_a_play_that_the_other_rules_refuse_names_the_rule(
    record: str, change: str, cause: str, code: str
) -> None:
    found = compared("game: five-up\nplayers: Ana, Ben\n" + record, change)
    assert found.refused is not None and found.there.refusal is not None
    assert found.there.refusal[1] == code
    assert [each.name for each in found.refused.causes] == [cause]


@pytest.mark.parametrize(
    ("record", "change", "cause"),
    [
        ("lead: Ana\nAna: 6-6\n", "scores-on=threes-and-fives", "scores-on"),
        ("target: 1\nlead: Ana\nAna: 6-4\n", "target-reached=exactly", "target-reached"),
        (
            "rule: spinners = first\nlead: Ana\nAna: 5-5\nBen: 5-1\nAna: 5-2\n",
            "spinner-count=ends",
            "spinner-count",
        ),
    ],
)
def test_lines_told_differently_part_by_the_rule_that_does_it(
    record: str, change: str, cause: str
) -> None:
    assert causes(compared("game: five-up\nplayers: Ana, Ben\n" + record, change)) == [cause]


def test_partners_who_both_have_to_be_out_part_from_those_of_whom_one_is_enough() -> None:
    record = (
        "game: five-up\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee\n"
        "rule: tiles-each = 1\nlead: Ana\nAna: 6-4\n"
    )
    assert causes(compared(record, "partners-out=both")) == ["partners-out"]


def test_a_settlement_that_counts_nothing_is_told_beside_the_score() -> None:
    record = TOLD.replace("lead:", "rule: target-reached = exactly\ntarget: 3\nlead:", 1)
    transcript = replay(record)
    assert transcript.start is not None
    first, _ = gains_of(transcript.start, transcript.entries, 0)
    assert (first.counted, first.settled) == (2, 0)
    assert first.settlement is not None and "settled.disregarded side=Ana would=4" in named(
        first.settlement
    )
