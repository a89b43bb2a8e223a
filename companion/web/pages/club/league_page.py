"""A competition: its table or ladder, its matches round by round, and what it agreed on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from flask import url_for

from companion.clubs.club import ClubVisit
from companion.clubs.league import League, LeaguePart
from companion.league.competition import Shape
from companion.league.entrant import Entrant, EntrantKind
from companion.league.fixture import Fixture, MatchState
from companion.league.fixture_list import who_meets_now
from companion.league.match_card import describe_slot
from companion.league.match_format import Leg, LegKind, MatchFormat
from companion.league.points_table import describe_points
from companion.league.standings import Standing
from companion.record.house_rules import HouseRules
from companion.rules.games import game_named
from companion.web.pages.club.points_form import points_form
from companion.web.pages.shared.dates import describe_day
from companion.words import Text, listed, message

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


def describe_format(form: MatchFormat) -> Text:
    """A format in a line: `6 singles, 3 doubles · one game each`."""
    often = Counter((board.players, board.leg) for board in form.boards)
    boards = {
        each: message(f"league.boards-{'single' if each[0] == 1 else 'double'}", count=count)
        for each, count in often.items()
    }
    games = listed(sorted({str(game_named(board.game).title) for board in form.boards}))
    legs = {leg for _, leg in often}
    if len(legs) == 1:
        told, leg = listed(boards.values()), _leg(legs.pop())
        if form.is_drawn:
            told = message("league.boards-drawn", boards=told)
        if len(form.boards) == 1:
            # One who plays alone, or one pair, reads of no boards.
            return message("league.format-told.one", leg=leg, games=games)
        return message("league.format-told", boards=told, leg=leg, games=games)
    each_with_leg = (
        message("league.boards-and-leg", boards=told, leg=_leg(leg))
        for (_, leg), told in boards.items()
    )
    return message("league.format-told.legs", boards=listed(each_with_leg), games=games)


def rules_of(form: MatchFormat) -> list[tuple[Text, str]]:
    """The rules of a match, each with their address; apart where singles have others."""
    one, *others = dict.fromkeys((each.game, each.changes) for each in form.boards)
    if not others:
        return [(message("league.rules"), _rules_address(*one))]
    kinds = dict.fromkeys((each.players, each.game, each.changes) for each in form.boards)
    return [
        (
            message(f"league.rules-of.{'singles' if players == 1 else 'doubles'}"),
            _rules_address(game, changes),
        )
        for players, game, changes in kinds
    ]


def _rules_address(game: str, changes: tuple[tuple[str, str], ...]) -> str:
    return url_for("house_rules.show", game_id=game, **HouseRules(game, changes).as_query())


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
        "when": when(fixture) if state is not MatchState.POSTPONED else None,
        "place": fixture.place,
    }


def when(fixture: Fixture) -> Text | None:
    """The date and time of a match, in short; None where there is none."""
    if fixture.starts_at is None:
        return None
    day = describe_day(fixture.starts_at.date())
    return message("league.when", day=day, time=f"{fixture.starts_at:%H:%M}")


def settings_page(league: League, form: Mapping[str, str]) -> dict[str, Any]:
    """What can be changed of a competition, as it is or as it was just typed."""
    competition = league.competition
    return {
        "club": league.club,
        "league": league,
        "name": form["name"] if {"agreed", "name"} <= {*form} else competition.name,
        "strikes_out": competition.strikes_out,
        "has_table": competition.shape is Shape.ROUND_ROBIN,
        "is_ladder": competition.shape is Shape.LADDER,
        "has_teams": competition.kind is EntrantKind.TEAM,
        "entrants": [
            _entrant(league, each, form if form.get("entrant") == f"{each.number}" else {})
            for each in league.entrants
        ],
        **points_form(form, competition.table, competition.order),
    }


def _entrant(league: League, entrant: Entrant, typed: Mapping[str, str]) -> dict[str, Any]:
    """Who takes part, as it is or as it was just typed."""
    players = ", ".join(league.club.names[player] for player in entrant.players)
    return {
        "entrant": entrant,
        "called": league.names[entrant.number],
        "name": typed.get("name", entrant.name),
        "players": typed.get("players", players),
        "was_typed": bool(typed),
    }


def _leg(leg: Leg) -> Text:
    if leg.games == 1:
        return message("league.leg-told.one")
    kind = "all" if leg.kind is LegKind.ALL else "best-of"
    return message(f"league.leg-told.{kind}", games=leg.games)


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
    """What a round is called: by its number, the last ones of a knock-out by what they are."""
    if league.competition.shape is Shape.KNOCK_OUT:
        last = max(each.round for each in league.fixtures)
        if 0 <= last - number < len(_LAST_ROUNDS):
            return message(f"league.{_LAST_ROUNDS[last - number]}")
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
