"""Praise for a right answer: what was good about it, from the question and the time.

It only says what is true; if there is nothing special there is no praise.
"""

from collections.abc import Iterator

from companion.coach.drills.answer_reasons import counts_of
from companion.coach.drills.practice_positions import halves_of, lay
from companion.coach.drills.question import Half, Question, Wanted
from companion.coach.drills.skills import DrillKind
from companion.i18n import Message, Text, message
from companion.rules.layout import Layout
from companion.rules.tile import Tile

#: Anyone can take off fewer pips than these.
_MANY_PIPS = 6
#: So many open ends make a long sum.
_MANY_ENDS = 4
#: Quicker than this share of the usual time is quick.
_QUICK = 0.75


def praise_speed(milliseconds: int | None, usual: float | None) -> Text | None:
    """How much quicker an answer was than usual for its kind; None if it was not.

    The usual time is given in whole seconds, rounded down.
    """
    if milliseconds is None or usual is None:
        return None
    seconds = int(usual / 1000)
    if not 0 < milliseconds <= min(_QUICK * usual, 1000 * seconds):
        return None
    return message("praise.quicker", count=seconds)


def praises(kind: DrillKind, question: Question) -> Iterator[Text]:
    """The good points of the right answer to a question of a drill."""
    match kind:
        case DrillKind.COUNT | DrillKind.SCORE if question.position is not None:
            yield from _of_layout(question.position.layout)
        case DrillKind.CHANGE:
            yield from _of_change(question)
        case DrillKind.DOUBLE_AND_ADD | DrillKind.THREE_ENDS:
            yield from _of_ends(question)
        case DrillKind.TAKE_DOUBLE:
            (double,) = (
                each for each in question.shown if isinstance(each, Tile) and each.is_double
            )
            yield from _taken_off(double.pips)
    if question.wanted is Wanted.SEVERAL:
        if not question.answer:
            yield message("praise.none-there")
        elif len(question.answer) > 1:
            yield message("praise.all-found", count=len(question.answer))


def _of_layout(layout: Layout) -> Iterator[Text]:
    """Doubles that count and doubles that don't, and a long sum."""
    doubles = [tile for tile in layout.tiles if tile.is_double and tile.pips]
    yield from _doubles_counted(sum(counts_of(layout, double) > 0 for double in doubles))
    for double in doubles:
        if not halves_of(layout, double):
            yield message("praise.left-out", tile=double)
            break
    yield from _long_sum(sum(end.counts > 0 for end in layout.ends))


def _of_ends(question: Question) -> Iterator[Text]:
    doubles = [each for each in question.shown if isinstance(each, Tile)]
    yield from _doubles_counted(len(doubles))
    if len(doubles) == 1:
        yield message("praise.both-halves", tile=doubles[0])
    yield from _long_sum(len(doubles) + sum(isinstance(each, Half) for each in question.shown))


def _of_change(question: Question) -> Iterator[Text]:
    assert isinstance(question.prompt, Message) and question.position is not None
    after, host = question.position.layout, question.prompt["host"]
    before = lay(after.rules, question.placements)
    yield from _taken_off(counts_of(before, host) - counts_of(after, host))


def _taken_off(pips: int) -> Iterator[Text]:
    if pips >= _MANY_PIPS:
        yield message("praise.took-off", pips=pips)


def _doubles_counted(number: int) -> Iterator[Text]:
    if number > 1:
        yield message("praise.doubles", count=number)


def _long_sum(ends: int) -> Iterator[Text]:
    if ends >= _MANY_ENDS:
        yield message("praise.ends", count=ends)
