"""The spots of a layout: every open end and every covered double, and why it counts so."""

from collections.abc import Iterator

from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.ruling import Spot
from companion.rules.choices import ExposedDouble
from companion.rules.layout import End, Layout
from companion.rules.tile import Tile
from companion.words import Text, message


def open_spots(book: Book, layout: Layout) -> tuple[Spot, ...]:
    """Every open end in the order of the layout, those that count nothing among them."""
    return tuple(Spot(end, tuple(_why_counts(book, layout, end))) for end in layout.ends)


def covered_doubles(book: Book, layout: Layout) -> tuple[Spot, ...]:
    """The doubles on which nothing is open any more."""
    open_hosts = {end.host for end in layout.ends}
    return tuple(
        _covered(book, layout, tile)
        for tile in layout.tiles
        if tile.is_double and tile not in open_hosts
    )


def _covered(book: Book, layout: Layout, double: Tile) -> Spot:
    end = End(double, double.high, 0, 0)
    if layout.is_spinner(double):
        joined = message("why.joined-all-round", double=double)
        return Spot(end, (book.reason("covered-double", joined, ends=[end], amounts=[0]),))
    joined = message("why.both-sides-joined", double=double)
    no_spinner = message("why.no-spinner", double=double)
    return Spot(
        end,
        (
            book.reason("covered-double", joined, ends=[end], amounts=[0]),
            book.reason("spinners", no_spinner, ends=[end]),
        ),
    )


def describe_half(pips: int) -> Text | int:
    """A half by its pips: `6`, and `blank` for none."""
    return pips or message("half.blank")


def has_free_side(layout: Layout, end: End) -> bool:
    """Whether the double of this end can still be joined on a side."""
    return end.places > 2 or not layout.is_spinner(end.host)


def _why_counts(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    if not end.host.is_double:
        yield _half(book, end)
    elif has_free_side(layout, end):
        yield _exposed(book, layout, end)
    else:
        covered = message("why.both-sides-covered", double=end.host)
        yield book.reason("covered-double", covered, ends=[end], amounts=[0])
        yield book.reason("spinners", message("why.ends-open", count=end.places), ends=[end])


def _half(book: Book, end: End) -> Reason:
    if end.counts:
        sentence = message("why.open-half", pips=end.pips, host=end.host, counts=end.counts)
    else:
        sentence = message("why.open-blank", host=end.host)
    return book.reason("open-half", sentence, ends=[end], amounts=[end.counts])


def _exposed(book: Book, layout: Layout, end: End) -> Reason:
    double, pips = end.host, end.pips
    # A lead alone has nothing on either side.
    sides = 2 if layout.tiles == (double,) else 1
    unset = 7 - sum(pips in tile for tile in layout.tiles)
    by_number = book.rules.exposed_double is ExposedDouble.WHEN_DEAD
    if by_number and unset:
        free = message("why.free-sides", count=sides, double=double)
        waits = message("why.exposed-not-dead", count=unset, free=free, pips=describe_half(pips))
        return book.reason("exposed-double", waits, ends=[end], amounts=[0, unset])
    if not pips:
        sentence = message("why.exposed-blank", count=sides, double=double)
    elif by_number:
        sentence = message(
            "why.exposed-dead", count=sides, double=double, pips=pips, counts=end.counts
        )
    else:
        sentence = message("why.exposed", count=sides, double=double, pips=pips, counts=end.counts)
    return book.reason("exposed-double", sentence, ends=[end], amounts=[end.counts])
