"""The drills of the head: a few numbers at a tap, harder by level, on ends that can lie so."""

from statistics import mean

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.open_end_drills import lay_ends
from companion.coach.drills.practice_positions import LEVELS, book_named
from companion.coach.drills.question import Half, Question, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, HEADS, DrillKind, Skill, has_drill
from companion.rules.games import GAMES
from companion.rules.tile import Tile
from tests.coach.again import AGAIN
from tests.coach.recount import numbers
from tests.count_from_scratch import ends_from_scratch
from tests.thorough import sampled

#: Skills that are asked for before there are doubles.
_FROM_NOTHING = (Skill.MOD_FIVE_CHANGES, Skill.PLAIN_SUMS)


def levels(kind: DrillKind) -> range:
    (skill,) = DRILLS[kind]
    return range(0 if skill in _FROM_NOTHING else 1, LEVELS + 1)


def asked(kind: DrillKind, level: int, seeds: int) -> list[Question]:
    game = "fives-and-threes" if kind is DrillKind.WORTH else "race-horse"
    return [
        question(QuestionKey(kind, DRILLS[kind][0], game, level, seed)) for seed in range(seeds)
    ]


@pytest.mark.parametrize("kind", HEADS)
def test_each_is_answered_by_one_of_four_to_six_numbers_that_rise(kind: DrillKind) -> None:
    for level in levels(kind):
        for of in asked(kind, level, sampled(200)):
            if of.wanted is Wanted.SEVERAL:
                assert kind is DrillKind.WORTH and level == LEVELS
                continue
            values = [int(choice.value) for choice in of.choices]
            assert 4 <= len(values) <= 6
            assert values == sorted({*values})
            # A wrong number stands there only where a mistake leads to it.
            assert {choice.value for choice in of.choices} == of.answer | {*of.slips}


def test_the_easiest_level_is_right_too() -> None:
    rules = book_named("race-horse").rules
    for kind in (DrillKind.COMPLEMENT, DrillKind.THREE_ENDS, DrillKind.TO_PEGS):
        for of in asked(kind, 0, 40):
            assert of.answer == AGAIN[kind](of, rules)


@pytest.mark.parametrize(
    "kind", [DrillKind.THREE_ENDS, DrillKind.DOUBLE_AND_ADD, DrillKind.TO_FIVE]
)
def test_sums_grow_by_level(kind: DrillKind) -> None:
    sizes = [
        mean(int(*of.answer) * len(of.shown) for of in asked(kind, level, 60))
        for level in levels(kind)
    ]
    assert sizes == sorted(sizes)


def test_a_count_is_completed_upwards_first_and_then_both_ways() -> None:
    def goes_down(of: Question) -> bool:
        return " down " in str(of.prompt)

    easy = [of for level in range(3) for of in asked(DrillKind.COMPLEMENT, level, 40)]
    assert not any(map(goes_down, easy))
    assert any(map(goes_down, asked(DrillKind.COMPLEMENT, 3, 40)))
    # At last the nearest one that scores is passed over.
    assert {int(*of.answer) > 5 for of in asked(DrillKind.COMPLEMENT, LEVELS, 40)} == {True}


def test_a_double_is_covered_by_a_blank_before_anything_is_added() -> None:
    for level in (1, 2):
        for of in asked(DrillKind.TAKE_DOUBLE, level, 30):
            was, high, low, double, _ = numbers(str(of.prompt))
            assert low == 0 and of.answer == {str(was - 2 * double)} and high == double


@pytest.mark.parametrize(
    ("game", "lacks"),
    [
        ("race-horse", {DrillKind.WORTH}),
        ("race-horse-celko", {DrillKind.TO_PEGS, DrillKind.WORTH}),
        ("muggins", {DrillKind.THREE_ENDS, DrillKind.TO_PEGS, DrillKind.WORTH}),
        ("fives-and-threes", {DrillKind.THREE_ENDS, DrillKind.TO_PEGS, DrillKind.TO_FIVE}),
        ("sniff", {DrillKind.TAKE_DOUBLE, DrillKind.WORTH}),
        ("race-horse~exposed-double=when-dead", {DrillKind.DOUBLE_AND_ADD, DrillKind.TAKE_DOUBLE}),
    ],
)
def test_a_game_has_what_its_counts_can_be_asked(game: str, lacks: set[DrillKind]) -> None:
    rules = book_named(game).rules
    assert {kind for kind in HEADS if not has_drill(rules, kind)} - {DrillKind.WORTH} == lacks - {
        DrillKind.WORTH
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_layout_behind_loose_ends_shows_them_and_no_others(game: str) -> None:
    rules = book_named(game).rules
    ends = (Tile(5, 5), Half(3))
    layout = lay_ends(rules, ends)
    assert layout is not None
    placements = tuple(zip(layout.tiles, hosts(layout.tiles), strict=True))
    again = ends_from_scratch(placements, str(rules.spinners), "both-halves", "sides")
    assert sorted(pips for pips in again.values() if pips) == [3, 10]
    assert layout.total == 13


def hosts(tiles: tuple[Tile, ...]) -> list[Tile | None]:
    """What each tile lies on: the blank where it can, else the tile before it."""
    return [
        None if not at else tiles[0] if 0 in tile else tiles[at - 1]
        for at, tile in enumerate(tiles)
    ]


def test_ends_that_no_layout_shows_have_none() -> None:
    rules = book_named("race-horse").rules
    assert lay_ends(rules, [Half(6)] * 2, [Tile(6, each) for each in range(6)]) is None
