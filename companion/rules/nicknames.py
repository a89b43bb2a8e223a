"""Nicknames: what people call the games at home, and which games they may mean.

Names mislead: the same one is used for games with no, one or only spinners, and who says it means
one of them. Pagat's pages tell which names are used for which (`All Fives`, `Five Up`, `Fives and
Threes Family`); those of the race horses stand in their own works. No work has the bones: people
call whatever they play with them so.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from companion.rules.games import GAMES

_RACE_HORSES = ("race-horse", "race-horse-celko", "racehorse-1990")
#: The games that people call so, the likeliest first; a name of several leads to all of them.
NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "Race Horse": _RACE_HORSES,
    "Horse Race": _RACE_HORSES,
    "Seven-Toed Pete": ("seven-toed-pete", "seven-toed-pete-chips", "race-horse"),
    "Seven Rocks": ("seven-rocks",),
    "Decimal": ("seven-rocks",),
    "Texas Dominoes": ("seven-rocks",),
    "Single Spinner": ("seven-rocks", "all-fives"),
    "Five-Up": ("five-up", "all-fives", "muggins"),
    "West Coast Dominoes": ("five-up",),
    "All Fives": ("all-fives", "muggins", "five-up"),
    "Fives": ("all-fives", "muggins", "five-up"),
    "Double Six": ("all-fives",),
    "Muggins": ("muggins", "all-fives", "five-up"),
    "Bones": ("all-fives", "five-up", "muggins"),
    "Sniff": ("sniff",),
    "East Coast Dominoes": ("sniff",),
    "Fives and Threes": ("fives-and-threes",),
    "Threes and Fives": ("fives-and-threes",),
    "Merry-Go-Round": ("merry-go-round",),
}
#: The letters that are looked at.
LONGEST_NICKNAME = 60

_NUMBERS = ("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BY_DIGIT = {str(number): word for number, word in enumerate(_NUMBERS)}
#: What some say and others do not; `&` and `'n'` are other ways to say `and`. An `s` alone is that
#: of `5s`.
_IDLE = frozenset({"a", "and", "n", "s", "the"})
#: What people add to the name of a game.
_ADDED = frozenset({"domino", "game"})
#: A number parts from the letters after it.
_WORD = re.compile(r"\d+|[^\W\d_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘`")
_ENDINGS = (("oes", "o"), ("s", ""))
#: How much alike two names are, of 1, that are slips of each other.
_ALIKE = 0.75


class Nickname(NamedTuple):
    """A name as it is written here, and the ids of the games that people mean by it."""

    name: str
    games: tuple[str, ...]


def games_called(name: str) -> Nickname | None:
    """What people mean who call a game so; None where nobody does.

    Capitals, hyphens, plurals, accents, `&` and numbers in digits make no difference.
    """
    ids = {next(_keys(id)): Nickname(id, (id,)) for id in GAMES}
    known = ids | _names()
    return next((known[key] for key in _keys(name[:LONGEST_NICKNAME]) if key in known), None)


def names_like(name: str) -> tuple[Nickname, ...]:
    """The names that it may be a slip of, the likest first."""
    names, key = _names(), next(_keys(name[:LONGEST_NICKNAME]))
    return tuple(names[like] for like in get_close_matches(key, names, cutoff=_ALIKE))


def _names() -> dict[str, Nickname]:
    """The titles of the games, as the reader has them, and the nicknames, which come first.

    Each is found by what all ways to write it have in common.
    """
    titles = {str(preset.title): (id,) for id, preset in GAMES.items()}
    named = titles | dict(NICKNAMES)
    return {next(_keys(name)): Nickname(name, games) for name, games in named.items()}


def _keys(name: str) -> Iterator[str]:
    """A name as all ways to write it have it, then without what people add."""
    words = [*_words(name)]
    yield "".join(words)
    yield "".join(word for word in words if word not in _ADDED)


def _words(name: str) -> Iterator[str]:
    marked = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(each for each in marked if not unicodedata.combining(each))
    for word in _WORD.findall(plain.translate(_APOSTROPHES)):
        if word not in _IDLE:
            yield _singular(_BY_DIGIT.get(word, word))


def _singular(word: str) -> str:
    for ending, kept in _ENDINGS:
        if word.endswith(ending):
            return word.removesuffix(ending) + kept
    return word
