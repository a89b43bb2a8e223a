"""What people argue about in a ruling: the part of it that a reader wants first."""

from collections.abc import Callable
from typing import NamedTuple

from companion.record.statements import TileSet
from companion.referee.rule_book import Reason
from companion.referee.ruling import About, Ruling, Section


class KeyReason(NamedTuple):
    """The section in which the argument is, and the reasons that settle it."""

    section: Section
    reasons: tuple[Reason, ...]


def disputed(ruling: Ruling, rule: str = "") -> KeyReason | None:
    """What is argued about: what rests on the rule asked for, else what is least plain.

    None where the whole of the first section answers.
    """
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
    """Whether it tells how pips were rounded; it need not where all were fives already."""
    names = {each.rule.name for each in ruling.reasons}
    return "nearest-five" in names and reason.rule.name in ("rounding", "nearest-five")


def _is_wrongly_announced(_ruling: Ruling, reason: Reason) -> bool:
    """Whether a count was announced that was none, or one was not announced."""
    amounts = reason.amounts
    return reason.rule.name == "announce" and (len(amounts) == 1 or len({*amounts}) > 1)


def _is_covered_by_it(ruling: Ruling, reason: Reason) -> bool:
    """Whether it tells of the double that the tile just covered."""
    entry = ruling.entry
    if entry is None or not isinstance(entry.statement, TileSet):
        return False
    host = entry.play.host
    return reason.rule.name in ("covered-double", "spinner-count") and any(
        end.host == host for end in reason.ends
    )


#: What is argued about, the likeliest first: in which section, and which of its reasons settle it.
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
