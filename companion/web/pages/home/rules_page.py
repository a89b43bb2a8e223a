"""The rules of a game, or of one table, as a player reads them.

Every sentence about a rule comes from the settings, the presets and the laws that the referee
itself follows; only who plays is told here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.record.header import Header
from companion.referee.book import HOUSE_RULE, Book, describe_setting, matters, title_of
from companion.referee.words import describe_points
from companion.rules.choices import Points
from companion.rules.games import GAMES, Partners, Preset
from companion.rules.rules import SETTINGS, Rules
from companion.rules.settlement import round_to_five
from companion.rules.tile import Tile
from companion.web.pages.home.game_cards import GameCard, describe_players, game_card
from companion.web.pages.home.worked_count import Example, examples
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.rule_sections import SECTIONS, Section
from companion.words import Text, listed, message

#: The game that the others are told apart from.
BASE = next(iter(GAMES.values()))
#: Pips that show how a number is rounded.
_ROUNDED = (33, 13, 3, 2)

Words = Text | str


class Rule(NamedTuple):
    """One rule: what holds, why, and where that stands; its name leads to it."""

    name: str
    title: Words
    sentence: Words
    source: Words = ""
    reason: Words = ""
    #: What Race Horse has instead; empty where it is the same.
    base_has: Words = ""
    #: What the game has where the table plays it otherwise; empty elsewhere.
    game_has: Words = ""


class Deal(NamedTuple):
    """The deal for so many players: tiles each, and tiles left in the boneyard."""

    seats: int
    tiles_each: int
    boneyard: int


class Chapter(NamedTuple):
    """A section with its rules; the pips of its tile are its number."""

    number: int
    tile: Tile
    title: Words
    rules: tuple[Rule, ...]
    deals: tuple[Deal, ...]
    examples: tuple[Example, ...]


class RulesPage(NamedTuple):
    """The rules of a game, or of a table that plays it."""

    game: GameCard
    base: Words
    chapters: tuple[Chapter, ...]
    #: Settings that come into play only once a house rule changes another one.
    waiting: tuple[Rule, ...]
    is_of_table: bool
    #: How many settings the table has changed, or how many differ from Race Horse.
    changed: int
    #: What the address of a bare board by these rules says.
    question: dict[str, Any]


def rules_page(preset: Preset, header: Header | None = None) -> RulesPage:
    """The rules of a game; with a header those of a table that plays it."""
    reader = _Reader.of(preset, header)
    chapters = tuple(reader.chapter(number, section) for number, section in enumerate(SECTIONS, 1))
    rules = [rule for chapter in chapters for rule in chapter.rules]
    names = (name for section in SECTIONS for name in section.settings)
    question = Question.by_rules_of(header) if header else Question(preset.id)
    return RulesPage(
        game_card(preset, header),
        BASE.title,
        chapters,
        tuple(reader.rule(name) for name in names if not reader.matters(name)),
        header is not None,
        len(header.changes) if header else sum(bool(rule.base_has) for rule in rules),
        question.as_query(),
    )


class _Reader(NamedTuple):
    """Whose rules are read, and for how many players."""

    preset: Preset
    header: Header | None
    rules: Rules
    seats: tuple[int, ...]
    book: Book
    deals: tuple[Deal, ...]

    @classmethod
    def of(cls, preset: Preset, header: Header | None) -> "_Reader":
        rules = header.rules if header else preset.rules
        seats = (len(header.players),) if header else preset.seats
        deals = tuple(
            Deal(number, rules.tiles_for(number), rules.boneyard_for(number)) for number in seats
        )
        return cls(preset, header, rules, seats, Book(preset, rules, seats[0]), deals)

    def chapter(self, number: int, section: Section) -> Chapter:
        high = min(number, 6)
        told = [self.rule(name) for name in section.rules if self.matters(name)]
        if section.name == "players":
            told = [*self._players(), *told]
        return Chapter(
            number,
            Tile(high, number - high),
            section.title,
            tuple(told),
            self.deals if section.name == "deal" else (),
            examples(self.rules) if section.name == "count" else (),
        )

    def rule(self, name: str) -> Rule:
        rule, title = self.book.rule(name), title_of(name)
        if name == "nearest-five":
            return Rule(name, title, _with_roundings(rule.sentence, self.rules), rule.source)
        if name not in SETTINGS:
            return Rule(name, title, rule.sentence, rule.source)
        here, game, base = (
            describe_setting(rules, name, self.seats)
            for rules in (self.rules, self.preset.rules, BASE.rules)
        )
        if here != game:
            return Rule(name, title, here, HOUSE_RULE, game_has=game)
        differs = base if base != here and self.header is None else ""
        return Rule(name, title, here, rule.source, rule.because or "", differs)

    def matters(self, name: str) -> bool:
        partners = self.preset.partners is not Partners.NEVER
        return matters(
            self.rules,
            name,
            has_boneyard=any(deal.boneyard for deal in self.deals),
            may_be_partners=self.header.seating.has_partners if self.header else partners,
        )

    def _players(self) -> Iterator[Rule]:
        may_pair = self.preset.partners is Partners.OPTIONAL
        yield Rule(
            "players",
            message("rules.players.title"),
            message(
                "rules.players.may-pair" if may_pair else "rules.players.sentence",
                players=describe_players(self.preset),
            ),
            self.book.source,
        )
        if self.header:
            title = message("rules.at-this-table.title")
            yield Rule("at-this-table", title, _describe_people(self.header))


def _with_roundings(sentence: Words, rules: Rules) -> Text:
    examples = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in _ROUNDED)
    if rules.points is not Points.FIFTHS:
        return message("rules.rounded", sentence=sentence, examples=examples)
    rounded = round_to_five(_ROUNDED[0])
    pegged = describe_points(rules, rounded // 5)
    return message(
        "rules.rounded-and-pegged",
        sentence=sentence,
        examples=examples,
        rounded=rounded,
        pegged=pegged,
    )


def _describe_people(header: Header) -> Text:
    seating = header.seating
    if seating.has_partners:
        one, other = seating.side_names
        return message("rules.at-this-table.pairs", one=one, other=other)
    return message("rules.at-this-table.players", names=listed(seating.players))
