"""What is kept of a league: short JSON, and how it is read with care.

What comes back may have come from elsewhere, so it is believed in nothing: its length, its shape,
and every number and text in it have bounds.
"""

import json
from collections.abc import Collection
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from companion.i18n import message
from companion.league.errors import NotKept
from companion.league.league_bounds import LONGEST_KEPT
from companion.rules.player_names import first_unseen

Chosen = TypeVar("Chosen", bound=StrEnum)


def write_kept(value: object) -> str:
    """A value as short JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_kept(text: str) -> Any:
    """The value of such a text; raises `NotKept`."""
    if len(text) > LONGEST_KEPT:
        refuse("length")
    try:
        return json.loads(text, parse_constant=refuse, parse_float=refuse)
    except (ValueError, RecursionError):
        raise _refusal("JSON") from None


def refuse(what: str) -> NoReturn:
    """Say which part is not as it is kept; raises `NotKept`."""
    raise _refusal(what)


def _refusal(what: str) -> NotKept:
    return NotKept(message("league.refused.not-kept", what=what))


class Fields:
    """The fields of something kept, each read within its bounds; raises `NotKept`."""

    def __init__(self, value: object, names: Collection[str]) -> None:
        if not isinstance(value, dict) or not {*value} <= {*names}:
            refuse("fields")
        self._values: dict[str, Any] = value

    def whole(self, name: str, least: int, most: int, otherwise: int | None = None) -> int:
        """A whole number; the other one where there is none and one is named."""
        found = self._values.get(name, otherwise)
        return check_whole(found, name, least, most)

    def flag(self, name: str) -> bool:
        """Yes or no; no where nothing is said."""
        found = self._values.get(name, False)
        return found if isinstance(found, bool) else refuse(name)

    def text(self, name: str, longest: int) -> str:
        """A line that people can see; empty where there is none."""
        return check_line(self._values.get(name, ""), name, longest)

    def one_of(self, name: str, choices: type[Chosen]) -> Chosen:
        """One of the words for it."""
        return check_choice(self._values.get(name), name, choices)

    def has(self, name: str) -> bool:
        """Whether there is anything of that name."""
        return name in self._values

    def part(self, name: str) -> Any:
        """Whatever is kept under that name, for its own reader; None where there is nothing."""
        return self._values.get(name)

    def each(self, name: str, most: int) -> list[Any]:
        """So many parts at most; none where nothing is said."""
        return check_list(self._values.get(name, []), name, most)


def check_whole(found: object, name: str, least: int, most: int) -> int:
    """A whole number within its bounds; raises `NotKept`."""
    # JSON has `true`, which Python takes for 1.
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        refuse(name)
    return found


def check_line(found: object, name: str, longest: int) -> str:
    """A line that people can see; raises `NotKept`."""
    if not isinstance(found, str) or len(found) > longest or first_unseen(found) is not None:
        refuse(name)
    return found


def check_choice(found: object, name: str, choices: type[Chosen]) -> Chosen:
    """One of the words for something; raises `NotKept`."""
    if not isinstance(found, str) or found not in {each.value for each in choices}:
        refuse(name)
    return choices(found)


def check_list(found: object, name: str, most: int) -> list[Any]:
    """So many parts at most; raises `NotKept`."""
    if not isinstance(found, list) or len(found) > most:
        refuse(name)
    return found
