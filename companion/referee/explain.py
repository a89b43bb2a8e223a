"""The count with its reasons, and what people ask of an entry beside it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.record.replay import Entry
from companion.referee.allowed import why_allowed
from companion.referee.book import Book
from companion.referee.change import Change, change_between
from companion.referee.endings import why_ended, why_game, why_next_lead
from companion.referee.points import why_points
from companion.referee.reason import Reason
from companion.referee.ruling import About, Spot
from companion.referee.settling import why_settled
from companion.referee.spots import covered_doubles, open_spots
from companion.referee.turns import why_turn
from companion.referee.words import count_written_out
from companion.rules.game import Game
from companion.rules.layout import Layout

#: What answers each question about an entry; none where it does not arise.
ANSWERS: Mapping[About, Callable[[Book, Game, Entry], Iterator[Reason]]] = {
    About.ALLOWED: why_allowed,
    About.POINTS: why_points,
    About.TURN: why_turn,
    About.ENDED: why_ended,
    About.SETTLED: why_settled,
    About.GAME: why_game,
    About.NEXT_LEAD: why_next_lead,
}


class Count(NamedTuple):
    """A count with the reason for every spot, the sum written out, and the change.

    `covered` are the doubles on which nothing is open any more; they count nothing.
    """

    spots: tuple[Spot, ...]
    covered: tuple[Spot, ...]
    total: int
    written: str
    change: Change


def explain_count(book: Book, before: Layout, after: Layout) -> Count:
    """Why the open ends add up to what they do, and what the tile set last changed."""
    return Count(
        open_spots(book, after),
        covered_doubles(book, after),
        after.total,
        count_written_out(after),
        change_between(before, after),
    )
