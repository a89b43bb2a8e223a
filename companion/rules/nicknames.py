"""Nicknames: what people call the games at home, and which games they may mean.

Sources: pagat.com on All Fives, Five-Up and the Fives and Threes family; the race horses' own
works. Nobody has written down the bones: people call whatever they play with them so.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from companion.rules.games import GAMES

_RACE_HORSES = ("race-horse", "race-horse-celko", "racehorse-1990")
#: The games that people may mean by a name, the likeliest first.
NICKNAMES: Mapping[str, tuple[str, ...]] = {
    "Race Horse": _RACE_HORSES,
    "Horse Race": _RACE_HORSES,
    "Seven-Toed Pete": ("seven-toed-pete", "seven-toed-pete-chips", "race-horse"),
    "Pete": ("seven-toed-pete", "seven-toed-pete-chips", "race-horse"),
    "Seven Rocks": ("seven-rocks",),
    "Decimal": ("seven-rocks",),
    "Texas Dominoes": ("seven-rocks",),
    "LBJ": ("seven-rocks",),
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
_WORD = re.compile(r"\d+|[^\W\d_]+(?:['’‘`][^\W\d_]+)*|=")
#: A name has at most so many words.
_MOST_WORDS = 4
_PLURAL = re.compile(r"(?<=o)es$|s$")
#: How alike two names must be, of 1, for one to be a slip of the other, and how long.
LIKE_A_NAME, _LONG = 0.78, 4


class Nickname(NamedTuple):
    """A name, and the ids of the games that people may mean by it."""

    name: str
    games: tuple[str, ...]


class TypedWord(NamedTuple):
    """A word or a number of a text, in plain letters and in the singular, and where it stands."""

    plain: str
    start: int
    stop: int


def games_called(name: str) -> Nickname | None:
    """The games that people call so, however they spell it; None if there are none."""
    known, words = _names(), typed_words(unicodedata.normalize("NFC", name[:LONGEST_NICKNAME]))
    return next((known[key] for key in _keys(words) if key in known), None)


def names_in(words: Sequence[TypedWord], alike: float) -> Iterator[tuple[Nickname, int, int]]:
    """The names among words, or slips so much like them, each with where it starts and stops."""
    known, at = _names(), 0
    while at < len(words):
        for stop in range(min(len(words), at + _MOST_WORDS), at, -1):
            key = next(_keys(words[at:stop]))
            if like := get_close_matches(key, known, 1, alike if len(key) >= _LONG else 1):
                yield known[like[0]], words[at].start, words[stop - 1].stop
                at = stop - 1
                break
        at += 1


def _names() -> dict[str, Nickname]:
    """Ids, titles in the reader's language, then nicknames, by their keys; whole names win."""
    titles = {str(preset.title): (id,) for id, preset in GAMES.items()}
    named = {id: (id,) for id in GAMES} | titles | dict(NICKNAMES)
    keyed = [(Nickname(*each), [*_keys(typed_words(each[0]))]) for each in named.items()]
    return {keys[short]: name for short in (1, 0) for name, keys in keyed}


def _keys(typed: Iterable[TypedWord]) -> Iterator[str]:
    """A name as every way of writing it comes out, then without the words that people add."""
    words = [_BY_DIGIT.get(word.plain, word.plain) for word in typed if word.plain not in _IDLE]
    yield "".join(words)
    yield "".join(word for word in words if word not in _ADDED)


def typed_words(text: str) -> Iterator[TypedWord]:
    """The words of a text in Unicode's normal form C, whatever is between them."""
    for found in _WORD.finditer(text):
        marked = unicodedata.normalize("NFKD", found[0].casefold())
        plain = "".join(each for each in marked if each.isalnum() or each == "=")
        yield TypedWord(_PLURAL.sub("", plain), *found.span())
