"""The forms of a match: a game from paper, another day, a walkover."""

from collections.abc import Mapping
from datetime import datetime

from werkzeug.exceptions import BadRequest

from companion.i18n import message
from companion.league.errors import BadCompetition, BadScore
from companion.league.fixture import Walkover
from companion.league.match_format import Side
from companion.league.match_result import Score
from companion.web.leagues.form_values import SIDES, parse_day, parse_time
from companion.web.ui.forms import parse_name, parse_number


def parse_game(form: Mapping[str, str]) -> tuple[int, Side, Score]:
    """The board, who won, and what each side scored.

    Raises `BadCompetition`, `BadScore`, or `BadRequest` for a board that is no number.
    """
    winner = SIDES.get(form.get("winner", ""))
    if winner is None:
        raise BadCompetition(message("league.refused.who-won"))
    home, away = (_points(form.get(f"points-{side}", "").strip()) for side in SIDES)
    return parse_number(form.get("board", "")), winner, (home, away)


def parse_side(form: Mapping[str, str]) -> Side:
    """The side for which a phone speaks; raises `BadRequest`."""
    side = SIDES.get(form.get("side", ""))
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
