"""The count by the change, the way good players keep it: what went, and what came."""

from typing import Any, NamedTuple

from companion.referee.spots import describe_half
from companion.referee.words import write_sum
from companion.rules.layout import End, Layout
from companion.words import Text, listed, message


class Change(NamedTuple):
    """The count by the change: what it was, which ends went and which came, in pips."""

    before: int
    went: tuple[End, ...]
    came: tuple[End, ...]
    total: int
    sentence: Text


def change_between(before: Layout, after: Layout) -> Change:
    """What one tile did to the count."""
    was = {(end.host, end.pips): end for end in before.ends}
    now = {(end.host, end.pips): end for end in after.ends}
    went = tuple(end for key, end in was.items() if _went(end, now.get(key)))
    new = tuple(end for key, end in now.items() if key not in was)
    alive = tuple(end for key, end in now.items() if key in was and was[key].counts < end.counts)
    came = new + alive
    sentence = _describe(before, went, came, after.total)
    return Change(before.total, went, came, after.total, sentence)


def _went(end: End, now: End | None) -> bool:
    if now is not None:
        return now.counts < end.counts
    # A covered double counted nothing already, so its last end takes nothing away.
    return bool(end.counts) or not end.host.is_double


def _describe(before: Layout, went: tuple[End, ...], came: tuple[End, ...], total: int) -> Text:
    new = listed(
        message("change.new", end=_name(end)) for end in came if end.host not in before.tiles
    )
    if not before.tiles:
        return message("change.bare", came=new, sum=write_sum([end.counts for end in came]))
    terms = [f"− {end.counts}" for end in went] + [f"+ {end.counts}" for end in came]
    parts: dict[str, Any] = {
        "before": before.total,
        "came": new,
        "sum": f"{' '.join([str(before.total), *terms])} = {total}",
    }
    alive = [_the(end) for end in came if end.host in before.tiles]
    if went:
        parts["went"] = listed(map(_the, went))
        if alive:
            return message("change.alive", count=len(alive), alive=listed(alive), **parts)
        return message("change.went", **parts)
    if alive:
        return message("change.only-alive", count=len(alive), alive=listed(alive), **parts)
    return message("change.only-came", **parts)


def _the(end: End) -> Text:
    return message("change.known", end=_name(end))


def _name(end: End) -> Text | int:
    """An end as players name it: `6`, `blank`, `double-4`."""
    half = describe_half(end.pips)
    return message("half.double", half=half) if end.host.is_double else half
