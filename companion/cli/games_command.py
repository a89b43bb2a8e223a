"""`companion games`: the games and their rules."""

import argparse
from collections.abc import Iterator

from companion.cli.terminal import Problem, wrapped
from companion.i18n import message
from companion.referee.rule_book import describe_setting, title_of
from companion.referee.scoring_text import describe_doubles
from companion.rules.choices import TargetReached
from companion.rules.errors import UnknownGame
from companion.rules.games import GAMES, game_typed
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS


def games(options: argparse.Namespace) -> None:
    """Print all games with their settings, or one with the meaning and source of each."""
    try:
        lines = _one_game(game_typed(options.id)) if options.id else _all_games()
    except UnknownGame as refusal:
        raise Problem(refusal.message) from refusal
    print(*lines, sep="\n")


def _all_games() -> Iterator[str]:
    for preset in GAMES.values():
        yield from _heading(preset)
        for name in SETTINGS:
            ground = preset.grounds[name]
            yield f"    {name} = {preset.rules.written(name)}  ({ground.in_full})"
        yield ""
    yield str(message("cli.one-game-tells-more"))


def _one_game(preset: Preset) -> Iterator[str]:
    yield from _heading(preset)
    for name in SETTINGS:
        ground = preset.grounds[name]
        yield ""
        yield f"{title_of(name)}: {name} = {preset.rules.written(name)}"
        meaning = describe_setting(preset.rules, name, preset.seats)
        yield from wrapped(meaning, f"{ground.explanation} [{ground.in_full}]", width=84)


def _heading(preset: Preset) -> Iterator[str]:
    yield f"{preset.title} ({preset.id})"
    yield f"  {describe_doubles(preset.rules.spinners)}"
    who = message(f"cli.partners.{preset.partners}")
    seats, target = ", ".join(map(str, preset.seats)), preset.rules.target
    is_exact = preset.rules.target_reached is TargetReached.EXACTLY
    line = message(
        "cli.who-plays-exactly" if is_exact else "cli.who-plays",
        seats=seats,
        who=who,
        target=target,
    )
    yield f"  {line}"
    yield from wrapped(preset.summary, width=84)
