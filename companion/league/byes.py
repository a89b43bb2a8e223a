"""Byes: who has no opponent in a round of a round robin, or early in a knock-out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from companion.league.competition import Entrant, Shape
from companion.league.fixture import Fixture
from companion.league.no_play import nights_of_rounds


def byes(
    shape: Shape, entrants: Iterable[Entrant], fixtures: Iterable[Fixture]
) -> dict[int, tuple[int, ...]]:
    """The entrants who have a bye in each of these rounds, by their numbers.

    All matches of these rounds must be there, and for a knock-out those of all rounds. A ladder has
    no rounds. Entrants who have left have no bye.
    """
    drawn = _drawn(fixtures)
    here = {each.number for each in entrants if not each.has_left}
    match shape:
        case Shape.ROUND_ROBIN:
            # Few play in an extra round after a late entry: no one is off there.
            whole = {
                number: those for number, those in drawn.items() if 2 * len(those) >= len(here)
            }
            return {number: tuple(sorted(here - those)) for number, those in whole.items()}
        case Shape.KNOCK_OUT:
            # Those that the draw put into a later round only.
            found = {}
            for number in drawn:
                later = {each for at in drawn if at > number for each in drawn[at]}
                found[number] = tuple(sorted(here & later))
            return found
        case _:
            return {}


def byes_of_night(
    of_rounds: Mapping[int, Sequence[int]], fixtures: Iterable[Fixture], night: date
) -> tuple[int, ...]:
    """Who has a bye tonight: in a round most of whose matches are planned for this night.

    If two nights have as many matches of a round, the first one counts.
    """
    rounds = (number for number, on in nights_of_rounds(fixtures).items() if on == night)
    found = {each for number in rounds for each in of_rounds.get(number, ())}
    # A match of another round may have been moved to this night.
    tonight = (fixture for fixture in fixtures if fixture.night == night)
    return tuple(sorted(found.difference(*_drawn(tonight).values())))


def _drawn(fixtures: Iterable[Fixture]) -> dict[int, set[int]]:
    """The entrants that the draw put into each round."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for each in fixtures:
        found[each.round] |= {each.home.entrant, each.away.entrant} - {0}
    return found
