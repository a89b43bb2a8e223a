"""The drills: a question for each key."""

from collections.abc import Callable, Mapping

from companion.coach.asking import Asking
from companion.coach.changing import ask_change, ask_need, ask_tiles
from companion.coach.counting import ask_count, ask_exhausted, ask_score, ask_spinners
from companion.coach.key import Key, NoSuchQuestion
from companion.coach.positions import Position
from companion.coach.question import Question
from companion.coach.settling import ask_rounding, ask_settlement
from companion.coach.skills import Kind
from companion.coach.target import ask_to_go
from companion.rules.errors import Refusal

_ASK: Mapping[Kind, Callable[[Asking], Question]] = {
    Kind.COUNT: ask_count,
    Kind.SCORE: ask_score,
    Kind.CHANGE: ask_change,
    Kind.TILES: ask_tiles,
    Kind.NEED: ask_need,
    Kind.SPINNERS: ask_spinners,
    Kind.ROUNDING: ask_rounding,
    Kind.SETTLEMENT: ask_settlement,
    Kind.TO_GO: ask_to_go,
    Kind.EXHAUSTED: ask_exhausted,
}


def question(key: Key, own: tuple[Position, ...] = ()) -> Question:
    """The question of a key, from a table's `own` positions where they suit it.

    The same key and positions always give the same question. Raises
    `NoSuchQuestion` where the game of the key does not exist.
    """
    try:
        asking = Asking.of(key, own)
    except Refusal:
        raise NoSuchQuestion(key.game) from None
    return _ASK[key.kind](asking)
