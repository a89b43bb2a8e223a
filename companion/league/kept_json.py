"""What is kept of a league: short JSON of its values, and how it is read with care.

What is read may come from elsewhere, so nothing is trusted. Its length, its shape, and every number
and text in it are checked against the bounds of their fields, so that nothing grows without end.
"""

import json
from datetime import date
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError

from companion.i18n import message
from companion.league.errors import NotKept
from companion.rules.player_names import first_unseen

#: Teams, pairs or players in one competition.
MOST_ENTRANTS = 64
#: Players in a team's squad.
MOST_PLAYERS = 40
#: How often one may get league points, or lose them, by a manager's word.
MOST_ADJUSTMENTS = 20
#: Boards in a match, and games on one board.
MOST_BOARDS = 32
MOST_GAMES = 25
#: Results of a match that corrections set aside.
MOST_ASIDE = 16
#: Byes of a Swiss or Keizer, one a round.
MOST_BYES = 2_500
#: Times without play.
MOST_PAUSES = 30
#: How often everyone plays everyone.
MOST_TIMES = 4
#: How far up a ladder a challenge may reach.
FARTHEST_REACH = 20
#: How a walkover is entered, and by how much a narrow loss is lost, at most.
MOST_SCORE = 1_000
#: What one result may be worth, and the largest score that a game may have.
MOST_WORTH = 100
LARGEST_SCORE = 1_000_000_000
#: The largest number that people, entrants, fixtures and rounds may have.
LARGEST_NUMBER = 1_000_000_000
Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
#: Nobody plays in any other year, and calendars can handle these.
YEARS = range(1950, 2200)
#: Characters of a name, of a place, of other one-line texts, and of a house rule.
LONGEST_NAME = 40
LONGEST_PLACE = 80
LONGEST_ID = 64
LONGEST_SETTING = 24
#: Kinds of game that a season can include, and house rules of a board.
MOST_KINDS = 40
MOST_CHANGES = 30
#: Characters of a value as it is kept.
LONGEST_KEPT = 256 * 1024


Kept = TypeVar("Kept", bound=tuple[Any, ...])


def write_kept(value: object) -> str:
    """A value as short JSON: of each part only what differs from the default."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def read_kept(kind: type[Kept], text: str) -> Kept:
    """The value of that kind that was kept so, each field in its bounds; raises `NotKept`."""
    if len(text) > LONGEST_KEPT:
        raise _refusal("length")
    try:
        found: Kept = _adapter(kind).validate_json(text)
    except ValidationError as error:
        where = error.errors(include_url=False, include_input=False)[0]["loc"]
        raise _refusal(" › ".join(map(str, where)) or "JSON") from None
    return found


def plain(value: object) -> Any:
    """A value in the words of JSON."""
    if isinstance(value, tuple):
        usual: dict[str, object] | None = getattr(value, "_field_defaults", None)
        if usual is None:
            return [plain(each) for each in value]
        fields = zip(getattr(value, "_fields", ()), value, strict=True)
        return {
            name: plain(each) for name, each in fields if name not in usual or usual[name] != each
        }
    if value is None or isinstance(value, str | int):
        return value
    return value.isoformat() if isinstance(value, date) else str(value)


def _check_seen(text: str) -> str:
    if first_unseen(text) is not None:
        raise ValueError("nobody sees all of it")
    return text


#: For a text that people can see.
SEEN = AfterValidator(_check_seen)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    # A text that looks like a number, or like yes, is none.
    return TypeAdapter(kind, config=ConfigDict(strict=True))


def _refusal(what: str) -> NotKept:
    return NotKept(message("league.refused.not-kept", what=what))
