"""The games and their settings with reasons and sources, as lines to read."""

from collections.abc import Iterator
from textwrap import wrap

from companion.referee.book import setting_told, title_of
from companion.rules.games import GAMES, Partners, Preset, game_named

_PARTNERS = {
    Partners.NEVER: "each for himself",
    Partners.OPTIONAL: "four may be partners",
    Partners.ALWAYS: "partners sit opposite",
}


def all_games() -> Iterator[str]:
    """Every game: who plays it, what it is about, and its settings."""
    for preset in GAMES.values():
        yield from _heading(preset)
        for name, choice in preset.choices.items():
            yield f"    {name} = {preset.rules.written(name)}  ({choice.source})"
        yield ""
    yield "`companion games ID` tells one game with the reason for every setting."


def one_game(id: str) -> Iterator[str]:
    """One game with what each setting means, why, and its source; raises `UnknownGame`."""
    preset = game_named(id)
    return _one_game(preset)


def _one_game(preset: Preset) -> Iterator[str]:
    yield from _heading(preset)
    for name, choice in preset.choices.items():
        yield ""
        yield f"{title_of(name)}: {name} = {preset.rules.written(name)}"
        yield from _wrapped(setting_told(preset.rules, name, preset.seats))
        yield from _wrapped(f"{choice.reason} [{choice.source}]")


def _heading(preset: Preset) -> Iterator[str]:
    seats = ", ".join(map(str, preset.seats))
    yield f"{preset.title} ({preset.id})"
    yield f"  {seats} players, {_PARTNERS[preset.partners]}; to {preset.rules.target}"
    yield from _wrapped(preset.summary)


def _wrapped(text: str) -> list[str]:
    return wrap(text, 84, initial_indent="  ", subsequent_indent="  ")
