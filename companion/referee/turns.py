"""Why the turn went on, or passed to somebody else."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.rules.choices import AnotherTurn, DrawnTile, LastTile
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.words import Text, listed, message


def why_turn(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for whose turn it is after a tile, a draw or a pass."""
    statement, hand = entry.statement, entry.game.hand
    if hand is None or before.hand is None or hand.ending is Ending.TARGET:
        return
    match statement:
        case TileSet(player, _, _, claim):
            assert hand.play is not None
            scored = book.rules.credits(hand.play.total, claim)
            yield from _after_set(book, before.hand, hand, player, scored=scored)
        case TilesDrawn(player):
            sentence = message(
                "why.sets-or-draws-on" if hand.boneyard else "why.sets-or-passes", player=player
            )
            yield book.reason("draw", sentence)
        case TurnPassed(player) if hand.turn is not None:
            yield _next_in_turn(book, before.hand, hand)


def washed_up(book: Book, player: str) -> Reason:
    """Why a player is out of the hand."""
    return book.reason("last-tile", message("why.washed-up", player=player))


def _after_set(
    book: Book, before: Hand, hand: Hand, player: str, *, scored: bool
) -> Iterator[Reason]:
    assert hand.play is not None
    rules, play = book.rules, hand.play
    earns = (scored and rules.pays_scores) or (play.tile.is_double and rules.pays_doubles)
    goes_on = earns and not (before.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN)
    yield book.reason("another-turn", _describe_earned(book, play, scored=scored))
    if earns and before.has_drawn:
        yield _drawn(book, play)
    if goes_on and hand.held[play.seat] == 0:
        yield _last_tile(book, hand, player)
    elif goes_on:
        yield book.reason("in-turn", message("why.still-in-turn", player=player))
    if hand.turn not in (None, play.seat):
        yield _next_in_turn(book, before, hand)


def _describe_earned(book: Book, play: Play, *, scored: bool) -> Text:
    """What the tile is, and whether that earns another turn."""
    tile, rules = play.tile, book.rules
    match tile.is_double and rules.pays_doubles, scored and rules.pays_scores:
        case True, True:
            return message("why.double-and-score-earn", tile=tile)
        case True, False:
            return message("why.double-earns", tile=tile)
        case False, True:
            return message("why.score-earns", tile=tile)
    if rules.another_turn is AnotherTurn.NONE:
        return message("why.earns-no-turn", tile=tile)
    if scored or tile.is_double:
        return message("why.only-a-double-earns" if scored else "why.only-a-score-earns", tile=tile)
    if rules.pays_scores and rules.pays_doubles:
        return message("why.neither-score-nor-double", tile=tile)
    return message("why.no-score" if rules.pays_scores else "why.no-double", tile=tile)


def _drawn(book: Book, play: Play) -> Reason:
    ends = book.rules.drawn_tile is DrawnTile.ENDS_TURN
    sentence = message("why.drawn-ends-turn" if ends else "why.drawn-all-the-same", tile=play.tile)
    return book.reason("drawn-tile", sentence)


def _last_tile(book: Book, hand: Hand, player: str) -> Reason:
    assert hand.play is not None
    if hand.play.seat in hand.washed_up:
        return washed_up(book, player)
    if hand.turn == hand.play.seat:
        sentence = message("why.draws-what-is-owed", player=player)
    elif book.rules.last_tile is LastTile.DRAWS:
        sentence = message("why.out-with-nothing-to-draw", player=player)
    else:
        sentence = message("why.out", player=player)
    return book.reason("last-tile", sentence)


def _next_in_turn(book: Book, before: Hand, hand: Hand) -> Reason:
    """Who follows, and who was left out on the way."""
    assert before.turn is not None and hand.turn is not None
    names = hand.seating.players
    seats = len(names)
    steps = (hand.turn - before.turn - 1) % seats
    passed_over = [names[(before.turn + step) % seats] for step in range(1, steps + 1)]
    if not passed_over:
        return book.reason("in-turn", message("why.next", player=names[hand.turn]))
    skipped = message(
        "why.next-after",
        count=len(passed_over),
        washed_up=listed(passed_over),
        player=names[hand.turn],
    )
    return book.reason("in-turn", skipped)
