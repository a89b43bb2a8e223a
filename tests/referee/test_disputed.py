"""What people argue about in a ruling: found by what happened, or by the rule that is asked for."""

import pytest

from companion.record.replay import replay
from companion.referee.explain.key_reason import disputed
from companion.referee.explain.why_refused import draw_or_pass
from companion.referee.rule_book import Book
from companion.referee.ruling import About
from tests.referee.explaining import ALONE, TWO, last, named

LED = TWO + "lead: Ana\n"


def found(record: str, rule: str = "") -> tuple[About | None, str] | None:
    """The section and the rule of the first reason that settles it."""
    told = disputed(last(record), rule)
    return told and (told.section.about, told.reasons[0].rule.name)


@pytest.mark.parametrize(
    ("record", "settles"),
    [
        (LED + "Ana: 6-4\nAna: 4-4\nAna: 4-1 on 4-4", (About.COUNT, "covered-double")),
        (ALONE + "Ana: 6-3\nBen: passes\nAna: passes", (About.ENDED, "blocked")),
        (
            TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\nBen: left 6-5",
            (About.SETTLED, "rounding"),
        ),
        (
            TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\nBen: left 6-4",
            (About.SETTLED, "settlement"),
        ),
        (TWO + "rule: target = 2\nlead: Ana\nAna: 6-4", (About.GAME, "target")),
    ],
)
def test_what_is_least_plain_is_argued_about(record: str, settles: tuple[About, str]) -> None:
    assert found(record) == settles


def test_a_count_said_rightly_is_not_argued_about() -> None:
    said = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4, claims "
    assert found(said + "10") is None
    assert found(said + "15") == (About.POINTS, "announce")


def test_a_plain_count_answers_by_itself() -> None:
    assert found(LED + "Ana: 6-4\nAna: 6-1") is None


def test_what_is_asked_for_comes_before_all_else() -> None:
    record = LED + "Ana: 6-4\nAna: 4-4\nAna: 4-1 on 4-4"
    assert found(record, "another-turn") == (About.TURN, "another-turn")
    assert found(record, "no such rule") == found(record)


def test_while_the_boneyard_has_tiles_one_draws_and_does_not_pass() -> None:
    told = replay(LED + "Ana: 6-3")
    assert told.header is not None and told.game is not None
    passing, drawing = draw_or_pass(Book.of(told.header), told.game).sections
    assert named(passing.reasons[0].sentence).startswith("refused.must-draw")
    assert passing.reasons[0].rule.name == "draw"
    assert named(drawing.reasons[0].sentence).startswith("why.drawing-says")


def test_without_a_boneyard_one_passes_and_does_not_draw() -> None:
    told = replay(ALONE + "Ana: 6-3")
    assert told.header is not None and told.game is not None
    passing, drawing = draw_or_pass(Book.of(told.header), told.game).sections
    assert named(passing.reasons[0].sentence).startswith("why.knocking-says")
    assert drawing.reasons[0].rule.name == "draw"
