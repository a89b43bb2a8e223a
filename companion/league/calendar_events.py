"""A diary: the fixtures of a competition as appointments for calendars."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from companion.exports.calendar_file import Appointment
from companion.i18n import Text, message
from companion.league.competition import Competition
from companion.league.fixture import Fixture, MatchState
from companion.league.fixture_list import opponents_of
from companion.league.match_card import Name, describe_slot
from companion.league.match_format import MatchFormat

#: How long an evening is, if nobody knows better.
_LASTS = timedelta(hours=3)


def diary(
    competition: Competition,
    competition_id: str,
    fixtures: Sequence[Fixture],
    entrants: Mapping[int, Name],
    zone: ZoneInfo,
    revisions: Mapping[int, int] | None = None,
    homes: Mapping[int, str] | None = None,
) -> Iterator[Appointment]:
    """The fixtures that have a date, at the club's time.

    A match keeps its `uid` wherever it is moved to. If it is postponed, or given by walkover, it is
    cancelled on its day. With a new date it is back. `revisions` says how often each changed, and
    `homes` where each entrant plays at home.
    """
    form = competition.form
    known = opponents_of(fixtures, form)
    for each in fixtures:
        if each.starts_at is None:
            continue
        state = each.state(form)
        home = describe_slot(each.home, known[each.number].home, entrants)
        away = describe_slot(each.away, known[each.number].away, entrants)
        yield Appointment(
            uid=f"{competition_id}.{each.number}@companion",
            starts_at=each.starts_at.replace(tzinfo=zone),
            lasts=_LASTS,
            summary=str(message(f"league.diary.{state}", home=home, away=away)),
            place=each.place or (homes or {}).get(known[each.number].home or 0, ""),
            note=str(_note(competition, each, form)),
            is_cancelled=state in (MatchState.POSTPONED, MatchState.WALKOVER),
            revision=(revisions or {}).get(each.number, 0),
        )


def _note(competition: Competition, fixture: Fixture, form: MatchFormat) -> Text:
    told = message("league.diary.note", competition=competition.name, round=fixture.round)
    if fixture.is_for_third:
        told = message("league.diary.third", competition=competition.name)
    if fixture.state(form) is not MatchState.OVER:
        return told
    home, away = fixture.score(form).score
    return message("league.diary.result", note=told, home=home, away=away)
