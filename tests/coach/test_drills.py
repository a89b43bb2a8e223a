"""Drills: thousands of questions of each kind, each answer worked out a second time."""

from collections.abc import Iterable
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question import Wanted
from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import DRILLS, HEADS, PRACTICES, DrillKind, Skill, has_drill
from companion.i18n import message
from companion.rules.games import GAMES
from companion.rules.settings import SETTINGS
from tests.coach.again import AGAIN
from tests.coach.asked import asked, levels_of
from tests.coach.bounds import assert_within
from tests.thorough import sampled, some, thorough


def drills_of(ground: str) -> list[DrillKind]:
    """The drills that a ground has something to ask in."""
    return [kind for kind in DrillKind if has_drill(book_named(ground).rules, kind)]


@pytest.mark.parametrize("kind", DrillKind)
def test_each_answer_is_the_one_that_a_second_count_gives(kind: DrillKind) -> None:
    for key, book, of in asked(kind):
        assert of.answer == AGAIN[kind](of, book.rules), f"{key}: {of.prompt}"


@pytest.mark.parametrize("kind", DrillKind)
def test_each_question_can_be_answered_and_says_why(kind: DrillKind) -> None:
    for key, _, of in asked(kind)[::2]:
        values = [choice.value for choice in of.choices]
        assert len(values) == len({*values})
        if of.wanted is Wanted.NUMBER:
            assert not values
        else:
            assert of.answer <= {*values}
            assert 2 <= len(values) <= 9, key
        if of.wanted is not Wanted.SEVERAL:
            assert len(of.answer) == 1
        judged = of.judge(" ".join(of.answer))
        assert judged.is_right
        assert judged.reasons
        assert not judged.notes


def test_a_hand_at_whose_end_nobody_holds_a_tile_can_be_asked_about() -> None:
    of = question(QuestionKey.parse("settlement.rounding.seven-toed-pete-chips.3.71"))
    assert not any(tiles for _, tiles in of.hands)
    rules = book_named("seven-toed-pete-chips").rules
    assert of.answer == AGAIN[DrillKind.SETTLEMENT](of, rules)
    assert of.reasons[0].sentence == message("coach.settlement.none-left")


@pytest.mark.parametrize("kind", DrillKind)
def test_no_answer_is_right_by_always_saying_the_same(kind: DrillKind) -> None:
    for skill in DRILLS[kind]:
        for level in some(levels_of(skill), 2):
            game = "race-horse" if kind in drills_of("race-horse") else "fives-and-threes"
            first, *others = (QuestionKey(kind, skill, game, level, seed) for seed in range(30))
            always = question(first).answer
            differs = any(question(other).answer != always for other in others)
            assert differs, f"{kind}, {skill}, level {level}"


@pytest.mark.parametrize("kind", DrillKind)
def test_the_same_key_always_asks_the_same(kind: DrillKind) -> None:
    for key, _, of in asked(kind)[::11]:
        assert QuestionKey.parse(str(key)) == key
        assert question(QuestionKey.parse(str(key))) == of


def fingerprint(kinds: Iterable[DrillKind], games: Iterable[str]) -> str:
    """What the questions of these drills and games come to, in a few letters."""
    asked = [
        f"{key} {sorted((of := question(key)).answer)} {of.placements}"
        for key in (
            QuestionKey(kind, skill, game, level, seed=61)
            for kind in kinds
            for skill, game in product(DRILLS[kind], games)
            for level in levels_of(skill)
            if has_drill(book_named(game).rules, kind)
        )
    ]
    return sha256("\n".join(asked).encode()).hexdigest()[:16]


HEADS_SINCE = [kind for kind in HEADS if kind is not DrillKind.WORTH]
CHANGED = "the questions of old addresses have changed"


def test_the_questions_are_the_same_on_every_machine_and_every_python() -> None:
    assert fingerprint([DrillKind.WORTH, DrillKind.BEST], [*GAMES][:6]) == "52bdd7abbc898da4", (
        CHANGED
    )
    assert fingerprint(HEADS_SINCE, GAMES) == "0e81ef44af50d65c", CHANGED


@thorough
def test_so_are_the_questions_of_all_other_drills() -> None:
    old, new = [*GAMES][:6], [*GAMES][6:]
    before = [kind for kind in DrillKind if kind not in HEADS_SINCE]
    since = [kind for kind in before if kind not in (DrillKind.WORTH, DrillKind.BEST)]
    assert fingerprint(since, old) == "1658142c0636b814", CHANGED
    assert fingerprint(before, new) == "99da110066eade48", CHANGED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "count",
        "count.doubles.race-horse.1",
        "count.rounding.race-horse.1.1",
        "sums.doubles.race-horse.1.1",
        "count.sums.race-horse.1.1",
        "count.doubles.race-horse.5.1",
        "count.doubles.race-horse.0.1",
        "exhausted.what-is-out.race-horse.0.1",
        "count.doubles.race-horse.1.-1",
        "count.doubles.race-horse.1.99999999999",
        "count.doubles.RACE.1.1",
    ],
)
def test_no_other_address_is_a_key(text: str) -> None:
    with pytest.raises(NoSuchQuestion):
        QuestionKey.parse(text)


def test_no_question_is_below_the_lowest_level_of_its_skill() -> None:
    with pytest.raises(NoSuchQuestion):
        question(QuestionKey(DrillKind.COUNT, Skill.DOUBLES, "race-horse", 0, 1))
    assert question(QuestionKey(DrillKind.COUNT, Skill.PLAIN_SUMS, "race-horse", 0, 1)).answer


@pytest.mark.parametrize("game", ["horses", "race-horse~spinners=some", "race-horse~tiles-each=1"])
def test_there_is_no_question_of_an_unknown_game(game: str) -> None:
    with pytest.raises(NoSuchQuestion):
        question(QuestionKey(DrillKind.COUNT, Skill.DOUBLES, game, 1, 1))


@pytest.mark.parametrize("seed", range(4))
def test_under_any_house_rules_a_second_count_agrees(seed: int) -> None:
    random = Random(seed)
    free = [name for name in SETTINGS if name not in ("target", "tiles-each")]
    for _ in range(sampled(240)):
        names = random.sample(free, random.randint(1, 7))
        changes = [f"{name}={random.choice([*SETTINGS[name].values])}" for name in names]
        game = "~".join([random.choice([*GAMES]), *changes])
        rules = book_named(game).rules
        kind, skill = random.choice([each for each in PRACTICES if has_drill(rules, each.kind)])
        key = QuestionKey(
            kind, skill, game, random.choice(levels_of(skill)), random.randrange(10**9)
        )
        of = question(key)
        assert of.answer == AGAIN[kind](of, rules), key
        assert_within(key, of)
