"""The rules of a game, or of one table, as a player reads them, from what the referee follows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, starmap
from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.referee.rule_book import Book, describe_setting, matters, title_of, wording_of
from companion.referee.scoring_text import describe_doubles, describe_points
from companion.rules.choices import Points, TargetReached
from companion.rules.games import GAMES
from companion.rules.preset import Partners, Preset
from companion.rules.settings import SETTINGS, Rules
from companion.rules.settlement import round_to_five
from companion.rules.sources import Basis, Ground
from companion.web.ui.example_layouts import Example, examples
from companion.web.ui.house_rule_fields import CHOSEN_HERE, READ_HERE, SECTIONS
from companion.web.ui.position_address import PositionQuestion

#: The game that the others are compared with.
BASE = next(iter(GAMES.values()))
#: Pips that show how a number is rounded, and the count whose points show what counts are worth.
_ROUNDED, _COUNTED = (33, 13, 3, 2), 15
#: The rules that people argue about most, in that order, and how many a page begins with.
ARGUED = (
    *("spinners", "exposed-double", "spinner-count", "points", "zero-scores", "another-turn"),
    *("must-play", "drawing", "drawn-tile", "last-tile", "lowest-wins", "wrong-claim", "announce"),
    *("lead-tile", "next-lead", "tied-block", "settlement", "game-ends", "target-reached"),
    *("lead-scores", "tied-target", "partner-spared", "tiles-each", "rounding", "partners-out"),
    *("partners-block", "scores-on", "boneyard-kept", "washed-up-in-block", "spinner-first"),
)
MOST_ARGUED = 20
#: Settings whose questions are answered yes or no.
_YES_OR_NO = {"announce", "drawn-tile", "partners-out", "spinner-first", "target-reached"}


class RuleEntry(NamedTuple):
    """One rule: what holds, why, and where that stands; its name leads to it."""

    name: str
    title: Text
    sentence: Text
    #: What it is based on; None for the players of a table.
    ground: Ground | None = None
    #: What Race Horse has instead; None if it is the same.
    base_has: Text | None = None

    @property
    def is_of_house(self) -> bool:
        """Whether the table has chosen it."""
        return self.ground is not None and self.ground.leg is Basis.TABLE


class Chapter(NamedTuple):
    """One subject of the rules: what the page says of it, and what shows it."""

    number: int
    title: Text
    rules: tuple[RuleEntry, ...]
    #: For so many players: tiles each, and tiles left over.
    deals: tuple[tuple[int, int, int], ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game; with a header those of a table that plays it."""

    game: Preset
    header: Header | None = None

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """For how many players they are read."""
        return (len(self.header.players),) if self.header else self.game.seats

    @cached_property
    def rules(self) -> Rules:
        """The rules that hold."""
        return self.header.rules if self.header else self.game.rules

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """All rules that matter, in playing order."""
        return tuple(starmap(self._chapter, enumerate(SECTIONS.items(), 1)))

    @cached_property
    def argued(self) -> list[RuleEntry]:
        """The rules that people argue about: what is special here, then the most argued."""
        rules = [rule for chapter in self.chapters for rule in chapter.rules if rule.name in ARGUED]
        rules.sort(key=lambda rule: ARGUED.index(rule.name))
        rules.sort(key=lambda rule: not (rule.is_of_house or rule.base_has))
        return sorted(rules[:MOST_ARGUED], key=lambda rule: READ_HERE.index(rule.name))

    def answer(self, name: str) -> Text | str:
        """The answer for people who argue about a rule, in a few words."""
        rules = self.rules
        if name == "points" and (worth := rules.worth(_COUNTED)):
            return describe_points(rules, worth)
        if name == "tiles-each":
            dealt = [(n, listed(seats, "or")) for n, seats in groupby(self.seats, rules.tiles_for)]
            by_seats = (message("argued.tiles-each.for", tiles=n, players=who) for n, who in dealt)
            return str(dealt[0][0]) if len(dealt) == 1 else listed(by_seats)
        if name in SETTINGS and name not in _YES_OR_NO:
            return SETTINGS[name].brief(rules.written(name))
        way = rules.written(name) if name in SETTINGS else wording_of(rules, name)
        return message(f"argued.{name}.{way}")

    @property
    def waiting(self) -> list[RuleEntry]:
        """Settings that come into play only once a house rule changes another one."""
        unused = (name for name in CHOSEN_HERE if not self._matters(name))
        return [self._rule(name)._replace(base_has=None) for name in unused]

    @property
    def question(self) -> PositionQuestion:
        """A bare board by these rules."""
        if self.header:
            return PositionQuestion.by_rules_of(self.header)
        return PositionQuestion(self.game.id)

    def _chapter(self, number: int, section: tuple[str, tuple[str, ...]]) -> Chapter:
        (name, rules), own = section, self.rules
        told = tuple(self._rule(rule) for rule in rules if self._matters(rule))
        deals = ((seats, own.tiles_for(seats), own.boneyard_for(seats)) for seats in self.seats)
        return Chapter(
            number,
            message(f"rules.section.{name}"),
            (*self._players(), *told) if name == "players" else told,
            tuple(deals) if name == "deal" else (),
            examples(own) if name == "count" else (),
        )

    def _rule(self, name: str) -> RuleEntry:
        rule = Book(self.game, self.rules, self.seats[0]).rule(name)
        sentence, differs = None, None
        if name in SETTINGS:
            sentence, base = (
                describe_setting(rules, name, self.seats) for rules in (self.rules, BASE.rules)
            )
            differs = base if base != sentence and self.header is None else None
        elif name == "nearest-five":
            sentence = _with_roundings(rule.sentence, self.rules)
        return RuleEntry(name, title_of(name), sentence or rule.sentence, rule.ground, differs)

    def _matters(self, name: str) -> bool:
        may_pair = self.game.partners is not Partners.NEVER
        if self.header:
            may_pair = self.header.seating.has_partners
        has_boneyard = any(map(self.rules.boneyard_for, self.seats))
        return matters(self.rules, name, has_boneyard=has_boneyard, may_be_partners=may_pair)

    def _players(self) -> Iterator[RuleEntry]:
        way = "may-pair" if self.game.partners is Partners.OPTIONAL else "sentence"
        sentence = message(f"rules.players.{way}", players=describe_players(self.game))
        ground = self.game.grounds["players"]
        yield RuleEntry("players", message("rules.players.title"), sentence, ground)
        if self.header:
            seating = self.header.seating
            people = message("rules.at-this-table.players", names=listed(seating.players))
            if seating.has_partners:
                one, other = seating.side_names
                people = message("rules.at-this-table.pairs", one=one, other=other)
            yield RuleEntry("at-this-table", message("rules.at-this-table.title"), people)


def games_with_facts(
    presets: Iterable[Preset] = GAMES.values(),
) -> tuple[tuple[Preset, Text, tuple[Text, ...]], ...]:
    """Games, each with its spinners, its players and its target."""
    # Names mislead, so that comes first.
    return tuple((each, describe_doubles(each.rules.spinners), facts_of(each)) for each in presets)


def facts_of(preset: Preset, header: Header | None = None) -> tuple[Text, ...]:
    """The players of a game, or of a table of it, and the target."""
    rules = header.rules if header else preset.rules
    players = describe_players(preset)
    if header:
        players = message("rules.players.number", count=len(header.players))
    target = describe_points(rules, rules.target)
    is_exact = rules.target_reached is TargetReached.EXACTLY
    return players, message("rules.to-exactly" if is_exact else "rules.to", target=target)


def describe_players(preset: Preset) -> Text:
    """How many can play a game: `2 to 4 players`, `4 players, two against two`."""
    least, most = preset.seats[0], preset.seats[-1]
    if least != most:
        return message("rules.players.range", least=least, most=most)
    is_paired = preset.partners is Partners.ALWAYS
    return message(f"rules.players.{'pairs' if is_paired else 'number'}", count=most)


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
