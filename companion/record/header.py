"""The header of a record: the game, who plays it on which side, the house rules; and these alone.

Rules to send go into an address (`/by/fives-and-threes?target=121`) or a record's first lines.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from companion.i18n import Message, message
from companion.record.statements import BadSyntax, HeaderLine, read_lines, read_statement
from companion.record.typed_line import EXAMPLES, LONGEST_SLIP, cant_read, did_you_mean
from companion.rules.closest_names import closest
from companion.rules.errors import Refusal, UnknownPlayer, WrongPlayers, quoted
from companion.rules.game import Game, check_deal
from companion.rules.games import game_named, game_typed
from companion.rules.player_names import check_name, same_name
from companion.rules.preset import Partners, Preset
from companion.rules.seating import Seating
from companion.rules.settings import SEATS, SETTINGS, Rules, setting_named


class Header(NamedTuple):
    """The lines before the first lead; `changes` are the house rules, as written."""

    game: str
    players: tuple[str, ...]
    #: Whether there are partners; None leaves it to the game.
    partners: bool | None = None
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def preset(self) -> Preset:
        """The game without house rules; raises `UnknownGame`."""
        return game_named(self.game)

    @property
    def rules(self) -> Rules:
        """The game's rules with the house rules; raises `UnknownRule`."""
        return self.preset.rules.with_settings(self.changes)

    @property
    def seating(self) -> Seating:
        """The players and their sides; raises `WrongPlayers`."""
        return self.preset.seating(self.players, partners=self.partners)

    def start(self) -> Game:
        """The game before its first lead; raises `UnknownGame`, `UnknownRule` or `WrongPlayers`."""
        return Game.between(self.seating, self.rules)

    def under(self, game: str | None, changes: Iterable[tuple[str, str]] = ()) -> "Header":
        """The same people at another game, or at this one (None) with more house rules.

        Raises `UnknownGame`, `UnknownRule`, or `WrongPlayers` if these people can't play that.
        """
        # House rules stay with the game that they were made for.
        own = self.changes if game is None else ()
        other = self._replace(
            game=self.game if game is None else game_typed(game).id,
            partners=self.seating.has_partners or None,
            changes=tuple({**dict(own), **dict(changes)}.items()),
        )
        other.start()
        return other

    def __str__(self) -> str:
        lines = [f"game: {self.game}", f"players: {', '.join(self.players)}"]
        if self.partners and self.preset.partners is Partners.OPTIONAL:
            lines.append(f"sides: {', '.join(self.seating.side_names)}")
        return "\n".join([*lines, *write_changes(self.changes)])


class HeaderReader:
    """Reads the header lines of a record in any order, then builds the header."""

    def __init__(self) -> None:
        #: The values read so far, besides house rules.
        self.values: dict[str, str] = {}
        self._changes: dict[str, str] = {}
        self._lines: dict[str, int] = {}

    def take(self, line: int, statement: HeaderLine) -> None:
        """Read one header line; raises a `Refusal` if it is wrong by itself."""
        word, value = statement
        if word == "game" and self._lines and "game" not in self.values:
            raise BadSyntax(message("refused.game-comes-first"))
        self._lines.setdefault(word, line)
        if word in ("rule", "target"):
            self._take_rule(word, value)
            return
        if word in self.values:
            raise BadSyntax(message("refused.header-twice", word=word))
        if word == "game":
            value = game_typed(value).id
        elif word == "players":
            _check_players(value)
        self.values[word] = value

    def _take_rule(self, word: str, value: str) -> None:
        name = word
        if word == "rule":
            name, _, read = (part.strip() for part in value.partition("="))
            if not (name and read):
                raise BadSyntax(_describe_rule(value))
            value = read
        elif not (value.isascii() and value.isdigit()):
            raise BadSyntax(cant_read(value, EXAMPLES["target"]))
        if name in self._changes:
            raise BadSyntax(message("refused.rule-twice", rule=name))
        setting_named(name).read(value)
        self._changes[name] = value

    def header(self) -> Header:
        """The header; raises `BadSyntax` for a missing line, `UnknownPlayer` or `WrongPlayers`."""
        for word in ("game", "players"):
            if word not in self.values:
                example = quoted(EXAMPLES[word])
                raise BadSyntax(message("refused.header-missing", word=word, closest=example))
        players = _listed(self.values["players"])
        if sides := self.values.get("sides"):
            _check_sides(players, sides)
        partners = "sides" in self.values or None
        return Header(self.values["game"], players, partners, tuple(self._changes.items()))

    def line_of(self, refusal: Refusal) -> int | None:
        """The line to blame when the header as a whole is refused; None if one is missing."""
        if isinstance(refusal, BadSyntax):
            return None
        return self._lines.get("sides", self._lines["players"])


def read_header(text: str) -> Header:
    """The header in `text`; raises a `Refusal`."""
    reader = HeaderReader()
    for line, written in read_lines(text):
        statement = read_statement(written)
        if not isinstance(statement, HeaderLine):
            raise BadSyntax(message("refused.no-header", line=quoted(written)))
        reader.take(line, statement)
    return reader.header()


def _describe_rule(value: str) -> Message:
    """What a house rule without `=` was to be."""
    name, _, choice = value.replace(":", " ").rpartition(" ")
    if near := closest(name, SETTINGS):
        return did_you_mean(f"rule: {value}", f"rule: {near[0]} = {choice}")
    return cant_read(value, EXAMPLES["rule"])


def _check_players(value: str) -> None:
    players = _listed(value)
    # Their number first: a thousand names are not worth reading.
    if len(players) > max(SEATS):
        most, count = max(SEATS), value.count(",") + 1
        raise WrongPlayers(message("refused.too-many-players", most=most, players=count))
    apart = re.split(r"\s+(?:and|with|vs\.?)\s+|\s*[&;/+]\s*|\s+-?\s*", value[:LONGEST_SLIP])
    if len(players) == 1 and len(apart) in SEATS:
        raise WrongPlayers(did_you_mean(f"players: {value}", f"players: {', '.join(apart)}"))
    for name in players:
        check_name(name)


def _listed(value: str) -> tuple[str, ...]:
    """The names between the commas, at most one more than a table has seats."""
    return tuple(name.strip() for name in value.split(",", max(SEATS)))


def _check_sides(players: tuple[str, ...], sides: str) -> None:
    seating = Seating.of(players, partners=True)
    opposite = f"sides: {', '.join(seating.side_names)}"
    names = dict.fromkeys(name.strip() for name in re.split("[&,]", sides))
    if all(name in sides for name in players) and None in (same_name(n, players) for n in names):
        raise UnknownPlayer(did_you_mean(f"sides: {sides}", opposite))
    seats = {name: seating.seat(name) for name in names}
    pairs = [[seats[name.strip()] for name in side.split("&")] for side in sides.split(",")]
    if sorted(map(sorted, pairs)) != [[0, 2], [1, 3]]:
        raise WrongPlayers(message("refused.sides", sides=quoted(sides), closest=quoted(opposite)))


class HouseRules(NamedTuple):
    """A game with its house rules: each setting that differs from the game's, as written."""

    game: str
    changes: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, preset: Preset, rules: Rules) -> Self:
        """What these rules change in the game, in the order of the settings."""
        values = ((name, rules.written(name), preset.rules.written(name)) for name in SETTINGS)
        return cls(preset.id, tuple((name, value) for name, value, own in values if value != own))

    @classmethod
    def read(cls, game: str, written: Iterable[tuple[str, str]]) -> Self:
        """The house rules of an address or a record.

        Raises `UnknownGame`, `UnknownRule`, `BadSyntax` for one written twice, `WrongPlayers` if
        there are too few tiles for any number of players.
        """
        preset, changes = game_named(game), dict[str, str]()
        rules = preset.rules
        for name, value in written:
            if name in changes:
                raise BadSyntax(message("refused.rule-twice", rule=name))
            rules = rules.with_setting(name, value)
            changes[name] = value
        check_deal(rules, min(preset.seats))
        return cls.of(preset, rules)

    @property
    def preset(self) -> Preset:
        """The game without them."""
        return game_named(self.game)

    @property
    def rules(self) -> Rules:
        """The game with them."""
        return self.preset.rules.with_settings(self.changes)

    def as_query(self) -> dict[str, Any]:
        """The house rules as the query of an address."""
        return dict(self.changes)

    @property
    def lines(self) -> str:
        """The lines of a record before its players."""
        return "\n".join([f"game: {self.game}", *write_changes(self.changes)])


def write_changes(changes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """House rules as the lines of a record."""
    for name, value in changes:
        yield f"target: {value}" if name == "target" else f"rule: {name} = {value}"
