"""What changed in a club, in words: each fact as it is now and as it was, and by which phone."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime

from companion.clubs.club import Club
from companion.clubs.club_history import Fact, Facts
from companion.clubs.errors import NoSuchMatch, NoSuchPlayer
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import CardState, Match
from companion.i18n import Text, listed, message, sentences
from companion.league.match_facts import ON
from companion.web.ui.date_text import describe_date, describe_day

#: The facts that have a name in the catalogue: `club-event.fact.…`.
_NAMED = {
    *("board", "day", "entrant", "line", "name", "pauses", "phone", "place", "played"),
    *("players", "points"),
    *("ratings", "reason", "result", "role", "squad", "walkover", "worth", "zone"),
}
#: A game from paper without points, as its facts have it; and who won any game, at its end.
_WITHOUT_POINTS = {"1–0", "0–1"}
_SCORE = re.compile(r"(-?\d+)–(-?\d+)\)?(?:,|$)")
_Words = str | Text
_Sides = tuple[_Words, _Words]


def sides_in(league: League | None, number: int) -> _Sides | None:
    """The two sides of a match; None if there is no such match, or no such competition any more."""
    with suppress(NoSuchMatch):
        return league.sides_of(league.fixture(number)) if league else None
    return None


def describe_changes(
    club: Club, before: Facts, now: Facts, league: League | None, number: int
) -> Iterator[tuple[Text | None, _Words]]:
    """What each fact that changed in a club or in its match is called, and what became of it.

    A walkover needs no name.
    """
    sides = sides_in(league, number)
    for key in (name for name in {**now, **before} if name.partition("-")[0] in _NAMED):
        name, _, board = key.partition("-")
        told, was = (
            _describe(name, facts.get(key), club, league, sides) for facts in (now, before)
        )
        how = "instead" if name in ("day", "played") else "was"
        if name == "players" or (name == "played" and not told):
            # Of a game that has gone.
            told, was = told or was, ""
        if name == "board":
            told, was = _apart(str(told), str(was))
            how = "again" if ON in told else how
            if (
                sides
                and ON not in told
                and not _WITHOUT_POINTS.isdisjoint(f"{told}, {was}".split(", "))
            ):
                how, told, was = "not", _won(told, sides), _won(was, sides)
                was = was if was != told else ""
        words = told or message("club-event.gone", was=was)
        if told and was:
            words = message(f"club-event.{how}", now=told, was=was)
        if told or was:
            of = None if name == "walkover" else message(f"club-event.fact.{name}", number=board)
            yield of, words


def _apart(now: str, was: str) -> tuple[str, str]:
    """Of the games of a board, those that are new, and those that are gone."""
    new, old = (Counter(filter(None, games.split(", "))) for games in (now, was))
    return ", ".join((new - old).elements()), ", ".join((old - new).elements())


def _won(games: str, sides: _Sides) -> _Words:
    """Who won these games of a board."""
    scores = _SCORE.findall(games.replace("−", "-"))
    who = [sides[int(home) < int(away)] for home, away in scores]
    return message("club-event.won-by", who=listed(who)) if who else games


def _describe(
    name: str, fact: Fact, club: Club, league: League | None, sides: _Sides | None
) -> _Words:
    """A fact as it is: of another kind than its name says if an imported file made it up."""
    match name, fact:
        case _, None | "" | ():
            return ""
        case _, bool():
            return message("club-event.yes") if fact else message("club-event.no")
        case _, tuple():
            with suppress(NoSuchPlayer):
                # At a board, 0 stands between the two sides.
                called = [club.called(each) if each else "–" for each in fact]
                if name == "players" and 0 not in fact:
                    return ", ".join(called)
                return " & ".join(called).replace(" & – & ", " – ")
        case "entrant", int() if league:
            return league.names.get(fact, "")
        case "walkover", "home" | "away" | "nobody" if sides:
            return message(f"league.given.{fact}", home=sides[0], away=sides[1])
        case "role", "manages" | "scores" | "captains" | "watches":
            return message(f"club.role-{fact}")
        case "played", str():
            with suppress(ValueError):
                return describe_date(date.fromisoformat(fact))
        case "day", str():
            with suppress(ValueError):
                day = datetime.fromisoformat(fact)
                told = describe_day(day)
                return message("league.when", day=told, time=fact[11:]) if fact[11:] else told
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
        before, now = match.changes
        on = {name: name.removeprefix("board-") for name, fact in now.items() if ON in str(fact)}
        was, ended = (
            {key: facts[key] for key in facts if key not in on} for facts in (before, now)
        )
        what: list[_Words]
        what = [message("league.alert.again", number=board) for board in on.values()]
        for fact, words in describe_changes(club, was, ended, league, number):
            what.append(message("league.alert.what", fact=fact, words=words) if fact else words)
        told: _Words = listed(what or ["…"])
        if said.reopened_by and not on:
            told = message("league.alert.by", what=told, one=phone_in(club, said.reopened_by))
        found.append(_because(message("league.alert.changed", what=told), said.reason))
    elif said.reopened_by:
        one = phone_in(club, said.reopened_by)
        found.append(_because(message("league.alert.reopened", one=one), said.reason))
    if said.disputed_by:
        one = phone_in(club, said.disputed_by)
        found.append(_because(message("league.alert.disputed", one=one), said.dispute))
    return found


def card_waits(league: League, number: int) -> Text | None:
    """The side that a card waits for, once the other one has accepted it."""
    match = Match(league, number)
    if match.card_state is not CardState.PROPOSED:
        return None
    return message("league.alert.waits", name=match.card.names[match.missing[0]])


def card_trouble(league: League, number: int) -> Text | None:
    """The same in two words, for a line with no room; or that the match is on hold."""
    match = Match(league, number)
    if match.fixture.is_on_hold:
        return message("league.state.on-hold")
    if number not in league.cards:
        return None
    if match.acceptance.disputed_by:
        return message("league.alert.in-dispute")
    return message("league.alert.changed-since") if match.was_changed else None


def _because(told: Text, reason: str) -> Text:
    return sentences(told, message("league.alert.because", reason=reason) if reason else None)
