"""The games and their settings with reasons and sources, as lines to read."""

from collections.abc import Iterator
from textwrap import wrap

from companion.referee.book import describe_setting, title_of
from companion.rules.games import GAMES, Preset, game_named
from companion.words import message


def all_games() -> Iterator[str]:
    """Every game: who plays it, what it is about, and its settings."""
    for preset in GAMES.values():
        yield from _heading(preset)
        for name, choice in preset.choices.items():
            yield f"    {name} = {preset.rules.written(name)}  ({choice.source})"
        yield ""
    yield str(message("cli.one-game-tells-more"))


def one_game(id: str) -> Iterator[str]:
    """One game with what each setting means, why, and its source; raises `UnknownGame`."""
    return _one_game(game_named(id))


def _one_game(preset: Preset) -> Iterator[str]:
    yield from _heading(preset)
    for name, choice in preset.choices.items():
        yield ""
        yield f"{title_of(name)}: {name} = {preset.rules.written(name)}"
        yield from _wrapped(describe_setting(preset.rules, name, preset.seats))
        yield from _wrapped(f"{choice.reason} [{choice.source}]")


def _heading(preset: Preset) -> Iterator[str]:
    yield f"{preset.title} ({preset.id})"
    who = message(f"cli.partners.{preset.partners}")
    seats, target = ", ".join(map(str, preset.seats)), preset.rules.target
    yield f"  {message('cli.who-plays', seats=seats, who=who, target=target)}"
    yield from _wrapped(preset.summary)


def _wrapped(text: object) -> list[str]:
    return wrap(str(text), 84, initial_indent="  ", subsequent_indent="  ")
