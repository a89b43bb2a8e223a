"""How a match is played, and what a new league would be like, in a line; the way to the rules."""

from collections import Counter
from collections.abc import Iterator

from flask import url_for

from companion.clubs.leagues.club_league import League, LeaguePlan
from companion.i18n import Text, listed, message, sentences
from companion.league.competition import EntrantKind, Shape
from companion.league.match_format import LegKind, MatchFormat
from companion.record.header import HouseRules
from companion.rules.games import game_named
from companion.rules.player_names import name_key
from companion.web.leagues.league_form import LeagueAsked
from companion.web.ui.date_text import describe_date


def describe_format(form: MatchFormat) -> Text:
    """A format in a line: `6 singles, 3 doubles · one game each`."""
    often = Counter((board.players, (board.games, board.kind)) for board in form.boards)
    boards = {
        each: message(f"league.boards-{'single' if each[0] == 1 else 'double'}", count=count)
        for each, count in often.items()
    }
    games = listed(sorted({str(game_named(board.game).title) for board in form.boards}))
    legs = {leg for _, leg in often}
    if len(legs) == 1:
        told, leg = listed(boards.values()), _leg(*legs.pop())
        if form.is_drawn:
            told = message("league.boards-drawn", boards=told)
        if len(form.boards) == 1:
            # For a single player, or one pair, there is no talk of boards.
            return message("league.format-told.one", leg=leg, games=games)
        return message("league.format-told", boards=told, leg=leg, games=games)
    each_with_leg = (
        message("league.boards-and-leg", boards=told, leg=_leg(*leg))
        for (_, leg), told in boards.items()
    )
    return message("league.format-told.legs", boards=listed(each_with_leg), games=games)


def rules_of(form: MatchFormat) -> list[tuple[Text, str]]:
    """The rules of a match, each with their address; listed apart if singles have others."""
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


def _leg(games: int, kind: LegKind) -> Text:
    if games == 1:
        return message("league.leg-told.one")
    return message(f"league.leg-told.{kind}", games=games)


def describe_plan(asked: LeagueAsked, plan: LeaguePlan) -> Text:
    """What a competition would be like, and what in it may be a slip of the pen."""
    return sentences(_plan(asked, plan), *_byes(asked, plan), *_doubts(asked))


def _byes(asked: LeagueAsked, plan: LeaguePlan) -> Iterator[Text]:
    if plan.byes:
        yield message(f"league.plan.byes-{asked.competition.shape}", count=plan.byes)


def _doubts(asked: LeagueAsked) -> Iterator[Text]:
    if asked.competition.kind is not EntrantKind.TEAM:
        return
    squad = asked.competition.form.squad
    small = [each.name for each in asked.entrants if len(each.players) < squad]
    if small:
        yield message("league.plan.small", names=listed(small), count=squad)
    shared = Counter(name_key(each.name) for each in asked.entrants)
    twice = {key: each.name for each in asked.entrants if shared[key := name_key(each.name)] > 1}
    for name in twice.values():
        yield message("league.plan.twice", name=name)


def _plan(asked: LeagueAsked, plan: LeaguePlan) -> Text:
    """How many rounds and matches, and until when."""
    entrants = message("league.plan.entrants", count=len(asked.entrants))
    shape = asked.competition.shape
    if shape is Shape.LADDER or shape.is_paired:
        told = "paired" if shape.is_paired else "ladder"
        return message(f"league.plan.{told}", entrants=entrants)
    rounds = message("league.plan.rounds", count=plan.rounds)
    matches = message("league.plan.matches", count=plan.matches)
    days = asked.days(plan.rounds)
    if not days:
        return message("league.plan", entrants=entrants, rounds=rounds, matches=matches)
    first, last = describe_date(days[0]), describe_date(days[-1])
    when = message("league.plan.until", first=first, last=last)
    if len(days) == 1:
        when = message("league.plan.on", day=first)
    return message("league.plan.days", entrants=entrants, rounds=rounds, matches=matches, when=when)


def describe_late_entry(league: League) -> Text:
    """What a round robin would be like if one more took part."""
    fixtures = league.with_one_more()
    here = sum(not each.has_left for each in league.entrants)
    entrants = message("league.plan.entrants", count=here + 1)
    rounds = message("league.plan.rounds", count=len({each.round for each in fixtures}))
    last = max((each.night for each in fixtures if each.night), default=None)
    if last is None:
        return message("league.joins-plan", entrants=entrants, rounds=rounds)
    day = describe_date(last)
    return message("league.joins-plan-until", entrants=entrants, rounds=rounds, day=day)
