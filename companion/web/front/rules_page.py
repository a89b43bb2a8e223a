"""The rules of a game, or of one table, as a player reads them.

Every sentence comes from the settings, the presets and the laws that the referee
itself follows; only who plays is told here.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.record.header import Header
from companion.referee.book import HOUSE_RULE, Book, matters, setting_told, title_of
from companion.referee.words import points_told
from companion.rules.choices import Points
from companion.rules.games import GAMES, Partners, Preset
from companion.rules.rules import Rules
from companion.rules.settings import SETTINGS
from companion.rules.settlement import round_to_five
from companion.rules.tile import Tile
from companion.web.front.sections import SECTIONS, THE_COUNT, THE_DEAL, WHO_PLAYS, Section
from companion.web.front.worked_count import Example, examples
from companion.web.rulings.question import Question

#: The game that the others are told apart from.
BASE = next(iter(GAMES.values()))


@dataclass(frozen=True)
class Rule:
    """One rule: what holds, why, and where that stands; its name leads to it."""

    name: str
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
    def _book(self) -> Book:
        return Book(self.preset, self.rules, self._seats[0])

    @property
    def _may_be_partners(self) -> bool:
        if self.header:
            return self.header.seating.has_partners
        return self.preset.partners is not Partners.NEVER

    @property
    def _deals(self) -> tuple[Deal, ...]:
        rules = self.rules
        return tuple(
            Deal(seats, rules.tiles_for(seats), rules.boneyard_for(seats)) for seats in self._seats
        )

    def _rules_of(self, section: Section) -> Iterator[Rule]:
        if section is WHO_PLAYS:
            yield from self._players
        yield from (self._rule(name) for name in section.rules if self._matters(name))

    @property
    def _players(self) -> Iterator[Rule]:
        pairs = "; four may be partners" if self.preset.partners is Partners.OPTIONAL else ""
        told = f"{players_told(self.preset)}{pairs}."
        yield Rule("players", "Players", told, self._book.source)
        if self.header:
            yield Rule("at-this-table", "At this table", f"{_people_told(self.header)}.", "")

    def _rule(self, name: str) -> Rule:
        rule, title = self._book.rule(name), title_of(name)
        if name == "nearest-five":
            told = f"{rule.sentence} {_rounding_told(self.rules)}"
            return Rule(name, title, told, rule.source)
        if name not in SETTINGS:
            return Rule(name, title, rule.sentence, rule.source)
        told = setting_told(self.rules, name, self._seats)
        game = setting_told(self.preset.rules, name, self._seats)
        base = setting_told(BASE.rules, name, self._seats)
        if told != game:
            return Rule(name, title, told, HOUSE_RULE, game_has=game)
        differs = base if base != told and self.header is None else ""
        return Rule(name, title, told, rule.source, rule.because, differs)

    def _matters(self, name: str) -> bool:
        return matters(
            self.rules,
            name,
            has_boneyard=any(deal.boneyard for deal in self._deals),
            may_be_partners=self._may_be_partners,
        )


def players_told(preset: Preset) -> str:
    """Who can play a game: `2 to 4 players`, `4 players, two against two`."""
    seats = preset.seats
    told = f"{seats[0]} to {seats[-1]} players" if len(seats) > 1 else f"{seats[0]} players"
    return f"{told}, two against two" if preset.partners is Partners.ALWAYS else told


def _rounding_told(rules: Rules) -> str:
    examples = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in (33, 13, 3, 2))
    if rules.points is not Points.FIFTHS:
        return f"{examples}."
    rounded = round_to_five(33)
    return (
        f"{examples}. A fifth of that is pegged: {rounded} is {points_told(rules, rounded // 5)}."
    )


def _people_told(header: Header) -> str:
    seating = header.seating
    if seating.has_partners:
        return " against ".join(seating.side_names)
    return f"{', '.join(seating.players)}, in this order"
