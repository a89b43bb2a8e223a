"""The games to choose from: those that this phone chose last come first, wherever that was."""

from collections.abc import Iterable, Iterator

from flask import request, session
from werkzeug.datastructures import MultiDict

from companion.coach.drills.skills import by_family
from companion.i18n import Text, message
from companion.rules.games import GAMES
from companion.rules.preset import Preset

#: So many are remembered.
_MOST_USED = 3


def remember_game(game: str) -> None:
    """Keep that this phone chose a game just now."""
    used = [*dict.fromkeys([game, *session.get("games", ())])][:_MOST_USED]
    if game in GAMES and used != session.get("games"):
        session["games"] = used
        session.permanent = True


def used_first(presets: Iterable[Preset] = GAMES.values()) -> list[Preset]:
    """Games, those that this phone chose last first."""
    used = session.get("games", [])
    return sorted(presets, key=lambda each: used.index(each.id) if each.id in used else len(used))


def asked_or_last_used() -> MultiDict[str, str]:
    """What an address asks; a bare one asks by the game that was chosen last."""
    return request.args or MultiDict({"game": used_first()[0].id})


def grouped_by_use(presets: Iterable[Preset] | None) -> Iterator[tuple[Text, list[Preset]]]:
    """These games or all under headings: the last used ones, the others by their family."""
    games, used = used_first(presets or GAMES.values()), session.get("games", ())
    yield message("games.used"), [each for each in games if each.id in used]
    for family, others in by_family(each for each in games if each.id not in used).items():
        yield family.heading, others
