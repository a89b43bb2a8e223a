"""Why an answer is right, in short sentences."""

from collections.abc import Mapping, Sequence

from companion.coach.drills.practice_positions import PracticePosition
from companion.i18n import Text, listed, message, sentences
from companion.record.replay import Entry
from companion.referee.count_reasons import covered_doubles, explain_count, open_spots
from companion.referee.explain.why_settled import why_settled
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import unit_of, write_sum
from companion.rules.choices import Settlement
from companion.rules.game import Game
from companion.rules.layout import Layout
from companion.rules.settings import Rules
from companion.rules.tile import Tile

#: The rules that say who won a hand, and what that is worth.
_NAMED = "domino", "all-washed-up", "lowest-wins", "washed-up-in-block", "tied-block", "settlement"

#: Those that make the conclusion, in this order.
_LAST = "nearest-five", "settlement"


def count_reasons(book: Book, position: PracticePosition) -> tuple[Reason, ...]:
    """Why each double counts what it does, or else each open end, and the sum."""
    count = explain_count(book, position.before, position.layout)
    spots = (*count.spots, *count.covered)
    # If there are doubles, the open half of a single needs no words.
    shown = [spot for spot in spots if spot.end.host.is_double] or spots
    written = message("coach.sum", sum=write_ends(position.layout))
    return (*(spot.reasons[0] for spot in shown), Reason(book.rule("open-half"), written))


def write_ends(layout: Layout) -> str:
    """The open ends of a layout as a sum: `3 + 12 = 15`."""
    return write_sum([end.counts for end in layout.counted_ends])


def change_reasons(book: Book, position: PracticePosition) -> tuple[Reason, ...]:
    """The count by the change, and why the doubles that it touches count what they do."""
    count = explain_count(book, position.before, position.layout)
    touched = [tile for tile in (position.host, position.tile) if tile and tile.is_double]
    doubles = (double_reason(book, position.layout, tile) for tile in touched)
    return (*doubles, Reason(book.rule("open-half"), count.change.sentence))


def ends_reason(book: Book, layout: Layout) -> Reason | None:
    """How the count is made up, end by end; None if it has no ends."""
    ends = [
        message("coach.end-counts", counts=end.counts, tile=end.host) for end in layout.counted_ends
    ]
    if not ends:
        return None
    # If a double alone counts, its own rule says why.
    hosts = sorted((not end.host.is_double, end.host) for end in layout.counted_ends if end.counts)
    is_alone = hosts and not hosts[-1][0]
    rule = double_reason(book, layout, hosts[0][1]).rule if is_alone else book.rule("open-half")
    return Reason(rule, message("coach.end-by-end", ends=listed(ends)))


def double_reason(book: Book, layout: Layout, double: Tile) -> Reason:
    """Why a double counts what it does."""
    spots = (*open_spots(book, layout), *covered_doubles(book, layout))
    return next(spot.reasons[0] for spot in spots if spot.end.host == double)


def counts_of(layout: Layout, host: Tile) -> int:
    """What a tile on the table counts in pips: 0 if nothing is open on it."""
    return sum(end.counts for end in layout.ends if end.host == host)


def settled_reasons(
    book: Book, before: Game, last: Entry, left: Mapping[str, Sequence[Tile]]
) -> list[Reason]:
    """Who won a hand; and last, from the tiles left, what each side scored."""
    named = {"nearest-five" if book.rules.settlement is Settlement.OWN_HAND else "points", *_NAMED}
    if last.game.seating.has_partners:
        named.add("partners-block")
    reasons = [each for each in why_settled(book, before, last) if each.rule.name in named]
    told = [each for name in _LAST for each in reasons if each.rule.name == name]
    added = None if book.rules.settlement is Settlement.CHIPS else _added(last.game, left)
    why = sentences(added, *(each.sentence for each in told))
    rest = (each for each in reasons if each.rule.name not in _LAST)
    return [*rest, told[-1]._replace(sentence=why)]


def _added(game: Game, left: Mapping[str, Sequence[Tile]]) -> Text | None:
    """The pips of the hands that matter, tile by tile; None if each is a single tile."""
    seats, winners = game.seating, game.result.winners if game.result else ()
    # Of a tie, each winner takes the other winners’ hands too.
    is_one = len(winners) == 1 and game.rules.settlement is Settlement.WINNER_TAKES
    spared = {seats.players[seat] for seat in seats.sides[winners[0]]} if is_one else set()
    hands = {name: tiles for name, tiles in left.items() if tiles and name not in spared}
    if all(len(tiles) == 1 for tiles in hands.values()):
        return None
    each = (
        message("coach.settlement.has", name=name, pips=write_sum([tile.pips for tile in tiles]))
        for name, tiles in hands.items()
    )
    return message("coach.settlement.added", hands=listed(each))


def describe_unit(rules: Rules) -> Text:
    """What points are called, without a number: `pegs`."""
    return message(f"coach.unit-name.{unit_of(rules)}")


def describe_step(before: int, after: int) -> str:
    """A step of the count written out: `13 + 2 = 15`."""
    return f"{before} {'−' if after < before else '+'} {abs(after - before)} = {after}"
