"""Why an entry was refused."""

from collections.abc import Iterator

from companion.i18n import message
from companion.record.replay import Entry, apply
from companion.record.statements import PointsRuled, Statement, TilesDrawn, TileSet, TurnPassed
from companion.referee.count_reasons import covered_doubles
from companion.referee.explain.why_allowed import nothing_to_draw, why_allowed
from companion.referee.explain.why_turn import out_of_hand
from companion.referee.rule_book import Book, Reason, cite_record_law
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.layout import Layout
from companion.rules.tile import Tile


def draw_or_pass(book: Book, game: Game) -> Iterator[Reason]:
    """Why the player whose turn it is may pass, or not; then the same of drawing."""
    player = game.seating.players[game.acting]
    for deed in (TurnPassed(player), TilesDrawn(player, 1)):
        try:
            entry = Entry(0, deed, apply(game, deed))
        except Refusal as refusal:
            yield from why_refused(book, game, deed, refusal)
        else:
            yield from why_allowed(book, game, entry)


#: The rule behind each code of a refusal.
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
    """Why a statement was refused: first the refusal itself, then what is behind it."""
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
            yield from nothing_to_draw(book, game.hand)


def _rule_behind(book: Book, hand: Hand | None, statement: Statement, refusal: Refusal) -> Reason:
    """The refusal's own sentence with the rule, the ends and the amounts that it is about."""
    rule, layout = _RULE_BEHIND[refusal.code], hand.layout if hand else None
    match refusal.code, statement:
        case "bad-lead", TileSet(_, tile):
            return book.reason(rule, refusal.message, amounts=[tile.pips])
        case "must-draw", _:
            rule = "last-tile" if isinstance(statement, TileSet) else rule
            return book.reason(rule, refusal.message, amounts=[hand.drawable if hand else 0])
        case "no-match", _ if layout:
            ends = layout.playable_ends
            rule = "match" if ends == layout.ends else "spinner-first"
            return book.reason(rule, refusal.message, ends=ends)
        case "which-end", TileSet(_, tile) if layout:
            return book.reason(rule, refusal.message, ends=layout.choices_for(tile))
    return book.reason(rule, refusal.message)


def _why_not_in_turn(book: Book, hand: Hand, player: str) -> Iterator[Reason]:
    if hand.play is not None and hand.play.again:
        again = hand.seating.players[hand.play.seat]
        earned = message("why.earned-another-turn", tile=hand.play.tile, player=again)
        yield book.reason("another-turn", earned)
    yield from out_of_hand(book, hand, hand.seating.seat(player))


def _why_no_match(book: Book, layout: Layout, tile: Tile, host: Tile | None) -> Iterator[Reason]:
    if host is not None and layout.tiles and host not in layout.tiles:
        yield book.reason("match", message("why.not-on-the-table", tile=host))
        return
    if layout.playable_ends != layout.ends:
        # The spinner to be covered first decides, wherever else the tile would fit.
        return
    for spot in covered_doubles(book, layout):
        # The tile would fit this double if anything were open on it.
        if spot.end.pips in tile and host in (None, spot.end.host):
            yield from spot.reasons
