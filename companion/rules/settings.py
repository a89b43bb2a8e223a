"""The house rules by name, as the record calls them.

Every setting goes with every game, independent of the others.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.rules.choices import CHOICES
from companion.rules.errors import UnknownRule, quoted
from companion.words import Text, listed, message

#: The numbers of seats that `tiles-each` is told for.
SEATS = (2, 3, 4)


class Setting(NamedTuple):
    """A house rule: its name in the record, and what each value means.

    `values` has a sentence for each; there are none where the value is a number.
    """

    name: str
    values: Mapping[str, Text]
    kind: type[StrEnum] | None = None
    least: int = 1

    @property
    def title(self) -> Text:
        """What it is called where rules are read."""
        return message(f"setting.{self.name}.title")

    @property
    def meaning(self) -> Text:
        """What it decides, in a sentence."""
        return message(f"setting.{self.name}.meaning")

    @property
    def field(self) -> str:
        """The attribute of `Rules` that holds it."""
        return self.name.replace("-", "_")

    def read(self, value: str) -> Any:
        """The value that the record writes so; raises `UnknownRule`."""
        if self.kind is not None:
            if value not in self.values:
                raise UnknownRule(
                    message(
                        "refused.no-such-value",
                        rule=self.name,
                        value=quoted(value),
                        values=listed(self.values, "or"),
                    )
                )
            return self.kind(value)
        number = int(value) if value.isascii() and value.isdigit() and len(value) <= 1000 else -1
        if number < self.least:
            raise UnknownRule(
                message("refused.rule-is-a-number", rule=self.name, value=quoted(value))
            )
        return (number,) * len(SEATS) if self.name == "tiles-each" else number


def setting_named(name: str) -> Setting:
    """The setting of that name; raises `UnknownRule`."""
    try:
        return SETTINGS[name]
    except KeyError:
        raise UnknownRule(message("refused.no-such-rule", rule=quoted(name))) from None


def _choice(name: str, kind: type[StrEnum]) -> Setting:
    values = {str(value): message(f"setting.{name}.value.{value}") for value in kind}
    return Setting(name, values, kind)


SETTINGS: Mapping[str, Setting] = {
    "target": Setting("target", {}),
    "tiles-each": Setting("tiles-each", {}, least=0),
    **{name: _choice(name, kind) for name, kind in CHOICES.items()},
}
