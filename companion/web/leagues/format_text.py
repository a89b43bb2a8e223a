"""How a match is played, in a line; and the way to its rules."""

from collections import Counter

from flask import url_for

from companion.i18n import Text, listed, message
from companion.league.match_format import Leg, LegKind, MatchFormat
from companion.record.house_rules_link import HouseRules
from companion.rules.games import game_named


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


def _leg(leg: Leg) -> Text:
    if leg.games == 1:
        return message("league.leg-told.one")
    kind = "all" if leg.kind is LegKind.ALL else "best-of"
    return message(f"league.leg-told.{kind}", games=leg.games)
