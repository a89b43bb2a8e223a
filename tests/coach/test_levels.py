"""Levels: how much a question shows, and that each is harder than the one before."""

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import (
    LEVELS,
    Chance,
    TablePositions,
    book_named,
    positions_of,
)
from companion.coach.drills.question import NoAnswer, Wanted
from companion.coach.drills.question_key import (
    NoSuchQuestion,
    QuestionKey,
)
from companion.coach.drills.skills import DRILLS, DrillKind, Skill
from companion.i18n import Message
from companion.record.replay import replay
from companion.rules.tile import Tile
from tests.coach.asked import asked, find_position, levels_of
from tests.coach.bounds import assert_within, tiles_of
from tests.coach.looking import Table
from tests.coach.recount import count, places, scores
from tests.coach.test_positions import TABLE


@pytest.mark.parametrize("kind", DrillKind)
def test_few_tiles_lie_there_at_the_low_levels_and_no_double_at_level_0(kind: DrillKind) -> None:
    for key, _, of in asked(kind):
        assert_within(key, of)


@pytest.mark.parametrize(
    "kind", [DrillKind.COUNT, DrillKind.SCORE, DrillKind.CHANGE, DrillKind.SPINNERS]
)
def test_at_level_1_no_double_is_there_but_the_one_that_is_asked_about(kind: DrillKind) -> None:
    for key, _, of in asked(kind):
        if key.level == 1:
            with_pips = [tile for tile in tiles_of(of) if tile.is_double and tile.pips]
            needed = key.skill in (Skill.DOUBLES, Skill.COVERED_SPINNERS)
            assert len(with_pips) == needed, key


@pytest.mark.parametrize("skill", DRILLS[DrillKind.COUNT])
def test_each_level_has_more_to_see_and_to_add_than_the_one_before(skill: Skill) -> None:
    efforts = []
    for level in levels_of(skill):
        ats = [
            Table(of, book.rules, {})
            for key, book, of in asked(DrillKind.COUNT)
            if (key.level, key.skill) == (level, skill)
        ]
        ends = [tile for at in ats for tile, _ in at.lay if at.counts(tile)]
        doubles = [tile for at in ats for tile, _ in at.lay if tile.is_double and tile.pips]
        efforts.append((len(ends) + 2 * len(doubles)) / len(ats))
    assert efforts == sorted(efforts)
    assert efforts[-1] > 2 * efforts[0]


def test_by_the_change_mostly_takes_away_at_the_higher_levels_and_not_always_below() -> None:
    fallen: dict[bool, list[bool]] = {True: [], False: []}
    for key, book, of in asked(DrillKind.CHANGE):
        after = Table(of, book.rules, {}).total
        # A free double takes nothing away at any level.
        if key.skill is not Skill.DOUBLES:
            fallen[key.level > 2].append(after < count(of, book.rules))
    low, high = (sum(fallen[which]) / len(fallen[which]) for which in (False, True))
    assert high > 0.8
    assert 0.2 < low < 0.7


def test_each_change_that_is_offered_is_one_that_a_tile_to_come_makes() -> None:
    for key, book, of in asked(DrillKind.NEED):
        total, rules = count(of, book.rules), book.rules
        for choice in of.choices:
            sentence = choice.reason.sentence if choice.reason else None
            assert isinstance(sentence, Message)
            tile: Tile = sentence["tile"]
            assert tile not in [placed for placed, _ in of.placements]
            assert key.level or not tile.is_double
            made = [
                count(of, rules, (tile, host)) for host, pips in places(of, rules) if pips in tile
            ]
            assert total + int(choice.value) in made, f"{key}: {choice.value}"
        assert of.answer


@pytest.mark.parametrize(("level", "values"), [(0, "no 1 2"), (1, "no 1 2 3 4 5 6 7")])
def test_beginners_choose_what_two_ends_score_and_links_of_before_are_judged(
    level: int, values: str
) -> None:
    made = question(QuestionKey(DrillKind.SCORE, Skill.PLAIN_SUMS, "race-horse", level, 3))
    assert [choice.value for choice in made.choices] == values.split()
    judged = made.judge("5")
    assert not judged.is_right and judged.notes and str(judged.headline["given"]) == "5 pegs"
    with pytest.raises(NoAnswer):
        made.judge("8")


@pytest.mark.parametrize("kind", [DrillKind.TILES, DrillKind.BEST])
def test_every_tile_that_is_offered_goes_somewhere(kind: DrillKind) -> None:
    for key, book, of in asked(kind):
        shown = places(of, book.rules)
        for choice in of.choices:
            assert choice.tile is not None
            assert any(pips in choice.tile for _, pips in shown), f"{key}: {choice.tile}"


def test_where_one_tile_scores_another_goes_on_the_same_end_and_does_not() -> None:
    alike = []
    for _, book, of in asked(DrillKind.TILES):
        if of.wanted is Wanted.ONE:
            (right,) = map(Tile.parse, of.answer)
            shown = places(of, book.rules)
            where = [
                (host, pips)
                for host, pips in shown
                if pips in right and scores(book.rules, count(of, book.rules, (right, host)))
            ]
            rivals = [choice.tile for choice in of.choices if choice.tile not in (right, None)]
            alike.append(any(pips in tile for _, pips in where for tile in rivals if tile))
    assert sum(alike) / len(alike) > 0.9


def test_positions_of_a_table_keep_within_the_level_too() -> None:
    own = positions_of(replay(TABLE).entries)
    book = book_named("race-horse")
    for seed in range(6):
        assert find_position(book, 1, Chance(seed), lambda each: True, own) in own
        low = find_position(book, 0, Chance(seed), lambda each: len(each.placements) > 1, own)
        assert low not in own
        assert not low.doubles and len(low.placements) <= 4
        key = QuestionKey(DrillKind.COUNT, Skill.PLAIN_SUMS, "race-horse", 0, seed)
        assert_within(key, question(key, TablePositions("race-horse", own, "")))


def test_a_search_that_nothing_suits_comes_to_an_end() -> None:
    with pytest.raises(NoSuchQuestion):
        find_position(book_named("race-horse"), 0, Chance(1), lambda each: False)


def test_the_top_level_is_4_and_below_0_there_is_none() -> None:
    assert LEVELS == 4
    with pytest.raises(NoSuchQuestion):
        QuestionKey.parse("count.plain-sums.race-horse.5.1")
