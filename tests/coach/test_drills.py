"""Drills: thousands of questions of each kind, each answer worked out a second time."""

from collections.abc import Iterable
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from companion.coach.drills import question
from companion.coach.key import Key, NoSuchQuestion
from companion.coach.positions import LEVELS, book_named
from companion.coach.question import Wanted
from companion.coach.schedule import PRACTICES
from companion.coach.skills import DRILLS, Kind, Skill, has_drill
from companion.rules.games import GAMES
from companion.rules.rules import SETTINGS
from companion.words import message
from tests.coach.again import AGAIN
from tests.thorough import is_thorough, sampled

GROUNDS = (
    *GAMES,
    "race-horse~spinners=none",
    "race-horse~spinners=first~zero-scores=yes",
    "seven-toed-pete~exposed-double=when-dead",
    "racehorse-1990~rounding=each-hand~tied-block=losers-hands~target=30",
    "seven-toed-pete-chips~washed-up-in-block=counts~tied-block=nobody",
    "seven-rocks~settlement=winner-takes~partners-block=hand",
    "fives-and-threes~points=pips~settlement=difference~drawing=until-it-plays",
    "race-horse~scores-on=threes-and-fives~target-reached=exactly~settlement=difference",
    "sniff~spinners=all~exposed-double=when-dead~drawing=free~boneyard-kept=2",
    "seven-toed-pete~spinner-count=ends~spinner-first=yes~lead-tile=double~partners-out=both",
    "muggins~target-reached=exactly~scores-on=threes-and-fives",
)
#: Questions of each kind on each ground and level.
QUESTIONS = 48 if is_thorough() else 3


def grounds_of(kind: Kind) -> list[str]:
    """The grounds whose rules have something to ask in a drill."""
    return [ground for ground in GROUNDS if has_drill(book_named(ground).rules, kind)]


def drills_of(ground: str) -> list[Kind]:
    """The drills that a ground has something to ask in."""
    return [kind for kind in Kind if has_drill(book_named(ground).rules, kind)]


def keys(kind: Kind) -> list[Key]:
    skills = DRILLS[kind]
    seeds = range(max(1, QUESTIONS // len(skills)))
    levels = range(1, LEVELS + 1)
    return [Key(kind, *each) for each in product(skills, grounds_of(kind), levels, seeds)]


@pytest.mark.parametrize("kind", Kind)
def test_each_answer_is_the_one_that_a_second_count_gives(kind: Kind) -> None:
    for key in keys(kind):
        asked = question(key)
        rules = book_named(key.game).rules
        assert asked.answer == AGAIN[kind](asked, rules), f"{key}: {asked.prompt}"


@pytest.mark.parametrize("kind", Kind)
def test_each_question_can_be_answered_and_says_why(kind: Kind) -> None:
    for key in keys(kind)[::5]:
        asked = question(key)
        values = [choice.value for choice in asked.choices]
        assert len(values) == len({*values})
        if asked.wanted is Wanted.NUMBER:
            assert not values
        else:
            assert asked.answer <= {*values}
            assert 2 <= len(values) <= 9, key
        if asked.wanted is not Wanted.SEVERAL:
            assert len(asked.answer) == 1
        judged = asked.judge(" ".join(asked.answer))
        assert judged.is_right
        assert judged.reasons
        assert not judged.notes


def test_a_hand_at_whose_end_nobody_holds_a_tile_can_be_asked_about() -> None:
    asked = question(Key.parse("settlement.rounding.seven-toed-pete-chips.3.71"))
    assert not any(tiles for _, tiles in asked.hands)
    rules = book_named("seven-toed-pete-chips").rules
    assert asked.answer == AGAIN[Kind.SETTLEMENT](asked, rules)
    assert asked.reasons[0].sentence == message("coach.settlement.none-left")


@pytest.mark.parametrize("kind", Kind)
def test_each_slip_is_wrong_and_told(kind: Kind) -> None:
    for key in keys(kind)[::7]:
        asked = question(key)
        if asked.wanted is Wanted.SEVERAL:
            continue  # There each choice has its reason.
        for value in {*asked.slips} - asked.answer:
            judged = asked.judge(value)
            assert not judged.is_right
            assert judged.notes == (asked.slips[value].reason.sentence,)


@pytest.mark.parametrize("kind", Kind)
def test_no_answer_is_right_by_always_saying_the_same(kind: Kind) -> None:
    for skill in DRILLS[kind]:
        for level in range(1, LEVELS + 1):
            game = "race-horse" if kind in drills_of("race-horse") else "fives-and-threes"
            first, *others = (Key(kind, skill, game, level, seed) for seed in range(30))
            always = question(first).answer
            differs = any(question(other).answer != always for other in others)
            assert differs, f"{kind}, {skill}, level {level}"


@pytest.mark.parametrize("kind", Kind)
def test_the_same_key_always_asks_the_same(kind: Kind) -> None:
    for key in keys(kind)[::11]:
        assert Key.parse(str(key)) == key
        assert question(Key.parse(str(key))) == question(key)


def fingerprint(kinds: Iterable[Kind], games: Iterable[str]) -> str:
    """What the questions of these drills and games come to, in a few letters."""
    asked = [
        f"{key} {sorted(question(key).answer)} {question(key).placements}"
        for key in (
            Key(kind, skill, game, level, seed=61)
            for kind in kinds
            for skill, game, level in product(DRILLS[kind], games, range(1, LEVELS + 1))
            if has_drill(book_named(game).rules, kind)
        )
    ]
    return sha256("\n".join(asked).encode()).hexdigest()[:16]


def test_the_questions_are_the_same_on_every_machine_and_every_python() -> None:
    since = [kind for kind in Kind if kind not in (Kind.WORTH, Kind.BEST)]
    old, new = [*GAMES][:6], [*GAMES][6:]
    told = "the questions of old addresses have changed"
    assert fingerprint(since, old) == "f9501601e91b1aff", told
    assert fingerprint([Kind.WORTH, Kind.BEST], old) == "01d7a89d9346a33b", told
    assert fingerprint(Kind, new) == "89357b9f1af34d90", told


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
        "count.doubles.race-horse.1.-1",
        "count.doubles.race-horse.1.99999999999",
        "count.doubles.RACE.1.1",
    ],
)
def test_no_other_address_is_a_key(text: str) -> None:
    with pytest.raises(NoSuchQuestion):
        Key.parse(text)


@pytest.mark.parametrize("game", ["horses", "race-horse~spinners=some", "race-horse~tiles-each=1"])
def test_there_is_no_question_of_an_unknown_game(game: str) -> None:
    with pytest.raises(NoSuchQuestion):
        question(Key(Kind.COUNT, Skill.DOUBLES, game, 1, 1))


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
        key = Key(kind, skill, game, random.randint(1, LEVELS), random.randrange(10**9))
        asked = question(key)
        assert asked.answer == AGAIN[kind](asked, rules), key
