"""The rules of a game, or of one table, as a player reads them.

Every sentence about a setting comes from the settings and the presets that the
referee itself follows; only what no house changes is written here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.record.header import Header
from companion.referee.words import points_told
from companion.rules.choices import AnotherTurn, LastTile, Points, Settlement
from companion.rules.games import (
    GAMES,
    HORSE_RACE,
    OURS,
    RACEHORSE_1990,
    SEVEN_ROCKS,
    Partners,
    Preset,
)
from companion.rules.rules import Rules
from companion.rules.settings import SETTINGS
from companion.rules.settlement import round_to_five
from companion.rules.tile import Tile
from companion.web.front.worked_count import Example, examples
from companion.web.rulings.question import Question

#: The game that the others are told apart from.
BASE = next(iter(GAMES.values()))


class Section(NamedTuple):
    """A part of the rules, and the settings that belong to it in the order to read them."""

    title: str
    settings: tuple[str, ...] = ()


WHO_PLAYS = Section("Who plays")
THE_DEAL = Section("The deal", ("tiles-each",))
THE_LEAD = Section("Leading a hand", ("lead-tile", "next-lead"))
SETTING_TILES = Section("Setting tiles", ("spinners",))
THE_COUNT = Section("The count", ("exposed-double", "zero-scores"))
WHAT_IT_PEGS = Section("What it pegs", ("points", "announce"))
ANOTHER_TURN = Section("Going on", ("another-turn",))
DRAWING = Section("Drawing and passing", ("drawn-tile",))
THE_LAST_TILE = Section("The last tile", ("last-tile",))
BLOCKED = Section("A blocked hand", ("tied-block", "partners-block", "washed-up-in-block"))
SETTLEMENT = Section("Settling the hand", ("settlement", "rounding"))
THE_END = Section("Target and end", ("target", "game-ends"))

#: The sections in playing order.
SECTIONS = (
    WHO_PLAYS,
    THE_DEAL,
    THE_LEAD,
    SETTING_TILES,
    THE_COUNT,
    WHAT_IT_PEGS,
    ANOTHER_TURN,
    DRAWING,
    THE_LAST_TILE,
    BLOCKED,
    SETTLEMENT,
    THE_END,
)


@dataclass(frozen=True)
class Rule:
    """One rule: what holds, why, and where that stands."""

    title: str
    sentence: str
    source: str
    reason: str = ""
    #: What Race Horse has instead; empty where it is the same.
    base_has: str = ""
    #: What the game has where the table plays it otherwise; empty elsewhere.
    game_has: str = ""


@dataclass(frozen=True)
class Deal:
    """The deal for so many players: tiles each, and tiles left in the boneyard."""

    seats: int
    tiles_each: int
    boneyard: int


@dataclass(frozen=True)
class Chapter:
    """A section with its rules; the pips of its tile are its number."""

    number: int
    title: str
    rules: tuple[Rule, ...]
    deals: tuple[Deal, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def tile(self) -> Tile:
        """A tile with as many pips as the number of the section."""
        high = min(self.number, 6)
        return Tile(high, self.number - high)


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game; with a header those of a table that plays it."""

    preset: Preset
    header: Header | None = None

    @property
    def rules(self) -> Rules:
        """What is followed: the game's rules, or the table's."""
        return self.header.rules if self.header else self.preset.rules

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.preset.title

    @property
    def question(self) -> Question:
        """A bare board by these rules, to ask about a layout."""
        return Question.by_rules_of(self.header) if self.header else Question(self.preset.id)

    @property
    def facts(self) -> tuple[str, ...]:
        """The game in three words or so."""
        target = points_told(self.rules, self.rules.target)
        players = (
            f"{len(self.header.players)} players" if self.header else players_told(self.preset)
        )
        return (players, f"to {target}")

    @property
    def base(self) -> Preset:
        """The game that this one is told apart from."""
        return BASE

    @property
    def differences(self) -> int:
        """How many settings differ from Race Horse; 0 for a table's own rules."""
        return sum(bool(rule.base_has) for chapter in self.chapters for rule in chapter.rules)

    @property
    def house_rules(self) -> int:
        """How many settings the table has changed."""
        return len(self.header.changes) if self.header else 0

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The sections in playing order."""
        return tuple(
            Chapter(
                number,
                section.title,
                tuple(self._rules_of(section)),
                self._deals if section is THE_DEAL else (),
                examples(self.rules) if section is THE_COUNT else (),
            )
            for number, section in enumerate(SECTIONS, 1)
        )

    @property
    def waiting(self) -> tuple[Rule, ...]:
        """Settings that come into play only once a house rule changes another one."""
        return tuple(
            self._rule(name)
            for section in SECTIONS
            for name in section.settings
            if not self._matters(name)
        )

    # How it is put together

    @property
    def _seats(self) -> tuple[int, ...]:
        return (len(self.header.players),) if self.header else self.preset.seats

    @property
    def _may_be_partners(self) -> bool:
        if self.header:
            return self.header.seating.has_partners
        return self.preset.partners is not Partners.NEVER

    @property
    def _are_free_to_pair(self) -> bool:
        return self.header is None and self.preset.partners is Partners.OPTIONAL

    @property
    def _deals(self) -> tuple[Deal, ...]:
        rules = self.rules
        return tuple(
            Deal(seats, rules.tiles_for(seats), rules.boneyard_for(seats)) for seats in self._seats
        )

    def _rules_of(self, section: Section) -> Iterator[Rule]:
        yield from self._always(section)
        yield from (self._rule(name) for name in section.settings if self._matters(name))
        if section is SETTLEMENT and self.rules.settlement is not Settlement.CHIPS:
            yield Rule("To the nearest five", _rounding_told(self.rules), _main_source(self.preset))

    def _rule(self, name: str) -> Rule:
        choice = self.preset.choices[name]
        told = value_told(self.rules, name, self._seats)
        game = value_told(self.preset.rules, name, self._seats)
        base = value_told(BASE.rules, name, self._seats)
        if told != game:
            return Rule(SETTINGS[name].title, told, "House rule of this table", game_has=game)
        differs = base if base != told and self.header is None else ""
        return Rule(SETTINGS[name].title, told, choice.source, choice.reason, differs)

    def _matters(self, name: str) -> bool:
        """Whether a setting can make a difference under the other settings."""
        rules = self.rules
        has_winner = rules.settlement is not Settlement.OWN_HAND
        return {
            "rounding": rules.settlement is Settlement.WINNER_TAKES,
            "tied-block": has_winner,
            "partners-block": has_winner and self._may_be_partners,
            "washed-up-in-block": has_winner and rules.last_tile is LastTile.WASHES_UP,
            "drawn-tile": any(deal.boneyard for deal in self._deals),
            "last-tile": rules.another_turn is not AnotherTurn.NONE,
        }.get(name, True)

    def _always(self, section: Section) -> Iterator[Rule]:
        """What no house rule changes, and what follows from several settings at once."""
        source = _main_source(self.preset)
        if section is WHO_PLAYS:
            yield Rule("Players", f"{players_told(self.preset)}.", source)
            if self.header:
                yield Rule("At this table", f"{_people_told(self.header)}.", "")
            if self._may_be_partners:
                who = "Four may be partners: they" if self._are_free_to_pair else "Partners"
                yield Rule("Partners", f"{who} sit opposite each other and share a score.", source)
        elif section is DRAWING:
            yield from self._drawing(source)
        elif section is BLOCKED:
            yield Rule("Blocked", self._blocked(), _unless_silent(source, RACEHORSE_1990))
        else:
            yield from _EVERYWHERE.get(section, lambda source: ())(source)

    def _drawing(self, source: str) -> Iterator[Rule]:
        draws = [deal.seats for deal in self._deals if deal.boneyard]
        passes = [deal.seats for deal in self._deals if not deal.boneyard]
        if draws:
            who = f"With {_either(draws)} players, who" if passes else "Who"
            yield Rule(
                "Cannot play",
                f"{who} cannot play draws from the boneyard until a tile plays. "
                "Once it is empty, the turn passes.",
                source,
            )
        if passes:
            who = f"With {_either(passes)} players nothing" if draws else "Nothing"
            yield Rule("Nothing to draw", f"{who} is left over: who cannot play passes.", source)

    def _blocked(self) -> str:
        over = "When nobody can play and all have passed, the hand is over."
        if self.rules.settlement is Settlement.OWN_HAND:
            return f"{over} It is settled like any other: nobody takes another's pips."
        return f"{over} The lowest pips win it."


def players_told(preset: Preset) -> str:
    """Who can play a game: `2 to 4 players`, `4 players, two against two`."""
    seats = preset.seats
    told = f"{seats[0]} to {seats[-1]} players" if len(seats) > 1 else f"{seats[0]} players"
    return f"{told}, two against two" if preset.partners is Partners.ALWAYS else told


def value_told(rules: Rules, name: str, seats: tuple[int, ...] = ()) -> str:
    """What these rules have for a setting, as a sentence."""
    setting = SETTINGS[name]
    written = rules.written(name)
    if name == "tiles-each":
        each = [str(rules.tiles_for(number)) for number in seats]
        return f"{_either(dict.fromkeys(each)) if each else written} tiles each."
    if name == "target":
        return f"{points_told(rules, rules.target)} win the game."
    return setting.values[written]


def _match(source: str) -> Iterator[Rule]:
    yield Rule("Matching", "A tile goes on an open end that shows one of its numbers.", source)
    yield Rule(
        "Doubles",
        "A double lies across the arm that it joins.",
        _unless_silent(source, RACEHORSE_1990),
    )


def _count(source: str) -> Iterator[Rule]:
    yield Rule(
        "Counting",
        "After every tile the open ends are added up. "
        "The count scores when it can be divided by five.",
        source,
    )
    yield Rule(
        "A covered double",
        "With a tile on both its sides a double counts nothing any more.",
        _unless_silent(source, SEVEN_ROCKS),
    )


def _last_tile(source: str) -> Iterator[Rule]:
    yield Rule("Domino", "Who sets the last tile of a hand dominoes, and the hand is over.", source)


_EVERYWHERE = {SETTING_TILES: _match, THE_COUNT: _count, THE_LAST_TILE: _last_tile}


def _main_source(preset: Preset) -> str:
    """The source that most of the game's choices come from."""
    sources = Counter(choice.source for choice in preset.choices.values())
    del sources[OURS]
    return sources.most_common(1)[0][0] if sources else OURS


def _unless_silent(source: str, silent: str) -> str:
    """The source, or Race Horse's where that source does not speak of the matter."""
    return HORSE_RACE if source == silent else source


def _rounding_told(rules: Rules) -> str:
    examples = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in (33, 13, 3, 2))
    if rules.points is not Points.FIFTHS:
        return f"{examples}."
    rounded = round_to_five(33)
    return (
        f"{examples}. A fifth of that is pegged: {rounded} is {points_told(rules, rounded // 5)}."
    )


def _either(values: Iterable[object]) -> str:
    told = list(map(str, values))
    return " or ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def _people_told(header: Header) -> str:
    seating = header.seating
    if seating.has_partners:
        return " against ".join(seating.side_names)
    return f"{', '.join(seating.players)}, in this order"
