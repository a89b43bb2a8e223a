"""Slips: the number that each mistake leads to, and the rule that it breaks, made once more."""

import re

import pytest

from companion.coach.drills.common_mistakes import CommonMistake
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import HEADS, DrillKind, Skill
from companion.i18n import Message
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from tests.coach.asked import asked
from tests.coach.looking import Table
from tests.coach.miscounted import MISCOUNTED
from tests.coach.misreckoned import MISRECKONED, count_for_pegs, no_five_pegged
from tests.coach.mistaken_heads import MISTAKEN_IN_THE_HEAD
from tests.coach.mistargeted import MISTARGETED
from tests.coach.plausible import plausible
from tests.coach.recount import numbers, places, worth
from tests.coach.recount import scores as scores_again

#: Those that only a lesson is asked about: a drill's choices would give the count away.
TAUGHT = {"count-for-pegs": count_for_pegs, "no-five-pegged": no_five_pegged}
#: Every known mistake with a layout or a hand, and every one in the head.
MADE = {**MISCOUNTED, **MISRECKONED, **MISTARGETED, **TAUGHT}
MADE_IN_THE_HEAD = {**MADE, **MISTAKEN_IN_THE_HEAD}


@pytest.mark.parametrize("kind", DrillKind)
def test_no_question_of_any_skill_game_and_level_fails(kind: DrillKind) -> None:
    for _, _, of in asked(kind):
        for given in (*of.slips, *(choice.value for choice in of.choices), "none", "9999"):
            if given == "none" and of.wanted is not Wanted.SEVERAL:
                continue
            if given == "9999" and of.wanted is not Wanted.NUMBER:
                continue
            verdict = of.judge(given)
            assert [str(text) for text in (verdict.headline, *verdict.notes)]
            assert verdict.is_right is not bool(verdict.broken)


@pytest.mark.parametrize("kind", [DrillKind.COUNT, DrillKind.CHANGE, DrillKind.TO_GO])
def test_a_number_without_a_slip_cites_what_the_count_rests_on(kind: DrillKind) -> None:
    for key, book, of in asked(kind):
        if kind is DrillKind.TO_GO:
            # A fifth of less than five is nothing that anyone would say.
            zero = of.slips.get("0")
            assert zero is None or zero.mistake not in ("pegs-changed", "divided"), key
        elif of.otherwise:
            at = Table(of, book.rules, {})
            ends = [tile for tile, _ in at.lay if at.counts(tile)]
            if ends and all(tile.is_double for tile in ends):
                assert of.otherwise.rule != book.rule("open-half"), key


@pytest.mark.parametrize("kind", DrillKind)
def test_each_slip_is_what_its_mistake_leads_to_and_cites_what_that_breaks(kind: DrillKind) -> None:
    made = MADE_IN_THE_HEAD if kind in HEADS else MADE
    for key, book, of in asked(kind):
        for given, slip in of.slips.items():
            sentence = slip.reason.sentence
            assert isinstance(sentence, Message) and sentence.id == f"slip.{slip.mistake}"
            at = Table(of, book.rules, dict(sentence.arguments), given)
            number, rule = made[slip.mistake](at)
            assert slip.number == number, f"{key}: {slip.mistake}"
            assert given == answer_to(key, book.rules, slip)
            assert slip.reason.rule == book.rule(rule), f"{key}: {slip.mistake}"
            verdict = of.judge(given)
            assert given not in of.answer
            assert verdict.notes == (sentence,)
            assert verdict.broken == (book.rule(rule),)


#: The mistakes of who counts rightly and divides wrongly.
DIVIDING = (
    *("threes-forgotten", "fives-forgotten", "both-added", "remainders-dropped"),
    *("fives-within", "threes-within", "count-for-worth", "rest-dropped"),
    *TAUGHT,
)


def answer_to(key: QuestionKey, rules: Rules, slip: CommonMistake) -> str:
    """What somebody says who makes that mistake."""
    if key.kind is not DrillKind.SCORE:
        return str(slip.number)
    if slip.mistake in DIVIDING:
        return str(slip.number) if slip.number else "no"
    return points(rules, slip.number)


def points(rules: Rules, total: int) -> str:
    """What is said of a count that somebody takes for the right one."""
    if not scores_again(rules, total):
        return "no"
    return "yes" if str(rules.points) == "none" else str(worth(rules, total))


@pytest.mark.parametrize("kind", DrillKind)
def test_what_settles_the_answer_is_told_with_every_verdict(kind: DrillKind) -> None:
    for key, _, of in asked(kind):
        wrong = [choice.value for choice in of.choices] or [*of.slips, "9999"]
        for given in {*wrong} - of.answer:
            verdict = of.judge(given)
            told = [reason.sentence for reason in verdict.reasons]
            if of.wanted is not Wanted.SEVERAL:
                assert of.reasons[-1].sentence in (*told, *verdict.notes), f"{key}: {given}"
            # Of several choices, each that was missed or is wrong has its reason.
            assert told or verdict.notes


def test_who_repeats_the_old_count_is_told_so_or_that_half_of_the_new_double_gives_it() -> None:
    for key, book, of in asked(DrillKind.CHANGE):
        assert isinstance(of.prompt, Message)
        before, tile = str(of.prompt["total"]), of.prompt["tile"]
        if before not in of.answer:
            halves = tile.is_double and Table(of, book.rules, {}).counts(tile)
            said = "half-forgotten" if halves else "count-before"
            assert of.slips[before].mistake.removesuffix("-by-ends") == said, key


def test_a_free_double_is_asked_about_where_the_skill_is_doubles_and_none_that_is_covered() -> None:
    asked_of = [each for each in asked(DrillKind.CHANGE) if each.key.skill is Skill.DOUBLES]
    for key, book, of in asked_of:
        assert isinstance(of.prompt, Message)
        at, doubles = Table(of, book.rules, {}), [of.prompt["tile"], of.prompt["host"]]
        is_dead = str(book.rules.exposed_double) == "when-dead"
        assert any(at.counts(tile) or is_dead for tile in doubles if tile.is_double), key


def test_two_thirds_of_plausible_wrong_numbers_are_explained() -> None:
    for kind in (DrillKind.ROUNDING, DrillKind.SETTLEMENT, DrillKind.TO_GO):
        typed = [each for each in asked(kind) if each.question.wanted is Wanted.NUMBER]
        likely = [(of.slips, plausible(of, book.rules)) for _, book, of in typed]
        named = sum(str(number) in slips for slips, numbers in likely for number in numbers)
        assert named >= 0.8 * sum(len(numbers) for _, numbers in likely), kind
        # What nothing explains is answered by the way to do it.
        assert all(of.judge("999").notes for _, _, of in typed)


def test_who_answers_half_of_a_double_is_told_what_it_counts_and_why() -> None:
    of = question(QuestionKey.parse("spinners.doubles.race-horse.1.3"))
    verdict = of.judge("6")
    assert [slip.mistake for slip in of.slips.values()] == ["one-half", "taken-for-free"]
    assert [rule.name for rule in verdict.broken] == ["covered-double"]
    assert verdict.reasons == of.reasons


@pytest.mark.parametrize(
    "kind", [DrillKind.SPINNERS, DrillKind.TILES, DrillKind.NEED, DrillKind.EXHAUSTED]
)
def test_each_choice_rests_on_the_rule_that_makes_it_right_or_wrong(kind: DrillKind) -> None:
    for key, book, of in asked(kind):
        for choice in of.choices:
            if of.slips:
                continue  # There the slips have their rules.
            assert choice.reason is not None
            at = Table(of, book.rules, {"tile": choice.tile} if choice.tile else {})
            rule = {
                DrillKind.SPINNERS: lambda at=at: at.side_rule if at.waits else at.by(at.side_rule),
                DrillKind.TILES: lambda at=at: "scores-on" if fits(at) else at.why_not,
                DrillKind.NEED: lambda at=at, by=choice.value: (
                    "scores-on" if at.total + int(by) else "zero-scores"
                ),
                DrillKind.EXHAUSTED: lambda: "each-once",
            }[kind]()
            if kind is DrillKind.NEED and rule == "zero-scores" and scores_again(book.rules, 0):
                rule = "scores-on"
            assert choice.reason.rule == book.rule(rule), f"{key}: {choice.value}"


@pytest.mark.parametrize("kind", DrillKind)
def test_no_wrong_tap_is_without_a_reason(kind: DrillKind) -> None:
    for key, _, of in asked(kind):
        if of.wanted is Wanted.SEVERAL:
            assert all(choice.reason for choice in of.choices), key
        for choice in of.choices if of.wanted is Wanted.ONE else ():
            if choice.value not in of.answer:
                verdict = of.judge(choice.value)
                assert verdict.notes, f"{key}: {choice.value}"
                assert verdict.broken


def test_points_that_no_slip_leads_to_are_told_the_counts_that_they_take() -> None:
    told = 0
    for key, book, of in asked(DrillKind.SCORE):
        for choice in of.choices:
            sentence = choice.reason.sentence if choice.reason else None
            if not isinstance(sentence, Message) or sentence.id != "coach.worth.takes":
                continue
            told += 1
            at = Table(of, book.rules, {})
            assert sentence["total"] == at.total, key
            counts = numbers(str(sentence["counts"]))
            assert at.total not in counts
            assert {worth(book.rules, each) for each in counts} == {int(choice.value)}, key
            assert choice.reason is not None and choice.reason.rule == book.rule("points")
    assert told


@pytest.mark.parametrize("kind", [DrillKind.COUNT, DrillKind.CHANGE])
def test_a_number_that_no_slip_explains_is_answered_end_by_end(kind: DrillKind) -> None:
    for key, book, of in asked(kind):
        at = Table(of, book.rules, {})
        if of.otherwise is None:
            assert not at.total
            continue
        verdict = of.judge("999")
        (told,) = verdict.notes
        amounts = numbers(re.sub(r"\d-\d", "", str(told)))
        assert sum(amounts) == at.total, f"{key}: {told}"
        named = [Tile.parse(each) for each in re.findall(r"\d-\d", str(told))]
        assert {*named} >= {tile for tile, _ in at.lay if at.counts(tile)}


def fits(at: Table) -> bool:
    """Whether the tile goes on a half or a double that is open, or that is covered first."""
    return any(pips in at.tile for _, pips in places(at.question, at.rules))


def test_every_known_mistake_is_met() -> None:
    questions = [of for kind in DrillKind for _, _, of in asked(kind)]
    met = {slip.mistake for of in questions for slip in of.slips.values()}
    assert {*MADE_IN_THE_HEAD} - {*TAUGHT} == met - {*TAUGHT}
