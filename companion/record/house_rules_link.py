"""House rules to send: a game and what a table has changed in it.

They go into an address (`/by/fives-and-threes?target=121`) or the first lines of a record.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from companion.i18n import message
from companion.record.statements import BadSyntax
from companion.rules.game import check_deal
from companion.rules.games import game_named
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS, Rules


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
