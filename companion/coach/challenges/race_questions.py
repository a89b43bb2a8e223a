"""The questions of a race: the same for all racers, each with a few answers to tap."""

from functools import lru_cache

from companion.coach.challenges.sprint_questions import DEAL, numbers_of, sprint_keys
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import Chance
from companion.coach.drills.question import Choice, NoAnswer, Question, Verdict, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import message
from companion.pictures.board_drawing import bounds_of
from companion.pictures.layout_crop import Size
from companion.pictures.tableau import lay_out

#: So many are worked out at once: the first ones before the race, the others while it is run.
AT_ONCE = 10
#: What fits under half of a phone.
_MOST_OFFERED = 6
#: The felt on half of a phone of 360 by 640 px, where no half of a tile is below 18 px wide.
HALF = Size(352 / 18, 125 / 18)
#: Up to this level most layouts have room there.
_HIGHEST_ON_HALF = 2
#: How far from the right number others lie, where too few mistakes are known: the nearest first.
_NEAR = (5, -5, 1, -1, 2, -2, 3, -3, 4, -4)


@lru_cache(maxsize=64)
def keys_of(
    game: str, seed: int, number: int = DEAL, *, is_shared: bool = False
) -> tuple[QuestionKey, ...]:
    """The keys of a race's first so many questions, the easy ones first.

    Where two share a phone, none has a layout too large for half of it.

    Raises `NoSuchQuestion` where the game has nothing to ask.
    """
    if not is_shared:
        return sprint_keys(game, seed, number)
    highest = _HIGHEST_ON_HALF
    return sprint_keys(game, seed, number, highest=highest, suits=_fits_half)


def key_of(game: str, seed: int, number: int, *, is_shared: bool = False) -> QuestionKey:
    """The key of a question by its number, from 0; who has answered all begins again."""
    number %= DEAL
    known = number - number % AT_ONCE + AT_ONCE
    return keys_of(game, seed, known, is_shared=is_shared)[number]


def offers(key: QuestionKey) -> tuple[Choice, ...]:
    """The answers to tap: the right one, and first of all those that known mistakes lead to."""
    of = question(key)
    if of.wanted is Wanted.NUMBER:
        return _numbers(key, of)
    right = [each for each in of.choices if each.value in of.answer][:1]
    wrong = [each for each in of.choices if each.value not in of.answer]
    some = Chance("offers", *key).some_of(wrong, _MOST_OFFERED - 1)
    return tuple(each for each in of.choices if each in (*right, *some))


def judge(key: QuestionKey, said: str) -> Verdict:
    """The verdict on an answer; raises `NoAnswer` for what was not offered."""
    if said not in {choice.value for choice in offers(key)}:
        raise NoAnswer(message("coach.refused.choose-shown"))
    return question(key).judge(said)


def _fits_half(of: Question) -> bool:
    """Whether half a phone can show all of its layout."""
    if of.position is None:
        return True
    tableau = lay_out(of.position.laid, of.position.layout.rules.spinners)
    return HALF.scale_of(bounds_of(tableau, (ring for _, ring in tableau.rings))) >= 1


def _numbers(key: QuestionKey, of: Question) -> tuple[Choice, ...]:
    (right,) = map(int, of.answer)
    board = numbers_of(key, of)
    wrong = (*map(int, of.slips), *(right + away for away in _NEAR))
    likely = [each for each in dict.fromkeys(wrong) if each in board and each != right]
    shown = sorted([right, *likely[: _MOST_OFFERED - 1]])
    return tuple(Choice(str(each), each) for each in shown)
