"""The games: named presets of the house rules, and what every rule of each stands on.

A line of a game is a setting, its value, its leg, the place in the game's work, and `*` where a
silence has a reason of its own. The words are in the catalogue (`because.*`, `place.*`); the laws
of each game are in `laws`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.errors import UnknownGame, WrongPlayers, quoted
from companion.rules.laws import LAWS_OF, SWITCHES
from companion.rules.rules import Rules
from companion.rules.seating import Seating
from companion.rules.sources import (
    HORSE_RACE,
    RACEHORSE_1990,
    SEVEN_ROCKS,
    SEVEN_TOED_PETE,
    Ground,
    Leg,
    Work,
    read_ground,
)
from companion.words import Text, listed, message


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

    @property
    def title(self) -> Text:
        """What people call the game."""
        return message(f"game.{self.id}.title")

    @property
    def summary(self) -> Text:
        """What makes it different, in a sentence."""
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


GAMES: dict[str, Preset] = {}


def game_named(name: str) -> Preset:
    """The preset of that id; raises `UnknownGame`."""
    if name not in GAMES:
        games = listed(GAMES)
        raise UnknownGame(message("refused.no-such-game", game=quoted(name), games=games))
    return GAMES[name]


def _add(id: str, work: Work, settings: str, base: str | None = None, **who: Any) -> None:
    """A game by its lines; the rest is as in the game that it is based on, in the same work."""
    rules = GAMES[base].rules if base else Rules()
    grounds = dict(GAMES[base].grounds) if base else {}
    for name, told in _lines(settings):
        value, _, ground = told.partition(" ")
        if name == "tiles-each":
            rules = replace(rules, tiles_each=tuple(map(int, value.split("/"))))
        else:
            rules = rules.with_setting(name, value)
        found = read_ground(work, id, name, name, ground)
        if found.leg is Leg.SAYS:
            found = found._replace(reason=message(f"because.{id}.{name}"))
        grounds[name] = found
    for name, ground in _lines(LAWS_OF[id]):
        grounds[name] = read_ground(work, id, name, SWITCHES.get(name), ground)
    GAMES[id] = Preset(id, rules, grounds, work, **who)


def _lines(told: str) -> Iterator[tuple[str, str]]:
    """Each line as its first word and the rest."""
    for line in filter(None, map(str.strip, told.splitlines())):
        name, rest = line.split(maxsplit=1)
        yield name, rest


_add(
    "race-horse",
    HORSE_RACE,
    """
    target              61               says    target
    tiles-each          7/6/5            says    deal
    spinners            all              says    doubles
    points              fifths           says    scoring
    another-turn        score-or-double  says    again
    drawn-tile          ends-turn        says    drawing
    last-tile           goes-out         silent  *
    lead-tile           any              says    lead
    next-lead           dominoer         says    lead
    settlement          winner-takes     says    winner
    rounding            sum              says    winner
    tied-block          all-hands        read    winner
    partners-block      team             read    winner
    washed-up-in-block  out              silent
    game-ends           at-once          silent  *
    announce            no               silent
    zero-scores         no               read    count
    exposed-double      both-halves      says    count
    """,
    also=message("game.race-horse.also"),
)
_add(
    "race-horse-celko",
    HORSE_RACE,
    """
    target              200              read    variations
    points              pips             says    variations
    drawn-tile          ends-turn        says    variations
    settlement          own-hand         says    variations
    rounding            each-hand        says    variations
    game-ends           after-hand       silent  *
    """,
    "race-horse",
)
_add(
    "racehorse-1990",
    RACEHORSE_1990,
    """
    target              250              says    object
    tiles-each          7/6/5            says    deal
    spinners            all              says    doubles
    points              pips             says    points
    another-turn        score-or-double  says    again
    drawn-tile          plays-on         says    drawing
    last-tile           draws            read    last-horse
    lead-tile           any              says    lead
    next-lead           dominoer         silent  *
    settlement          winner-takes     says    left
    rounding            sum              says    left
    tied-block          all-hands        silent  *
    partners-block      team             silent  *
    washed-up-in-block  out              silent
    game-ends           at-once          says    object
    announce            required         says    announce
    zero-scores         no               read    points
    exposed-double      both-halves      read    doubles
    """,
    partners=Partners.NEVER,
    first_lead=message("first-lead.highest-tile"),
)
_add(
    "seven-toed-pete",
    SEVEN_TOED_PETE,
    """
    target              61               silent  *
    tiles-each          7/7/7            says    deal
    spinners            first            says    match
    points              fifths           says    scores
    another-turn        score-or-double  says    again
    drawn-tile          plays-on         says    again
    last-tile           washes-up        says    again-fewer
    lead-tile           double-or-score  says    lead-fewer
    next-lead           rotates          says    lead
    settlement          winner-takes     says    scores
    rounding            sum              says    scores
    tied-block          all-hands        silent  *
    partners-block      team             read    scores
    washed-up-in-block  out              read    scores
    game-ends           at-once          silent  *
    announce            no               silent
    zero-scores         no               read    lead
    exposed-double      both-halves      says    count
    """,
    also=message("game.seven-toed-pete.also"),
)
_add(
    "seven-toed-pete-chips",
    SEVEN_TOED_PETE,
    """
    target              10               silent  *
    points              none             says    chips
    settlement          chips            read    chips
    rounding            sum              silent  *
    tied-block          all-hands        says    chips
    partners-block      team             read    chips
    washed-up-in-block  out              read    chips
    game-ends           after-hand       read    chips
    """,
    "seven-toed-pete",
)
_add(
    "seven-rocks",
    SEVEN_ROCKS,
    """
    target              250              says    target
    tiles-each          7/7/7            says    deal
    spinners            first            read    spinner
    points              pips             says    count
    another-turn        none             says    lead
    drawn-tile          ends-turn        silent  *
    last-tile           goes-out         says    ending
    lead-tile           any              says    lead
    next-lead           dominoer         says    next
    settlement          own-hand         says    left
    rounding            each-hand        says    left
    tied-block          all-hands        silent  *
    partners-block      hand             says    ending
    washed-up-in-block  out              silent
    game-ends           after-hand       read    target
    announce            no               silent
    zero-scores         no               read    count
    exposed-double      both-halves      read    spinner
    """,
    seats=(4,),
    partners=Partners.ALWAYS,
    also=message("game.seven-rocks.also"),
)
