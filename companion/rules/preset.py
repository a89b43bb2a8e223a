"""A preset: a game as data, and how the lines of one are read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from companion.i18n import Text, listed, message
from companion.rules.errors import WrongPlayers
from companion.rules.laws import LAWS, LAWS_OF, SWITCHES
from companion.rules.seating import Seating
from companion.rules.settings import SETTINGS, Rules
from companion.rules.sources import Basis, Ground, Work, read_ground


class Partners(StrEnum):
    """Whether four players may sit as two partnerships."""

    NEVER = "never"
    OPTIONAL = "optional"
    ALWAYS = "always"


class Preset(NamedTuple):
    """A game as data: who can play it, what it chooses for every setting, and on what grounds."""

    id: str
    rules: Rules
    #: What each setting and each law stands on.
    grounds: Mapping[str, Ground]
    #: The work that describes it.
    work: Work
    seats: tuple[int, ...] = (2, 3, 4)
    partners: Partners = Partners.OPTIONAL
    #: How the leader of the first hand is found, in a sentence.
    first_lead: Text = message("first-lead.lots")
    #: What else it is called, where its work tells.
    also: Text | None = None
    #: Whether an overlooked count goes to who says muggins, unless the table has it otherwise.
    says_muggins: bool = False

    @property
    def title(self) -> Text:
        """The name of the game."""
        return message(f"game.{self.id}.title")

    @property
    def works(self) -> tuple[Work, ...]:
        """Every work that a rule of it stands on, its own first."""
        return tuple(dict.fromkeys([self.work, *(each.work for each in self.grounds.values())]))

    @property
    def summary(self) -> Text:
        """One sentence on what makes this game different."""
        return message(f"game.{self.id}.summary")

    def seating(self, players: tuple[str, ...], *, partners: bool | None = None) -> Seating:
        """The players at their seats; raises `WrongPlayers` where the game is not played so."""
        game = self.title
        if len(players) not in self.seats:
            seats = listed(self.seats, "or")
            raise WrongPlayers(
                message("refused.seats-of-game", game=game, seats=seats, players=len(players))
            )
        # Where nobody says, it is as the game has it.
        has_partners = self.partners is Partners.ALWAYS if partners is None else partners
        if has_partners and self.partners is Partners.NEVER:
            raise WrongPlayers(message("refused.no-partners", game=game))
        if not has_partners and self.partners is Partners.ALWAYS:
            raise WrongPlayers(message("refused.only-partners", game=game))
        return Seating.of(players, partners=has_partners)


def read_preset(
    id: str, work: Work, settings: str, base: Preset | None = None, **who: Any
) -> Preset:
    """A game by its lines; the rest is as in the game that it is based on, in the same work.

    One that is based on none has the defaults of `Rules` there, of which its work is silent.
    """
    rules = base.rules if base else Rules()
    grounds = dict(base.grounds) if base else dict(_silence(work, id))
    for name, told in _lines(settings):
        value, _, ground = told.partition(" ")
        if name == "tiles-each":
            rules = replace(rules, tiles_each=tuple(map(int, value.split("/"))))
        else:
            rules = rules.with_setting(name, value)
        found = read_ground(work, id, name, name, ground)
        if found.leg is Basis.SAYS and found.reason is None:
            found = found._replace(reason=message(f"because.{id}.{name}"))
        grounds[name] = found
    for name, ground in _lines(LAWS_OF[id]):
        grounds[name] = read_ground(work, id, name, SWITCHES.get(name), ground)
    return Preset(id, rules, grounds, work, **who)


def _silence(work: Work, game: str) -> Iterator[tuple[str, Ground]]:
    """What every rule stands on as long as nothing is told of it."""
    for name in (*SETTINGS, *LAWS):
        switch = name if name in SETTINGS else SWITCHES.get(name)
        yield name, read_ground(work, game, name, switch, Basis.SILENT)


def _lines(told: str) -> Iterator[tuple[str, str]]:
    """Each line as its first word and the rest."""
    for line in filter(None, map(str.strip, told.splitlines())):
        name, rest = line.split(maxsplit=1)
        yield name, rest
