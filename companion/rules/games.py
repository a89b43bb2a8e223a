"""The games: all presets by their ids, in the order of the pages."""

from collections.abc import Mapping

from companion.i18n import listed, message
from companion.rules import family_presets, race_horse_presets
from companion.rules.errors import UnknownGame, quoted
from companion.rules.preset import Preset

GAMES: Mapping[str, Preset] = {
    preset.id: preset for preset in (*race_horse_presets.GAMES, *family_presets.GAMES)
}


def game_named(name: str) -> Preset:
    """The preset of that id; raises `UnknownGame`."""
    if name not in GAMES:
        games = listed(GAMES)
        raise UnknownGame(message("refused.no-such-game", game=quoted(name), games=games))
    return GAMES[name]
