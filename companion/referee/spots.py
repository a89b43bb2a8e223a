"""The spots of a layout: every open end and every covered double, and why it counts so."""

from collections.abc import Iterator

from companion.referee.book import Book
from companion.referee.explanation import Spot
from companion.referee.reason import Reason
from companion.rules.choices import ExposedDouble
from companion.rules.layout import End, Layout
from companion.rules.tile import Tile


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
        told = f"On the {double} both sides and both ends are joined, so it counts nothing."
        return Spot(end, (book.reason("covered-double", told, ends=[end], amounts=[0]),))
    told = f"On the {double} both sides are joined, so it counts nothing."
    no_ends = f"The {double} is no spinner, so nothing is open on it any more."
    return Spot(
        end,
        (
            book.reason("covered-double", told, ends=[end], amounts=[0]),
            book.reason("spinners", no_ends, ends=[end]),
        ),
    )


def pips_shown(pips: int) -> str:
    """A half by its pips: `6`, and `blank` for none."""
    return str(pips) if pips else "blank"


def has_free_side(layout: Layout, end: End) -> bool:
    """Whether the double of this end can still be joined on a side."""
    return end.places > 2 or not layout.is_spinner(end.host)


def _why_counts(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    if not end.host.is_double:
        yield _half(book, end)
    elif has_free_side(layout, end):
        yield _exposed(book, layout, end)
    else:
        told = f"Both sides of the {end.host} are covered, so it counts nothing."
        yield book.reason("covered-double", told, ends=[end], amounts=[0])
        ends = "Both its ends are" if end.places == 2 else "One of its ends is"
        yield book.reason("spinners", f"{ends} open, for it is a spinner.", ends=[end])


def _half(book: Book, end: End) -> Reason:
    counts = f"counts {end.counts}" if end.counts else "has no pips to count"
    told = f"The {pips_shown(end.pips)} of the {end.host} is open and {counts}."
    return book.reason("open-half", told, ends=[end], amounts=[end.counts])


def _exposed(book: Book, layout: Layout, end: End) -> Reason:
    double, pips = end.host, end.pips
    # A lead alone has nothing on either side.
    free = "Both sides" if layout.tiles == (double,) else "One side"
    exposed = f"{free} of the {double} {'are' if free[0] == 'B' else 'is'} free"
    by_number = book.rules.exposed_double is ExposedDouble.WHEN_DEAD
    unset = 7 - sum(pips in tile for tile in layout.tiles)
    if by_number and unset:
        missing = "tile" if unset == 1 else "tiles"
        told = (
            f"{exposed}, but {unset} {missing} with a {pips_shown(pips)} "
            f"{'is' if unset == 1 else 'are'} not set yet: it counts nothing."
        )
        return book.reason("exposed-double", told, ends=[end], amounts=[0, unset])
    if not pips:
        told = f"{exposed}, but blanks have no pips to count."
    elif by_number:
        told = f"{exposed} and all seven tiles with a {pips} are set: it counts {end.counts}."
    else:
        told = f"{exposed}, so both halves of it count: {pips} + {pips} = {end.counts}."
    return book.reason("exposed-double", told, ends=[end], amounts=[end.counts])
