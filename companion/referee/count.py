"""The count with its reasons: every open end, every covered double, and what a tile changed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.referee.book import Book, Reason
from companion.referee.words import count_written_out, describe_half, write_sum
from companion.rules.choices import ExposedDouble
from companion.rules.layout import End, Layout
from companion.words import Text, listed, message

Ends = tuple[End, ...]


class Spot(NamedTuple):
    """An open end, or a double that is covered all round, and why it counts what it does."""

    end: End
    reasons: tuple[Reason, ...]


class Change(NamedTuple):
    """The count by the change, as good players keep it: what it was, which ends went and came."""

    before: int
    went: Ends
    came: Ends
    sentence: Text


class Count(NamedTuple):
    """A count with the reason for every spot, the sum written out, and the change."""

    spots: tuple[Spot, ...]
    #: The doubles on which nothing is open any more; they count nothing.
    covered: tuple[Spot, ...]
    total: int
    written: str
    change: Change


def explain_count(book: Book, before: Layout, after: Layout) -> Count:
    """Why the open ends add up to what they do, and what the tile set last changed."""
    return Count(
        open_spots(book, after),
        covered_doubles(book, after),
        after.total,
        count_written_out(after),
        change_between(before, after),
    )


def open_spots(book: Book, layout: Layout) -> tuple[Spot, ...]:
    """Every open end in the order of the layout, those that count nothing among them."""
    return tuple(Spot(end, tuple(_why_counts(book, layout, end))) for end in layout.ends)


def covered_doubles(book: Book, layout: Layout) -> tuple[Spot, ...]:
    """The doubles on which nothing is open any more."""
    open_hosts = {end.host for end in layout.ends}
    covered = (
        End(tile, tile.high, counts=0, places=0)
        for tile in layout.tiles
        if tile.is_double and tile not in open_hosts
    )
    return tuple(Spot(end, tuple(_why_covered(book, layout, end))) for end in covered)


def has_free_side(layout: Layout, end: End) -> bool:
    """Whether the double of this end can still be joined on a side."""
    return end.places > 2 or not layout.is_spinner(end.host)


def _why_covered(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    is_spinner = layout.is_spinner(end.host)
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
    elif has_free_side(layout, end):
        yield _why_exposed(book, layout, end)
    else:
        covered = message("why.both-sides-covered", double=end.host)
        yield book.reason("covered-double", covered, ends=[end], amounts=[0])
        yield book.reason("spinners", message("why.ends-open", count=end.places), ends=[end])


def _why_exposed(book: Book, layout: Layout, end: End) -> Reason:
    double, pips, amounts = end.host, end.pips, [end.counts]
    # A lead alone has nothing on either side.
    sides = 2 if layout.tiles == (double,) else 1
    unset = 7 - sum(pips in tile for tile in layout.tiles)
    by_number = book.rules.exposed_double is ExposedDouble.WHEN_DEAD
    if by_number and unset:
        free = message("why.free-sides", count=sides, double=double)
        half = describe_half(pips)
        sentence = message("why.exposed-not-dead", count=unset, free=free, pips=half)
        amounts = [0, unset]
    elif not pips:
        sentence = message("why.exposed-blank", count=sides, double=double)
    else:
        sentence = message(
            "why.exposed-dead" if by_number else "why.exposed",
            count=sides,
            double=double,
            pips=pips,
            counts=end.counts,
        )
    return book.reason("exposed-double", sentence, ends=[end], amounts=amounts)


def change_between(before: Layout, after: Layout) -> Change:
    """What one tile did to the count."""
    was = {(end.host, end.pips): end for end in before.ends}
    now = {(end.host, end.pips): end for end in after.ends}
    went = tuple(end for key, end in was.items() if _went(end, now.get(key)))
    new = tuple(end for key, end in now.items() if key not in was)
    alive = tuple(end for key, end in now.items() if key in was and was[key].counts < end.counts)
    sentence = _describe_change(before, after.total, went, new, alive)
    return Change(before.total, went, new + alive, sentence)


def _went(end: End, now: End | None) -> bool:
    if now is not None:
        return now.counts < end.counts
    # A covered double counted nothing already, so its last end takes nothing away.
    return bool(end.counts) or not end.host.is_double


def _describe_change(before: Layout, total: int, went: Ends, new: Ends, alive: Ends) -> Text:
    came = listed(message("change.new", end=_name(end)) for end in new)
    if not before.tiles:
        return message("change.bare", came=came, sum=write_sum([end.counts for end in new]))
    terms = [f"− {end.counts}" for end in went] + [f"+ {end.counts}" for end in new + alive]
    written = f"{' '.join([str(before.total), *terms])} = {total}"
    parts: dict[str, Any] = {"before": before.total, "came": came, "sum": written}
    if went:
        parts["went"] = listed(message("change.known", end=_name(end)) for end in went)
    if alive:
        parts["count"] = len(alive)
        parts["alive"] = listed(message("change.known", end=_name(end)) for end in alive)
        return message("change.alive" if went else "change.only-alive", **parts)
    return message("change.went" if went else "change.only-came", **parts)


def _name(end: End) -> Text | int:
    """An end as players name it: `6`, `blank`, `double-4`."""
    half = describe_half(end.pips)
    return message("half.double", half=half) if end.host.is_double else half
