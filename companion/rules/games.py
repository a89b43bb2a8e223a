"""The games: named presets of the house rules, each choice with its reason.

A reason is one line in our own words (`because.*` in the catalogue); its source
is cited by title. Where the sources are silent the choice is ours and says so.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.errors import UnknownGame, WrongPlayers, quoted
from companion.rules.rules import Rules
from companion.rules.seating import Seating
from companion.words import Text, listed, message

HORSE_RACE = message("source.horse-race")
RACEHORSE_1990 = message("source.racehorse-1990")
SEVEN_TOED_PETE = message("source.seven-toed-pete")
SEVEN_ROCKS = message("source.seven-rocks")
OURS = message("source.ours")


class Partners(StrEnum):
    """Whether four players may sit as two partnerships."""

    NEVER = "never"
    OPTIONAL = "optional"
    ALWAYS = "always"


class Choice(NamedTuple):
    """Why a game has its value for a setting, and where that stands."""

    reason: Text
    source: Text


class Preset(NamedTuple):
    """A game as data: who can play it, and what it chooses for every setting."""

    id: str
    rules: Rules
    choices: Mapping[str, Choice]
    seats: tuple[int, ...] = (2, 3, 4)
    partners: Partners = Partners.OPTIONAL
    #: How the leader of the first hand is found, in a sentence.
    first_lead: Text = message("first-lead.lots")

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


def _add(id: str, source: Text, stated: str, base: str | None = None, **who: Any) -> None:
    """A game by what its source says, and by what we decided where that is silent (`ours`).

    The rest is as in the game that it is based on, for the reasons given there.
    """
    rules = GAMES[base].rules if base else Rules()
    choices = dict(GAMES[base].choices) if base else {}
    for setting in stated.split(","):
        name, value, *decided = setting.split()
        if name == "tiles-each":
            rules = replace(rules, tiles_each=tuple(map(int, value.split("/"))))
        else:
            rules = rules.with_setting(name, value)
        choices[name] = Choice(message(f"because.{id}.{name}"), OURS if decided else source)
    GAMES[id] = Preset(id, rules, choices, **who)


_add(
    "race-horse",
    HORSE_RACE,
    """
    target 61, tiles-each 7/6/5, spinners all, points fifths, another-turn score-or-double,
    drawn-tile ends-turn, last-tile goes-out ours, lead-tile any, next-lead dominoer,
    settlement winner-takes, rounding sum, tied-block all-hands, partners-block team ours,
    washed-up-in-block out ours, game-ends at-once ours, announce no ours, zero-scores no,
    exposed-double both-halves
    """,
)
_add(
    "race-horse-celko",
    message("source.variations"),
    """
    target 200, points pips, drawn-tile ends-turn, settlement own-hand, rounding sum ours,
    game-ends after-hand ours
    """,
    "race-horse",
)
_add(
    "racehorse-1990",
    RACEHORSE_1990,
    """
    target 250, tiles-each 7/6/5, spinners all, points pips, another-turn score-or-double,
    drawn-tile plays-on, last-tile draws, lead-tile any, next-lead dominoer,
    settlement winner-takes, rounding sum, tied-block all-hands ours, announce required,
    zero-scores no, exposed-double both-halves
    """,
    "race-horse",
    partners=Partners.NEVER,
    first_lead=message("first-lead.highest-tile"),
)
_add(
    "seven-toed-pete",
    SEVEN_TOED_PETE,
    """
    target 61 ours, tiles-each 7/7/7, spinners first, points fifths, another-turn score-or-double,
    drawn-tile plays-on ours, last-tile washes-up, lead-tile double-or-score, next-lead rotates,
    settlement winner-takes, rounding sum, tied-block all-hands ours, zero-scores no,
    exposed-double both-halves
    """,
    "race-horse",
)
_add(
    "seven-toed-pete-chips",
    message("source.celko-chips"),
    """
    target 10 ours, points none, settlement chips, rounding sum ours, tied-block all-hands,
    game-ends after-hand ours
    """,
    "seven-toed-pete",
)
_add(
    "seven-rocks",
    SEVEN_ROCKS,
    """
    target 250, tiles-each 7/7/7, spinners first, points pips, another-turn none,
    drawn-tile ends-turn ours, last-tile goes-out, lead-tile any, next-lead dominoer,
    settlement own-hand, rounding sum ours, tied-block all-hands ours, game-ends after-hand ours,
    zero-scores no, exposed-double both-halves
    """,
    "race-horse",
    seats=(4,),
    partners=Partners.ALWAYS,
)
