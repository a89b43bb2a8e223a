"""Late entry to a round robin: matches on open rounds where both are free, then on extra rounds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from companion.league.competition import Competition
from companion.league.fixture import Fixture, Slot
from companion.league.no_play import begun_rounds, days_of_rounds, nights_of_rounds, usual_gap


def late_matches(
    competition: Competition, fixtures: Sequence[Fixture], entrants: Sequence[int], newcomer: int
) -> Iterator[Fixture]:
    """The matches of someone who joins these entrants; no match that is there moves.

    As many as can be are in rounds that haven't begun, where the opponent has a bye. Home and away
    are as even as can be for both.
    """
    last = max((each.round for each in fixtures), default=0)
    busy: dict[int, set[int]] = {number: set() for number in range(1, last + 1)}
    balance: Counter[int] = Counter()
    for each in fixtures:
        home, away = each.home.entrant, each.away.entrant
        busy[each.round] |= {home, away}
        balance.update({home: 1, away: -1})
    open_rounds = sorted(busy.keys() - begun_rounds(fixtures, competition.form))
    wanted = [each for each in entrants for _ in range(competition.times)]
    found = _rounds_of(wanted, open_rounds, busy)
    extra = iter(range(last + 1, last + 1 + len(wanted)))
    rounds = sorted(
        (found[at] if at in found else next(extra), each) for at, each in enumerate(wanted)
    )
    starts = _starts_of(competition, fixtures, [number for number, _ in rounds if number > last])
    was_home: dict[int, bool] = {}
    for number, (turn, other) in enumerate(rounds, max(each.number for each in fixtures) + 1):
        at_home = not was_home.get(other, balance[newcomer] > balance[other])
        was_home[other] = at_home
        home, away = (newcomer, other) if at_home else (other, newcomer)
        balance.update({home: 1, away: -1})
        yield Fixture(number, turn, Slot(home), Slot(away), starts.get(turn))


def _rounds_of(
    wanted: Sequence[int], rounds: Sequence[int], busy: dict[int, set[int]]
) -> dict[int, int]:
    """A round for as many of these opponents as can be, by their place, each round once."""
    taken: dict[int, int] = {}

    def take(at: int, seen: set[int]) -> bool:
        for number in rounds:
            if wanted[at] in busy[number] or number in seen:
                continue
            seen.add(number)
            # Whoever is there may have another round.
            if number not in taken or take(taken[number], seen):
                taken[number] = at
                return True
        return False

    for at in range(len(wanted)):
        take(at, set())
    return {at: number for number, at in taken.items()}


def _starts_of(
    competition: Competition, fixtures: Sequence[Fixture], extra: Sequence[int]
) -> dict[int, datetime]:
    """When each round starts, extra ones after the last; nothing for a round without a day."""
    nights = nights_of_rounds(fixtures)
    found = {
        each.round: each.starts_at
        for each in reversed(fixtures)
        if each.starts_at and each.night == nights.get(each.round)
    }
    if nights and extra:
        latest = max(nights, key=lambda number: nights[number])
        gap = usual_gap(nights).days
        days = days_of_rounds(nights[latest], len(extra) + 1, gap, competition.pauses)[
            -len(extra) :
        ]
        late = found[latest] - datetime.combine(nights[latest], datetime.min.time())
        for number, day in zip(extra, days, strict=True):
            found[number] = datetime.combine(day, datetime.min.time()) + late
    return found
