"""Standings: the table of a competition or a season."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.i18n import Text, message
from companion.league.league_tally import LeagueTally, PointsTable, tallies_of
from companion.league.outcome import Outcome
from companion.league.tie_breaks import USUAL, TieBreak, in_tiers


class Standing(NamedTuple):
    """One line of the table. Equal entrants share a place, and the next places stay free."""

    place: int
    number: int
    is_shared: bool
    tally: LeagueTally


def standings(
    numbers: Iterable[int],
    outcomes: Iterable[Outcome],
    table: PointsTable,
    order: Sequence[TieBreak] = USUAL,
    struck_out: Collection[int] = (),
) -> tuple[Standing, ...]:
    """The table of these entrants, the first place first.

    The order of the results makes no difference. Results against an entrant who is left out count
    for nobody.
    """
    counted = [
        outcome
        for outcome in outcomes
        if not any(number in struck_out for side in outcome.sides for number in side)
    ]
    tallies = tallies_of((each for each in numbers if each not in struck_out), counted, table)
    lines: list[Standing] = []
    for tier in in_tiers(tallies, counted, table, order):
        place = len(lines) + 1
        lines += [Standing(place, each, len(tier) > 1, tallies[each]) for each in tier]
    return tuple(lines)


#: The columns of a table after the place and the name: sums of a `LeagueTally`.
COLUMNS = (
    *("played", "won", "drawn", "lost", "games_for", "games_against"),
    *("points_for", "points_against", "league_points"),
)


def standings_rows(
    lines: Iterable[Standing], names: Mapping[int, str | Text]
) -> Iterator[tuple[object, ...]]:
    """The table as rows for a spreadsheet, under one of headings."""
    yield tuple(
        message(f"league.column.{name.replace('_', '-')}") for name in ("place", "name", *COLUMNS)
    )
    for line in lines:
        called = names.get(line.number) or message("league.no-name", number=line.number)
        yield line.place, called, *(getattr(line.tally, name) for name in COLUMNS)
