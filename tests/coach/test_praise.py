"""Praise: said only where a second count finds that it is so."""

from collections.abc import Iterator
from itertools import product

import pytest

from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, has_drill
from companion.coach.learning.answer_steps import praise_speed, praises
from companion.i18n import Message, message
from tests.coach.looking import Table
from tests.coach.recount_heads import covered, shown_ends
from tests.thorough import is_thorough, sampled

GROUNDS = ("race-horse", "sniff", "muggins", "seven-toed-pete~exposed-double=when-dead")
HEADS = (DrillKind.DOUBLE_AND_ADD, DrillKind.THREE_ENDS, DrillKind.TAKE_DOUBLE)


def asked() -> Iterator[tuple[QuestionKey, Question, Table]]:
    seeds = range(sampled(40))
    for kind, game, level, seed in product(DrillKind, GROUNDS, (1, 2, 3, 4), seeds):
        rules = book_named(game).rules
        if has_drill(rules, kind) and (is_thorough() or (level + seed) % 4 == 1):
            key = QuestionKey(kind, DRILLS[kind][seed % len(DRILLS[kind])], game, level, seed)
            of = question(key)
            yield key, of, Table(of, rules, {})


def test_praise_is_never_false() -> None:
    met = set()
    for key, of, at in asked():
        for praise in praises(key.kind, of):
            assert isinstance(praise, Message)
            met.add(praise.id)
            assert IS_SO[praise.id](key, of, at, praise), f"{key}: {praise}"
    assert met == {*IS_SO}


def took_off(key: QuestionKey, of: Question, at: Table, said: Message) -> bool:
    if key.kind is DrillKind.TAKE_DOUBLE:
        return bool(said["pips"] == 2 * covered(of)[1])
    assert isinstance(of.prompt, Message)
    host = of.prompt["host"]
    return bool(said["pips"] == at.counts(host, of.placements) - at.counts(host) > 0)


def doubles(key: QuestionKey, of: Question, at: Table, said: Message) -> bool:
    number = len([each for each in of.shown if hasattr(each, "high")])
    if key.kind not in HEADS:
        number = len(at.free)
    return said.count == number > 1


def both_halves(key: QuestionKey, of: Question, at: Table, said: Message) -> bool:
    return str(said["tile"]) in str(of.prompt) and said["tile"].is_double


def left_out(key: QuestionKey, of: Question, at: Table, said: Message) -> bool:
    return said["tile"] in at.covered and said["tile"].pips > 0


def ends(key: QuestionKey, of: Question, at: Table, said: Message) -> bool:
    if key.kind in HEADS:
        pairs = len([each for each in of.shown if hasattr(each, "high")])
        return said.count == len(shown_ends(of)) - pairs
    halves = [
        pips
        for tile, _ in at.lay
        if not tile.is_double
        for pips in tile
        if pips and not any(pips in other for other in at.joined(tile))
    ]
    return said.count == len(halves) + len(at.free)


IS_SO = {
    "praise.took-off": took_off,
    "praise.doubles": doubles,
    "praise.both-halves": both_halves,
    "praise.left-out": left_out,
    "praise.ends": ends,
    "praise.all-found": lambda key, of, at, said: said.count == len(of.answer) > 1,
    "praise.none-there": lambda key, of, at, said: not of.answer,
}


@pytest.mark.parametrize(
    ("milliseconds", "usual", "seconds"),
    [
        (3000, 6000.0, 6),
        (4500, 6900.0, 6),
        (4600, 6000.0, None),
        (700, 900.0, None),
        (600, 1100.0, 1),
        (None, 6000.0, None),
        (3000, None, None),
        (0, 6000.0, None),
        (-5, 6000.0, None),
    ],
)
def test_quick_is_who_needs_three_quarters_of_the_usual_time_and_less_than_is_told(
    milliseconds: int | None, usual: float | None, seconds: int | None
) -> None:
    said = message("praise.quicker", count=seconds) if seconds else None
    assert praise_speed(milliseconds, usual) == said
