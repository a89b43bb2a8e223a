"""Reasons: what the referee says of a position, and the rule that it rests on."""

from typing import NamedTuple

from companion.rules.layout import End
from companion.words import Text


class Rule(NamedTuple):
    """A rule as the referee cites it: a setting with its value, or a law of all the games.

    `sentence` is the rule in our own words, `source` the title of where it
    stands, or that it is a house rule of this table.
    """

    name: str
    #: The value as the record writes it; empty for a law.
    value: str
    sentence: Text
    source: Text
    #: Why the game has chosen this value; None for a law and a house rule.
    because: Text | None = None


class Reason(NamedTuple):
    """What a rule comes to here, in a sentence, with the ends and amounts that it is about.

    Each end is given as it was when it mattered; amounts are in pips or points,
    in the order of the sentence.
    """

    rule: Rule
    sentence: Text
    ends: tuple[End, ...] = ()
    amounts: tuple[int, ...] = ()
