"""The card of a match: its result as a sheet of paper has it, and who says that it is right."""

from typing import Any

from flask import request, url_for

from companion.clubs.club import ClubVisit
from companion.clubs.leagues.club_match import Acceptance, CardState, Match
from companion.i18n import Text, message
from companion.league.match_card import CardBoard, MatchCard
from companion.league.points_table import describe_points
from companion.web.leagues.form_values import NAMED
from companion.web.leagues.league_page import describe_round
from companion.web.security.device_session import known_device
from companion.web.ui.date_text import describe_date
from companion.web.ui.qr_links import names_this_machine, qr_of


def card_page(visit: ClubVisit, match: Match, secret: str) -> dict[str, Any]:
    """What the card of a match shows; `secret` was handed to this phone, to speak for a side."""
    names, own = (match.card.home, match.card.away), known_device()
    may_speak = visit.keeps or match.is_opened_by(secret)
    waits = match.card_state is CardState.PROPOSED
    asked = match.acceptance if waits and visit.keeps else None
    return {
        "club": visit.club,
        "league": match.league,
        "match": match,
        "card": match.card,
        "round": describe_round(match.league, match.fixture.round),
        "when": card_day(match.card),
        "state": message(f"league.state.{match.state}"),
        "rows": [card_row(board) for board in match.card.boards],
        "league_points": card_points(match.card),
        "signed": describe_acceptance(visit, match),
        "is_changed": match.card_state is CardState.CHANGED,
        "sides": [(NAMED[side], names[side]) for side in match.may_speak(own) if may_speak],
        "instead": _instead(match, own) if visit.keeps else None,
        "handed": _handed(visit, match, asked) if asked else None,
        "qr": qr_of,
    }


def _instead(match: Match, own: str) -> tuple[str, str | Text] | None:
    """The other side, for a phone that may have taken the wrong one."""
    acceptance = match.acceptance
    if match.card_state is not CardState.PROPOSED or acceptance is None:
        return None
    if acceptance.proposed_by != own:
        return None
    side = acceptance.proposed_for.other
    return NAMED[side], (match.card.home, match.card.away)[side]


def _handed(visit: ClubVisit, match: Match, acceptance: Acceptance) -> dict[str, Any]:
    """The link by which a phone that only looks on speaks for the other side."""
    name = (match.card.home, match.card.away)[acceptance.proposed_for.other]
    address = url_for(
        "match.asked_to_speak",
        club_id=visit.club.id,
        league_id=match.league.id,
        number=match.number,
        secret=acceptance.secret,
        _external=True,
    )
    unreachable = request.host if names_this_machine(request.host) else ""
    return {"name": name, "address": address, "unreachable": unreachable}


def card_row(board: CardBoard) -> dict[str, Any]:
    """A board on the card: its people, the games each side won, the points of each game."""
    return {
        "number": board.number,
        "home": joined(board.home),
        "away": joined(board.away),
        "games": board.score.games,
        "points": [game.points for game in board.games if any(game.points)],
        "given": board.forfeited_by,
    }


def card_day(card: MatchCard) -> Text | None:
    """The date of a match in full."""
    if card.starts_at is None:
        return None
    day = describe_date(card.starts_at.date())
    return message("league.when", day=day, time=f"{card.starts_at:%H:%M}")


def card_points(card: MatchCard) -> tuple[str, str] | None:
    """League points, home and away; None while the match is open."""
    if card.league_points is None:
        return None
    home, away = card.league_points
    return describe_points(home), describe_points(away)


def describe_acceptance(visit: ClubVisit, match: Match) -> Text | None:
    """Who says that the card is right, for which side."""
    acceptance = match.acceptance
    if acceptance is None:
        return None
    names, side = (match.card.home, match.card.away), acceptance.proposed_for
    one = _phone(visit, acceptance.proposed_by)
    if not acceptance.accepted_by:
        return message("league.card.said", side=names[side], one=one, other=names[side.other])
    other, day = _phone(visit, acceptance.accepted_by), _accepted_on(visit, acceptance)
    return message(
        "league.card.both-said",
        side=names[side],
        one=one,
        against=names[side.other],
        other=other,
        day=day,
    )


def joined(names: tuple[Any, ...]) -> str:
    """Partners by their names; a dash for nobody."""
    return " & ".join(map(str, names)) or "—"


def _accepted_on(visit: ClubVisit, acceptance: Acceptance) -> Text:
    assert acceptance.accepted_at is not None
    return describe_date(visit.club.day_of(acceptance.accepted_at))


def _phone(visit: ClubVisit, device: str) -> str | Text:
    member = visit.club.seen_by(device)
    return member.description if member else message("league.card.a-phone")
