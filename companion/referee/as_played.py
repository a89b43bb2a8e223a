"""The same plays by as many of another game's rules as would have let them all stand.

Where the other game would have refused a play, a full score by its rules does
not exist: people would have played otherwise. What can be told is the score of
this very record by those of its rules that refuse nothing, each one named.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, follow
from companion.referee.comparison import Comparison, compare
from companion.referee.parting import SIDES, Difference


class LeftOut(NamedTuple):
    """A rule of the other game that these plays break, with the first line that it refuses.

    There is no such line where the rule is about who sits at the table.
    """

    difference: Difference
    line: int | None
    sentence: str


class AsPlayed(NamedTuple):
    """The comparison with a game that takes over only the rules that refuse nothing."""

    taken_over: tuple[Difference, ...]
    left_out: tuple[LeftOut, ...]
    comparison: Comparison


def as_played(comparison: Comparison) -> AsPlayed:
    """One rule after another taken over from the other game, unless it refuses a play."""
    header, entries = comparison.here.header, comparison.here.entries
    mixed = header.under(None)
    taken: list[Difference] = []
    left_out: list[LeftOut] = []
    for found in comparison.differences:
        if found.name == SIDES:
            left_out.append(LeftOut(found, None, found.there.sentence))
            continue
        with_it = mixed.under(None, [(found.name, found.there.value)])
        refused = _refused(with_it, entries)
        if refused is None:
            mixed = with_it
            taken.append(found)
        else:
            left_out.append(LeftOut(found, *refused))
    return AsPlayed(tuple(taken), tuple(left_out), compare(header, entries, mixed))


def _refused(header: Header, entries: Sequence[Entry]) -> tuple[int, str] | None:
    plays = ((entry.line, entry.with_host) for entry in entries)
    _, refused = follow(header.start(), plays)
    return None if refused is None else (refused.line, refused.refusal.sentence)
