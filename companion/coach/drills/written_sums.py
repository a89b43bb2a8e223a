"""A sum as someone writes it: term by term."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.coach.drills.rounding_steps import (
    CountedHands,
    pips_for_a_point,
    round_hands,
    rounds_each,
)
from companion.i18n import Text
from companion.referee.count_reasons import CountChange
from companion.referee.scoring_text import write_sum
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.settings import Rules
from companion.rules.settlement import pips_won, round_to_five
from companion.rules.tile import Tile

#: A written sum can continue on a new line here: before each sign.
_SIGN = re.compile(r" (?=[+−÷=→])")


class Sum(NamedTuple):
    """A sum by its terms, each with its sign: `6`, `+ 4`, `= 10`."""

    terms: tuple[Text | str, ...]
    #: The subject of the sum, if there are several.
    about: Tile | str | None = None

    @classmethod
    def of(cls, written: str, about: Tile | str | None = None) -> "Sum":
        """A sum that is written out already."""
        return cls(tuple(_SIGN.split(written)), about)

    @classmethod
    def of_change(cls, change: CountChange, total: int, about: Tile | None = None) -> "Sum":
        """The count by the change: what was there, what was covered, what is new."""
        went = (f"− {end.counts}" for end in change.went)
        came = (f"+ {end.counts}" for end in change.came)
        return cls((str(change.before), *went, *came, f"= {total}"), about)

    @property
    def written(self) -> str:
        """The sum in one piece: `6 + 4 = 10`."""
        return " ".join(map(str, self.terms))


def settlement_sums(game: Game, side: int) -> tuple[Sum, ...]:
    """How the hand just settled gave the points of a side: the sum, rounding, division.

    There is no sum if the points don't come from pips.
    """
    rules, hand, result = game.rules, game.hand, game.result
    if hand is None or result is None or not result.points[side]:
        return ()
    if rules.settlement is Settlement.CHIPS:
        return ()
    return tuple(rounding_sums(rules, *CountedHands.of(hand, side, result.winners)))


def rounding_sums(rules: Rules, taken: tuple[int, ...], own: tuple[int, ...] = ()) -> Iterator[Sum]:
    """How the pips of hands taken, minus one's own, become points."""
    hands = *taken, *(-pips for pips in own)
    if rounds_each(rules):
        fives = [round_to_five(pips) for pips in (*taken, *own)]
        if len(hands) > 1:
            for pips, five in zip((*taken, *own), fives, strict=True):
                yield Sum((str(pips), f"→ {five}"))
            written = write_sum([*fives[: len(taken)], *(-five for five in fives[len(taken) :])])
        else:
            written = f"{hands[0]} → {fives[0]}"
    else:
        five, written = pips_won(rules, taken, own), write_sum(hands)
        if five != sum(hands):
            written += f" → {five}"
    yield Sum.of(written)
    if rules.points is Points.FIFTHS:
        rounded = round_hands(rules, taken, own)
        yield Sum.of(f"{rounded} ÷ 5 = {rounded // pips_for_a_point(rules)}")
