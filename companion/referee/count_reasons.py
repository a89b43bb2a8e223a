"""The count with its reasons: every open end and every covered double."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.i18n import Text, message
from companion.referee.count_change import CountChange, change_between
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import count_written_out, describe_half
from companion.rules.choices import ExposedDouble
from companion.rules.layout import End, Layout

#: The sides of a double that are covered first.
_BOTH_SIDES = 2


class Spot(NamedTuple):
    """An open end, or a covered double, and why it counts what it does."""

    end: End
    reasons: tuple[Reason, ...]


class Count(NamedTuple):
    """A count with the reasons for every spot, the sum written out, and the change."""

    spots: tuple[Spot, ...]
    #: The doubles with no open end, which count nothing.
    covered: tuple[Spot, ...]
    total: int
    written: str
    change: CountChange


def explain_count(book: Book, before: Layout, after: Layout) -> Count:
    """Why the open ends add up to what they do, and what the last tile changed."""
    return Count(
        open_spots(book, after),
        covered_doubles(book, after),
        after.total,
        count_written_out(after),
        change_between(before, after),
    )


def open_spots(book: Book, layout: Layout) -> tuple[Spot, ...]:
    """Every open end in the order of the layout, also those that count nothing."""
    return tuple(Spot(end, tuple(_why_counts(book, layout, end))) for end in layout.ends)


def covered_doubles(book: Book, layout: Layout) -> tuple[Spot, ...]:
    """The doubles with no open end."""
    open_hosts = {end.host for end in layout.ends}
    covered = (
        End(tile, tile.high, counts=0, places=0)
        for tile in layout.tiles
        if tile.is_double and tile not in open_hosts
    )
    return tuple(Spot(end, tuple(_why_covered(book, layout, end))) for end in covered)


def has_free_side(layout: Layout, end: End) -> bool:
    """Whether the double of this end has a free side."""
    return end.places > 2 or not layout.is_spinner(end.host)


def _why_covered(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    is_spinner = layout.is_spinner(end.host)
    if is_spinner and book.rules.counts_ends:
        covered = message("why.all-ways-covered", double=end.host)
        yield book.reason("spinner-count", covered, ends=[end], amounts=[0])
        return
    joined = message(
        "why.joined-all-round" if is_spinner else "why.both-sides-joined", double=end.host
    )
    yield book.reason("covered-double", joined, ends=[end], amounts=[0])
    if not is_spinner:
        yield book.reason("spinners", message("why.no-spinner", double=end.host), ends=[end])


def _why_counts(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    if not end.host.is_double:
        if end.counts:
            half = message("why.open-half", pips=end.pips, host=end.host, counts=end.counts)
        else:
            half = message("why.open-blank", host=end.host)
        yield book.reason("open-half", half, ends=[end], amounts=[end.counts])
    elif layout.is_spinner(end.host) and book.rules.counts_ends:
        yield from _why_by_ways(book, layout, end)
    elif has_free_side(layout, end):
        yield _why_exposed(book, layout, end)
    else:
        covered = message("why.both-sides-covered", double=end.host)
        yield book.reason("covered-double", covered, ends=[end], amounts=[0])
        yield book.reason("spinners", message("why.ends-open", count=end.places), ends=[end])
        yield book.reason("spinner-count", message("why.ends-count-nothing"), ends=[end])


def _why_by_ways(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    """Why a spinner counts what it does, if it counts while one of its ends is free."""
    covered = 4 - end.places
    unset = 7 - sum(end.pips in tile for tile in layout.tiles)
    if book.rules.counts_when_dead and unset:
        waits = message("why.ways-covered", count=covered, double=end.host)
        yield _not_dead(book, end, waits, unset)
    else:
        # With a free side it counts as every double does.
        rule = "exposed-double" if covered < _BOTH_SIDES else "spinner-count"
        yield book.reason(rule, _describe_ways(layout, end), ends=[end], amounts=[end.counts])
        if covered >= _BOTH_SIDES and not book.rules.counts_when_dead:
            yield book.reason("exposed-double", message("why.counts-before-dead"), ends=[end])
    if covered >= _BOTH_SIDES:
        yield book.reason("spinners", message("why.ends-open", count=end.places), ends=[end])


def _describe_ways(layout: Layout, end: End) -> Text:
    double, pips, covered = end.host, end.pips, 4 - end.places
    if not pips:
        return message("why.ways-blank", count=covered, double=double)
    if layout.counted_halves(end) == 1:
        return message("why.ways-one-half", double=double, counts=end.counts)
    return message(
        "why.ways-both-halves", count=covered, double=double, pips=pips, counts=end.counts
    )


def _not_dead(book: Book, end: End, free: Text, unset: int) -> Reason:
    """That a double counts nothing until all tiles of its number are out."""
    half = describe_half(end.pips)
    sentence = message("why.exposed-not-dead", count=unset, free=free, pips=half)
    return book.reason("exposed-double", sentence, ends=[end], amounts=[0, unset])


def _why_exposed(book: Book, layout: Layout, end: End) -> Reason:
    double, pips = end.host, end.pips
    # A lead alone has nothing on either side.
    sides = 2 if layout.tiles == (double,) else 1
    unset = 7 - sum(pips in tile for tile in layout.tiles)
    by_number = book.rules.exposed_double is ExposedDouble.WHEN_DEAD
    if by_number and unset:
        return _not_dead(book, end, message("why.free-sides", count=sides, double=double), unset)
    if not pips:
        sentence = message("why.exposed-blank", count=sides, double=double)
    else:
        sentence = message(
            "why.exposed-dead" if by_number else "why.exposed",
            count=sides,
            double=double,
            pips=pips,
            counts=end.counts,
        )
    return book.reason("exposed-double", sentence, ends=[end], amounts=[end.counts])
