"""The sources: each work that games are taken from, with what it says and what it leaves open."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from companion.i18n import Text, message
from companion.referee.rule_book import title_of
from companion.rules.games import GAMES
from companion.rules.laws import LAWS
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS
from companion.rules.sources import RECORD_FORMAT, WORKS, Ground, Work
from companion.web.home.rules_page import RulesPage
from companion.web.ui.house_rule_fields import SECTIONS

#: The rules in the order in which they are read, those last that no section tells.
_NAMES = tuple(dict.fromkeys(["players", *chain(*SECTIONS.values()), *SETTINGS, *LAWS]))


class Taken(NamedTuple):
    """A rule that is taken from a work, with the game that has it."""

    name: str
    title: Text
    game: Preset
    ground: Ground
    #: Whether that game's page of rules tells it.
    is_told: bool


class Listing(NamedTuple):
    """A work with the games that it describes, and the rules that they take from it."""

    work: Work
    games: tuple[Preset, ...] = ()
    rules: tuple[Taken, ...] = ()


@cache
def works() -> tuple[Listing, ...]:
    """All works in the order of the games; the last is ours."""
    return (*map(_listing, WORKS), Listing(RECORD_FORMAT))


def _listing(work: Work) -> Listing:
    games = tuple(preset for preset in GAMES.values() if work in preset.works)
    return Listing(work, games, tuple(rule for rule in _taken(games) if rule.ground.work == work))


def _taken(games: tuple[Preset, ...]) -> Iterator[Taken]:
    """Each rule once for every ground that it has in these games."""
    for name in _NAMES:
        title = message("rules.players.title") if name == "players" else title_of(name)
        grounds = {game.grounds[name]: game for game in reversed(games)}
        for ground, game in reversed(grounds.items()):
            yield Taken(name, title, game, ground, name in _told_in(game.id))


@cache
def _told_in(game: str) -> frozenset[str]:
    page = RulesPage(GAMES[game])
    told = chain(*(chapter.rules for chapter in page.chapters), page.waiting)
    return frozenset(rule.name for rule in told)
