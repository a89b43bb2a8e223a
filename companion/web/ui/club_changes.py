"""What changed in a club, in words: each fact as it is now and as it was, and by which phone."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import NamedTuple

from companion.clubs.club import Club
from companion.clubs.club_history import ClubEvent, Fact, Facts
from companion.clubs.errors import NoSuchMatch, NoSuchPlayer
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import Match
from companion.i18n import Text, listed, message, sentences
from companion.web.ui.date_text import describe_day

#: The facts that have a name in the catalogue: `club-event.fact.…`.
_NAMED = {
    *("away", "board", "day", "entrant", "home", "name", "phone", "place", "players", "points"),
    *("ratings", "reason", "role", "squad", "walkover", "worth", "zone"),
}
_Words = str | Text


class ToldEvent(NamedTuple):
    """An event of a club as its history shows it."""

    event: ClubEvent
    day: date
    #: By the club's clock.
    at: datetime
    #: The competition, and the sides of the match; None for what was closed since.
    league: League | None
    sides: tuple[_Words, _Words] | None
    #: What each fact is called, and what became of it.
    changes: Sequence[tuple[Text, _Words]]


def told_events(
    club: Club, events: Sequence[ClubEvent], leagues: Mapping[str, League]
) -> Iterator[ToldEvent]:
    """Events in words, in their order."""
    for event in events:
        league, sides = leagues.get(event.competition_id), None
        if league is not None:
            with suppress(NoSuchMatch):
                sides = league.sides_of(league.fixture(event.fixture))
        changes = [*_changes(club, event.before, event.now, league, sides)]
        at, day = event.at.astimezone(club.clock), club.day_of(event.at)
        yield ToldEvent(event, day, at, league, sides, changes)


def _changes(
    club: Club,
    before: Facts,
    now: Facts,
    league: League | None,
    sides: tuple[_Words, _Words] | None,
) -> Iterator[tuple[Text, _Words]]:
    for key in dict.fromkeys((*now, *before)):
        name, _, number = key.partition("-")
        if name not in _NAMED:
            continue
        told, was = (
            _describe(name, facts.get(key), club, league, sides) for facts in (now, before)
        )
        words = told or message("club-event.gone", was=was)
        if told and was:
            words = message("club-event.was", now=told, was=was)
        if told or was:
            yield message(f"club-event.fact.{name}", number=number), words


def _describe(
    name: str,
    fact: Fact,
    club: Club,
    league: League | None,
    sides: tuple[_Words, _Words] | None,
) -> _Words:
    """A fact as it is: of another kind than its name says if an imported file made it up."""
    match name, fact:
        case _, None | "" | ():
            return ""
        case _, bool():
            return message("club-event.yes") if fact else message("club-event.no")
        case _, tuple():
            with suppress(NoSuchPlayer):
                return listed([club.called(each) for each in fact])
        case "entrant", int() if league:
            return league.names.get(fact, "")
        case "walkover", "home" | "away" | "nobody" if sides:
            return message(f"league.given.{fact}", home=sides[0], away=sides[1])
        case "role", "manages" | "scores" | "captains" | "watches":
            return message(f"club.role-{fact}")
        case "day", str():
            with suppress(ValueError):
                day = datetime.fromisoformat(fact)
                return message("league.when", day=describe_day(day), time=f"{day:%H:%M}")
    return str(fact)


def phone_in(club: Club, device: str) -> Text:
    """A phone in words, as the club calls it now."""
    member = club.seen_by(device)
    return member.description if member else message("league.card.a-phone")


def card_alerts(league: League, number: int) -> list[Text]:
    """What both sides should know of a match: it was changed after it was accepted, or disputed."""
    said = league.cards.get(number)
    if said is None:
        return []
    match, club, found = Match(league, number), league.club, []
    if match.was_changed:
        told = _changes(club, *match.changes, league, match.card.names)
        what = [message("league.alert.what", fact=fact, words=words) for fact, words in told]
        one = phone_in(club, match.changed_by)
        changed = message("league.alert.changed", what=listed(what or ["…"]), one=one)
        found.append(_because(changed, said.reason))
    elif match.is_reopened:
        one = phone_in(club, said.reopened_by)
        found.append(_because(message("league.alert.reopened", one=one), said.reason))
    if match.is_disputed:
        one = phone_in(club, said.disputed_by)
        found.append(_because(message("league.alert.disputed", one=one), said.dispute))
    return found


def _because(told: Text, reason: str) -> Text:
    return sentences(told, message("league.alert.because", reason=reason) if reason else None)
