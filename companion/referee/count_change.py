"""How a tile changes the count, the way good players keep it."""

from typing import Any, NamedTuple

from companion.i18n import Text, listed, message
from companion.referee.scoring_text import describe_half, write_sum
from companion.rules.layout import End, Layout

Ends = tuple[End, ...]


class CountChange(NamedTuple):
    """The count before a tile, the ends that it took away, and those that it added."""

    before: int
    went: Ends
    came: Ends
    sentence: Text


def change_between(before: Layout, after: Layout) -> CountChange:
    """How a tile changed the count."""
    was = {(end.host, end.pips): end for end in before.ends}
    now = {(end.host, end.pips): end for end in after.ends}
    went = tuple(_lost(end, now.get(key)) for key, end in was.items() if _went(end, now.get(key)))
    new = tuple(end for key, end in now.items() if key not in was)
    alive = tuple(end for key, end in now.items() if key in was and was[key].counts < end.counts)
    sentence = _describe_change(before, after.total, went, new, alive)
    return CountChange(before.total, went, new + alive, sentence)


def _went(end: End, now: End | None) -> bool:
    if now is not None:
        return now.counts < end.counts
    # A covered double counted 0 already, so its last end takes nothing away.
    return bool(end.counts) or not end.host.is_double


def _lost(end: End, now: End | None) -> End:
    """What an end no longer counts: all of it, or one half of a spinner."""
    return end if now is None else end._replace(counts=end.counts - now.counts)


def _describe_change(before: Layout, total: int, went: Ends, new: Ends, alive: Ends) -> Text:
    came = listed(message("change.new", end=_name(end)) for end in new)
    if not before.tiles:
        return message("change.bare", came=came, sum=write_sum([end.counts for end in new]))
    terms = [f"− {end.counts}" for end in went] + [f"+ {end.counts}" for end in new + alive]
    written = f"{' '.join([str(before.total), *terms])} = {total}"
    parts: dict[str, Any] = {"before": before.total, "came": came, "sum": written}
    if went:
        parts["went"] = listed(_name_lost(end) for end in went)
    if alive:
        parts["count"] = len(alive)
        parts["alive"] = listed(message("change.known", end=_name(end)) for end in alive)
        return message("change.alive" if went else "change.only-alive", **parts)
    return message("change.went" if went else "change.only-came", **parts)


def _name_lost(end: End) -> Text:
    """An end that went: `the 6`, or `one half of the double-4` if the rest still counts."""
    counts_on = end.host.is_double and end.places > 1 and end.counts == end.pips
    return message("change.one-half" if counts_on else "change.known", end=_name(end))


def _name(end: End) -> Text | int:
    """An end: `6`, `blank`, `double-4`."""
    half = describe_half(end.pips)
    return message("half.double", half=half) if end.host.is_double else half
