"""Who was asked for the count of which tile, as the story of a table tells it."""

from collections import Counter
from collections.abc import Sequence

from companion.db.table_models import ChangeKind, ChangeRow
from companion.tables.table_options import TableOptions, read_options

#: In the stead of a device: the entry was tapped at another server, by somebody who was asked.
ASKED_ELSEWHERE = "asked elsewhere"


def lines_asked(changes: Sequence[ChangeRow], now: TableOptions) -> frozenset[int]:
    """The lines entered while their player counted first, by all changes, the first one first.

    Whoever switched it on later was not asked before. What is not known for sure is left out: how a
    table began at which that was switched, and what was brought in rather than tapped, unless it
    was told with it.
    """
    switched = [_counting(change) for change in changes]
    is_constant = not any(each is not None for each in switched)
    counting = now.counting if is_constant else frozenset()
    moments = Counter(change.at for change in changes)
    asked: set[int] = set()
    for change, switch in zip(changes, switched, strict=True):
        counting = counting if switch is None else switch
        if change.device == ASKED_ELSEWHERE:
            asked.add(change.seq)
            continue
        # Several entries of one moment were carried here from another table.
        is_tapped = change.kind == ChangeKind.ENTERED and change.device and moments[change.at] == 1
        if is_tapped and any(_is_by(change, seat) for seat in counting):
            asked.add(change.seq)
    return frozenset(asked)


def _counting(change: ChangeRow) -> frozenset[int] | None:
    """Who counts first from a change on; None where it switched nothing of that."""
    if change.kind != ChangeKind.SWITCHED:
        return None
    return read_options(change.statement or "{}").get("counting")


def _is_by(change: ChangeRow, seat: int) -> bool:
    """Whether this seat acts in a statement as it is stored: `1: 6-4`."""
    return (change.statement or "").startswith(f"{seat + 1}:")
