"""Slips: the number that each mistake leads to, and the rule that it breaks, made once more."""

from functools import cache
from itertools import product

import pytest

from companion.coach.drills import question
from companion.coach.key import Key
from companion.coach.positions import LEVELS, book_named
from companion.coach.question import Question, Wanted
from companion.coach.skills import DRILLS, Kind, Skill
from companion.coach.slips import Slip
from companion.referee.book import Book
from companion.rules.rules import Rules
from companion.words import Message
from tests.coach.again import AGAIN
from tests.coach.looking import Table
from tests.coach.miscounted import MISCOUNTED
from tests.coach.misreckoned import MISRECKONED
from tests.coach.recount import places, worth
from tests.coach.recount import scores as scores_again
from tests.coach.test_drills import grounds_of
from tests.thorough import is_thorough

#: Every known mistake.
MADE = {**MISCOUNTED, **MISRECKONED}
#: Questions of each kind on each ground and level.
QUESTIONS = 72 if is_thorough() else 4
#: With a mistake that hardly any other question leads to.
RARE = Key(
    Kind.TO_GO,
    Skill.COUNTING_OUT,
    "race-horse~scores-on=threes-and-fives~target-reached=exactly~settlement=difference",
    level=4,
    seed=1039,
)


@cache
def asked(kind: Kind) -> list[tuple[Key, Book, Question]]:
    skills = DRILLS[kind]
    # Others than those that are counted a second time elsewhere.
    seeds = range(1000, 1000 + max(1, QUESTIONS // len(skills)))
    levels = range(1, LEVELS + 1)
    keys = [Key(kind, *each) for each in product(skills, grounds_of(kind), levels, seeds)]
    keys += [RARE] if kind is RARE.kind else []
    return [(key, book_named(key.game), question(key)) for key in keys]


@pytest.mark.parametrize("kind", Kind)
def test_no_question_of_any_skill_game_and_level_fails(kind: Kind) -> None:
    for key, book, of in asked(kind):
        assert of.answer == AGAIN[kind](of, book.rules), key
        for given in (*of.slips, *(choice.value for choice in of.choices), "none", "9999"):
            if given == "none" and of.wanted is not Wanted.SEVERAL:
                continue
            if given == "9999" and of.wanted is not Wanted.NUMBER:
                continue
            verdict = of.judge(given)
            assert [str(text) for text in (verdict.headline, *verdict.notes)]
            assert verdict.is_right is not bool(verdict.broken)


@pytest.mark.parametrize("kind", Kind)
def test_each_slip_is_what_its_mistake_leads_to_and_cites_what_that_breaks(kind: Kind) -> None:
    for key, book, of in asked(kind):
        for given, slip in of.slips.items():
            sentence = slip.reason.sentence
            assert isinstance(sentence, Message) and sentence.id == f"slip.{slip.mistake}"
            at = Table(of, book.rules, dict(sentence.arguments), given)
            number, rule = MADE[slip.mistake](at)
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
    *("fives-within", "threes-within", "count-for-worth"),
)


def answer_to(key: Key, rules: Rules, slip: Slip) -> str:
    """What somebody says who makes that mistake."""
    if key.kind is not Kind.SCORE:
        return str(slip.number)
    if slip.mistake in DIVIDING:
        return str(slip.number) if slip.number else "no"
    return points(rules, slip.number)


def points(rules: Rules, total: int) -> str:
    """What is said of a count that somebody takes for the right one."""
    if not scores_again(rules, total):
        return "no"
    return "yes" if str(rules.points) == "none" else str(worth(rules, total))


@pytest.mark.parametrize("kind", Kind)
def test_what_settles_the_answer_is_told_with_every_verdict(kind: Kind) -> None:
    for key, _, of in asked(kind):
        wrong = [choice.value for choice in of.choices] or [*of.slips, "9999"]
        for given in {*wrong} - of.answer:
            verdict = of.judge(given)
            told = [reason.sentence for reason in verdict.reasons]
            if of.wanted is not Wanted.SEVERAL:
                assert of.reasons[-1].sentence in (*told, *verdict.notes), f"{key}: {given}"
            # Of several choices, each that was missed or is wrong has its reason.
            assert told or verdict.notes


def test_who_repeats_the_old_count_is_told_so() -> None:
    for key, _, of in asked(Kind.CHANGE):
        assert isinstance(of.prompt, Message)
        before = str(of.prompt["total"])
        if before not in of.answer:
            assert of.slips[before].mistake == "count-before", key


def test_who_answers_half_of_a_double_is_told_what_it_counts_and_why() -> None:
    of = question(Key.parse("spinners.doubles.race-horse.1.13"))
    verdict = of.judge("4")
    assert [slip.mistake for slip in of.slips.values()] == ["one-half", "taken-for-free"]
    assert [rule.name for rule in verdict.broken] == ["covered-double"]
    assert verdict.reasons == of.reasons


@pytest.mark.parametrize("kind", [Kind.SPINNERS, Kind.TILES, Kind.NEED, Kind.EXHAUSTED])
def test_each_choice_rests_on_the_rule_that_makes_it_right_or_wrong(kind: Kind) -> None:
    for key, book, of in asked(kind):
        for choice in of.choices:
            if of.slips:
                continue  # There the slips have their rules.
            assert choice.reason is not None
            at = Table(of, book.rules, {"tile": choice.tile} if choice.tile else {})
            if at.is_by_ends(at.tile):
                continue
            rule = {
                Kind.SPINNERS: lambda at=at: at.side_rule,
                Kind.TILES: lambda at=at: "scores-on" if fits(at) else at.why_not,
                Kind.NEED: lambda at=at, by=choice.value: (
                    "scores-on" if at.total + int(by) else "zero-scores"
                ),
                Kind.EXHAUSTED: lambda: "each-once",
            }[kind]()
            if kind is Kind.NEED and rule == "zero-scores" and scores_again(book.rules, 0):
                rule = "scores-on"
            assert choice.reason.rule == book.rule(rule), f"{key}: {choice.value}"


def fits(at: Table) -> bool:
    """Whether the tile goes on a half or a double that is open, or that is covered first."""
    return any(pips in at.tile for _, pips in places(at.question, at.rules))


def test_every_known_mistake_is_met() -> None:
    questions = [of for kind in Kind for *_, of in asked(kind)]
    assert {*MADE} == {slip.mistake for of in questions for slip in of.slips.values()}
