"""A preset: a game as data, and how its lines are read."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from companion.i18n import Text, listed, message
from companion.rules.errors import WrongPlayers
from companion.rules.laws import LAWS
from companion.rules.seating import Seating
from companion.rules.settings import SETTINGS, Rules
from companion.rules.sources import Basis, Ground, Work, read_ground


class Partners(StrEnum):
    """Whether four players may sit as two partnerships."""

    NEVER = "never"
    OPTIONAL = "optional"
    ALWAYS = "always"


class Preset(NamedTuple):
    """A game as data: who can play it, its choice for every setting, and why."""

    id: str
    rules: Rules
    #: The source of each setting and each law.
    grounds: Mapping[str, Ground]
    #: The work that describes it.
    work: Work
    seats: tuple[int, ...] = (2, 3, 4)
    partners: Partners = Partners.OPTIONAL
    #: A sentence that says who leads the first hand.
    first_lead: Text = message("first-lead.lots")
    #: What else it is called, if its work says so.
    also: Text | None = None
    #: Whether opponents who call muggins get a missed count, unless the table has it otherwise.
    says_muggins: bool = False

    @property
    def title(self) -> Text:
        """The name of the game."""
        return message(f"game.{self.id}.title")

    @property
    def works(self) -> tuple[Work, ...]:
        """Every work that it takes a rule from, its own first."""
        return tuple(dict.fromkeys([self.work, *(each.work for each in self.grounds.values())]))

    @property
    def summary(self) -> Text:
        """One sentence on what makes this game different."""
        return message(f"game.{self.id}.summary")

    def seating(self, players: tuple[str, ...], *, partners: bool | None = None) -> Seating:
        """The players at their seats; raises `WrongPlayers` if the game is not played so."""
        game = self.title
        if len(players) not in self.seats:
            seats = listed(self.seats, "or")
            raise WrongPlayers(
                message("refused.seats-of-game", game=game, seats=seats, players=len(players))
            )
        has_partners = self.partners is Partners.ALWAYS if partners is None else partners
        if has_partners and self.partners is Partners.NEVER:
            raise WrongPlayers(message("refused.no-partners", game=game))
        if not has_partners and self.partners is Partners.ALWAYS:
            raise WrongPlayers(message("refused.only-partners", game=game))
        return Seating.of(players, partners=has_partners)


def read_preset(id: str, work: Work, lines: str, base: Preset | None = None, **who: Any) -> Preset:
    """A game by its lines. The rest is as in its base, or as in `Rules` if there is none.

    A line is a ground as `read_ground` explains it, then after a colon the rules that stand on
    it: laws by their names, settings with their values.
    """
    rules, grounds = (base.rules, {**base.grounds}) if base else (Rules(), {})
    if base is None:
        for name in (*SETTINGS, *LAWS):
            grounds[name] = read_ground(work, id, name, Basis.SILENT)
    for line in lines.strip().splitlines():
        ground, _, names = line.rpartition(":")
        for name, _, value in (rule.partition("=") for rule in names.split()):
            grounds[name] = read_ground(work, id, name, ground)
            if name == "tiles-each":
                rules = replace(rules, tiles_each=tuple(map(int, value.split("/"))))
            elif value:
                rules = rules.with_setting(name, value)
    return Preset(id, rules, grounds, work, **who)
