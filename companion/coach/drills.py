"""The drills: a question for each key."""

from collections.abc import Callable, Mapping

from companion.coach import changing, counting, distance, heads, loose_ends, points, scoring
from companion.coach.key import Asking, Key, NoSuchQuestion
from companion.coach.positions import Chance, Position, book_named
from companion.coach.question import Question
from companion.coach.skills import Kind, has_drill
from companion.rules.errors import Refusal

_ASK: Mapping[Kind, Callable[[Asking], Question]] = {
    Kind.COUNT: counting.ask_count,
    Kind.SCORE: counting.ask_score,
    Kind.WORTH: heads.ask_worth,
    Kind.CHANGE: changing.ask_change,
    Kind.TILES: scoring.ask_tiles,
    Kind.BEST: scoring.ask_best,
    Kind.NEED: changing.ask_need,
    Kind.SPINNERS: counting.ask_spinners,
    Kind.ROUNDING: points.ask_rounding,
    Kind.SETTLEMENT: points.ask_settlement,
    Kind.TO_GO: distance.ask_to_go,
    Kind.EXHAUSTED: counting.ask_exhausted,
    Kind.COMPLEMENT: heads.ask_complement,
    Kind.THREE_ENDS: loose_ends.ask_ends,
    Kind.DOUBLE_AND_ADD: loose_ends.ask_doubles,
    Kind.TAKE_DOUBLE: loose_ends.ask_covered,
    Kind.TO_PEGS: heads.ask_pegs,
    Kind.TO_FIVE: heads.ask_five,
}


def question(key: Key, own: tuple[Position, ...] = ()) -> Question:
    """The question of a key, from `own` positions where they suit; raises `NoSuchQuestion`."""
    try:
        book = book_named(key.game)
    except Refusal:
        raise NoSuchQuestion(key.game) from None
    if not key.has_level or not has_drill(book.rules, key.kind):
        raise NoSuchQuestion(key)
    return _ASK[key.kind](Asking(key, book, Chance(*key), own))
