"""The drills: a question for each key."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.coach.drills import (
    change_drills,
    layout_drills,
    mental_drills,
    open_end_drills,
    scoring_drills,
    settlement_drills,
    target_drills,
)
from companion.coach.drills.practice_positions import Chance, TablePositions, book_named
from companion.coach.drills.question import Question, Wanted
from companion.coach.drills.question_key import Asking, NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import DrillKind, has_drill
from companion.rules.errors import Refusal

_ASK: Mapping[DrillKind, Callable[[Asking], Question]] = {
    DrillKind.COUNT: layout_drills.ask_count,
    DrillKind.SCORE: layout_drills.ask_score,
    DrillKind.WORTH: mental_drills.ask_worth,
    DrillKind.CHANGE: change_drills.ask_change,
    DrillKind.TILES: scoring_drills.ask_tiles,
    DrillKind.BEST: scoring_drills.ask_best,
    DrillKind.NEED: change_drills.ask_need,
    DrillKind.SPINNERS: layout_drills.ask_spinners,
    DrillKind.ROUNDING: settlement_drills.ask_rounding,
    DrillKind.SETTLEMENT: settlement_drills.ask_settlement,
    DrillKind.TO_GO: target_drills.ask_to_go,
    DrillKind.EXHAUSTED: layout_drills.ask_exhausted,
    DrillKind.COMPLEMENT: mental_drills.ask_complement,
    DrillKind.THREE_ENDS: open_end_drills.ask_ends,
    DrillKind.DOUBLE_AND_ADD: open_end_drills.ask_doubles,
    DrillKind.TAKE_DOUBLE: open_end_drills.ask_covered,
    DrillKind.TO_PEGS: mental_drills.ask_pegs,
    DrillKind.TO_FIVE: mental_drills.ask_five,
}


@lru_cache(maxsize=512)
def question(key: QuestionKey, own: TablePositions | None = None) -> Question:
    """The question of a key, from `own` positions if they suit; raises `NoSuchQuestion`.

    The answer comes soon after the question, mostly to the same process: it is computed once.
    """
    try:
        book = book_named(key.game)
    except Refusal:
        raise NoSuchQuestion(key.game) from None
    if not key.has_level or not has_drill(book.rules, key.kind):
        raise NoSuchQuestion(key)
    return _ASK[key.kind](Asking(key, book, Chance(*key), own.positions if own else ()))


@lru_cache(maxsize=2048)
def look_of(key: QuestionKey, own: TablePositions | None = None) -> tuple[object, ...]:
    """What people see of a question, the same for two that look alike; raises `NoSuchQuestion`."""
    asked = question(key, own if own is not None and own.game == key.game else None)
    # The numbers to tap beside the right one make no new question.
    several = asked.wanted is Wanted.SEVERAL and key.kind is not DrillKind.WORTH
    offered = tuple(each.value for each in asked.choices) if several else ()
    return str(asked.prompt), frozenset(asked.placements), asked.hands, offered
