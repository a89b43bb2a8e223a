"""House rules on their way: a game and what a table has changed in it, and nothing else.

They stand in an address (`/by/fives-and-threes?target=121`) or as the first lines of a record.
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
        differing = (
            name
            for name, setting in SETTINGS.items()
            if getattr(rules, setting.field) != getattr(preset.rules, setting.field)
        )
        return cls(preset.id, tuple((name, rules.written(name)) for name in differing))

    @classmethod
    def read(cls, game: str, said: Iterable[tuple[str, str]]) -> Self:
        """The house rules that an address or a record tells.

        Raises `UnknownGame`, `UnknownRule`, `BadSyntax` where one is told twice, and
        `WrongPlayers` where nobody could be dealt so many tiles.
        """
        preset, changes = game_named(game), dict[str, str]()
        rules = preset.rules
        for name, value in said:
            if name in changes:
                raise BadSyntax(message("refused.rule-twice", rule=name))
            rules = rules.with_setting(name, value)
            changes[name] = value
        # Where the fewest cannot be dealt so many, nobody can.
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
        """The house rules as an address says them."""
        return dict(self.changes)

    @property
    def lines(self) -> str:
        """What a record says before its players, a line each."""
        return "\n".join([f"game: {self.game}", *write_changes(self.changes)])


def write_changes(changes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """House rules as the lines of a record."""
    for name, value in changes:
        yield f"target: {value}" if name == "target" else f"rule: {name} = {value}"
