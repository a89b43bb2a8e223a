"""The count by the change, the way good players keep it: what went, and what came."""

from companion.referee.explanation import Change
from companion.referee.spots import pips_shown
from companion.referee.words import listed
from companion.rules.layout import End, Layout


def change_between(before: Layout, after: Layout) -> Change:
    """What one tile did to the count."""
    was = {(end.host, end.pips): end for end in before.ends}
    now = {(end.host, end.pips): end for end in after.ends}
    went = tuple(end for key, end in was.items() if _went(end, now.get(key)))
    new = tuple(end for key, end in now.items() if key not in was)
    alive = tuple(end for key, end in now.items() if key in was and was[key].counts < end.counts)
    came = new + alive
    sentence = _told(before, went, came, after.total)
    return Change(before.total, went, came, after.total, sentence)


def _went(end: End, now: End | None) -> bool:
    if now is not None:
        return now.counts < end.counts
    # A covered double counted nothing already, so its last end takes nothing away.
    return bool(end.counts) or not end.host.is_double


def _told(before: Layout, went: tuple[End, ...], came: tuple[End, ...], total: int) -> str:
    gone = listed(f"the {_named(end)}" for end in went) if went else "nothing"
    terms = [f"− {end.counts}" for end in went] + [f"+ {end.counts}" for end in came]
    if before.tiles:
        return (
            f"It was {before.total}; {gone} went, {_arrivals(before, came)}: "
            f"{' '.join([str(before.total), *terms])} = {total}."
        )
    sum_of_lead = " + ".join(str(end.counts) for end in came)
    written = f"{sum_of_lead} = {total}" if len(came) > 1 else str(total)
    return f"The table was bare; {_arrivals(before, came)}: {written}."


def _arrivals(before: Layout, came: tuple[End, ...]) -> str:
    new = [f"a {_named(end)}" for end in came if end.host not in before.tiles]
    alive = [f"the {_named(end)}" for end in came if end.host in before.tiles]
    told = f"{listed(new)} came"
    if not alive:
        return told
    return f"{told} and {listed(alive)} {'counts' if len(alive) == 1 else 'count'} now"


def _named(end: End) -> str:
    """An end as players name it: `6`, `blank`, `double-4`."""
    return f"double-{pips_shown(end.pips)}" if end.host.is_double else pips_shown(end.pips)
