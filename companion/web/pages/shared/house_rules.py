"""House rules as a form asks for them: every setting of a game, each to be left or changed."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.referee.book import describe_setting
from companion.rules.games import GAMES
from companion.rules.rules import SETTINGS, Rules
from companion.web.pages.shared.rule_sections import SECTIONS
from companion.words import Text, message


class HouseRule(NamedTuple):
    """A setting that can be changed, with what each game has for it."""

    name: str
    title: Text | str
    meaning: Text | str
    #: The sentence for each value; empty where the value is a number.
    values: Mapping[str, Text | str]
    value: str
    #: What holds where nothing is chosen.
    left: Text
    #: The same for each game, for the page's script.
    by_game: str


class HouseRules(NamedTuple):
    """The part of a form that asks for house rules, ready for `rules/_house_rules.html`."""

    rules: tuple[HouseRule, ...]
    #: Whether one was changed, so that they are not hidden.
    are_changed: bool


def house_rules(
    left: Rules,
    typed: Mapping[str, str],
    *,
    without: Iterable[str] = (),
    others: Mapping[str, Rules] | None = None,
) -> HouseRules:
    """Every setting in the order of the rules, `left` being what holds where nothing is chosen.

    `others` are further choices of a game on the same form, by the value that chooses them.
    """
    games = {game: preset.rules for game, preset in GAMES.items()} | dict(others or {})
    unasked = set(without)
    names = (name for section in SECTIONS for name in section.settings if name not in unasked)
    rules = tuple(_house_rule(name, left, typed, games) for name in names)
    return HouseRules(rules, any(rule.value for rule in rules))


def parse_rules(form: Mapping[str, str]) -> dict[str, str]:
    """What a form has for each setting; empty where it is left as the game has it."""
    return {name: form.get(f"rule-{name}", "").strip() for name in SETTINGS}


def _house_rule(
    name: str, left: Rules, typed: Mapping[str, str], games: Mapping[str, Rules]
) -> HouseRule:
    setting = SETTINGS[name]
    by_game = {game: str(_left(rules, name)) for game, rules in games.items()}
    return HouseRule(
        name,
        setting.title,
        setting.meaning,
        setting.values,
        typed.get(name, ""),
        _left(left, name),
        json.dumps(by_game, ensure_ascii=False),
    )


def _left(rules: Rules, name: str) -> Text:
    return message("house-rules.left", rule=describe_setting(rules, name))
