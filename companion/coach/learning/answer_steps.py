"""The answer as it is shown: what is added to the layout, the sum term by term, and praise.

All numbers come from the rules and from the referee's own explanations. Praise only says what is
true: what was good about a right answer, from the question and the time. If there is nothing
special there is none.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from companion.coach.drills.answer_reasons import counts_of, write_ends
from companion.coach.drills.change_drills import totals_of
from companion.coach.drills.count_values import worth_or_nothing
from companion.coach.drills.practice_positions import halves_of, lay
from companion.coach.drills.question import Half, Question, Wanted
from companion.coach.drills.rounding_steps import Sum
from companion.coach.drills.skills import DrillKind
from companion.coach.learning.lessons import Action
from companion.i18n import Message, Text, message
from companion.referee.count_reasons import CountChange, change_between
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile


class ShownAnswer(NamedTuple):
    """What to show once a question is answered."""

    sums: tuple[Sum, ...] = ()
    #: The layout before the answer, and as the answer has it.
    before: Layout | None = None
    layout: Layout | None = None
    #: The tiles that come with the answer, each with its host.
    comes: tuple[Placement, ...] = ()
    #: What the one new tile does to the count.
    change: CountChange | None = None
    #: The tiles that are the answer, each group after the other.
    telling: tuple[tuple[Tile, ...], ...] = ()
    #: The count before the answer, where it changes before one's eyes.
    asked: tuple[Sum, ...] = ()


def show(asks: str, question: Question) -> ShownAnswer:
    """How to show the answer to a question of a drill or a screen with that name."""
    if question.position is None or asks not in _SHOW:
        return ShownAnswer(question.sums or tuple(_written_out(question)))
    return _SHOW[asks](question, question.position.layout)


def _written_out(question: Question) -> Iterator[Sum]:
    """The sums among the reasons, if no layout shows them."""
    for reason in question.reasons:
        sentence = reason.sentence
        if isinstance(sentence, Message) and sentence.id == "coach.sum":
            yield Sum.of(str(sentence["sum"]))


def _counted(question: Question, layout: Layout) -> ShownAnswer:
    return ShownAnswer((Sum.of(write_ends(layout)),), layout, layout)


def _changed(question: Question, layout: Layout) -> ShownAnswer:
    before = lay(layout.rules, question.placements)
    assert question.position is not None
    return _with_tile(before, question.position.laid[-1], with_sums=True)


def _with_tile(before: Layout, placement: Placement, *, with_sums: bool) -> ShownAnswer:
    layout = before.set_tile(*placement)
    change = change_between(before, layout)
    sums = (Sum.of_change(change, layout.total),) if with_sums else ()
    return ShownAnswer(sums, before, layout, (placement,), change)


def _tiles(question: Question, layout: Layout, *, with_sums: bool = True) -> ShownAnswer:
    """The right tiles on the ends where they score most, each with the count that it makes."""
    right = [each.tile for each in question.choices if each.value in question.answer]
    places = [_best_place(layout, tile) for tile in right if tile]
    return _several(layout, places, with_sums=with_sums)


def _best_place(layout: Layout, tile: Tile) -> Placement:
    def worth(place: tuple[Tile, int]) -> tuple[bool, int]:
        return layout.rules.scores(place[1]), worth_or_nothing(layout.rules, place[1])

    host, _ = max(totals_of(layout, tile), key=worth)
    return tile, host


def _held(question: Question, layout: Layout) -> ShownAnswer:
    """The tile that one holds on its end, and the count before and after."""
    (tile,), (value,) = question.shown, question.answer
    assert isinstance(tile, Tile)
    shown = _with_tile(layout, (tile, Tile.parse(value.partition("/")[0])), with_sums=False)
    assert shown.layout is not None
    was, now = (Sum.of(write_ends(each)) for each in (layout, shown.layout))
    return shown._replace(sums=(now,), asked=(was,))


def _needed(question: Question, layout: Layout) -> ShownAnswer:
    """A tile for each change that is needed, if there is one."""
    if any(choice.tile for choice in question.choices):
        return _tiles(question, layout)
    makes: dict[int, Placement] = {}
    for tile in layout.unset:
        for host, total in totals_of(layout, tile):
            makes.setdefault(total - layout.total, (tile, host))
    changes = sorted(map(int, question.answer))
    return _several(layout, [makes[each] for each in changes if each in makes], with_sums=True)


def _several(layout: Layout, places: list[Placement], *, with_sums: bool) -> ShownAnswer:
    """One tile as it is played; several each by itself, if they are not in each other's way."""
    if len(places) == 1:
        return _with_tile(layout, places[0], with_sums=with_sums)
    after, comes, sums = layout, list[Placement](), list[Sum]()
    for tile, host in places:
        alone = layout.set_tile(tile, host)
        sums.append(Sum.of_change(change_between(layout, alone), alone.total, tile))
        # The same tile may do what two changes ask.
        is_free = tile not in after.tiles and all(host != taken for _, taken in comes)
        if is_free and after.fits(tile, host):
            comes.append((tile, host))
            after = after.set_tile(tile, host)
    return ShownAnswer(tuple(sums) if with_sums else (), layout, after, tuple(comes))


def _doubles(question: Question, layout: Layout) -> ShownAnswer:
    """What each double asked about counts."""
    assert question.position is not None
    asked = (question.position.last, *(choice.tile for choice in question.choices))
    doubles = [tile for tile in asked if tile]
    sums = (Sum.of(str(counts_of(layout, double)), double) for double in doubles)
    return ShownAnswer(tuple(sums), layout, layout, telling=tuple((double,) for double in doubles))


def _exhausted(question: Question, layout: Layout) -> ShownAnswer:
    """The seven tiles of each number that is used up, or the played ones of one number."""
    if asked := [each.tile for each in question.choices if each.tile]:
        is_set = tuple(tile for tile in asked if tile in layout.tiles)
        return ShownAnswer((), layout, layout, telling=(is_set,) if is_set else ())
    numbers = sorted(map(int, question.answer))
    telling = tuple(tuple(tile for tile in layout.tiles if pips in tile) for pips in numbers)
    return ShownAnswer((), layout, layout, telling=telling)


#: By what a drill or a screen asks; one that is missing has nothing to show but its sums.
_SHOW: Mapping[str, Callable[[Question, Layout], ShownAnswer]] = {
    DrillKind.COUNT: _counted,
    DrillKind.SCORE: _counted,
    DrillKind.CHANGE: _changed,
    **dict.fromkeys((DrillKind.TILES, DrillKind.BEST), _tiles),
    DrillKind.NEED: _needed,
    DrillKind.SPINNERS: _doubles,
    DrillKind.EXHAUSTED: _exhausted,
    Action.END: _held,
    Action.WORTH: _counted,
    **dict.fromkeys((Action.SCORING, Action.EARNING, Action.WINNING), _tiles),
    Action.FITTING: partial(_tiles, with_sums=False),
}


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
