"""`companion games`: the games and their settings with reasons and sources."""

import argparse
from collections.abc import Iterator

from companion.cli.terminal import Problem, wrapped
from companion.referee.book import describe_setting, title_of
from companion.rules.errors import UnknownGame
from companion.rules.games import GAMES, Preset, game_named
from companion.words import message


def games(options: argparse.Namespace) -> int:
    """Print all games with their settings, or one with what each setting means and why."""
    try:
        lines = _one_game(game_named(options.id)) if options.id else _all_games()
    except UnknownGame as refusal:
        raise Problem(refusal.message) from refusal
    print(*lines, sep="\n")
    return 0


def _all_games() -> Iterator[str]:
    for preset in GAMES.values():
        yield from _heading(preset)
        for name, choice in preset.choices.items():
            yield f"    {name} = {preset.rules.written(name)}  ({choice.source})"
        yield ""
    yield str(message("cli.one-game-tells-more"))


def _one_game(preset: Preset) -> Iterator[str]:
    yield from _heading(preset)
    for name, choice in preset.choices.items():
        yield ""
        yield f"{title_of(name)}: {name} = {preset.rules.written(name)}"
        meaning = describe_setting(preset.rules, name, preset.seats)
        yield from wrapped(meaning, f"{choice.reason} [{choice.source}]", width=84)


def _heading(preset: Preset) -> Iterator[str]:
    yield f"{preset.title} ({preset.id})"
    who = message(f"cli.partners.{preset.partners}")
    seats, target = ", ".join(map(str, preset.seats)), preset.rules.target
    yield f"  {message('cli.who-plays', seats=seats, who=who, target=target)}"
    yield from wrapped(preset.summary, width=84)
