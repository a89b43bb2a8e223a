"""House rules as a form asks for them: every setting of a game, each to be left or changed."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.referee.book import setting_told
from companion.rules.games import GAMES
from companion.rules.rules import Rules
from companion.rules.settings import SETTINGS
from companion.web.front.sections import SECTIONS


class HouseRule(NamedTuple):
    """A setting that can be changed, with what each game has for it."""

    name: str
    title: str
    meaning: str
    #: The sentence for each value; empty where the value is a number.
    values: Mapping[str, str]
    value: str
    #: What holds where it is left.
    told: str
    #: What each game has, for the page's script.
    by_game: str


class HouseRules(NamedTuple):
    """The part of a form that asks for house rules, ready for `rules/_house_rules.html`."""

    rules: tuple[HouseRule, ...]

    @property
    def are_changed(self) -> bool:
        """Whether one was changed, so that they are not hidden."""
        return any(rule.value for rule in self.rules)


def house_rules(
    left: Rules,
    said: Mapping[str, str],
    *,
    without: Iterable[str] = (),
    others: Mapping[str, Rules] | None = None,
) -> HouseRules:
    """Every setting in the order of the rules, `left` being what holds where nothing is said.

    `others` are further choices of a game on the same form, by the value that chooses them.
    """
    games = {game: preset.rules for game, preset in GAMES.items()} | dict(others or {})
    unasked = set(without)
    names = (name for section in SECTIONS for name in section.settings if name not in unasked)
    return HouseRules(tuple(_house_rule(name, left, said, games) for name in names))


def rules_said(form: Mapping[str, str]) -> dict[str, str]:
    """What a form says of each setting; empty where it is left as the game has it."""
    return {name: form.get(f"rule-{name}", "").strip() for name in SETTINGS}


def _house_rule(
    name: str, left: Rules, said: Mapping[str, str], games: Mapping[str, Rules]
) -> HouseRule:
    setting = SETTINGS[name]
    return HouseRule(
        name,
        setting.title,
        setting.meaning,
        setting.values,
        said.get(name, ""),
        setting_told(left, name),
        json.dumps({game: setting_told(rules, name) for game, rules in games.items()}),
    )
