"""Dates without play, such as Christmas: rounds skip them, and those still to come move on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple, Self

from companion.i18n import message
from companion.league.errors import BadSeason
from companion.league.fixture import Fixture, MatchState
from companion.league.match_format import MatchFormat

_WEEK = timedelta(days=7)


class Pause(NamedTuple):
    """From one day to another without play, both included."""

    first: date
    last: date

    def check(self) -> Self:
        """This pause, if it doesn't end before it begins; raises `BadSeason`."""
        if self.last < self.first:
            raise BadSeason(message("league.refused.pause-days"))
        return self


class RoundMove(NamedTuple):
    """A round that moves to another day."""

    round: int
    before: date
    now: date


def is_without_play(day: date, pauses: Iterable[Pause]) -> bool:
    """Whether nobody plays on that day."""
    return any(each.first <= day <= each.last for each in pauses)


def days_of_rounds(
    first: date, rounds: int, every: int = 7, pauses: Sequence[Pause] = ()
) -> tuple[date, ...]:
    """The day of each round, so many days apart; days without play are skipped."""
    found: list[date] = []
    day = first
    while len(found) < rounds:
        if not is_without_play(day, pauses):
            found.append(day)
        day += timedelta(every)
    return tuple(found)


def nights_of_rounds(fixtures: Iterable[Fixture]) -> dict[int, date]:
    """The night of each round, on which most of its matches are; none for one without a day."""
    nights: dict[int, Counter[date]] = {}
    for each in fixtures:
        if each.night is not None:
            nights.setdefault(each.round, Counter())[each.night] += 1
    return {each: min(days, key=lambda day: (-days[day], day)) for each, days in nights.items()}


def begun_rounds(fixtures: Iterable[Fixture], form: MatchFormat) -> set[int]:
    """The rounds of which something was played or given."""
    waiting = MatchState.PLANNED, MatchState.POSTPONED
    return {each.round for each in fixtures if each.state(form) not in waiting}


def usual_gap(nights: Mapping[int, date]) -> timedelta:
    """The usual time between two rounds."""
    gaps = Counter(later - day for day, later in pairwise(sorted({*nights.values()})))
    return min(gaps, key=lambda each: (-gaps[each], each), default=_WEEK)


def moves_of_rounds(
    fixtures: Sequence[Fixture], form: MatchFormat, pauses: Sequence[Pause]
) -> tuple[RoundMove, ...]:
    """The rounds that move, so that none is on a day without play.

    If a round of which nothing was played is on such a day, it goes on by the usual time between
    two rounds, and all that come after it as well. Raises `BadSeason` at the end of all days.
    """
    on, begun = nights_of_rounds(fixtures), begun_rounds(fixtures, form)
    gap = usual_gap(on)
    shift, found = timedelta(), []
    try:
        for day, number in sorted((day, number) for number, day in on.items()):
            if number not in begun:
                while is_without_play(day + shift, pauses):
                    shift += gap
                found.append(RoundMove(number, day, day + shift))
    except OverflowError:
        raise BadSeason(message("league.refused.day")) from None
    return tuple(each for each in found if each.now != each.before)


def after_moves(fixtures: Iterable[Fixture], moves: Iterable[RoundMove]) -> tuple[Fixture, ...]:
    """The matches that move with their round; one with a day of its own stays there."""
    moved = {each.round: each for each in moves}
    return tuple(
        each._replace(starts_at=each.starts_at + (there.now - there.before))
        for each in fixtures
        if (there := moved.get(each.round)) and each.starts_at and each.night == there.before
    )
