"""The rules of a game, or of one table, as a player reads them, from what the referee follows."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.referee.rule_book import Book, describe_setting, matters, title_of
from companion.referee.scoring_text import describe_doubles, describe_points
from companion.rules.choices import Drawing, Points, TargetReached
from companion.rules.games import GAMES
from companion.rules.preset import Partners, Preset
from companion.rules.settings import SETTINGS, Rules
from companion.rules.settlement import round_to_five
from companion.rules.sources import Basis, Ground
from companion.rules.tile import Tile
from companion.web.ui.example_layouts import examples
from companion.web.ui.house_rule_fields import CHOSEN_HERE, SECTIONS
from companion.web.ui.position_address import PositionQuestion

#: The game that the others are told apart from.
BASE = next(iter(GAMES.values()))
#: Pips that show how a number is rounded.
_ROUNDED = (33, 13, 3, 2)


class RuleEntry(NamedTuple):
    """One rule: what holds, why, and where that stands; its name leads to it."""

    name: str
    title: Text
    sentence: Text
    #: What it stands on; None for who sits at a table.
    ground: Ground | None = None
    #: What Race Horse has instead; None where it is the same.
    base_has: Text | None = None

    @property
    def is_of_house(self) -> bool:
        """Whether the table has chosen it."""
        return self.ground is not None and self.ground.leg is Basis.TABLE


def rules_page(preset: Preset, header: Header | None = None) -> dict[str, Any]:
    """The rules of a game; with a header those of a table that plays it."""
    seats = (len(header.players),) if header else preset.seats
    book = Book(preset, header.rules if header else preset.rules, seats[0])
    reader = _Reader(book, header, seats)
    chapters = [reader.chapter(number, section) for number, section in enumerate(SECTIONS, 1)]
    differing = sum(bool(rule.base_has) for chapter in chapters for rule in chapter["rules"])
    question = PositionQuestion.by_rules_of(header) if header else PositionQuestion(preset.id)
    return {
        "game": preset,
        "doubles": describe_doubles(book.rules.spinners),
        "facts": facts_of(preset, header),
        "base": BASE.title,
        "chapters": chapters,
        # Settings that come into play only once a house rule changes another one.
        "waiting": [
            reader.rule(name)._replace(base_has=None)
            for name in CHOSEN_HERE
            if not reader.matters(name)
        ],
        "is_of_table": header is not None,
        # How many settings the table has changed, or how many differ from Race Horse.
        "changed": len(header.changes) if header else differing,
        # What the address of a bare board by these rules says.
        "question": question.as_query(),
    }


def games_with_facts() -> tuple[tuple[Preset, Text, tuple[Text, ...]], ...]:
    """All games, each with which doubles branch, who plays and to how much."""
    # Names mislead, so that comes first.
    return tuple(
        (preset, describe_doubles(preset.rules.spinners), facts_of(preset))
        for preset in GAMES.values()
    )


def facts_of(preset: Preset, header: Header | None = None) -> tuple[Text, ...]:
    """Who plays a game, or a table of it, and to how much."""
    rules = header.rules if header else preset.rules
    players = describe_players(preset)
    if header:
        players = message("rules.players.number", count=len(header.players))
    target = describe_points(rules, rules.target)
    is_exact = rules.target_reached is TargetReached.EXACTLY
    return players, message("rules.to-exactly" if is_exact else "rules.to", target=target)


def describe_players(preset: Preset) -> Text:
    """Who can play a game: `2 to 4 players`, `4 players, two against two`."""
    least, most = preset.seats[0], preset.seats[-1]
    if least != most:
        return message("rules.players.range", least=least, most=most)
    is_paired = preset.partners is Partners.ALWAYS
    return message(f"rules.players.{'pairs' if is_paired else 'number'}", count=most)


class _Reader(NamedTuple):
    """Whose rules are read, and for how many players."""

    book: Book
    header: Header | None
    seats: tuple[int, ...]

    def chapter(self, number: int, section: str) -> dict[str, Any]:
        rules, high = self.book.rules, min(number, 6)
        told = [self.rule(name) for name in SECTIONS[section] if self.matters(name)]
        deals = [
            (number, rules.tiles_for(number), rules.boneyard_for(number)) for number in self.seats
        ]
        return {
            "number": number,
            # Its pips are the number.
            "tile": Tile(high, number - high),
            "title": message(f"rules.section.{section}"),
            "rules": [*self._players(), *told] if section == "players" else told,
            # For so many players: tiles each, and tiles left over.
            "deals": deals if section == "deal" else [],
            "left_over": "out-of-play" if rules.drawing is Drawing.NONE else "boneyard",
            "examples": examples(rules) if section == "count" else (),
        }

    def rule(self, name: str) -> RuleEntry:
        rule, title = self.book.rule(name), title_of(name)
        if name == "nearest-five":
            return RuleEntry(
                name, title, _with_roundings(rule.sentence, self.book.rules), rule.ground
            )
        if name not in SETTINGS:
            return RuleEntry(name, title, rule.sentence, rule.ground)
        here, base = (
            describe_setting(rules, name, self.seats) for rules in (self.book.rules, BASE.rules)
        )
        differs = base if base != here and self.header is None else None
        return RuleEntry(name, title, here, rule.ground, differs)

    def matters(self, name: str) -> bool:
        rules, may_pair = self.book.rules, self.book.preset.partners is not Partners.NEVER
        if self.header:
            may_pair = self.header.seating.has_partners
        has_boneyard = any(map(rules.boneyard_for, self.seats))
        return matters(rules, name, has_boneyard=has_boneyard, may_be_partners=may_pair)

    def _players(self) -> Iterator[RuleEntry]:
        preset = self.book.preset
        way = "may-pair" if preset.partners is Partners.OPTIONAL else "sentence"
        sentence = message(f"rules.players.{way}", players=describe_players(preset))
        yield RuleEntry(
            "players", message("rules.players.title"), sentence, preset.grounds["players"]
        )
        if self.header:
            seating = self.header.seating
            people = message("rules.at-this-table.players", names=listed(seating.players))
            if seating.has_partners:
                one, other = seating.side_names
                people = message("rules.at-this-table.pairs", one=one, other=other)
            yield RuleEntry("at-this-table", message("rules.at-this-table.title"), people)


def _with_roundings(sentence: Text, rules: Rules) -> Text:
    examples = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in _ROUNDED)
    if rules.points is not Points.FIFTHS:
        return message("rules.rounded", sentence=sentence, examples=examples)
    rounded = round_to_five(_ROUNDED[0])
    return message(
        "rules.rounded-and-pegged",
        sentence=sentence,
        examples=examples,
        rounded=rounded,
        pegged=describe_points(rules, rounded // 5),
    )
