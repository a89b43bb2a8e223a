"""What people ask about an entry: the questions that it raises, and what settles each."""

import pytest

from companion.record.replay import replay
from companion.referee.explain.key_answers import opened_first
from companion.referee.explain.why_refused import draw_or_pass
from companion.referee.rule_book import Book
from companion.rules.games import GAMES
from tests.referee.disputes import DISPUTES, FOUR, Argued
from tests.referee.explaining import ALONE, TWO, last, named

LED = TWO + "lead: Ana\n"
ONE_EACH = TWO + "rule: tiles-each = 1\nlead: Ana\n"
COVERED = LED + "Ana: 6-4\nAna: 4-4\nAna: 4-1 on 4-4"
ANNOUNCED = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4, claims "


def argued(record: str) -> Argued:
    return Argued("", "", "", "", "", record)


def test_every_game_is_argued_about() -> None:
    assert len(DISPUTES) >= 30 and {each.game for each in DISPUTES} == {*GAMES}


@pytest.mark.parametrize("each", DISPUTES, ids=lambda each: f"{each.game}: {each.what}")
def test_a_dispute_is_settled_by_its_sentence_and_its_rule(each: Argued) -> None:
    settles = {(named(why.sentence).split()[0], why.rule.name) for why in each.answer.reasons}
    assert (each.says, each.rule) in settles
    assert each.rule in [rule.name for rule in each.answer.rules]


@pytest.mark.parametrize(
    ("record", "asked", "opened"),
    [
        (LED, "draw lead", "lead"),
        (LED + "Ana: 6-4\nAna: 6-1", "points turn draw", "points"),
        (COVERED, "points allowed turn draw", "points"),
        (LED + "Ana: 6-3\nBen: draws 1", "turn draw", "draw"),
        (ALONE + "Ana: 6-3\nBen: passes", "turn draw over", "draw"),
        (ALONE + "Ana: 6-3\nBen: passes\nAna: passes", "draw over", "over"),
        (ONE_EACH + "Ana: 6-3", "points over", "over"),
        (ONE_EACH + "Ana: 6-3\nBen: left 6-5", "points lead over", "points"),
        (TWO + "rule: target = 2\nlead: Ana\nAna: 6-4", "points over", "over"),
        (LED + "ruling: Ana +3", "points", "points"),
        (LED + "Ana: 6-4\nruling: Ana +3", "points draw", "points"),
        (f"game: seven-toed-pete\n{FOUR}\nrule: tiles-each = 1\nlead: Ana\nAna: 6-4", "", "turn"),
        (ANNOUNCED + "10", "points turn draw", "points"),
        (
            f"game: race-horse\n{FOUR}\nrule: tiles-each = 1\nlead: Ana\nAna: 6-4\nBen: left 6-5",
            "over",
            "over",
        ),
    ],
)
def test_only_what_an_entry_raises_is_asked(record: str, asked: str, opened: str) -> None:
    answers, first = argued(record).answers()
    assert not asked or " ".join(answer.dispute for answer in answers) == asked
    assert first.dispute == opened


def test_what_is_asked_for_comes_before_all_else() -> None:
    answers, first = argued(COVERED).answers()
    about = {asked: opened_first(answers, last(COVERED), asked) for asked in ("turn", "in-turn")}
    assert [each.dispute for each in about.values()] == ["turn", "turn"]
    assert [reason.rule.name for reason in about["in-turn"].reasons] == ["in-turn"]
    assert opened_first(answers, last(COVERED), "no such rule") == first


def test_the_likeliest_rule_comes_first() -> None:
    rules = argued(ANNOUNCED + "15").answers()[1].rules
    assert [rule.name for rule in rules] == ["announce", "wrong-claim", "scores-on"]


@pytest.mark.parametrize(
    ("record", "first", "then"),
    [
        (LED + "Ana: 6-3", "refused.must-draw", "why.drawing-says"),
        (ALONE + "Ana: 6-3", "why.knocking-says", "refused.no-boneyard"),
    ],
)
def test_one_draws_while_the_boneyard_has_tiles_and_passes_without(
    record: str, first: str, then: str
) -> None:
    told = replay(record)
    assert told.header is not None and told.game is not None
    said = [named(why.sentence).split()[0] for why in draw_or_pass(Book.of(told.header), told.game)]
    assert said[0] == first and then in said[1:]
