"""Why an entry could be made at all."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.spots import describe_half, has_free_side
from companion.referee.words import describe_points, write_sum
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.layout import End, Layout
from companion.rules.tile import ALL_PIPS, Tile
from companion.words import Text, listed, message


def why_allowed(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the game as it stood let this entry in."""
    statement = entry.statement
    if isinstance(statement, HandLed):
        yield from _why_led(book, before, statement.player)
    elif isinstance(statement, PointsRuled):
        points = describe_points(book.rules, statement.points)
        agreed = message("why.agreed", points=points, side=statement.side)
        yield book.reason("by-agreement", agreed, amounts=[statement.points])
    else:
        assert before.hand is not None
        match statement:
            case TileSet(player, tile, host):
                yield from _why_set(book, before.hand, entry, player, tile, host)
            case TilesDrawn(player):
                yield from _why_drawn(book, before.hand, entry, player)
            case TurnPassed(player):
                yield from _why_passed(book, before.hand, player)
            case TilesLeft(player) | PipsLeft(player):
                yield from _why_left(book, before.hand, entry, player)


def no_boneyard(book: Book) -> Reason:
    """Why there is nothing to draw from the start."""
    each = book.rules.tiles_for(book.seats)
    all_dealt = message("why.all-dealt", seats=book.seats, each=each)
    return book.reason("tiles-each", all_dealt, amounts=[book.seats, each])


def describe_open(layout: Layout) -> Text:
    """The pips that are open, each once: `6, 4 or blank`."""
    return listed(dict.fromkeys(describe_half(end.pips) for end in layout.ends), "or")


def _why_led(book: Book, before: Game, player: str) -> Iterator[Reason]:
    if before.hand is None:
        yield book.reason("first-lead", message("why.first-lead", player=player))
    elif before.next_leader is None:
        yield book.reason("next-lead", message("why.lead-by-lots", player=player))
    else:
        yield book.reason("next-lead", message("why.lead-by-right", player=player))
    each, boneyard = book.rules.tiles_for(book.seats), book.rules.boneyard_for(book.seats)
    if boneyard:
        dealt = message("why.dealt", count=boneyard, seats=book.seats, each=each)
    else:
        dealt = message("why.dealt-all", seats=book.seats, each=each)
    yield book.reason("tiles-each", dealt, amounts=[book.seats, each, boneyard])


def _why_set(
    book: Book, hand: Hand, entry: Entry, player: str, tile: Tile, host: Tile | None
) -> Iterator[Reason]:
    if hand.has_drawn:
        yield book.reason("draw", message("why.drew-until", player=player, tile=tile))
    if not hand.layout.tiles:
        yield book.reason("lead-tile", _describe_lead(tile), amounts=[tile.pips])
        return
    assert entry.game.hand is not None and entry.game.hand.play is not None
    end = hand.layout.end_for(tile, entry.game.hand.play.host)
    half = describe_half(end.pips)
    if end.host.is_double:
        fits = message("why.fits-double", tile=tile, half=half, double=end.host)
    else:
        fits = message("why.fits-half", tile=tile, half=half, host=end.host)
    yield book.reason("match", fits, ends=[end])
    if end.host.is_double:
        yield _why_on_double(book, hand.layout, end)
    if host is None and len(hand.layout.ends_for(tile)) > 1:
        alike = message("why.ends-alike", half=half, host=end.host)
        yield book.reason("named-end", alike, ends=hand.layout.ends_for(tile))


def _describe_lead(tile: Tile) -> Text:
    if tile.is_double:
        return message("why.double-led", tile=tile)
    return message("why.single-led", tile=tile, sum=write_sum(tile))


def _why_on_double(book: Book, layout: Layout, end: End) -> Reason:
    if has_free_side(layout, end):
        return book.reason("sides-first", message("why.on-a-side", double=end.host), ends=[end])
    return book.reason("spinners", message("why.on-an-end", double=end.host), ends=[end])


def _why_drawn(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    assert entry.game.hand is not None
    if hand.must_draw:
        yield book.reason("last-tile", message("why.draws-owed-tile", player=player))
    elif not hand.layout.tiles:
        yield book.reason("lead-tile", message("why.drawing-says-no-lead", player=player))
    else:
        says = message("why.drawing-says", player=player, pips=describe_open(hand.layout))
        yield book.reason("draw", says, ends=hand.layout.ends)
    each, left_over = book.rules.tiles_for(book.seats), book.rules.boneyard_for(book.seats)
    still = entry.game.hand.boneyard
    left = message(
        "why.left-to-draw", count=still, seats=book.seats, each=each, left_over=left_over
    )
    yield book.reason("tiles-each", left, amounts=[book.seats, each, left_over, still])


def _why_passed(book: Book, hand: Hand, player: str) -> Iterator[Reason]:
    if not hand.layout.tiles:
        yield book.reason("lead-tile", message("why.passing-says-no-lead", player=player))
    else:
        says = message("why.passing-says", player=player, pips=describe_open(hand.layout))
        yield book.reason("pass", says, ends=hand.layout.ends)
    if book.rules.boneyard_for(book.seats) == 0:
        yield no_boneyard(book)
    else:
        yield book.reason("draw", message("why.nothing-to-draw"))


def _why_left(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    seat = hand.seating.seat(player)
    held = hand.held[seat]
    still_held = message("why.still-held", count=held, player=player)
    yield book.reason("all-told", still_held, amounts=[held])
    after = entry.game.hand
    if after is None or after.untold or after.boneyard:
        return
    told = message("why.pips-add-up", count=hand.unseen_pips, all=ALL_PIPS, set=hand.layout.pips)
    yield book.reason("all-pips", told, amounts=[ALL_PIPS, hand.layout.pips, hand.unseen_pips])
