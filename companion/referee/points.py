"""Why a tile scored what it did, or nothing."""

from collections.abc import Iterator

from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import points_told
from companion.rules.choices import Announce, Points
from companion.rules.game import Game
from companion.rules.hand import Play


def why_points(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for the points of a tile; none for any other entry."""
    if not isinstance(entry.statement, TileSet):
        return
    hand, claim = entry.game.hand, entry.statement.claim
    assert hand is not None and hand.play is not None
    play = hand.play
    if play.host is None:
        told = f"The {play.tile} is the lead and counts {play.total}."
        yield book.reason("lead-scores", told, amounts=[play.total])
    yield _by_fives(book, play.total)
    if announced := _announced(book, play.total, claim):
        yield announced
    if book.rules.credits(play.total, claim):
        yield _worth(book, play)


def _by_fives(book: Book, total: int) -> Reason:
    if total == 0:
        does = "scores here" if book.rules.scores(0) else "does not score"
        told = f"The open ends add up to nought, which {does}."
        return book.reason("zero-scores", told, amounts=[0])
    if book.rules.scores(total):
        told = f"{total} is {total // 5} × 5, so it scores."
        return book.reason("fives", told, amounts=[total])
    below = total // 5 * 5
    told = f"{total} lies between {below} and {below + 5}, so it does not score."
    return book.reason("fives", told, amounts=[total])


def _announced(book: Book, total: int, claim: int | None) -> Reason | None:
    """What an announcement came to; None where there was none and none was due."""
    scores = book.rules.scores(total)
    if book.rules.announce is Announce.NO or not scores:
        if claim is None:
            return None
        told = f"Announcing {claim} changed nothing."
        return book.reason("announce", told, amounts=[claim])
    if claim is None:
        told = f"The count of {total} was not announced, so it earned nothing."
    elif claim != total:
        told = f"The count was {total}, but {claim} was announced, so it earned nothing."
    else:
        told = f"The count of {total} was announced, and rightly."
    return book.reason("announce", told, amounts=[total] if claim is None else [total, claim])


def _worth(book: Book, play: Play) -> Reason:
    worth = points_told(book.rules, play.points)
    match book.rules.points:
        case Points.FIFTHS:
            told = f"{play.total} ÷ 5 = {worth}."
        case Points.PIPS:
            told = f"The whole count is scored: {worth}."
        case Points.NONE:
            told = f"The count of {play.total} is worth no points by itself."
    return book.reason("points", told, amounts=[play.total, play.points])
