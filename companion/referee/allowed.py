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
from companion.referee.spots import has_free_side, pips_shown
from companion.referee.words import listed, pips_told, points_told
from companion.rules.game import Game
from companion.rules.hand import Hand, tiles_told
from companion.rules.layout import End, Layout
from companion.rules.tile import ALL_PIPS, Tile


def why_allowed(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the game as it stood let this entry in."""
    statement = entry.statement
    if isinstance(statement, HandLed):
        yield from _why_led(book, before, statement.player)
    elif isinstance(statement, PointsRuled):
        points = points_told(book.rules, statement.points)
        told = f"The table agreed on {points} for {statement.side}."
        yield book.reason("by-agreement", told, amounts=[statement.points])
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
    told = f"{book.seats} × {each} = 28: all tiles were dealt, so there is no boneyard."
    return book.reason("tiles-each", told, amounts=[book.seats, each])


def open_pips(layout: Layout, joint: str) -> str:
    """The pips that are open, each once: `6, 4 or blank`."""
    return listed(dict.fromkeys(pips_shown(end.pips) for end in layout.ends), joint)


def _why_led(book: Book, before: Game, player: str) -> Iterator[Reason]:
    if before.hand is None:
        yield book.reason("first-lead", f"{player} leads the first hand.")
    elif before.next_leader is None:
        yield book.reason(
            "next-lead", f"Nobody has the lead by right, so lots gave it to {player}."
        )
    else:
        yield book.reason("next-lead", f"The lead is {player}'s by right.")
    each, boneyard = book.rules.tiles_for(book.seats), book.rules.boneyard_for(book.seats)
    left = f"{tiles_told(boneyard)} in the boneyard" if boneyard else "no boneyard"
    told = f"{book.seats} hands of {each} leave {left}."
    yield book.reason("tiles-each", told, amounts=[book.seats, each, boneyard])


def _why_set(
    book: Book, hand: Hand, entry: Entry, player: str, tile: Tile, host: Tile | None
) -> Iterator[Reason]:
    if hand.has_drawn:
        yield book.reason("draw", f"{player} drew until a tile fitted, and sets the {tile}.")
    if not hand.layout.tiles:
        yield book.reason("lead-tile", _lead_told(tile), amounts=[tile.pips])
        return
    assert entry.game.hand is not None and entry.game.hand.play is not None
    end = hand.layout.end_for(tile, entry.game.hand.play.host)
    shown = pips_shown(end.pips)
    where = end.host if end.host.is_double else f"{shown} of the {end.host}"
    told = f"The {tile} shows a {shown}, and the {where} is open."
    yield book.reason("match", told, ends=[end])
    if end.host.is_double:
        yield _why_on_double(book, hand.layout, end)
    if host is None and len(hand.layout.ends_for(tile)) > 1:
        told = f"The open ends with a {shown} are alike, so the {end.host} is taken, set earliest."
        yield book.reason("named-end", told, ends=hand.layout.ends_for(tile))


def _lead_told(tile: Tile) -> str:
    if tile.is_double:
        return f"The {tile} is led: a double."
    return f"The {tile} is led: {tile.high} + {tile.low} = {tile.pips}."


def _why_on_double(book: Book, layout: Layout, end: End) -> Reason:
    if has_free_side(layout, end):
        told = f"A side of the {end.host} was free, so the tile goes there."
        return book.reason("sides-first", told, ends=[end])
    told = f"Both sides of the {end.host} were covered, so the tile goes on an end of it."
    return book.reason("spinners", told, ends=[end])


def _why_drawn(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    assert entry.game.hand is not None
    if hand.must_draw:
        told = f"{player} owed a tile and held none, so the boneyard has to give it."
        yield book.reason("last-tile", told)
    elif not hand.layout.tiles:
        yield book.reason("lead-tile", f"By drawing, {player} says that nothing held may be led.")
    else:
        told = f"By drawing, {player} says that nothing held shows {open_pips(hand.layout, 'or')}."
        yield book.reason("draw", told, ends=hand.layout.ends)
    each, left_over = book.rules.tiles_for(book.seats), book.rules.boneyard_for(book.seats)
    still = entry.game.hand.boneyard
    told = (
        f"The deal left 28 − {book.seats} × {each} = {left_over} to draw; {still} are still there."
    )
    yield book.reason("tiles-each", told, amounts=[book.seats, each, left_over, still])


def _why_passed(book: Book, hand: Hand, player: str) -> Iterator[Reason]:
    if not hand.layout.tiles:
        yield book.reason("lead-tile", f"By passing, {player} says that nothing held may be led.")
    else:
        told = f"By passing, {player} says that nothing held shows {open_pips(hand.layout, 'or')}."
        yield book.reason("pass", told, ends=hand.layout.ends)
    if book.rules.boneyard_for(book.seats) == 0:
        yield no_boneyard(book)
    else:
        yield book.reason("draw", "The boneyard is empty, so there is nothing to draw.")


def _why_left(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    seat = hand.seating.seat(player)
    held = hand.held[seat]
    yield book.reason("all-told", f"{player} still held {tiles_told(held)}.", amounts=[held])
    after = entry.game.hand
    if after is None or after.untold or after.boneyard:
        return
    told = (
        f"The boneyard is empty: {ALL_PIPS} − {hand.layout.pips} on the table leaves "
        f"{pips_told(hand.unseen_pips)} in the hands, which is what was told."
    )
    yield book.reason("all-pips", told, amounts=[ALL_PIPS, hand.layout.pips, hand.unseen_pips])
