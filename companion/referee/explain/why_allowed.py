"""Why an entry was allowed."""

from collections.abc import Iterator
from typing import Literal

from companion.i18n import listed, message
from companion.record import statements
from companion.record.replay import Entry
from companion.record.statements import PointsRuled, TileSet
from companion.referee.count_reasons import has_free_side
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_half, describe_points, passes_as, write_sum
from companion.rules.choices import BoneyardKept
from companion.rules.game import Game
from companion.rules.hand import Hand, Play
from companion.rules.layout import Layout
from companion.rules.tile import ALL_PIPS

#: No house rule leaves more tiles in the boneyard.
_MOST_KEPT = max(map(int, BoneyardKept))


def why_allowed(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """Why the game allowed this entry."""
    hand = before.hand
    match entry.statement:
        case statements.HandLed(player):
            yield from _why_led(book, before, player)
        case PointsRuled() as ruled:
            yield _why_ruled(book, before, ruled)
        case TileSet() as tile_set if hand is not None:
            yield from _why_set(book, hand, entry, tile_set)
        case statements.TilesDrawn(player) if hand is not None:
            yield from _why_drawn(book, hand, entry, player)
        case statements.TurnPassed(player) if hand is not None:
            yield from _why_nothing_fits(book, hand, player, passes_as(hand))
            yield book.reason("must-play", message("why.must-play"))
            yield from nothing_to_draw(book, hand)
        case statements.TilesLeft(player) | statements.PipsLeft(player) if hand is not None:
            yield from _why_left(book, hand, entry, player)


def _why_ruled(book: Book, before: Game, ruled: PointsRuled) -> Reason:
    (side, points, _), play = ruled, before.hand and before.hand.play
    worth = describe_points(book.rules, points)
    if play and _is_muggins(book, before, ruled, play):
        muggins = message("why.muggins", total=play.total, side=side, points=worth)
        return book.reason("announce", muggins, amounts=[play.total, points])
    agreed = message("why.agreed", points=worth, side=side)
    return book.reason("by-agreement", agreed, amounts=[points])


def _is_muggins(book: Book, before: Game, ruled: PointsRuled, play: Play) -> bool:
    """Whether these are the points of a count just missed, for an opponent who called muggins."""
    is_missed = book.rules.scores(play.total) and not (play.points or play.disregarded)
    is_opponent = before.seating.side(ruled.side) != before.seating.side_of[play.seat]
    is_its_worth = 0 < ruled.points == book.rules.worth(play.total)
    return book.preset.says_muggins and is_missed and is_opponent and is_its_worth


def _why_led(book: Book, before: Game, player: str) -> Iterator[Reason]:
    if before.hand is None:
        yield book.reason("first-lead", message("why.first-lead", player=player))
    else:
        by_lots = before.next_leader is None
        right = message("why.lead-by-lots" if by_lots else "why.lead-by-right", player=player)
        yield book.reason("next-lead", right)
    each, boneyard = _deal(book)
    if boneyard:
        dealt = message(
            "why.dealt" if book.rules.has_drawing else "why.dealt-out-of-play",
            count=boneyard,
            seats=book.seats,
            each=each,
        )
    else:
        dealt = message("why.dealt-all", seats=book.seats, each=each)
    yield book.reason("tiles-each", dealt, amounts=[book.seats, each, boneyard])
    if boneyard and not book.rules.has_drawing:
        yield book.reason("drawing", message("why.never-drawn"))
    elif boneyard and int(book.rules.boneyard_kept):
        yield from _kept(book, boneyard)


def what_is_drawn(book: Book, boneyard: int) -> Iterator[Reason]:
    """Why a player who must play again draws from a boneyard of so many tiles."""
    yield book.reason("drawing", message("why.is-drawn"))
    yield from _kept(book, boneyard - 1)


def _kept(book: Book, left: int) -> Iterator[Reason]:
    """How many tiles stay in the boneyard, once so few are left that it matters."""
    kept = int(book.rules.boneyard_kept)
    if kept:
        yield book.reason("boneyard-kept", message("why.kept", count=kept), amounts=[kept])
    elif left < _MOST_KEPT:
        yield book.reason("boneyard-kept", message("why.none-kept"), amounts=[kept])


def _deal(book: Book) -> tuple[int, int]:
    """How many tiles each player gets, and how many are left over."""
    return book.rules.tiles_for(book.seats), book.rules.boneyard_for(book.seats)


def _why_set(book: Book, hand: Hand, entry: Entry, tile_set: TileSet) -> Iterator[Reason]:
    player, tile, host, _ = tile_set
    layout = hand.layout
    if hand.has_drawn:
        proves = book.rules.draws_prove
        drew = message("why.drew-until" if proves else "why.drew-before", player=player, tile=tile)
        yield book.reason("draw" if proves else "drawing", drew)
    if not layout.tiles:
        lead = message("why.single-led", tile=tile, sum=write_sum(tile))
        if tile.is_double:
            lead = message("why.double-led", tile=tile)
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
    if layout.playable_ends != layout.ends:
        yield _spinner_first(book, layout)
    if host is None and len(layout.ends_for(tile)) > 1:
        alike = message("why.ends-alike", half=half, host=end.host)
        yield book.reason("named-end", alike, ends=layout.ends_for(tile))


def _spinner_first(book: Book, layout: Layout) -> Reason:
    """Why a tile can only go on the spinner that must be covered first."""
    spinner, *_ = ends = layout.playable_ends
    left = message("why.spinner-first", spinner=spinner.host, count=spinner.places)
    return book.reason("spinner-first", left, ends=ends)


def _why_drawn(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    if hand.must_draw:
        yield book.reason("last-tile", message("why.draws-owed-tile", player=player))
        yield book.reason("drawing", message("why.is-drawn"))
    elif not book.rules.draws_prove:
        yield book.reason("drawing", message("why.drawn-freely", player=player))
    else:
        yield from _why_nothing_fits(book, hand, player, "draw")
        yield book.reason("must-play", message("why.must-play"))
    (each, left_over), still = _deal(book), entry.hand.boneyard
    left = message(
        "why.left-to-draw", count=still, seats=book.seats, each=each, left_over=left_over
    )
    yield book.reason("tiles-each", left, amounts=[book.seats, each, left_over, still])
    yield from _kept(book, still)


def _why_nothing_fits(
    book: Book, hand: Hand, player: str, deed: Literal["draw", "pass", "knock"]
) -> Iterator[Reason]:
    """What a draw or a pass says about the player's hand."""
    ends, rule = hand.layout.playable_ends, "drawing" if deed == "draw" else "pass"
    if not ends:
        no_lead = message(f"why.{deed}ing-says-no-lead", player=player)
        yield book.reason("lead-tile", no_lead)
        if deed == "draw":
            yield book.reason("drawing", message("why.is-drawn"))
        return
    pips = listed(dict.fromkeys(describe_half(end.pips) for end in ends), "or")
    yield book.reason(rule, message(f"why.{deed}ing-says", player=player, pips=pips), ends=ends)
    if ends != hand.layout.ends:
        yield _spinner_first(book, hand.layout)


def nothing_to_draw(book: Book, hand: Hand | None) -> Iterator[Reason]:
    """Why nothing can be drawn; no reasons if something can."""
    (each, boneyard), kept = _deal(book), int(book.rules.boneyard_kept)
    if not boneyard:
        all_dealt = message("why.all-dealt", seats=book.seats, each=each)
        yield book.reason("tiles-each", all_dealt, amounts=[book.seats, each])
    elif not book.rules.has_drawing:
        yield book.reason("drawing", message("why.never-drawn"))
    elif hand is not None and not hand.drawable and hand.boneyard:
        left = message("why.only-kept-left", count=hand.boneyard)
        yield book.reason("boneyard-kept", left, amounts=[hand.boneyard, kept])
    elif hand is not None and not hand.drawable:
        yield book.reason("draw", message("why.nothing-to-draw"))


def _why_left(book: Book, hand: Hand, entry: Entry, player: str) -> Iterator[Reason]:
    held, after = hand.held[hand.seating.seat(player)], entry.hand
    still_held = message("why.still-held", count=held, player=player)
    yield book.reason("all-told", still_held, amounts=[held])
    if not after.must_show and not after.boneyard:
        unseen, pips = hand.unseen_pips, hand.layout.pips
        sums = message("why.pips-add-up", count=unseen, all=ALL_PIPS, set=pips)
        yield book.reason("all-pips", sums, amounts=[ALL_PIPS, pips, unseen])
