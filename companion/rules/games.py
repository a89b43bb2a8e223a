"""The games: named presets of the house rules, each choice with its reason.

A reason is one line in our own words; its source is cited by title. Where the
sources are silent the choice is ours and says so.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.choices import (
    Announce,
    AnotherTurn,
    DrawnTile,
    ExposedDouble,
    GameEnds,
    LastTile,
    LeadTile,
    NextLead,
    PartnersBlock,
    Points,
    Rounding,
    Settlement,
    Spinners,
    TiedBlock,
    WashedUpInBlock,
    ZeroScores,
)
from companion.rules.errors import UnknownGame, WrongPlayers, quoted
from companion.rules.rules import Rules
from companion.rules.seating import Seating
from companion.rules.settings import SETTINGS

HORSE_RACE = "Race Horse; Horse Race"
VARIATIONS = "Horse Race, Variations"
RACEHORSE_1990 = "RaceHorse (1990)"
SEVEN_TOED_PETE = "Seven-Toed Pete"
CELKO_CHIPS = "Seven-Toed Pete, the chips variation"
SEVEN_ROCKS = "Seven Rocks"
OURS = "Companion's decision; the source is silent"


class Partners(StrEnum):
    """Whether four players may sit as two partnerships."""

    NEVER = "never"
    OPTIONAL = "optional"
    ALWAYS = "always"


class Choice(NamedTuple):
    """The value that a game has for a setting, why, and where that stands."""

    value: Any
    reason: str
    source: str


class Preset(NamedTuple):
    """A game as data: who can play it and what it chooses for every setting."""

    id: str
    title: str
    summary: str
    seats: tuple[int, ...]
    partners: Partners
    #: How the leader of the first hand is found, in a sentence.
    first_lead: str
    choices: Mapping[str, Choice]
    rules: Rules

    def seating(self, players: tuple[str, ...], *, partners: bool | None = None) -> Seating:
        """The players seated for this game; None for `partners` is the game's own way.

        Raises `WrongPlayers` where the game is not played so.
        """
        if len(players) not in self.seats:
            wanted = " or ".join(map(str, self.seats))
            raise WrongPlayers(f"{self.title} takes {wanted} players, not {len(players)}.")
        if partners is None:
            partners = self.partners is Partners.ALWAYS
        elif partners and self.partners is Partners.NEVER:
            raise WrongPlayers(f"{self.title} has no partners.")
        elif not partners and self.partners is Partners.ALWAYS:
            raise WrongPlayers(f"{self.title} is played by partners.")
        return Seating.of(players, partners=partners)


def game_named(name: str) -> Preset:
    """The preset of that id; raises `UnknownGame`."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(
            f"There is no game {quoted(name)}; there are {', '.join(GAMES)}."
        ) from None


_RACE_HORSE = {
    "target": Choice(61, "Once round a cribbage board.", HORSE_RACE),
    "tiles-each": Choice(
        (7, 6, 5), "Two players get seven tiles, three six, four five.", HORSE_RACE
    ),
    "spinners": Choice(Spinners.ALL, "The western way: every double branches.", HORSE_RACE),
    "points": Choice(Points.FIFTHS, "A count of 20 is worth 4 pegs.", HORSE_RACE),
    "another-turn": Choice(
        AnotherTurn.SCORE_OR_DOUBLE, "A score or a double lets the player surge on.", HORSE_RACE
    ),
    "drawn-tile": Choice(
        DrawnTile.ENDS_TURN, "Drawn and set, the turn is over, double or score or not.", HORSE_RACE
    ),
    "last-tile": Choice(
        LastTile.GOES_OUT, "With nothing left to set, the hand is won and the points stay.", OURS
    ),
    "lead-tile": Choice(LeadTile.ANY, "The lead is free.", HORSE_RACE),
    "next-lead": Choice(NextLead.DOMINOER, "Lots decide the first hand too.", HORSE_RACE),
    "settlement": Choice(
        Settlement.WINNER_TAKES, "The winner pegs what the others still hold.", HORSE_RACE
    ),
    "rounding": Choice(Rounding.SUM, "The opposing pips are one total, rounded once.", HORSE_RACE),
    "tied-block": Choice(
        TiedBlock.ALL_HANDS, "Tied players both score, from every hand but their own.", HORSE_RACE
    ),
    "partners-block": Choice(PartnersBlock.TEAM, "Partners win and lose together.", OURS),
    "washed-up-in-block": Choice(WashedUpInBlock.OUT, "Who is washed up has left the hand.", OURS),
    "game-ends": Choice(
        GameEnds.AT_ONCE, "Points are pegged as they are made, and the last hole wins.", OURS
    ),
    "announce": Choice(Announce.NO, "The referee counts; nobody has to.", OURS),
    "zero-scores": Choice(ZeroScores.NO, "Scoring counts begin at five.", HORSE_RACE),
    "exposed-double": Choice(
        ExposedDouble.BOTH_HALVES, "An exposed double counts all its pips.", HORSE_RACE
    ),
}

_RACE_HORSE_CELKO = _RACE_HORSE | {
    "target": Choice(200, "Undivided scores want a longer board: 200 or 250.", VARIATIONS),
    "points": Choice(Points.PIPS, "A count of 20 is worth 20.", VARIATIONS),
    "drawn-tile": Choice(
        DrawnTile.ENDS_TURN, "A drawn double or score earns no extra tile.", VARIATIONS
    ),
    "settlement": Choice(
        Settlement.OWN_HAND, "Everybody loses what they hold, a block's winner too.", VARIATIONS
    ),
    "rounding": Choice(Rounding.SUM, "Own hands are always rounded one by one.", OURS),
    "game-ends": Choice(
        GameEnds.AFTER_HAND, "Scores still fall at the settlement, so it is waited for.", OURS
    ),
}

_RACEHORSE_1990 = _RACE_HORSE | {
    "target": Choice(250, "The first to 250 wins.", RACEHORSE_1990),
    "tiles-each": Choice(
        (7, 6, 5), "Seven, six or five horses for two, three or four players.", RACEHORSE_1990
    ),
    "spinners": Choice(
        Spinners.ALL, "Every daily double opens its ends after both sides.", RACEHORSE_1990
    ),
    "points": Choice(Points.PIPS, "Five pips are five points.", RACEHORSE_1990),
    "another-turn": Choice(
        AnotherTurn.SCORE_OR_DOUBLE, "Who scores, or sets a daily double, goes on.", RACEHORSE_1990
    ),
    "drawn-tile": Choice(
        DrawnTile.PLAYS_ON, "A drawn horse that scores earns another.", RACEHORSE_1990
    ),
    "last-tile": Choice(
        LastTile.DRAWS, "A turn that was earned is finished from the boneyard.", RACEHORSE_1990
    ),
    "lead-tile": Choice(LeadTile.ANY, "Any tile may open the hand.", RACEHORSE_1990),
    "next-lead": Choice(
        NextLead.DOMINOER,
        "The highest tile drawn leads first; what follows is our choice, as in Race Horse.",
        RACEHORSE_1990,
    ),
    "settlement": Choice(
        Settlement.WINNER_TAKES, "The one who is out takes the opponents' pips.", RACEHORSE_1990
    ),
    "rounding": Choice(Rounding.SUM, "Added up first, rounded after.", RACEHORSE_1990),
    "tied-block": Choice(TiedBlock.ALL_HANDS, "As in Race Horse.", OURS),
    "announce": Choice(
        Announce.REQUIRED, "Points go to who says them, and says them right.", RACEHORSE_1990
    ),
    "zero-scores": Choice(ZeroScores.NO, "Scores are counted from five up.", RACEHORSE_1990),
    "exposed-double": Choice(
        ExposedDouble.BOTH_HALVES,
        "Read as in Five-Up: at the tip both halves count, bare ends of a covered one do not.",
        RACEHORSE_1990,
    ),
}

_SEVEN_TOED_PETE = _RACE_HORSE | {
    "target": Choice(61, "As in Race Horse.", OURS),
    "tiles-each": Choice((7, 7, 7), "Seven toes, however many play.", SEVEN_TOED_PETE),
    "spinners": Choice(
        Spinners.FIRST, "The eastern way: one double makes a cross.", SEVEN_TOED_PETE
    ),
    "points": Choice(Points.FIFTHS, "Totals are usually divided by five.", SEVEN_TOED_PETE),
    "another-turn": Choice(
        AnotherTurn.SCORE_OR_DOUBLE, "A double or a score buys another turn.", SEVEN_TOED_PETE
    ),
    "drawn-tile": Choice(
        DrawnTile.PLAYS_ON, "Nothing is said of drawn tiles, so they earn like others.", OURS
    ),
    "last-tile": Choice(
        LastTile.WASHES_UP, "Owing a tile and holding none, a player is out of it.", SEVEN_TOED_PETE
    ),
    "lead-tile": Choice(
        LeadTile.DOUBLE_OR_SCORE, "The hand opens on a double, a 5 or a 10.", SEVEN_TOED_PETE
    ),
    "next-lead": Choice(
        NextLead.ROTATES, "Lots decide the first hand; from there it rotates.", SEVEN_TOED_PETE
    ),
    "settlement": Choice(
        Settlement.WINNER_TAKES, "The winner scores the pips opponents hold.", SEVEN_TOED_PETE
    ),
    "rounding": Choice(Rounding.SUM, "33 pips against you are 7 pegs.", SEVEN_TOED_PETE),
    "tied-block": Choice(TiedBlock.ALL_HANDS, "As in Race Horse.", OURS),
    "zero-scores": Choice(ZeroScores.NO, "The scores named begin at five.", SEVEN_TOED_PETE),
    "exposed-double": Choice(
        ExposedDouble.BOTH_HALVES, "Both ends count while the double ends its arm.", SEVEN_TOED_PETE
    ),
}

_SEVEN_TOED_PETE_CHIPS = _SEVEN_TOED_PETE | {
    "target": Choice(10, "A pocketful of chips.", OURS),
    "points": Choice(Points.NONE, "A count buys a turn and nothing else.", CELKO_CHIPS),
    "settlement": Choice(
        Settlement.CHIPS, "A chip to the winner, and to each who was washed up.", CELKO_CHIPS
    ),
    "rounding": Choice(Rounding.SUM, "Chips need no rounding.", OURS),
    "tied-block": Choice(
        TiedBlock.ALL_HANDS, "Who ties for the fewest pips takes a chip too.", CELKO_CHIPS
    ),
    "game-ends": Choice(GameEnds.AFTER_HAND, "Chips are handed out at the settlement.", OURS),
}

_SEVEN_ROCKS = _RACE_HORSE | {
    "target": Choice(250, "The first pair to 250 wins.", SEVEN_ROCKS),
    "tiles-each": Choice((7, 7, 7), "Four times seven: nothing is left to draw.", SEVEN_ROCKS),
    "spinners": Choice(Spinners.FIRST, "Only the first double branches four ways.", SEVEN_ROCKS),
    "points": Choice(Points.PIPS, "The whole total is scored.", SEVEN_ROCKS),
    "another-turn": Choice(AnotherTurn.NONE, "One tile each, then the next player.", SEVEN_ROCKS),
    "drawn-tile": Choice(
        DrawnTile.ENDS_TURN, "There is no boneyard unless the house deals less.", OURS
    ),
    "last-tile": Choice(LastTile.GOES_OUT, "The last tile ends the round.", SEVEN_ROCKS),
    "lead-tile": Choice(LeadTile.ANY, "The lead is free.", SEVEN_ROCKS),
    "next-lead": Choice(NextLead.DOMINOER, "Lots decide the first round too.", SEVEN_ROCKS),
    "settlement": Choice(
        Settlement.OWN_HAND, "What stays in the hands comes off the score.", SEVEN_ROCKS
    ),
    "rounding": Choice(Rounding.SUM, "Own hands are always rounded one by one.", OURS),
    "tied-block": Choice(TiedBlock.ALL_HANDS, "Every pair loses its own hands, tied or not.", OURS),
    "game-ends": Choice(
        GameEnds.AFTER_HAND, "Scores still fall at the settlement, so it is waited for.", OURS
    ),
    "zero-scores": Choice(ZeroScores.NO, "The scoring totals begin at five.", SEVEN_ROCKS),
    "exposed-double": Choice(
        ExposedDouble.BOTH_HALVES, "Both ends of a double count together.", SEVEN_ROCKS
    ),
}


def _preset(
    id: str,
    title: str,
    summary: str,
    choices: Mapping[str, Choice],
    *,
    seats: tuple[int, ...] = (2, 3, 4),
    partners: Partners = Partners.OPTIONAL,
    first_lead: str = "Lots decide who leads the first hand.",
) -> Preset:
    values = {SETTINGS[name].field: choice.value for name, choice in choices.items()}
    return Preset(id, title, summary, seats, partners, first_lead, choices, Rules(**values))


_ALL_GAMES = (
    _preset(
        "race-horse",
        "Race Horse",
        "Every double branches; a score or a double earns another tile. Fifths are pegged.",
        _RACE_HORSE,
    ),
    _preset(
        "race-horse-celko",
        "Race Horse, Celko's way",
        "Race Horse with whole counts; at the end everybody loses what is left in hand.",
        _RACE_HORSE_CELKO,
    ),
    _preset(
        "racehorse-1990",
        "RaceHorse (1990)",
        "Counts are announced aloud, and an earned turn is finished from the boneyard.",
        _RACEHORSE_1990,
        partners=Partners.NEVER,
        first_lead="Everybody draws a tile; who draws the highest leads the first hand.",
    ),
    _preset(
        "seven-toed-pete",
        "Seven-Toed Pete",
        "One spinner, a lead that scores or is a double, a last tile that may wash you up.",
        _SEVEN_TOED_PETE,
    ),
    _preset(
        "seven-toed-pete-chips",
        "Seven-Toed Pete for chips",
        "Counts earn only turns; the winner takes a chip, and so does who is washed up.",
        _SEVEN_TOED_PETE_CHIPS,
    ),
    _preset(
        "seven-rocks",
        "Seven Rocks",
        "Two pairs, nothing to draw, no extra turns: every count is scored whole.",
        _SEVEN_ROCKS,
        seats=(4,),
        partners=Partners.ALWAYS,
    ),
)

GAMES: Mapping[str, Preset] = {preset.id: preset for preset in _ALL_GAMES}
