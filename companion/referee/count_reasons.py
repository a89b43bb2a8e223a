"""The count with its reasons: every open end and every covered double."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.i18n import Text, listed, message
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import count_written_out, describe_half, write_sum
from companion.rules.layout import End, Layout

Ends = tuple[End, ...]


class CountChange(NamedTuple):
    """The count before a tile, the ends that it took away, and those that it added."""

    before: int
    went: Ends
    came: Ends
    sentence: Text


def change_between(before: Layout, after: Layout) -> CountChange:
    """How a tile changed the count."""
    was = {(end.host, end.pips): end for end in before.ends}
    now = {(end.host, end.pips): end for end in after.ends}
    went = tuple(_lost(end, now.get(key)) for key, end in was.items() if _went(end, now.get(key)))
    new = tuple(end for key, end in now.items() if key not in was)
    alive = tuple(end for key, end in now.items() if key in was and was[key].counts < end.counts)
    sentence = _describe_change(before, after.total, went, new, alive)
    return CountChange(before.total, went, new + alive, sentence)


def _went(end: End, now: End | None) -> bool:
    if now is not None:
        return now.counts < end.counts
    # A covered double counted 0 already, so its last end takes nothing away.
    return bool(end.counts) or not end.host.is_double


def _lost(end: End, now: End | None) -> End:
    """What an end no longer counts: all of it, or one half of a spinner."""
    return end if now is None else end._replace(counts=end.counts - now.counts)


def _describe_change(before: Layout, total: int, went: Ends, new: Ends, alive: Ends) -> Text:
    came = listed(message("change.new", end=_name(end)) for end in new)
    if not before.tiles:
        return message("change.bare", came=came, sum=write_sum([end.counts for end in new]))
    terms = [f"− {end.counts}" for end in went] + [f"+ {end.counts}" for end in new + alive]
    written = f"{' '.join([str(before.total), *terms])} = {total}"
    parts: dict[str, Any] = {"before": before.total, "came": came, "sum": written}
    if went:
        parts["went"] = listed(_name_lost(end) for end in went)
    if alive:
        parts["count"] = len(alive)
        parts["alive"] = listed(message("change.known", end=_name(end)) for end in alive)
        return message("change.alive" if went else "change.only-alive", **parts)
    return message("change.went" if went else "change.only-came", **parts)


def _name_lost(end: End) -> Text:
    """An end that went: `the 6`, or `one half of the double-4` if the rest still counts."""
    counts_on = end.host.is_double and end.places > 1 and end.counts == end.pips
    return message("change.one-half" if counts_on else "change.known", end=_name(end))


def _name(end: End) -> Text | int:
    """An end: `6`, `blank`, `double-4`."""
    half = describe_half(end.pips)
    return message("half.double", half=half) if end.host.is_double else half


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
    elif has_free_side(layout, end):
        yield _why_exposed(book, layout, end)
    elif book.rules.counts_ends:
        yield from _why_by_ways(book, layout, end)
    else:
        covered = message("why.both-sides-covered", double=end.host)
        yield book.reason("covered-double", covered, ends=[end], amounts=[0])
        yield book.reason("spinners", message("why.ends-open", count=end.places), ends=[end])
        free = message("why.ends-count-nothing", count=end.places, double=end.host)
        yield book.reason("spinner-count", free, ends=[end])


def _why_by_ways(book: Book, layout: Layout, end: End) -> Iterator[Reason]:
    """Why a spinner with covered sides counts what it does while one of its ends is free."""
    covered = 4 - end.places
    unset = 7 - sum(end.pips in tile for tile in layout.tiles)
    if book.rules.counts_when_dead and unset:
        waits = message("why.ways-covered", count=covered, double=end.host)
        yield _not_dead(book, end, waits, unset)
    else:
        ways = _describe_ways(layout, end)
        yield book.reason("spinner-count", ways, ends=[end], amounts=[end.counts])
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
    sentence = message("why.exposed-not-dead", count=unset, free=free, pips=describe_half(end.pips))
    return book.reason("exposed-double", sentence, ends=[end], amounts=[0, unset])


def _why_exposed(book: Book, layout: Layout, end: End) -> Reason:
    double, pips = end.host, end.pips
    # A lead alone has nothing on either side.
    sides = 2 if layout.tiles == (double,) else 1
    unset = 7 - sum(pips in tile for tile in layout.tiles)
    by_number = book.rules.counts_when_dead
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
