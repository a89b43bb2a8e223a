"""Why an entry could be made at all, or why it was refused; nothing here raises."""

from collections.abc import Iterator
from typing import Literal

from companion.record import statements
from companion.record.replay import Entry
from companion.record.statements import PointsRuled, Statement, TileSet
from companion.referee.book import Book, Reason, cite_record_law
from companion.referee.count import covered_doubles, has_free_side
from companion.referee.turns import washed_up
from companion.referee.words import describe_half, describe_points, write_sum
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.layout import Layout
from companion.rules.tile import ALL_PIPS, Tile
from companion.words import listed, message


def why_allowed(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the game as it stood let this entry in."""
    hand = before.hand
    match entry.statement:
        case statements.HandLed(player):
            yield from _why_led(book, before, player)
        case PointsRuled(side, points):
            worth = describe_points(book.rules, points)
            agreed = message("why.agreed", points=worth, side=side)
            yield book.reason("by-agreement", agreed, amounts=[points])
        case TileSet() as tile_set if hand is not None:
            yield from _why_set(book, hand, entry, tile_set)
        case statements.TilesDrawn(player) if hand is not None:
            yield from _why_drawn(book, hand, entry, player)
        case statements.TurnPassed(player) if hand is not None:
            yield _why_nothing_fits(book, hand, player, "pass")
            yield book.reason("must-play", message("why.must-play"))
            yield from _no_boneyard(book) or [book.reason("draw", message("why.nothing-to-draw"))]
        case statements.TilesLeft(player) | statements.PipsLeft(player) if hand is not None:
            yield from _why_left(book, hand, entry, player)


def _why_led(book: Book, before: Game, player: str) -> Iterator[Reason]:
    if before.hand is None:
        yield book.reason("first-lead", message("why.first-lead", player=player))
    else:
        by_lots = before.next_leader is None
        right = message("why.lead-by-lots" if by_lots else "why.lead-by-right", player=player)
        yield book.reason("next-lead", right)
    each, boneyard = _deal(book)
    if boneyard:
        dealt = message("why.dealt", count=boneyard, seats=book.seats, each=each)
    else:
        dealt = message("why.dealt-all", seats=book.seats, each=each)
    yield book.reason("tiles-each", dealt, amounts=[book.seats, each, boneyard])


def _deal(book: Book) -> tuple[int, int]:
    """How many tiles each player is dealt, and how many are left over."""
    return book.rules.tiles_for(book.seats), book.rules.boneyard_for(book.seats)


def _why_set(book: Book, hand: Hand, entry: Entry, tile_set: TileSet) -> Iterator[Reason]:
    player, tile, host, _ = tile_set
    layout = hand.layout
    if hand.has_drawn:
        yield book.reason("draw", message("why.drew-until", player=player, tile=tile))
    if not layout.tiles:
        if tile.is_double:
            lead = message("why.double-led", tile=tile)
        else:
            lead = message("why.single-led", tile=tile, sum=write_sum(tile))
        yield book.reason("lead-tile", lead, amounts=[tile.pips])
        return
    end = layout.end_for(tile, entry.play.host)
    half = describe_half(end.pips)
    if end.host.is_double:
        fits = message("why.fits-double", tile=tile, half=half, double=end.host)
    else:
        fits = message("why.fits-half", tile=tile, half=half, host=end.host)
    yield book.reason("match", fits, ends=[end])
    if end.host.is_double and has_free_side(layout, end):
        yield book.reason("sides-first", message("why.on-a-side", double=end.host), ends=[end])
    elif end.host.is_double:
        yield book.reason("spinners", message("why.on-an-end", double=end.host), ends=[end])
    if host is None and len(layout.ends_for(tile)) > 1:
        alike = message("why.ends-alike", half=half, host=end.host)
        yield book.reason("named-end", alike, ends=layout.ends_for(tile))


def _why_drawn(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    if hand.must_draw:
        yield book.reason("last-tile", message("why.draws-owed-tile", player=player))
    else:
        yield _why_nothing_fits(book, hand, player, "draw")
        yield book.reason("must-play", message("why.must-play"))
    (each, left_over), still = _deal(book), entry.hand.boneyard
    left = message(
        "why.left-to-draw", count=still, seats=book.seats, each=each, left_over=left_over
    )
    yield book.reason("tiles-each", left, amounts=[book.seats, each, left_over, still])


def _why_nothing_fits(book: Book, hand: Hand, player: str, deed: Literal["draw", "pass"]) -> Reason:
    """What a draw or a pass says of its player's hand."""
    ends = hand.layout.ends
    if not ends:
        return book.reason("lead-tile", message(f"why.{deed}ing-says-no-lead", player=player))
    pips = listed(dict.fromkeys(describe_half(end.pips) for end in ends), "or")
    return book.reason(deed, message(f"why.{deed}ing-says", player=player, pips=pips), ends=ends)


def _no_boneyard(book: Book) -> list[Reason]:
    """Why there is nothing to draw from the start; nothing where there is."""
    each, boneyard = _deal(book)
    if boneyard:
        return []
    all_dealt = message("why.all-dealt", seats=book.seats, each=each)
    return [book.reason("tiles-each", all_dealt, amounts=[book.seats, each])]


def _why_left(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    held, after = hand.held[hand.seating.seat(player)], entry.hand
    still_held = message("why.still-held", count=held, player=player)
    yield book.reason("all-told", still_held, amounts=[held])
    if not after.untold and not after.boneyard:
        unseen, pips = hand.unseen_pips, hand.layout.pips
        told = message("why.pips-add-up", count=unseen, all=ALL_PIPS, set=pips)
        yield book.reason("all-pips", told, amounts=[ALL_PIPS, pips, unseen])


#: The rule that a refusal rests on, by its code.
_RULE_BEHIND = {
    "syntax": "one-fact-a-line",
    "unknown-game": "known-names",
    "unknown-rule": "known-names",
    "unknown-player": "known-names",
    "players": "seats",
    "game-over": "won-game",
    "hand-over": "hand-by-hand",
    "hand-not-over": "hand-by-hand",
    "wrong-leader": "next-lead",
    "not-your-turn": "in-turn",
    "left-count": "all-told",
    "already-set": "each-once",
    "bad-lead": "lead-tile",
    "must-lead": "free-lead",
    "must-draw": "draw",
    "no-match": "match",
    "which-end": "named-end",
    "boneyard-empty": "draw",
    "left-pips": "all-pips",
    "left-total": "all-pips",
}


def why_unreadable(refusal: Refusal) -> Reason:
    """Why a line, or the header as a whole, could not be read."""
    return Reason(cite_record_law(_RULE_BEHIND[refusal.code]), refusal.message)


def why_refused(book: Book, game: Game, statement: Statement, refusal: Refusal) -> Iterator[Reason]:
    """Why this statement, refused so, could not be entered in the game as it stood.

    The first reason says what the refusal says, the others what lies behind it.
    """
    yield _rule_behind(book, game.hand, statement, refusal)
    match refusal.code, statement, game.hand:
        case "game-over", _, _ if game.winner is not None:
            score, target = game.scores[game.winner], book.rules.target
            reached = message("why.score-and-target", score=score, target=target)
            yield book.reason("target", reached, amounts=[score, target])
        case "not-your-turn", statement, Hand() as hand if not isinstance(statement, PointsRuled):
            yield from _why_not_in_turn(book, hand, statement.player)
        case "must-lead", _, _:
            yield book.reason("lead-tile", message("why.no-tile-asked-for"))
        case "no-match", TileSet(_, tile, host), Hand() as hand:
            yield from _why_no_match(book, hand.layout, tile, host)
        case "boneyard-empty", _, _:
            yield from _no_boneyard(book)


def _rule_behind(book: Book, hand: Hand | None, statement: Statement, refusal: Refusal) -> Reason:
    """The refusal's own sentence with the rule, the ends and the amounts that it is about."""
    rule, layout = _RULE_BEHIND[refusal.code], hand.layout if hand else None
    match refusal.code, statement:
        case "bad-lead", TileSet(_, tile):
            return book.reason(rule, refusal.message, amounts=[tile.pips])
        case "must-draw", _:
            rule = "last-tile" if isinstance(statement, TileSet) else rule
            return book.reason(rule, refusal.message, amounts=[hand.boneyard if hand else 0])
        case "no-match", _ if layout:
            return book.reason(rule, refusal.message, ends=layout.ends)
        case "which-end", TileSet(_, tile) if layout:
            return book.reason(rule, refusal.message, ends=layout.choices_for(tile))
    return book.reason(rule, refusal.message)


def _why_not_in_turn(book: Book, hand: Hand, player: str) -> Iterator[Reason]:
    if hand.play is not None and hand.play.again:
        again = hand.seating.players[hand.play.seat]
        earned = message("why.earned-another-turn", tile=hand.play.tile, player=again)
        yield book.reason("another-turn", earned)
    if hand.seating.seat(player) in hand.washed_up:
        yield washed_up(book, player)


def _why_no_match(book: Book, layout: Layout, tile: Tile, host: Tile | None) -> Iterator[Reason]:
    if host is not None and layout.tiles and host not in layout.tiles:
        yield book.reason("match", message("why.not-on-the-table", tile=host))
        return
    for spot in covered_doubles(book, layout):
        # The tile would fit there, were anything open.
        if spot.end.pips in tile and host in (None, spot.end.host):
            yield from spot.reasons
