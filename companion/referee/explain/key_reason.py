"""The key reason of a ruling: the part that a reader wants first."""

from collections.abc import Callable
from typing import NamedTuple

from companion.record.statements import TileSet
from companion.referee.rule_book import Reason
from companion.referee.ruling import About, Ruling, Section


class KeyReason(NamedTuple):
    """The section that matters most, and the reasons in it that settle the question."""

    section: Section
    reasons: tuple[Reason, ...]


def disputed(ruling: Ruling, rule: str = "") -> KeyReason | None:
    """What rests on the rule asked for, else what people argue about most; None if nothing does."""
    for about, settles in ((None, _rests_on(rule)), *_MATTERS):
        for section in ruling.sections:
            if about in (None, section.about):
                found = tuple(each for each in section.all_reasons if settles(ruling, each))
                if found:
                    return KeyReason(section, found)
    return None


_Settles = Callable[[Ruling, Reason], bool]


def _rests_on(*rules: str) -> _Settles:
    return lambda _, reason: reason.rule.name in rules


def _is_rounded(ruling: Ruling, reason: Reason) -> bool:
    """Whether it says how pips were rounded, unless all were multiples of five already."""
    names = {each.rule.name for each in ruling.reasons}
    return "nearest-five" in names and reason.rule.name in ("rounding", "nearest-five")


def _is_wrongly_announced(_ruling: Ruling, reason: Reason) -> bool:
    """Whether a count was called wrongly, or not at all."""
    amounts = reason.amounts
    return reason.rule.name == "announce" and (len(amounts) == 1 or len({*amounts}) > 1)


def _is_covered_by_it(ruling: Ruling, reason: Reason) -> bool:
    """Whether it is about the double that the tile just covered."""
    entry = ruling.entry
    if entry is None or not isinstance(entry.statement, TileSet):
        return False
    is_of_doubles = reason.rule.name in ("covered-double", "spinner-count")
    return is_of_doubles and any(end.host == entry.play.host for end in reason.ends)


#: What people argue about, the likeliest first: the section, and which of its reasons settle it.
_MATTERS: tuple[tuple[About, _Settles], ...] = (
    (About.SETTLED, _is_rounded),
    (About.SETTLED, _rests_on("settlement", "lowest-wins")),
    (About.TURN, _rests_on("last-tile")),
    (About.ENDED, _rests_on("domino", "blocked", "all-washed-up")),
    (About.GAME, _rests_on("target", "game-ends", "tied-target")),
    (About.POINTS, _rests_on("target-reached")),
    (About.POINTS, _is_wrongly_announced),
    (About.COUNT, _is_covered_by_it),
)
