"""Why a tile scored what it did, or nothing, and why the turn went on or passed."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.referee.book import Book, Reason
from companion.referee.words import describe_points
from companion.rules.choices import Announce, AnotherTurn, DrawnTile, LastTile, Points
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.words import Text, listed, message


def why_points(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for the points of a tile; none for any other entry."""
    if not isinstance(entry.statement, TileSet):
        return
    play, total, claim = entry.play, entry.play.total, entry.statement.claim
    if play.host is None:
        lead = message("why.lead-counts", tile=play.tile, total=total)
        yield book.reason("lead-scores", lead, amounts=[total])
    yield _by_fives(book, total)
    if book.rules.announce is not Announce.NO and book.rules.scores(total):
        yield _announced(book, total, claim)
        if claim not in (None, total):
            yield book.reason("wrong-claim", message("why.only-the-exact-count"))
    elif claim is not None:
        idle = message("why.announced-idly", claim=claim)
        yield book.reason("announce", idle, amounts=[claim])
    if book.rules.credits(total, claim):
        yield book.reason("points", _describe_worth(book, play), amounts=[total, play.points])


def _by_fives(book: Book, total: int) -> Reason:
    scores = book.rules.scores(total)
    if total == 0:
        nought = message("why.nought-scores" if scores else "why.nought-scores-not")
        return book.reason("zero-scores", nought, amounts=[0])
    if scores:
        sentence = message("why.fives", total=total, fives=total // 5)
    else:
        below = total // 5 * 5
        sentence = message("why.between-fives", total=total, below=below, above=below + 5)
    return book.reason("scores-on", sentence, amounts=[total])


def _announced(book: Book, total: int, claim: int | None) -> Reason:
    if claim is None:
        return book.reason("announce", message("why.not-announced", total=total), amounts=[total])
    if claim == total:
        sentence = message("why.announced-rightly", total=total)
    else:
        sentence = message("why.announced-wrongly", total=total, claim=claim)
    return book.reason("announce", sentence, amounts=[total, claim])


def _describe_worth(book: Book, play: Play) -> Text:
    points = describe_points(book.rules, play.points)
    match book.rules.points:
        case Points.FIFTHS:
            return message("why.fifth", total=play.total, points=points)
        case Points.PIPS:
            return message("why.whole-count", points=points)
        case Points.NONE:
            return message("why.worth-nothing", total=play.total)


def why_turn(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for whose turn it is after a tile, a draw or a pass."""
    hand = entry.hand
    if before.hand is None or hand.ending is Ending.TARGET:
        return
    match entry.statement:
        case TileSet(claim=claim):
            yield from _after_set(book, before.hand, entry, claim)
        case TilesDrawn(player):
            sentence = message(
                "why.sets-or-draws-on" if hand.boneyard else "why.sets-or-passes", player=player
            )
            yield book.reason("draw", sentence)
        case TurnPassed() if hand.turn is not None:
            yield _next_in_turn(book, before.hand, hand)


def washed_up(book: Book, player: str) -> Reason:
    """Why a player is out of the hand."""
    return book.reason("last-tile", message("why.washed-up", player=player))


def _after_set(book: Book, before: Hand, entry: Entry, claim: int | None) -> Iterator[Reason]:
    rules, hand, play = book.rules, entry.hand, entry.play
    scored = rules.credits(play.total, claim)
    earns = (scored and rules.pays_scores) or (play.tile.is_double and rules.pays_doubles)
    ends_turn = before.has_drawn and rules.drawn_tile is DrawnTile.ENDS_TURN
    yield book.reason("another-turn", _describe_earned(book, play, scored=scored))
    if earns and before.has_drawn:
        sentence = message(
            "why.drawn-ends-turn" if ends_turn else "why.drawn-all-the-same", tile=play.tile
        )
        yield book.reason("drawn-tile", sentence)
    if earns and not ends_turn:
        if hand.held[play.seat] == 0:
            yield _last_tile(book, hand, play.seat)
        else:
            yield book.reason(
                "in-turn", message("why.still-in-turn", player=hand.seating.players[play.seat])
            )
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
    if rules.pays_scores and rules.scores(play.total):
        return message("why.not-credited", tile=tile)
    if rules.pays_scores and rules.pays_doubles:
        return message("why.neither-score-nor-double", tile=tile)
    return message("why.no-score" if rules.pays_scores else "why.no-double", tile=tile)


def _last_tile(book: Book, hand: Hand, seat: int) -> Reason:
    player = hand.seating.players[seat]
    if seat in hand.washed_up:
        return washed_up(book, player)
    if hand.turn == seat:
        sentence = message("why.draws-what-is-owed", player=player)
    elif book.rules.last_tile is LastTile.DRAWS:
        sentence = message("why.out-with-nothing-to-draw", player=player)
    else:
        sentence = message("why.out", player=player)
    return book.reason("last-tile", sentence)


def _next_in_turn(book: Book, before: Hand, hand: Hand) -> Reason:
    """Who follows, and who was left out on the way."""
    assert before.turn is not None and hand.turn is not None
    players = hand.seating.players
    # From whoever acted on, once around the table.
    following = (*players[before.turn + 1 :], *players[: before.turn + 1])
    player = players[hand.turn]
    passed_over = following[: following.index(player)]
    if not passed_over:
        return book.reason("in-turn", message("why.next", player=player))
    washed_up, count = listed(passed_over), len(passed_over)
    after = message("why.next-after", count=count, washed_up=washed_up, player=player)
    return book.reason("in-turn", after)
