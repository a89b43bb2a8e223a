"""Why a count is what it is, in the short sentences of a drill."""

from collections.abc import Iterator

from companion.coach.positions import Position
from companion.record.replay import Entry
from companion.referee.book import Book, Reason
from companion.referee.count import covered_doubles, explain_count, open_spots
from companion.referee.endings import why_settled
from companion.referee.words import describe_points
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, message

_WHO_WON = ("domino", "all-washed-up", "lowest-wins", "washed-up-in-block", "tied-block")


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
    doubles = tuple(double_reason(book, position.layout, tile) for tile in touched)
    return (*doubles, Reason(book.rule("open-half"), count.change.sentence))


def double_reason(book: Book, layout: Layout, double: Tile) -> Reason:
    """Why a double counts what it does."""
    spots = (*open_spots(book, layout), *covered_doubles(book, layout))
    return next(spot.reasons[0] for spot in spots if spot.end.host == double)


def changed_ends(before: Layout, after: Layout) -> Iterator[tuple[Tile, int, int, int]]:
    """Each end that a tile changed or brought: its host, its pips, its count before and after."""
    old = {(end.host, end.pips): end.counts for end in before.ends}
    new = {(end.host, end.pips): end.counts for end in after.ends}
    fresh = after.tiles[-1]
    for host, pips in {**old, **new}:
        was, now = old.get((host, pips), 0), new.get((host, pips), 0)
        if was != now or host == fresh:
            yield host, pips, was, now


def counts_of(layout: Layout, double: Tile) -> int:
    """What a double counts in pips: 0 where nothing is open on it."""
    return sum(end.counts for end in layout.ends if end.host == double)


def worth_reason(book: Book, total: int) -> Reason:
    """Whether a count scores and what it is worth, in a sentence."""
    rules = book.rules
    if not rules.scores(total):
        sentence = message(
            "coach.worth.nought" if total == 0 else "coach.worth.no-five", total=total
        )
    elif rules.points is Points.NONE:
        sentence = message("coach.worth.five", total=total)
    else:
        sentence = message(
            "coach.worth.points", total=total, points=describe_points(rules, rules.worth(total))
        )
    return Reason(book.rule("fives"), sentence)


def settled_reasons(book: Book, before: Game, last: Entry) -> tuple[Reason, ...]:
    """Who won a hand, and what that came to; the sum written out once, and last."""
    kept = {"nearest-five"} if book.rules.settlement is Settlement.OWN_HAND else {"points"}
    if last.game.seating.has_partners:
        kept.add("partners-block")
    first, arithmetic = [], []
    for reason in why_settled(book, before, last):
        if reason.rule.name == "settlement":
            arithmetic.append(reason)
        elif reason.rule.name in kept or reason.rule.name in _WHO_WON:
            first.append(reason)
    return (*first, *arithmetic)


def unit_of(rules: Rules) -> str:
    """What points are called here, by the name of the unit: `pegs`, `points`, `chips`."""
    if rules.settlement is Settlement.CHIPS and rules.points is Points.NONE:
        return "chips"
    return "pegs" if rules.points is Points.FIFTHS else "points"


def describe_unit(unit: str) -> Text:
    """A unit without a number: `pegs`."""
    return message(f"coach.unit-name.{unit}")


def describe_step(before: int, change: int) -> str:
    """A step of the count written out: `13 + 2 = 15`."""
    return f"{before} {'−' if change < 0 else '+'} {abs(change)} = {before + change}"
