"""The games: all presets by their ids, in the order of the pages."""

from collections.abc import Mapping

from companion.i18n import listed, message
from companion.rules import family_presets, race_horse_presets
from companion.rules.closest_names import closest, hint, plain_name
from companion.rules.errors import UnknownGame, quoted
from companion.rules.preset import Preset

GAMES: Mapping[str, Preset] = {
    preset.id: preset for preset in (*race_horse_presets.GAMES, *family_presets.GAMES)
}


def game_named(name: str) -> Preset:
    """The preset of that id; raises `UnknownGame`."""
    if name not in GAMES:
        from companion.rules.nicknames import games_called  # Of these games.

        called = games_called(name)
        near = closest(name, GAMES) or (called.games if called else ())
        meant = hint(near, message("hint.games", games=listed([*GAMES][::3])))
        raise UnknownGame(message("refused.no-such-game", game=quoted(name), hint=meant))
    return GAMES[name]


def game_typed(name: str) -> Preset:
    """The preset of that id or title, in any capitals; raises `UnknownGame`."""
    if name not in GAMES:
        plain = plain_name(name)
        for preset in GAMES.values():
            if plain in (preset.id, plain_name(str(preset.title))):
                return preset
    return game_named(name)
