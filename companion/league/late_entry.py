"""Late entry to a round robin: rounds still to come are drawn again, and what is missing added."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import count, product
from typing import NamedTuple

from companion.league.competition import Competition
from companion.league.fixture import Fixture, Slot
from companion.league.lineup import in_drawn_order
from companion.league.no_play import begun_rounds, days_of_rounds, nights_of_rounds, usual_gap
from companion.league.round_robin import round_robin

_Pair = frozenset[int]


class _Meeting(NamedTuple):
    turn: int
    home: int
    away: int


def drawn_again(
    competition: Competition, fixtures: Sequence[Fixture], entrants: Sequence[int]
) -> tuple[Fixture, ...]:
    """The matches that move, and the new ones, if all of these take part from now on.

    Rounds of which nothing was played are drawn again, with as few extra ones as can be. A match
    stays if it has a day or a place of its own, or a line-up. Home and away are as even as can be.
    """
    of_these = [each for each in fixtures if {*_pair(each)} <= {*entrants}]
    begun, nights = begun_rounds(of_these, competition.form), nights_of_rounds(fixtures)
    free: list[Fixture] = []
    stay: list[Fixture] = []
    for each in of_these:
        (stay if each.round in begun or _is_own(each, nights) else free).append(each)
    order = in_drawn_order(entrants, f"{competition.seed}/draw")
    last = max((each.round for each in fixtures), default=0)
    rounds = sorted({each.round for each in fixtures} - begun)
    missing = [*_missing(round_robin(order, competition.times), stay)]
    course = _spread(missing, rounds, last, stay, len(entrants))
    starts = _starts_of(competition, fixtures, [number for number in course if number > last])
    old: defaultdict[_Pair, deque[Fixture]] = defaultdict(deque)
    for each in free:
        old[_pair(each)].append(each)
    new = count(max((each.number for each in fixtures), default=0) + 1)
    found = []
    for number, home, away in _sided(course, missing, stay):
        left = old[frozenset((home, away))]
        slots = Slot(home), Slot(away)
        each = left.popleft() if left else Fixture(next(new), number, *slots)
        starts_at = starts.get(number)
        found.append(each._replace(round=number, home=slots[0], away=slots[1], starts_at=starts_at))
    return tuple(sorted(found, key=lambda each: each.number))


def _pair(fixture: Fixture) -> _Pair:
    return frozenset((fixture.home.entrant, fixture.away.entrant))


def _is_own(fixture: Fixture, nights: Mapping[int, date]) -> bool:
    has_own_day = fixture.is_postponed or fixture.night != nights.get(fixture.round)
    return has_own_day or bool(fixture.place or fixture.lineup)


def _missing(
    drawn: Sequence[Sequence[tuple[int, int]]], stay: Sequence[Fixture]
) -> Iterator[_Meeting]:
    """Of a new draw, what isn't among the matches that stay."""
    there = Counter(map(_pair, stay))
    for turn, matches in enumerate(drawn):
        for home, away in matches:
            if there[frozenset((home, away))]:
                there[frozenset((home, away))] -= 1
            else:
                yield _Meeting(turn, home, away)


#: Who meets whom in a round; nobody, if their match there stays.
_Turn = dict[int, int | None]


def _spread(
    missing: Sequence[_Meeting],
    rounds: Sequence[int],
    last: int,
    stay: Sequence[Fixture],
    entrants: int,
) -> dict[int, _Turn]:
    """Those who meet in each round, in as few rounds as can be."""
    often = Counter(each for meeting in missing for each in meeting[1:])
    least = max(-(-len(missing) // (entrants // 2)), *often.values(), 0)
    for size in count(least):
        numbers = [*rounds, *range(last + 1, last + 1 + size - len(rounds))][:size]
        course: dict[int, _Turn] = {number: {} for number in numbers}
        for each in stay:
            if each.round in course:
                course[each.round].update(dict.fromkeys(_pair(each)))
        if _fill([*course.values()], missing):
            break
    return course


def _fill(course: Sequence[_Turn], missing: Sequence[_Meeting]) -> bool:
    """Put all meetings into rounds, as they were drawn if possible; False if one has no room."""
    sizes = Counter(each.turn for each in missing)
    places = {
        turn: place
        for place, turn in enumerate(sorted(turn for turn, _ in sizes.most_common(len(course))))
    }
    left = []
    for each in missing:
        at = course[places[each.turn]] if each.turn in places else None
        if at is None or {each.home, each.away} & at.keys():
            left.append(each)
        else:
            at[each.home], at[each.away] = each.away, each.home
    return all(_put(course, each.home, each.away) for each in left)


def _put(course: Sequence[_Turn], one: int, other: int) -> bool:
    """Let two meet in a round, and others change between two rounds for it (a Kempe chain)."""
    for_one = [at for at in course if one not in at]
    for_other = [at for at in course if other not in at]
    both = next((at for at in for_one if other not in at), None)
    if both is None:
        for first, second in product(for_one, for_other):
            if _free(first, second, one, other):
                both = first
                break
    if both is None:
        return False
    both[one], both[other] = other, one
    return True


def _free(first: _Turn, second: _Turn, one: int, other: int) -> bool:
    """Free the `other` in the first round by a change with the second one, if it can be."""
    chain: list[int] = [other]
    here, there = first, second
    while chain[-1] in here:
        following = here[chain[-1]]
        if following is None or following == one:
            return False
        chain.append(following)
        here, there = there, here
    for each in chain:
        ahead, behind = first.pop(each, None), second.pop(each, None)
        first.update({each: behind} if behind else {})
        second.update({each: ahead} if ahead else {})
    return True


def _sided(
    course: dict[int, _Turn], missing: Sequence[_Meeting], stay: Sequence[Fixture]
) -> Sequence[tuple[int, int, int]]:
    """The meetings of each round, home first: who was away against the other, or more often."""
    drawn: defaultdict[_Pair, deque[int]] = defaultdict(deque)
    for _, home, away in missing:
        drawn[frozenset((home, away))].append(home)
    balance: Counter[int] = Counter()
    between: Counter[tuple[int, int]] = Counter()

    def play(home: int, away: int, sign: int = 1) -> None:
        balance.update({home: sign, away: -sign})
        between.update({(home, away): sign, (away, home): -sign})

    for each in stay:
        play(each.home.entrant, each.away.entrant)
    found = []
    for number, turn in course.items():
        for pair in sorted(
            {frozenset((one, other)) for one, other in turn.items() if other}, key=sorted
        ):
            home = drawn[pair].popleft()
            (away,) = pair - {home}
            if between[home, away] > 0:
                home, away = away, home
            play(home, away)
            found.append((number, home, away))
    # Then whoever is at home too often is away instead, where the two meet an odd number of times.
    changes = True
    while changes:
        changes = False
        for at, (number, home, away) in enumerate(found):
            if between[home, away] > 0 and balance[home] - balance[away] > 2:
                play(home, away, -1)
                play(away, home)
                found[at], changes = (number, away, home), True
    return found


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
