"""When an own mistake comes back: at once while it is new, by its FSRS card once it was failed.

One answer a day counts, so no card is due again on the day of its last answer.
"""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from functools import reduce
from typing import NamedTuple

from fsrs import Card, Rating

from companion.coach.learning.memory import SCHEDULER


class Recalled(NamedTuple):
    """How an own mistake went the last time, and when it comes back; None for never."""

    is_right: bool
    due: datetime | None


def recall(answers: Iterable[tuple[datetime, bool]]) -> Recalled | None:
    """What the answers to one mistake come to, the first one first; None where there are none.

    Who finds it each time is done with it. Who failed gets it again, by a card that follows
    from the answers since the first miss.
    """
    answered = list(answers)
    if not answered:
        return None
    missed = next((number for number, (_, is_right) in enumerate(answered) if not is_right), None)
    if missed is None:
        return Recalled(is_right=True, due=None)

    def reviewed(card: Card, answer: tuple[datetime, bool]) -> Card:
        at, is_right = answer
        rating = Rating.Good if is_right else Rating.Again
        return SCHEDULER.review_card(card, rating, at)[0]

    first, _ = answered[missed]
    card = reduce(reviewed, answered[missed:], Card(card_id=0, due=first))
    answered_at, is_right = answered[-1]
    next_day = datetime.combine(answered_at.date() + timedelta(1), time(), answered_at.tzinfo)
    return Recalled(is_right, max(card.due, next_day))
