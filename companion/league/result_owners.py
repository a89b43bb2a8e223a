"""Whose a result is: results belong to those who played them, whoever a correction lets through."""

from collections.abc import Sequence

from companion.league.fixture import Fixture, MatchState
from companion.league.match_format import MatchFormat


def rightful(fixture: Fixture, form: MatchFormat, opponents: Sequence[int | None]) -> Fixture:
    """The fixture with the result of those who play in it now.

    A result that was set aside comes back with its entrants. One of others is on hold: it counts
    for nobody until someone decides. A lineup alone needs no decision.
    """
    fixture = fixture._replace(is_on_hold=False)
    if fixture.stands or (any(fixture.by) and _is_of(fixture.by, opponents)):
        return fixture
    for result in fixture.aside:
        if _is_of(result.by, opponents):
            others = tuple(each for each in fixture.aside if each != result)
            return fixture._replace(aside=others).set_aside().with_result(result)
    if not any(fixture.by):
        return fixture
    if fixture.state(form) in (MatchState.PLANNED, MatchState.POSTPONED):
        return fixture.set_aside()
    return fixture._replace(is_on_hold=True)


def with_owners(fixture: Fixture, opponents: Sequence[int | None]) -> Fixture:
    """The fixture as it is kept: whose its result is, if matches before it say who plays."""
    follows = not (fixture.home.entrant and fixture.away.entrant)
    if not follows or fixture.stands:
        return fixture
    home, away = (each or 0 for each in opponents)
    by = fixture.by if any(fixture.by) else (home, away)
    return fixture._replace(by=(0, 0) if fixture.results[0].is_empty else by)


def _is_of(by: Sequence[int], opponents: Sequence[int | None]) -> bool:
    return all(own in (0, now) for own, now in zip(by, opponents, strict=True))
