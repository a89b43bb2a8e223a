"""Why an answer is right, and the usual slips that wrong ones come from, in short sentences."""

from collections.abc import Iterable, Iterator, Sequence

from companion.coach.positions import Position
from companion.record.replay import Entry
from companion.referee.book import Book, Reason
from companion.referee.count import covered_doubles, explain_count, open_spots
from companion.referee.endings import why_settled
from companion.referee.words import describe_points, unit_of
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.settlement import round_to_five
from companion.rules.tile import Tile
from companion.words import Text, message

#: A wrong number, and what was likely done.
Slip = tuple[int, Text]

#: The rules that say who won a hand, and what that is worth.
_TOLD = "domino", "all-washed-up", "lowest-wins", "washed-up-in-block", "tied-block", "settlement"


def count_reasons(book: Book, position: Position) -> tuple[Reason, ...]:
    """Why each double counts what it does, or else each open end, and the sum."""
    count = explain_count(book, position.before, position.layout)
    spots = (*count.spots, *count.covered)
    # Where there are doubles, a single's open half goes without saying.
    shown = [spot for spot in spots if spot.end.host.is_double] or spots
    written = Reason(book.rule("open-half"), message("coach.sum", sum=count.written))
    return (*(spot.reasons[0] for spot in shown), written)


def change_reasons(book: Book, position: Position) -> tuple[Reason, ...]:
    """The count by the change, and why the doubles that it touches count what they do."""
    count = explain_count(book, position.before, position.layout)
    touched = [tile for tile in (position.host, position.tile) if tile and tile.is_double]
    doubles = (double_reason(book, position.layout, tile) for tile in touched)
    return (*doubles, Reason(book.rule("open-half"), count.change.sentence))


def double_reason(book: Book, layout: Layout, double: Tile) -> Reason:
    """Why a double counts what it does."""
    spots = (*open_spots(book, layout), *covered_doubles(book, layout))
    return next(spot.reasons[0] for spot in spots if spot.end.host == double)


def counts_of(layout: Layout, host: Tile) -> int:
    """What a tile on the table counts in pips: 0 where nothing is open on it."""
    return sum(end.counts for end in layout.ends if end.host == host)


def worth_reason(book: Book, total: int) -> Reason:
    """Whether a count scores and what it is worth."""
    rules = book.rules
    if not rules.scores(total):
        words = message("coach.worth.no-five" if total else "coach.worth.nought", total=total)
    elif rules.points is Points.NONE:
        words = message("coach.worth.five", total=total)
    else:
        points = describe_points(rules, rules.worth(total))
        words = message("coach.worth.points", total=total, points=points)
    return Reason(book.rule("fives"), words)


def settled_reasons(book: Book, before: Game, last: Entry) -> list[Reason]:
    """Who won a hand, and what that came to; the sum written out once, and last."""
    told = {"nearest-five" if book.rules.settlement is Settlement.OWN_HAND else "points", *_TOLD}
    if last.game.seating.has_partners:
        told.add("partners-block")
    reasons = [each for each in why_settled(book, before, last) if each.rule.name in told]
    return sorted(reasons, key=lambda reason: reason.rule.name == "settlement")


def describe_unit(rules: Rules) -> Text:
    """What points are called, without a number: `pegs`."""
    return message(f"coach.unit-name.{unit_of(rules)}")


def describe_step(before: int, after: int) -> str:
    """A step of the count written out: `13 + 2 = 15`."""
    return f"{before} {'−' if after < before else '+'} {abs(after - before)} = {after}"


def count_slips(position: Position) -> dict[str, Text]:
    """Wrong counts of a layout, in pips; the likeliest slip speaks for its count."""
    return wrong_answers(position.layout.total, _layout_slips(position))


def change_slips(position: Position) -> dict[str, Text]:
    """Wrong counts after a tile, in pips, as the change goes wrong."""
    before = (position.before.total, message("slip.count-before"))
    slips = (*_covering_slips(position), *_layout_slips(position), before)
    return wrong_answers(position.layout.total, slips)


def _layout_slips(position: Position) -> Iterator[Slip]:
    """Slips that any layout can have: on its doubles, and then on its ends."""
    total = position.layout.total
    covered = [tile for tile in position.covered_doubles if tile.pips]
    free = [tile for tile in position.free_doubles if counts_of(position.layout, tile)]
    for tile in covered:
        yield total + tile.pips, message("slip.covered-counted", tile=tile)
    for tile in free:
        yield total - tile.high, message("slip.half-forgotten", tile=tile)
    for tile in covered:
        yield total + tile.high, message("slip.covered-counted", tile=tile)
    for tile in position.free_doubles:
        if tile.pips and tile not in free:
            yield total + tile.pips, message("slip.waiting-counted", tile=tile)
    if len(covered) > 1:
        yield total + sum(tile.pips for tile in covered), message("slip.all-covered-counted")
    if len(free) > 1:
        yield total - sum(tile.high for tile in free), message("slip.halves-forgotten")
    counting = [end for end in position.layout.ends if end.counts]
    for end in counting:
        half = message("coach.half-of", pips=end.pips, tile=end.host)
        name = end.host if end.host.is_double else half
        yield total - end.counts, message("slip.left-out", end=name)
    for end in counting:
        inner = end.host.other_half(end.pips)
        if not end.host.is_double and inner and len(position.placements) > 1:
            yield total + inner, message("slip.inner-half", tile=end.host, pips=end.pips)


def _covering_slips(position: Position) -> Iterator[Slip]:
    """Slips that only a change can have: what goes stays in, or what comes is left out."""
    total, tile, host = position.layout.total, position.tile, position.host
    if host is None:
        return
    gone = counts_of(position.before, host) - counts_of(position.layout, host)
    if gone > 0 and host.is_double:
        yield total + gone, message("slip.double-kept", tile=host)
        yield total + gone // 2, message("slip.half-taken", tile=host)
    elif gone > 0:
        yield total + gone, message("slip.half-kept", pips=gone, tile=host)
    elif host.is_double and counts_of(position.layout, host):
        free = message("slip.double-taken", tile=host)
        yield total - host.pips, free
        yield total - host.high, free
    if not tile.is_double:
        inner = next(iter({*tile} & {*host}))
        if inner:
            yield total + inner, message("slip.outer-half", tile=tile)


def rounding_slips(hands: Sequence[int], divisor: int) -> Iterator[Slip]:
    """Slips of who rounds the pips of hands, and divides them where points are a fifth of them."""
    pips = sum(hands)
    yield sum(map(round_to_five, hands)) // divisor, message("slip.rounded-apart")
    yield round_to_five(pips) // divisor, message("slip.rounded-together")
    yield pips // 5 * 5 // divisor, message("slip.rounds-up")
    yield -(-pips // 5) * 5 // divisor, message("slip.rounds-down")
    # Who stops half way from pips to points.
    if divisor == 1:
        yield pips, message("slip.not-rounded")
    else:
        yield round_to_five(pips), message("slip.not-divided")
        yield pips, message("slip.round-first")


def wrong_answers(answer: int, slips: Iterable[Slip]) -> dict[str, Text]:
    """The wrong numbers that slips come to, the likeliest first; never the answer."""
    found: dict[str, Text] = {}
    for value, sentence in slips:
        if value != answer and value >= 0:
            found.setdefault(str(value), sentence)
    return found
