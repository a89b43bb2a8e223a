"""Nicknames: what people call the games at home, and which games they may mean.

Sources: pagat.com on All Fives, Five Up and the Fives and Threes family; the race horses' own
works. Nobody has written down the bones: people call whatever they play with them so.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from companion.rules.games import GAMES

_RACE_HORSES = ("race-horse", "race-horse-celko", "racehorse-1990")
#: The games that people may mean by a name, the likeliest first.
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
#: Only so many letters of a name are read.
LONGEST_NICKNAME = 60

_NUMBERS = ("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BY_DIGIT = {str(number): word for number, word in enumerate(_NUMBERS)}
#: Words that make no difference: `&` and `'n'` are other ways to say `and`, and `5s` leaves an `s`.
_IDLE = frozenset({"a", "and", "n", "s", "the"})
#: Words that people add to the name of a game.
_ADDED = frozenset({"domino", "game"})
#: A number is a word of its own, whatever letters follow.
_WORD = re.compile(r"\d+|[^\W\d_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘`")
_ENDINGS = (("oes", "o"), ("s", ""))
#: How alike two names must be, of 1, for one to be a slip of the other.
_ALIKE = 0.75


class Nickname(NamedTuple):
    """A name, and the ids of the games that people may mean by it."""

    name: str
    games: tuple[str, ...]


def games_called(name: str) -> Nickname | None:
    """The games that people call so, however they spell it; None if there are none."""
    ids = {next(_keys(id)): Nickname(id, (id,)) for id in GAMES}
    known = ids | _names()
    return next((known[key] for key in _keys(name[:LONGEST_NICKNAME]) if key in known), None)


def names_like(name: str) -> tuple[Nickname, ...]:
    """The names that this may be a slip of, the closest first."""
    names, key = _names(), next(_keys(name[:LONGEST_NICKNAME]))
    return tuple(names[like] for like in get_close_matches(key, names, cutoff=_ALIKE))


def _names() -> dict[str, Nickname]:
    """The nicknames, then the titles of the games in the reader's language, by their first key."""
    titles = {str(preset.title): (id,) for id, preset in GAMES.items()}
    named = titles | dict(NICKNAMES)
    return {next(_keys(name)): Nickname(name, games) for name, games in named.items()}


def _keys(name: str) -> Iterator[str]:
    """A name as every way of writing it comes out, then without the words that people add."""
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
    for ending, singular in _ENDINGS:
        if word.endswith(ending):
            return word.removesuffix(ending) + singular
    return word
