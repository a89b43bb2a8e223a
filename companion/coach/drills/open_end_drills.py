"""Drills on ends without their layout: a few halves, and doubles that are free or just covered.

For each a layout that shows just these ends is made, and the referee counts it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.coach.drills.answer_reasons import double_reason
from companion.coach.drills.common_mistakes import CommonMistake, miscounts, mistake
from companion.coach.drills.mental_drills import ask_number
from companion.coach.drills.practice_positions import LEVELS, Chance
from companion.coach.drills.question import Half, Question
from companion.coach.drills.question_key import Asking
from companion.i18n import listed, message
from companion.referee.rule_book import Book
from companion.referee.scoring_text import write_sum
from companion.rules.choices import SpinnerFirst, Spinners
from companion.rules.layout import Layout
from companion.rules.settings import Rules
from companion.rules.tile import Tile

#: An open end by what it shows: the half of a single, or a double with a free side.
Loose = Half | Tile

#: The arms begin here. It is blank: free or covered, it counts zero.
_HUB = Tile(0, 0)
#: By level: how many halves there are, of how many pips each, and their sum.
_HALVES = ((3, 1, 3, 9), (3, 1, 4, 10), (3, 1, 6, 18), (4, 1, 6, 16), (4, 3, 6, 24))
_LEAST_OF_HARD = 16


def lay_ends(rules: Rules, ends: Sequence[Loose], kept: Iterable[Tile] = ()) -> Layout | None:
    """A layout that shows these ends, without the tiles kept; None if there is none.

    Its arms begin at the double blank.
    """
    # What is covered first changes where tiles may go, but not what ends count.
    layout = Layout(replace(rules, spinner_first=SpinnerFirst.NO)).set_tile(_HUB)
    doubles = [end for end in ends if isinstance(end, Tile)]
    for end in ends:
        pips = end.high if isinstance(end, Tile) else end.pips
        arm = _arm(pips, {*layout.tiles, *kept, *doubles})
        if not arm:
            return None
        hosts = (_HUB, *arm)
        for tile, host in zip(arm, hosts, strict=False):
            layout = layout.set_tile(tile, host)
        if isinstance(end, Tile):
            layout = layout.set_tile(end, arm[-1])
    return layout


def _arm(pips: int, taken: set[Tile]) -> tuple[Tile, ...]:
    """The shortest arm from a blank to a half: one tile or two; empty if none are left."""
    if Tile(pips, 0) not in taken:
        return (Tile(pips, 0),)
    for between in range(1, 7):
        arm = Tile(between, 0), Tile(max(pips, between), min(pips, between))
        if between != pips and not {*arm} & taken:
            return arm
    return ()


# ---- Halves ----


def ask_ends(asking: Asking) -> Question:
    """6, 5 and 3: what is the count? Three ends first, four later."""
    # A wider range begins with that of the next level.
    number, least, most, together = _HALVES[max(asking.key.level, asking.key.is_wide)]
    while True:
        halves = [Half(asking.chance.between(least, most)) for _ in range(number)]
        total = sum(half.pips for half in halves)
        is_hard = asking.key.level < LEVELS or total >= _LEAST_OF_HARD
        is_fitting = total <= together and is_hard and len({*halves}) > 1
        layout = lay_ends(asking.book.rules, halves) if is_fitting else None
        if layout is not None:
            break
    return _ask_count(asking, halves, layout, asking.chance.shuffled([*_end_slips(asking, halves)]))


def _ask_count(
    asking: Asking, ends: Sequence[Loose], layout: Layout, slips: Iterable[CommonMistake]
) -> Question:
    counts = [end.pips for end in ends]
    names = (end if isinstance(end, Tile) else end.pips for end in ends)
    doubles = (end for end in ends if isinstance(end, Tile))
    why = (double_reason(asking.book, layout, double) for double in doubles)
    written = asking.book.reason("open-half", message("coach.sum", sum=write_sum(counts)))
    return ask_number(
        asking,
        message("coach.ask.ends", ends=listed(names)),
        layout.total,
        (*why, written),
        (*slips, *miscounts(asking.book, layout.total, "open-half", (1,))),
        shown=ends,
    )


def _end_slips(asking: Asking, ends: Sequence[Loose]) -> Iterator[CommonMistake]:
    """A half left out or counted twice, and a ten lost on the way."""
    book, total = asking.book, sum(end.pips for end in ends)
    for pips, times in Counter(end.pips for end in ends if isinstance(end, Half)).items():
        left_out = "one-end-left-out" if times > 1 else "end-left-out"
        yield mistake(book, left_out, total - pips, breaks="open-half", pips=pips)
        yield mistake(book, "end-twice", total + pips, breaks="open-half", pips=pips)
    if total > 10:
        yield mistake(book, "ten-lost", total - 10, breaks="open-half")


# ---- Doubles with a free side ----


def ask_doubles(asking: Asking) -> Question:
    """5-5 and a 3: what is the count? One double first, two later."""
    book = asking.book
    while True:
        ends = _with_doubles(asking, book.rules)
        layout = lay_ends(book.rules, ends)
        if layout is not None:
            break
    doubles = [end for end in ends if isinstance(end, Tile)]
    slips = list[CommonMistake]()
    for double in doubles:
        less = layout.total - double.high
        slips.append(mistake(book, "half-forgotten", less, breaks="exposed-double", tile=double))
    if len(doubles) > 1:
        halves = layout.total - sum(double.high for double in doubles)
        slips.insert(0, mistake(book, "halves-forgotten", halves))
    for double in doubles:
        slips.append(mistake(book, "double-left-out", layout.total - double.pips, tile=double))
    others = asking.chance.shuffled([*_end_slips(asking, ends)])
    return _ask_count(asking, ends, layout, (*slips, *others))


def _with_doubles(asking: Asking, rules: Rules) -> tuple[Loose, ...]:
    """One double and an end, then more of both: if there are no spinners, two ends in all."""
    chance, level, is_wide = asking.chance, asking.key.level, asking.key.is_wide
    branches = rules.spinners is not Spinners.NONE
    doubles, halves = 1, 1
    if level > 2:
        doubles, halves = (2, level - 2 if branches else 0)
    elif level == 2 and branches:
        halves = 2
    least, most = (1, 5) if level < 2 else (2, 6) if level < LEVELS else (4, 6)
    if is_wide and not halves:
        least = 1
    pips = chance.some_of(range(least, most + 1), doubles)
    few = level < 2 and not is_wide
    singles = (Half(chance.between(1, 4 if few else 6)) for _ in range(halves))
    return (*(Tile(each, each) for each in pips), *singles)


# ---- Doubles that are covered now ----


def ask_covered(asking: Asking) -> Question:
    """The count was 24, and the 6-0 covers the 6-6: what now? Later its other half adds some."""
    book = asking.book
    while True:
        double, cover, others = _with_cover(asking.chance, asking.key.level, book.rules)
        before = lay_ends(book.rules, (double, *others), [cover])
        if before is not None:
            break
    after = before.set_tile(cover, double)
    was, new = before.total, cover.other_half(double.high)
    terms = [was, -double.pips, *([new] if new else [])]
    written = book.reason("open-half", message("coach.sum", sum=write_sum(terms)))
    return ask_number(
        asking,
        message("coach.ask.covered", total=was, tile=cover, host=double),
        after.total,
        (double_reason(book, after, double), written),
        (*_cover_slips(book, was, double, new), *miscounts(book, after.total, "open-half", (1,))),
        # The half that joins it is next to the double.
        shown=(was, double, cover) if cover.high == double.high else (was, cover, double),
    )


def _with_cover(chance: Chance, level: int, rules: Rules) -> tuple[Tile, Tile, tuple[Loose, ...]]:
    """A double, the tile that covers it, and the other ends: a blank comes first, then more."""
    pips = chance.between(*((1, 5) if level < 2 else (2, 6) if level < LEVELS else (4, 6)))
    new = 0
    if level > 2:
        new = chance.one_of([each for each in range(1, 7) if each != pips])
    cover, number = Tile(max(pips, new), min(pips, new)), (1, 1, 2, 2, 3)[level]
    others: list[Loose] = []
    if rules.spinners is Spinners.NONE:
        number = 1
        if level > 2 and chance.happens(0.5):
            # A free double at the other end, which stays.
            stays = chance.one_of([each for each in range(1, 7) if each != pips])
            others, number = [Tile(stays, stays)], 0
    others += [Half(chance.between(1, 6)) for _ in range(number)]
    return Tile(pips, pips), cover, tuple(others)


def _cover_slips(book: Book, was: int, double: Tile, new: int) -> Iterator[CommonMistake]:
    after = was - double.pips + new
    yield mistake(book, "count-before", was, breaks="covered-double")
    yield mistake(book, "half-taken", after + double.high, tile=double)
    if new:
        yield mistake(book, "double-kept", after + double.pips, tile=double)
        yield mistake(book, "end-left-out", after - new, breaks="open-half", pips=new)
    if double.pips >= 10:
        pips = double.pips
        yield mistake(book, "ten-kept", after + 10, breaks="covered-double", pips=pips)
    added = after + 2 * double.pips
    yield mistake(book, "double-added", added, breaks="covered-double", tile=double)
