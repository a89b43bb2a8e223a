"""A fixture list: the matches of a competition, who plays in each, and its table."""

from collections.abc import Iterable, Sequence, Set
from datetime import date, datetime, time
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from companion.i18n import message
from companion.league.competition import Competition, Entrant, Shape, check_entrants
from companion.league.errors import BadChallenge, NotKept
from companion.league.fixture import Fixture, MatchState, Slot, Walkover
from companion.league.keizer import KeizerTable, keizer_table
from companion.league.knock_out import knock_out, who_plays
from companion.league.ladder import Ladder
from companion.league.league_tally import PointsTable
from companion.league.lineup import in_drawn_order
from companion.league.match_format import MatchFormat, Side
from companion.league.no_play import begun_rounds
from companion.league.outcome import Outcome
from companion.league.result_owners import rightful
from companion.league.round_robin import round_robin
from companion.league.standings import Standing, standings

_NO_POINTS = PointsTable(*(Fraction(0),) * 3, walkover_won=Fraction(0))


class Opponents(NamedTuple):
    """The entrants of a fixture by their numbers; None for one that is not known yet."""

    home: int | None
    away: int | None


def draw_fixtures(
    competition: Competition,
    entrants: Sequence[Entrant],
    days: Sequence[date] = (),
    starts: time = time(20),
    *,
    in_order: bool = False,
) -> tuple[Fixture, ...]:
    """All matches of a competition; none for a ladder, whose matches come by challenge.

    The order of the entrants is picked at random from the seed. `in_order` takes them as they are,
    as seeds in a knock-out. Rounds get these days, as far as they go. Raises `WrongEntrants`.
    """
    competition.check()
    numbers = [each.number for each in check_entrants(entrants) if not each.has_left]
    order = numbers if in_order else in_drawn_order(numbers, f"{competition.seed}/draw")
    return tuple(
        each.moved(datetime.combine(days[each.round - 1], starts))
        if each.round <= len(days)
        else each
        for each in _drawn(competition, order)
    )


def _drawn(competition: Competition, order: Sequence[int]) -> Iterable[Fixture]:
    match competition.shape:
        case Shape.ROUND_ROBIN:
            number = 0
            for turn, each in enumerate(round_robin(order, competition.times), 1):
                for home, away in each:
                    number += 1
                    yield Fixture(number, turn, Slot(home), Slot(away))
        case Shape.KNOCK_OUT:
            yield from knock_out(order, third_place=competition.third_place)
        case _:
            # They come by challenge, or round by round.
            return


def check_whole(
    competition: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
    players: Set[int],
) -> None:
    """Refuse what can't be one competition of these players, in the order of its matches.

    Raises `NotKept`, or what `check` of an entrant or a fixture refuses.
    """
    numbers = {each.check().number for each in entrants}
    holds = len(numbers) == len(entrants) and all(
        each.kind is competition.kind and {*each.may_play} <= players for each in entrants
    )
    holds &= {each.entrant for each in competition.byes} <= numbers
    last, before = 0, {0}
    for each in fixtures:
        each.check(competition.form)
        holds &= each.number > last
        for result in each.results:
            holds &= {*chain(*chain(*result.lineup))} <= players and {*result.by} <= {0, *numbers}
        for slot in (each.home, each.away):
            holds &= slot.entrant in {0, *numbers}
            # Only matches before it, so nothing goes round in a circle.
            holds &= {slot.winner_of, slot.loser_of} <= before
        last = each.number
        before.add(last)
    if not holds:
        raise NotKept(message("league.refused.not-kept", what="league"))


class FixtureList:
    """How far a competition has come, match by match in the order of their numbers."""

    def __init__(self, form: MatchFormat, fixtures: Iterable[Fixture]) -> None:
        self._form = form
        #: Who goes through by a manager's word, although they lost.
        self._through = {
            slot.winner_of: entrant
            for each in fixtures
            if each.stands
            for slot, entrant in zip((each.home, each.away), each.by, strict=True)
        }
        self._winners: dict[int, int] = {}
        self._losers: dict[int, int] = {}

    def opponents(self, fixture: Fixture) -> Opponents:
        """Who plays in the next match, as far as those before it are decided."""
        slots = fixture.home, fixture.away
        found = Opponents(*(who_plays(slot, self._winners, self._losers) for slot in slots))
        if not fixture.stands:
            return found
        return Opponents(*(own or now for own, now in zip(fixture.by, found, strict=True)))

    def goes_on(self, fixture: Fixture) -> None:
        """Once that match is decided, let the entrants who follow from it play on."""
        winner = fixture.winner(self._form)
        if winner is None:
            return
        # A walkover may go to an entrant who is not known yet.
        for side, entrant in zip(Side, self.opponents(fixture), strict=True):
            if entrant is not None:
                found = self._winners if side is winner else self._losers
                found[fixture.number] = entrant
        through = self._through.get(fixture.number)
        if through and through == self._losers.get(fixture.number):
            self._losers[fixture.number] = self._winners[fixture.number]
            self._winners[fixture.number] = through


def opponents_of(fixtures: Iterable[Fixture], form: MatchFormat) -> dict[int, Opponents]:
    """Who plays in each fixture, by its number, as far as earlier matches are decided."""
    in_order = sorted(fixtures, key=lambda fixture: fixture.number)
    course, found = FixtureList(form, in_order), {}
    for each in in_order:
        found[each.number] = course.opponents(each)
        course.goes_on(rightful(each, form, found[each.number]))
    return found


def outcomes_of(competition: Competition, fixtures: Sequence[Fixture]) -> list[Outcome]:
    """The results of the matches that are decided."""
    known = opponents_of(fixtures, competition.form)
    found = []
    for each in fixtures:
        home, away = known[each.number]
        outcome = home and away and each.outcome(competition.form, competition.table, home, away)
        if outcome:
            found.append(outcome)
    return found


def table_of(
    competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> tuple[Standing, ...]:
    """The table of a competition now."""
    left = {each.number for each in entrants if each.has_left}
    played = {slot.entrant for each in fixtures for slot in (each.home, each.away)}
    # Whoever left before anything was played has no line.
    gone = left if competition.strikes_out else left - played
    adjusted = {each.number: each.adjusted for each in entrants}
    table, order = competition.table, competition.order
    if competition.shape is Shape.KEIZER:
        # Its score is all that counts.
        table, order = _NO_POINTS, ()
        adjusted |= keizer_of(competition, entrants, fixtures).scores
    if competition.shape is Shape.SWISS:
        # A bye is as good as a win.
        for each in competition.byes:
            adjusted[each.entrant] += table.win
    outcomes = outcomes_of(competition, fixtures)
    return standings(adjusted, outcomes, table, order, struck_out=gone, adjusted=adjusted)


def keizer_of(
    competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> KeizerTable:
    """The values and scores of a Keizer now; whoever has left misses no round."""
    ranked = [each for each in entrants if not (each.has_left and competition.strikes_out)]
    adjusted = {each.number: each.adjusted for each in ranked}
    came = {(each.round, slot.entrant) for each in fixtures for slot in (each.home, each.away)}
    came |= {*competition.byes}
    rounds, here = {each.round for each in fixtures}, [each for each in ranked if not each.has_left]
    return keizer_table(
        adjusted,
        (
            each
            for each in outcomes_of(competition, fixtures)
            if {*chain(*each.sides)} <= adjusted.keys()
        ),
        (each.entrant for each in competition.byes if each.entrant in adjusted),
        (each.number for at in rounds for each in here if (at, each.number) not in came),
    )


def challenge(
    competition: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
    challenger: int,
    challenged: int,
) -> Fixture:
    """The match of a challenge on a ladder, at the home of the one challenged.

    Nobody plays two challenges at a time. Raises `BadChallenge`.
    """
    ladder_of(competition, entrants, fixtures).check_challenge(challenger, challenged)
    if {challenger, challenged} & who_meets_now(competition, fixtures):
        raise BadChallenge(message("league.refused.challenge-open"))
    number = max((each.number for each in fixtures), default=0) + 1
    return Fixture(number, number, Slot(challenged), Slot(challenger))


def who_meets_now(competition: Competition, fixtures: Sequence[Fixture]) -> set[int]:
    """The entrants with an open match: a challenge still to be played, or being played."""
    known = opponents_of(fixtures, competition.form)
    return {
        entrant
        for each in fixtures
        if each.state(competition.form) not in (MatchState.OVER, MatchState.WALKOVER)
        for entrant in known[each.number]
        if entrant is not None
    }


def ladder_of(
    competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> Ladder:
    """The ladder now: the entrants as they were put up, then every challenge in order.

    Challenges count in the order of their numbers; the challenger is the away side.
    """
    ladder = Ladder(tuple(each.number for each in entrants), competition.reach)
    known = opponents_of(fixtures, competition.form)
    for each in sorted(fixtures, key=lambda fixture: fixture.number):
        winner = each.winner(competition.form)
        home, away = known[each.number]
        if winner is not None and home is not None and away is not None:
            ladder = ladder.after(*((home, away) if winner is Side.HOME else (away, home)))
    for entrant in entrants:
        if entrant.has_left:
            ladder = ladder.without(entrant.number)
    return ladder


def after_leaving(
    competition: Competition, fixtures: Sequence[Fixture], entrant: int
) -> tuple[Fixture, ...]:
    """The fixtures after an entrant left: the other side gets every match still open.

    What was played stays as it is; the competition says whether it counts. If nothing of theirs was
    played yet in a round robin, their matches go.
    """
    known, found = opponents_of(fixtures, competition.form), []
    theirs = [each for each in fixtures if entrant in known[each.number]]
    if competition.shape is Shape.ROUND_ROBIN and not begun_rounds(theirs, competition.form):
        return tuple(each for each in fixtures if each not in theirs)
    for each in fixtures:
        opponents = known[each.number]
        is_open = each.state(competition.form) not in (MatchState.OVER, MatchState.WALKOVER)
        winner = Walkover.AWAY if opponents.home == entrant else Walkover.HOME
        found.append(each.given(winner) if is_open and entrant in opponents else each)
    return tuple(found)
