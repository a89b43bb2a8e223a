"""Why a tile scored what it did, or nothing."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import describe_points
from companion.rules.choices import Announce, Points
from companion.rules.game import Game
from companion.rules.hand import Play
from companion.words import message


def why_points(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for the points of a tile; none for any other entry."""
    if not isinstance(entry.statement, TileSet):
        return
    hand, claim = entry.game.hand, entry.statement.claim
    assert hand is not None and hand.play is not None
    play = hand.play
    if play.host is None:
        lead = message("why.lead-counts", tile=play.tile, total=play.total)
        yield book.reason("lead-scores", lead, amounts=[play.total])
    yield _by_fives(book, play.total)
    if announced := _announced(book, play.total, claim):
        yield announced
    if book.rules.credits(play.total, claim):
        yield _worth(book, play)


def _by_fives(book: Book, total: int) -> Reason:
    if total == 0:
        scores = book.rules.scores(0)
        nought = message("why.nought-scores" if scores else "why.nought-scores-not")
        return book.reason("zero-scores", nought, amounts=[0])
    if book.rules.scores(total):
        sentence = message("why.fives", total=total, fives=total // 5)
    else:
        below = total // 5 * 5
        sentence = message("why.between-fives", total=total, below=below, above=below + 5)
    return book.reason("fives", sentence, amounts=[total])


def _announced(book: Book, total: int, claim: int | None) -> Reason | None:
    """What an announcement came to; None where there was none and none was due."""
    scores = book.rules.scores(total)
    if book.rules.announce is Announce.NO or not scores:
        if claim is None:
            return None
        idle = message("why.announced-idly", claim=claim)
        return book.reason("announce", idle, amounts=[claim])
    if claim is None:
        return book.reason("announce", message("why.not-announced", total=total), amounts=[total])
    if claim != total:
        sentence = message("why.announced-wrongly", total=total, claim=claim)
    else:
        sentence = message("why.announced-rightly", total=total)
    return book.reason("announce", sentence, amounts=[total, claim])


def _worth(book: Book, play: Play) -> Reason:
    worth = describe_points(book.rules, play.points)
    match book.rules.points:
        case Points.FIFTHS:
            sentence = message("why.fifth", total=play.total, points=worth)
        case Points.PIPS:
            sentence = message("why.whole-count", points=worth)
        case Points.NONE:
            sentence = message("why.worth-nothing", total=play.total)
    return book.reason("points", sentence, amounts=[play.total, play.points])
