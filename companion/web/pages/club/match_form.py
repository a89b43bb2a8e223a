"""The forms of a match: its line-up, a game from paper, another day, a walkover."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from companion.clubs.match import Match
from companion.league.bounds import MOST_PLAYERS
from companion.league.errors import BadCompetition, BadScore
from companion.league.fixture import Walkover
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.league.result import Score
from companion.web.forms import parse_name, parse_number
from companion.web.pages.club.league_form import parse_day, parse_time
from companion.words import message

_SIDES = {"home": Side.HOME, "away": Side.AWAY}


def lineup_page(match: Match, form: Mapping[str, str]) -> dict[str, Any]:
    """Who can play at each board, and who does so far."""
    competition = match.league.competition
    names = match.league.club.names
    squads = match.league.squads(match.number)
    return {
        "club": match.league.club,
        "league": match.league,
        "match": match,
        "card": match.card,
        "is_drawn": competition.form.is_drawn,
        "needed": competition.form.squad,
        "squads": [
            (side, [(player, names[player]) for player in squad])
            for side, squad in zip(_SIDES, squads, strict=True)
        ],
        "came": {*_came(match)},
        "boards": [_board(match, number, form) for number in _numbers(match)],
    }


def parse_came(form: MultiDict[str, str]) -> tuple[list[int], list[int]]:
    """Who came to play for each side, home first; raises `BadRequest`."""
    home, away = (
        [parse_number(each) for each in form.getlist(f"came-{side}")[: MOST_PLAYERS + 1]]
        for side in _SIDES
    )
    return home, away


def parse_lineup(match: Match, form: Mapping[str, str]) -> list[Pairing]:
    """Who was named for each board, nobody where no one was; raises `BadRequest`."""
    return [
        Pairing(*(_named(match, number, side, form) for side in _SIDES))
        for number in _numbers(match)
    ]


def parse_game(form: Mapping[str, str]) -> tuple[int, Side, Score]:
    """The board, who won, and what each side scored.

    Raises `BadCompetition`, `BadScore`, or `BadRequest` for a board that is no number.
    """
    winner = _SIDES.get(form.get("winner", ""))
    if winner is None:
        raise BadCompetition(message("league.refused.who-won"))
    home, away = (_points(form.get(f"points-{side}", "").strip()) for side in _SIDES)
    return parse_number(form.get("board", "")), winner, (home, away)


def parse_side(form: Mapping[str, str]) -> Side:
    """The side for which a phone speaks; raises `BadRequest`."""
    side = _SIDES.get(form.get("side", ""))
    if side is None:
        raise BadRequest
    return side


def _points(said: str) -> int:
    """What a side scored; nothing where nobody says."""
    try:
        return parse_number(said) if said else 0
    except BadRequest:
        raise BadScore(message("league.refused.points")) from None


def parse_date(form: Mapping[str, str]) -> tuple[datetime, str]:
    """The day and time that a match is moved to, and the place; raises `BadCompetition`."""
    day = parse_day(form.get("day", ""))
    if day is None:
        raise BadCompetition(message("league.refused.day"))
    place = parse_name(form.get("place", ""))
    return datetime.combine(day, parse_time(form.get("time", ""))), place


def parse_walkover(form: Mapping[str, str]) -> Walkover | None:
    """To whom a match is given; None to play it after all. Raises `BadRequest`."""
    to = form.get("to", "")
    if not to:
        return None
    if to not in {each.value for each in Walkover}:
        raise BadRequest
    return Walkover(to)


def _numbers(match: Match) -> range:
    return range(1, len(match.league.competition.form.boards) + 1)


def _board(match: Match, number: int, form: Mapping[str, str]) -> dict[str, Any]:
    """The places of a board, each with who was chosen for it."""
    board = match.league.competition.form.boards[number - 1]
    lineup = match.fixture.lineup
    pairing = lineup[number - 1] if number <= len(lineup) else Pairing((), ())
    return {
        "number": number,
        "places": [
            (
                side,
                [
                    _chosen(pairing[at], place, form, f"{side}-{number}-{place}")
                    for place in range(board.players)
                ],
            )
            for side, at in _SIDES.items()
        ],
    }


def _chosen(
    players: tuple[int, ...], place: int, form: Mapping[str, str], name: str
) -> tuple[str, str]:
    now = f"{players[place]}" if place < len(players) else ""
    return name, form.get(name, now)


def _named(match: Match, number: int, side: str, form: Mapping[str, str]) -> tuple[int, ...]:
    board = match.league.competition.form.boards[number - 1]
    said = (form.get(f"{side}-{number}-{place}", "") for place in range(board.players))
    return tuple(parse_number(each) for each in said if each)


def _came(match: Match) -> list[int]:
    """Who is taken to have come: who was drawn before, or the squads as they are."""
    lineup = match.fixture.lineup
    if lineup:
        return [player for pairing in lineup for side in pairing for player in side]
    needed = match.league.competition.form.squad
    return [player for squad in match.league.squads(match.number) for player in squad[:needed]]
