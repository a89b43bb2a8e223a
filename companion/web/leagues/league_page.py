"""A competition: its table or ladder, its matches round by round, and what it agreed on."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.clubs.club import ClubVisit
from companion.clubs.leagues.club_league import League, LeaguePart
from companion.i18n import Text, listed, message
from companion.league.competition import Shape
from companion.league.fixture import Fixture, MatchState
from companion.league.fixture_list import who_meets_now
from companion.league.match_card import describe_slot
from companion.league.points_table import describe_points
from companion.league.standings import Standing
from companion.web.leagues.format_text import describe_format, rules_of
from companion.web.ui.date_text import describe_day

#: Of a knock-out, from the last one back.
_LAST_ROUNDS = ("final", "semi-finals", "quarter-finals")


def league_page(visit: ClubVisit, league: League) -> dict[str, Any]:
    """What the page of a competition shows."""
    competition = league.competition
    return {
        "club": visit.club,
        "keeps": visit.keeps,
        "league": league,
        "shape": competition.shape.label,
        "told": describe_format(competition.form),
        "rules": rules_of(competition.form),
        "has_table": competition.shape is Shape.ROUND_ROBIN,
        # A board at which neither side plays may leave any match level.
        "can_be_drawn": competition.form.can_be_drawn
        or any(line.tally.drawn for line in league.standings),
        "lines": standing_lines(league.standings, league.names),
        "champion": _champion(league),
        "rungs": _rungs(league) if competition.shape is Shape.LADDER else None,
        "rounds": _rounds(league),
        "now": _round_of_now(league),
        "now_title": describe_round(league, _round_of_now(league) or 1),
    }


def standing_lines(
    standings: Sequence[Standing], names: Mapping[int, str | Text]
) -> list[dict[str, Any]]:
    """The lines of a table, ready to be shown."""
    return [
        {
            "place": line.place,
            "is_shared": line.is_shared,
            "number": line.number,
            "name": names.get(line.number) or message("league.no-name", number=line.number),
            "tally": line.tally,
            "difference": _signed(line.tally.game_difference),
            "points": describe_points(line.tally.league_points),
        }
        for line in standings
    ]


def match_row(league: League, fixture: Fixture) -> dict[str, Any]:
    """A match in a line: who, when or how it ended."""
    form = league.competition.form
    opponents, state = league.opponents[fixture.number], fixture.state(form)
    score = fixture.score(form).score
    home, away = (
        describe_slot(slot, number, league.names)
        for slot, number in zip((fixture.home, fixture.away), opponents, strict=True)
    )
    told = message(f"league.state.{state}")
    if fixture.walkover is not None:
        told = message(f"league.given.{fixture.walkover}", home=home, away=away)
    if league.competition.shape is Shape.KNOCK_OUT:
        # Later matches name it by its number.
        told = message("league.match-number", number=fixture.number, told=told)
    return {
        "number": fixture.number,
        "home": home,
        "away": away,
        "state": state,
        "told": told,
        "score": score if state in (MatchState.OVER, MatchState.ON) else None,
        "winner": fixture.winner(form),
        "when": when(fixture),
        "place": fixture.place,
    }


def when(fixture: Fixture) -> Text | None:
    """The date and time of a match, in short; None where there is none."""
    if fixture.starts_at is None or fixture.is_postponed:
        return None
    day = describe_day(fixture.starts_at.date())
    return message("league.when", day=day, time=f"{fixture.starts_at:%H:%M}")


def _rounds(league: League) -> list[dict[str, Any]]:
    """The matches by their rounds; those of a ladder the latest first."""
    is_ladder = league.competition.shape is Shape.LADDER
    fixtures = sorted(league.fixtures, key=lambda each: (each.round, each.number))
    if is_ladder:
        rows = [match_row(league, each) for each in reversed(fixtures)]
        return [{"number": 1, "title": message("league.challenges"), "rows": rows}] if rows else []
    return [
        {
            "number": number,
            "title": describe_round(league, number),
            "rows": [match_row(league, each) for each in matches],
            "byes": describe_byes([league.names[each] for each in league.byes.get(number, ())]),
        }
        for number, matches in groupby(fixtures, key=lambda each: each.round)
    ]


def describe_round(league: LeaguePart, number: int) -> Text:
    """What a round is called: by its number, the last ones of a knock-out by what they are.

    A challenge on a ladder is a round of its own.
    """
    if league.competition.shape is Shape.KNOCK_OUT:
        last = max(each.round for each in league.fixtures)
        if 0 <= last - number < len(_LAST_ROUNDS):
            return message(f"league.{_LAST_ROUNDS[last - number]}")
    if league.competition.shape is Shape.LADDER:
        return message("league.challenge-number", number=number)
    return message("league.round", number=number)


def _round_of_now(league: League) -> int | None:
    """The first round with a match to be played, where it is not the first one on the page."""
    if league.competition.shape is Shape.LADDER:
        return None
    form, closed = league.competition.form, (MatchState.OVER, MatchState.WALKOVER)
    open_ones = [each.round for each in league.fixtures if each.state(form) not in closed]
    number = min(open_ones, default=1)
    return number if number > 1 else None


def describe_byes(names: Sequence[str | Text]) -> Text | None:
    """Who has a bye in a round; None where nobody has."""
    return message("league.byes", names=listed(names)) if names else None


def _rungs(league: League) -> list[dict[str, Any]]:
    ladder, busy = league.ladder, who_meets_now(league.competition, league.fixtures)
    return [
        {
            "number": number,
            "name": league.names[number],
            "may": [
                (other, league.names[other])
                for other in ladder.may_challenge(number)
                if not {number, other} & busy
            ],
        }
        for number in ladder.rungs
    ]


def _champion(league: League) -> str | Text | None:
    """Who won a knock-out: its last match."""
    if league.competition.shape is not Shape.KNOCK_OUT or not league.fixtures:
        return None
    final = league.fixtures[-1]
    winner = final.winner(league.competition.form)
    number = league.opponents[final.number][winner] if winner is not None else None
    return league.names[number] if number is not None else None


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{number}".replace("-", "−")
