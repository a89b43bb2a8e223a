"""The games: the presets by their ids, in the order in which people are shown them."""

from collections.abc import Mapping

from companion.rules import race_horses, relatives
from companion.rules.errors import UnknownGame, quoted
from companion.rules.preset import Preset
from companion.words import listed, message

GAMES: Mapping[str, Preset] = {
    preset.id: preset for preset in (*race_horses.GAMES, *relatives.GAMES)
}


def game_named(name: str) -> Preset:
    """The preset of that id; raises `UnknownGame`."""
    if name not in GAMES:
        games = listed(GAMES)
        raise UnknownGame(message("refused.no-such-game", game=quoted(name), games=games))
    return GAMES[name]
