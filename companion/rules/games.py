"""The games: named presets of the house rules, each choice with its reason.

A reason is one line in our own words (`because.*` in the catalogue); its source
is cited by title. Where the sources are silent the choice is ours and says so.
"""

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.errors import UnknownGame, WrongPlayers, quoted
from companion.rules.rules import SETTINGS, Rules
from companion.rules.seating import Seating
from companion.words import Text, listed, message

HORSE_RACE = message("source.horse-race")
VARIATIONS = message("source.variations")
RACEHORSE_1990 = message("source.racehorse-1990")
SEVEN_TOED_PETE = message("source.seven-toed-pete")
CELKO_CHIPS = message("source.celko-chips")
SEVEN_ROCKS = message("source.seven-rocks")
OURS = message("source.ours")


class Partners(StrEnum):
    """Whether four players may sit as two partnerships."""

    NEVER = "never"
    OPTIONAL = "optional"
    ALWAYS = "always"


class Choice(NamedTuple):
    """The value that a game has for a setting, why, and where that stands."""

    value: Any
    reason: Text
    source: Text


Choices = dict[str, Choice]


class Preset(NamedTuple):
    """A game as data: who can play it and what it chooses for every setting."""

    id: str
    choices: Choices
    rules: Rules
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
        """The players seated for this game; None for `partners` is the game's own way.

        Raises `WrongPlayers` where the game is not played so.
        """
        if len(players) not in self.seats:
            raise WrongPlayers(
                message(
                    "refused.seats-of-game",
                    game=self.title,
                    seats=listed(self.seats, "or"),
                    players=len(players),
                )
            )
        if partners is None:
            partners = self.partners is Partners.ALWAYS
        elif partners and self.partners is Partners.NEVER:
            raise WrongPlayers(message("refused.no-partners", game=self.title))
        elif not partners and self.partners is Partners.ALWAYS:
            raise WrongPlayers(message("refused.only-partners", game=self.title))
        return Seating.of(players, partners=partners)


def game_named(name: str) -> Preset:
    """The preset of that id; raises `UnknownGame`."""
    try:
        return GAMES[name]
    except KeyError:
        games = listed(GAMES)
        raise UnknownGame(message("refused.no-such-game", game=quoted(name), games=games)) from None


def _choices(game: str, source: Text, ours: Container[str] = (), /, **values: Any) -> Choices:
    """What a game chooses where its source says so, and where it is our decision.

    The values are those of the record, or a number, or one for each number of seats.
    """
    made = {}
    for field, value in values.items():
        name = field.replace("_", "-")
        read = value if isinstance(value, tuple) else SETTINGS[name].read(str(value))
        stands_in = OURS if name in ours else source
        made[name] = Choice(read, message(f"because.{game}.{name}"), stands_in)
    return made


_RACE_HORSE = _choices(
    "race-horse",
    HORSE_RACE,
    {"last-tile", "partners-block", "washed-up-in-block", "game-ends", "announce"},
    target=61,
    tiles_each=(7, 6, 5),
    spinners="all",
    points="fifths",
    another_turn="score-or-double",
    drawn_tile="ends-turn",
    last_tile="goes-out",
    lead_tile="any",
    next_lead="dominoer",
    settlement="winner-takes",
    rounding="sum",
    tied_block="all-hands",
    partners_block="team",
    washed_up_in_block="out",
    game_ends="at-once",
    announce="no",
    zero_scores="no",
    exposed_double="both-halves",
)

_RACE_HORSE_CELKO = _RACE_HORSE | _choices(
    "race-horse-celko",
    VARIATIONS,
    {"rounding", "game-ends"},
    target=200,
    points="pips",
    drawn_tile="ends-turn",
    settlement="own-hand",
    rounding="sum",
    game_ends="after-hand",
)

_RACEHORSE_1990 = _RACE_HORSE | _choices(
    "racehorse-1990",
    RACEHORSE_1990,
    {"tied-block"},
    target=250,
    tiles_each=(7, 6, 5),
    spinners="all",
    points="pips",
    another_turn="score-or-double",
    drawn_tile="plays-on",
    last_tile="draws",
    lead_tile="any",
    next_lead="dominoer",
    settlement="winner-takes",
    rounding="sum",
    tied_block="all-hands",
    announce="required",
    zero_scores="no",
    exposed_double="both-halves",
)

_SEVEN_TOED_PETE = _RACE_HORSE | _choices(
    "seven-toed-pete",
    SEVEN_TOED_PETE,
    {"target", "drawn-tile", "tied-block"},
    target=61,
    tiles_each=(7, 7, 7),
    spinners="first",
    points="fifths",
    another_turn="score-or-double",
    drawn_tile="plays-on",
    last_tile="washes-up",
    lead_tile="double-or-score",
    next_lead="rotates",
    settlement="winner-takes",
    rounding="sum",
    tied_block="all-hands",
    zero_scores="no",
    exposed_double="both-halves",
)

_SEVEN_TOED_PETE_CHIPS = _SEVEN_TOED_PETE | _choices(
    "seven-toed-pete-chips",
    CELKO_CHIPS,
    {"target", "rounding", "game-ends"},
    target=10,
    points="none",
    settlement="chips",
    rounding="sum",
    tied_block="all-hands",
    game_ends="after-hand",
)

_SEVEN_ROCKS = _RACE_HORSE | _choices(
    "seven-rocks",
    SEVEN_ROCKS,
    {"drawn-tile", "rounding", "tied-block", "game-ends"},
    target=250,
    tiles_each=(7, 7, 7),
    spinners="first",
    points="pips",
    another_turn="none",
    drawn_tile="ends-turn",
    last_tile="goes-out",
    lead_tile="any",
    next_lead="dominoer",
    settlement="own-hand",
    rounding="sum",
    tied_block="all-hands",
    game_ends="after-hand",
    zero_scores="no",
    exposed_double="both-halves",
)


def _preset(id: str, choices: Choices, **how: Any) -> Preset:
    values = {SETTINGS[name].field: choice.value for name, choice in choices.items()}
    return Preset(id, choices, Rules(**values), **how)


_ALL_GAMES = (
    _preset("race-horse", _RACE_HORSE),
    _preset("race-horse-celko", _RACE_HORSE_CELKO),
    _preset(
        "racehorse-1990",
        _RACEHORSE_1990,
        partners=Partners.NEVER,
        first_lead=message("first-lead.highest-tile"),
    ),
    _preset("seven-toed-pete", _SEVEN_TOED_PETE),
    _preset("seven-toed-pete-chips", _SEVEN_TOED_PETE_CHIPS),
    _preset("seven-rocks", _SEVEN_ROCKS, seats=(4,), partners=Partners.ALWAYS),
)

GAMES: Mapping[str, Preset] = {preset.id: preset for preset in _ALL_GAMES}
