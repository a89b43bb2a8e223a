"""Why a count is what it is, in the short sentences of a drill."""

from collections.abc import Iterator

from companion.coach.positions import Position
from companion.record.replay import Entry
from companion.referee.book import Book
from companion.referee.explain import explain_count
from companion.referee.settling import why_settled
from companion.referee.spots import covered_doubles, open_spots
from companion.referee.words import points_told
from companion.rules.choices import Settlement
from companion.rules.game import Game
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile

_WHO_WON = ("domino", "all-washed-up", "lowest-wins", "washed-up-in-block", "tied-block")


def count_reasons(book: Book, position: Position) -> tuple[str, ...]:
    """Why each double counts what it does, or else each open end, and the sum."""
    count = explain_count(book, position.before, position.layout)
    spots = (*count.spots, *count.covered)
    # Where there are doubles, a single's open half goes without saying.
    told = [spot for spot in spots if spot.end.host.is_double] or spots
    return (*(spot.reasons[0].sentence for spot in told), f"{count.written}.")


def change_reasons(book: Book, position: Position) -> tuple[str, ...]:
    """The count by the change, and why the doubles that it touches count what they do."""
    count = explain_count(book, position.before, position.layout)
    touched = [tile for tile in (position.host, position.tile) if tile and tile.is_double]
    doubles = tuple(double_reason(book, position, tile) for tile in touched)
    return (*doubles, count.change.sentence)


def double_reason(book: Book, position: Position, double: Tile) -> str:
    """Why a double counts what it does."""
    spots = (*open_spots(book, position.layout), *covered_doubles(book, position.layout))
    return next(spot.reasons[0].sentence for spot in spots if spot.end.host == double)


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


def worth_reason(rules: Rules, total: int) -> str:
    """Whether a count scores and what it is worth, in a sentence."""
    if not rules.scores(total):
        why = "A count of 0 does not score" if total == 0 else f"{total} is no multiple of five"
        return f"{why}: nothing."
    if rules.points == "none":
        return f"{total} is a multiple of five: it scores."
    return f"{total} is a multiple of five: {points_told(rules, rules.worth(total))}."


def settled_reasons(book: Book, before: Game, last: Entry) -> tuple[str, ...]:
    """Who won a hand, and what that came to; the sum written out once, and last."""
    kept = {"nearest-five"} if book.rules.settlement is Settlement.OWN_HAND else {"points"}
    if last.game.seating.has_partners:
        kept.add("partners-block")
    first, arithmetic = [], []
    for reason in why_settled(book, before, last):
        if reason.rule.name == "settlement":
            arithmetic.append(reason.sentence)
        elif reason.rule.name in kept or reason.rule.name in _WHO_WON:
            first.append(reason.sentence)
    return (*first, *arithmetic)


def unit_of(rules: Rules) -> str:
    """What points are called here: `pegs`, `points`, `chips`."""
    return points_told(rules, 2).split()[1]


def change_signed(change: int) -> str:
    """A change of the count as people write it: `+3`, `−2`, `0`."""
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "0"


def step_told(before: int, change: int) -> str:
    """A step of the count written out: `13 + 2 = 15`."""
    return f"{before} {'−' if change < 0 else '+'} {abs(change)} = {before + change}"
