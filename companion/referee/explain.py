"""Explaining an entry: the count with its reasons, and an answer to every question about it."""

from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee.allowed import why_allowed
from companion.referee.book import Book
from companion.referee.change import change_between
from companion.referee.endings import why_ended, why_game, why_next_lead
from companion.referee.explanation import About, Answer, Count, Explanation
from companion.referee.points import why_points
from companion.referee.settling import why_settled
from companion.referee.spots import covered_doubles, open_spots
from companion.referee.turns import why_turn
from companion.referee.words import count_written_out, entry_told
from companion.rules.game import Game
from companion.rules.layout import Layout

_ANSWERS = {
    About.ALLOWED: why_allowed,
    About.POINTS: why_points,
    About.TURN: why_turn,
    About.ENDED: why_ended,
    About.SETTLED: why_settled,
    About.GAME: why_game,
    About.NEXT_LEAD: why_next_lead,
}


def explain(book: Book, before: Game, entry: Entry) -> Explanation:
    """Why an accepted entry came to what it did, given the game before it."""
    answers = (
        Answer(about, tuple(reasons(book, before, entry))) for about, reasons in _ANSWERS.items()
    )
    return Explanation(
        entry,
        entry_told(before, entry),
        _count(book, before, entry),
        tuple(answer for answer in answers if answer.reasons),
    )


def explain_count(book: Book, before: Layout, after: Layout) -> Count:
    """Why the open ends add up to what they do, and what the tile set last changed."""
    return Count(
        open_spots(book, after),
        covered_doubles(book, after),
        after.total,
        count_written_out(after),
        change_between(before, after),
    )


def _count(book: Book, before: Game, entry: Entry) -> Count | None:
    if not isinstance(entry.statement, TileSet):
        return None
    assert before.hand is not None and entry.game.hand is not None
    return explain_count(book, before.hand.layout, entry.game.hand.layout)
