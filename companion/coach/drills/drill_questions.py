"""The drills: a question for each key."""

from collections.abc import Callable, Mapping

from companion.coach.drills import (
    change_drills,
    layout_drills,
    mental_drills,
    open_end_drills,
    scoring_drills,
    settlement_drills,
    target_drills,
)
from companion.coach.drills.practice_positions import Chance, Position, book_named
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import Asking, Key, NoSuchQuestion
from companion.coach.drills.skills import Kind, has_drill
from companion.rules.errors import Refusal

_ASK: Mapping[Kind, Callable[[Asking], Question]] = {
    Kind.COUNT: layout_drills.ask_count,
    Kind.SCORE: layout_drills.ask_score,
    Kind.WORTH: mental_drills.ask_worth,
    Kind.CHANGE: change_drills.ask_change,
    Kind.TILES: scoring_drills.ask_tiles,
    Kind.BEST: scoring_drills.ask_best,
    Kind.NEED: change_drills.ask_need,
    Kind.SPINNERS: layout_drills.ask_spinners,
    Kind.ROUNDING: settlement_drills.ask_rounding,
    Kind.SETTLEMENT: settlement_drills.ask_settlement,
    Kind.TO_GO: target_drills.ask_to_go,
    Kind.EXHAUSTED: layout_drills.ask_exhausted,
    Kind.COMPLEMENT: mental_drills.ask_complement,
    Kind.THREE_ENDS: open_end_drills.ask_ends,
    Kind.DOUBLE_AND_ADD: open_end_drills.ask_doubles,
    Kind.TAKE_DOUBLE: open_end_drills.ask_covered,
    Kind.TO_PEGS: mental_drills.ask_pegs,
    Kind.TO_FIVE: mental_drills.ask_five,
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
