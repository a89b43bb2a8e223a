"""Standings: the table of a competition, or of a season with its days and kinds of game."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import Text, message
from companion.league import tie_breaks
from companion.league.competition import Entrant, check_entrant_name
from companion.league.errors import BadSeason
from companion.league.kept_json import LONGEST_ID, LONGEST_NAME, MOST_KINDS, SEEN
from companion.league.league_tally import LeaguePoints, LeagueTally, PointsTable, tallies_of
from companion.league.outcome import Outcome
from companion.rules.games import game_named


class Standing(NamedTuple):
    """One line of the table. Equal entrants share a place, and the next places stay free."""

    place: int
    number: int
    is_shared: bool
    tally: LeagueTally
    #: What it has by tie-breaks that no column shows.
    figures: tuple[Text, ...] = ()


def standings(
    numbers: Iterable[int],
    outcomes: Iterable[Outcome],
    table: PointsTable,
    order: Sequence[tie_breaks.TieBreak] = tie_breaks.USUAL,
    struck_out: Collection[int] = (),
    adjusted: Mapping[int, LeaguePoints] = MappingProxyType({}),
) -> tuple[Standing, ...]:
    """The table of these entrants, the first place first.

    The order of the results makes no difference. Results against an entrant who is left out count
    for nobody. `adjusted` are league points that were given, or taken off.
    """
    counted = [
        outcome
        for outcome in outcomes
        if not any(number in struck_out for side in outcome.sides for number in side)
    ]
    tallies = tallies_of((each for each in numbers if each not in struck_out), counted, table)
    for number in adjusted.keys() & tallies.keys():
        points = tallies[number].league_points + adjusted[number]
        tallies[number] = tallies[number]._replace(league_points=points)
    lines: list[Standing] = []
    breaker = tie_breaks.TieBreaker(tallies, counted, table, order)
    figures = breaker.figures()
    for tier in breaker.tiers():
        place, shared = len(lines) + 1, len(tier) > 1
        lines += [Standing(place, each, shared, tallies[each], figures[each]) for each in tier]
    return tuple(lines)


#: The columns of a table after the place and the name: sums of a `LeagueTally`.
COLUMNS = (
    *("played", "won", "drawn", "lost", "games_for", "games_against"),
    *("points_for", "points_against", "league_points"),
)


def standings_rows(
    lines: Iterable[Standing], names: Mapping[int, str | Text], entrants: Iterable[Entrant] = ()
) -> Iterator[tuple[object, ...]]:
    """The table as rows for a spreadsheet, under one of headings.

    If any entrant was given points, or lost some, two more columns say how many, and why.
    """
    adjusted = {each.number: each for each in entrants if each.adjustments}
    columns = "place", "name", *COLUMNS, *(("adjusted", "reason") if adjusted else ())
    yield tuple(message(f"league.column.{name.replace('_', '-')}") for name in columns)
    for line in lines:
        called = names.get(line.number) or message("league.no-name", number=line.number)
        row = line.place, called, *(getattr(line.tally, name) for name in COLUMNS)
        entrant = adjusted.get(line.number)
        reasons = ", ".join(each.reason for each in entrant.adjustments) if entrant else ""
        yield *row, *((entrant.adjusted if entrant else 0, reasons) if adjusted else ())


class Season(NamedTuple):
    """From one day to another, both included; all kinds of game if none is named."""

    name: Annotated[str, Field(max_length=LONGEST_NAME), SEEN]
    first: date
    last: date
    kinds: Annotated[
        tuple[Annotated[str, Field(max_length=LONGEST_ID), SEEN], ...], Field(max_length=MOST_KINDS)
    ] = ()
    table: PointsTable = PointsTable()
    order: tie_breaks.TieBreaks = tie_breaks.USUAL

    def check(self) -> Self:
        """This season, if games can belong to it.

        Raises `BadName`, `BadSeason`, `BadPoints`, `BadOrder`, or `UnknownGame`.
        """
        check_entrant_name(self.name)
        if self.last < self.first:
            raise BadSeason(message("league.refused.season-days"))
        if len({*self.kinds}) < len(self.kinds):
            raise BadSeason(message("league.refused.season-kinds"))
        tie_breaks.check_order(self.order)
        for kind in self.kinds:
            game_named(kind)
        self.table.check()
        return self

    def covers(self, day: date, kind: str) -> bool:
        """Whether a game of that day and kind counts in it."""
        return self.first <= day <= self.last and (not self.kinds or kind in self.kinds)

    def standings(self, outcomes: Sequence[Outcome]) -> tuple[Standing, ...]:
        """The table of all who played in it, from the games that it covers."""
        numbers = {number: None for each in outcomes for side in each.sides for number in side}
        return standings(numbers, outcomes, self.table, self.order)
