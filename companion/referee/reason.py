"""Reasons: what the referee says of a position, and the rule that it rests on."""

from typing import NamedTuple

from companion.rules.layout import End


class Rule(NamedTuple):
    """A rule as the referee cites it: a setting with its value, or a law of all the games.

    `sentence` is the rule in our own words, `source` the title of where it
    stands, or that it is a house rule of this table.
    """

    name: str
    #: The value as the record writes it; empty for a law.
    value: str
    sentence: str
    source: str
    #: Why the game has chosen this value; empty for a law and a house rule.
    because: str = ""


class Reason(NamedTuple):
    """What a rule comes to here, in a sentence, with the ends and amounts that it is about.

    Each end is told as it was when it mattered; amounts are in pips or points,
    in the order of the sentence.
    """

    rule: Rule
    sentence: str
    ends: tuple[End, ...] = ()
    amounts: tuple[int, ...] = ()
