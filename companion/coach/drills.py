"""The drills: a question for each key, and keys for the next question."""

from collections.abc import Callable, Mapping

from companion.coach.changing import ask_change, ask_need, ask_tiles
from companion.coach.counting import ask_count, ask_exhausted, ask_score, ask_spinners
from companion.coach.positions import Ground, Position
from companion.coach.question import Key, NoSuchQuestion, Question
from companion.coach.settling import ask_rounding, ask_settlement
from companion.coach.skills import Kind
from companion.coach.target import ask_to_go
from companion.rules.errors import Refusal

_ON_A_LAYOUT: Mapping[Kind, Callable[[Key, Ground, tuple[Position, ...]], Question]] = {
    Kind.COUNT: ask_count,
    Kind.SCORE: ask_score,
    Kind.CHANGE: ask_change,
    Kind.TILES: ask_tiles,
    Kind.NEED: ask_need,
    Kind.SPINNERS: ask_spinners,
    Kind.EXHAUSTED: ask_exhausted,
}
_ON_POINTS: Mapping[Kind, Callable[[Key, Ground], Question]] = {
    Kind.ROUNDING: ask_rounding,
    Kind.SETTLEMENT: ask_settlement,
    Kind.TO_GO: ask_to_go,
}


def question(key: Key, own: tuple[Position, ...] = ()) -> Question:
    """The question of a key, from a table's `own` positions where they suit it.

    The same key and positions always give the same question. Raises
    `NoSuchQuestion` where the game of the key does not exist.
    """
    try:
        ground = Ground.named(key.game)
    except Refusal as refusal:
        raise NoSuchQuestion(refusal.sentence) from None
    if key.kind in _ON_POINTS:
        return _ON_POINTS[key.kind](key, ground)
    return _ON_A_LAYOUT[key.kind](key, ground, own)
