"""The sections in which the rules of a game are read, and the house rules that a form asks for."""

import json
from collections.abc import Container, Mapping
from itertools import chain
from typing import NamedTuple

from companion.i18n import Text, message
from companion.referee.rule_book import describe_setting
from companion.rules.games import GAMES
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS, Rules, Setting

#: The sections in playing order, each with its laws and settings in the order to read them.
SECTIONS = {
    "players": ("partners", "opposite", "in-turn"),
    "deal": ("each-once", "tiles-each"),
    "lead": ("first-lead", "lead-tile", "free-lead", "next-lead"),
    "tiles": ("match", "named-end", "spinners", "sides-first", "spinner-first"),
    "count": (
        *("scores-on", "open-half", "exposed-double", "covered-double", "spinner-count"),
        "zero-scores",
    ),
    "points": ("points", "lead-scores", "announce", "wrong-claim"),
    "turn": ("another-turn",),
    "draw": ("must-play", "drawing", "draw", "boneyard-kept", "pass", "drawn-tile"),
    "last-tile": ("domino", "partners-out", "passed-over", "last-tile", "all-washed-up"),
    "block": ("blocked", "lowest-wins", "tied-block", "partners-block", "washed-up-in-block"),
    "settlement": (
        *("settlement", "rounding", "own-hands", "nearest-five", "partner-spared"),
        *("all-told", "all-pips"),
    ),
    "target": (
        *("target", "target-reached", "disregarded", "game-ends", "tied-target"),
        *("hand-by-hand", "by-agreement", "won-game"),
    ),
}
#: Every rule that stands in one of them, and those that a table can choose.
READ_HERE = tuple(chain.from_iterable(SECTIONS.values()))
CHOSEN_HERE = tuple(name for name in READ_HERE if name in SETTINGS)
#: The subjects under which a form asks for house rules, each with its settings.
SUBJECTS = {
    "deal": ("tiles-each", "lead-tile", "next-lead"),
    "count": (
        *("spinners", "spinner-first", "spinner-count", "exposed-double", "scores-on"),
        "zero-scores",
    ),
    "points": ("points", "announce"),
    "turn": (
        *("another-turn", "drawing", "boneyard-kept", "drawn-tile", "last-tile", "partners-out"),
    ),
    "block": ("tied-block", "partners-block", "washed-up-in-block"),
    "settlement": ("settlement", "rounding"),
    "end": ("target", "target-reached", "game-ends"),
}


class HouseRule(NamedTuple):
    """A setting that can be changed, as a field of a form."""

    setting: Setting
    value: str
    #: The value if nothing is chosen.
    left: Text
    #: The same for each game, for the page's script.
    by_game: str


class Subject(NamedTuple):
    """House rules about one thing, as a part of a form that unfolds."""

    title: Text
    rules: tuple[HouseRule, ...]

    @property
    def changed(self) -> tuple[Text, ...]:
        """What the rules are called that are changed."""
        return tuple(rule.setting.title for rule in self.rules if rule.value)


def house_rules(
    left: Rules,
    typed: Mapping[str, str],
    *,
    without: Container[str] = (),
    others: Mapping[str, Rules] | None = None,
) -> tuple[Subject, ...]:
    """Every setting, by subject; `left` are the rules that hold if nothing is chosen."""
    # Others are further choices of a game on the same form, by the value that chooses them.
    games = {game: preset.rules for game, preset in GAMES.items()} | dict(others or {})
    subjects = []
    for subject, names in SUBJECTS.items():
        rules = tuple(
            HouseRule(SETTINGS[name], typed.get(name, ""), _left(left, name), _by_game(games, name))
            for name in names
            if name not in without
        )
        if rules:
            subjects.append(Subject(message(f"house-rules.subject.{subject}"), rules))
    return tuple(subjects)


def _by_game(games: Mapping[str, Rules], name: str) -> str:
    left = {game: str(_left(rules, name)) for game, rules in games.items()}
    return json.dumps(left, ensure_ascii=False)


def _left(rules: Rules, name: str) -> Text:
    return message("house-rules.left", rule=describe_setting(rules, name))


def parse_rules(form: Mapping[str, str]) -> dict[str, str]:
    """What a form has for each setting; empty if it is left as the game has it."""
    return {name: form.get(f"rule-{name}", "").strip() for name in SETTINGS}


def changes_of(preset: Preset, typed: Mapping[str, str], seats: int) -> tuple[tuple[str, str], ...]:
    """The house rules that differ from the game's for so many seats; raises `UnknownRule`."""
    changed = (
        (name, preset.rules.with_setting(name, value).written(name, seats))
        for name, value in typed.items()
        if value
    )
    return tuple(
        (name, value) for name, value in changed if value != preset.rules.written(name, seats)
    )
