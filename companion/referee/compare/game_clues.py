"""What people type about a game, `pete, to 61 exactly`: the catalogue has the phrases."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple, Self

from companion.i18n import Catalogue, Text, current, listed, message
from companion.rules.games import GAMES
from companion.rules.nicknames import LIKE_A_NAME, TypedWord, games_called, names_in, typed_words
from companion.rules.preset import Partners, Preset
from companion.rules.settings import SETTINGS

#: Only so many letters of a description are read.
LONGEST_DESCRIPTION = 120
#: How alike a word must be to one of a phrase, of 1, and how long.
_ALIKE, _LONG = 0.8, 4
#: What stands in a phrase for some words or a number. “The one with bones” is not about one tile.
_NUMBERS = {"sum": r"\d{1,3}", "worth": r"\d{1,3}", "target": r"\d{2,4}"}
_NUMBERS |= {"players": r"\d", "tiles": r"[2-9]|\d\d"}
_PARTS = {f"{{{of}}}": f"(?P<{of}>{digits}) " for of, digits in _NUMBERS.items()}
_PARTS["…"] = r"(?:[^\W\d]+ ){0,3}?"


class Clue(NamedTuple):
    """What someone said of a game, where in the text, and in plain words."""

    start: int
    stop: int
    text: Text | str
    #: The games of that name, if it is one.
    games: tuple[str, ...] = ()
    #: A setting or another fact, and the values that fit: `spinners.all+first`, `target`.
    name: str = ""
    numbers: Mapping[str, int] = {}

    def fits(self, game: Preset, seats: int) -> bool:
        """Whether it holds of a game for so many players, whatever the game is called."""
        rules, total = game.rules, self.numbers.get("sum", 0)
        facts = {name: rules.written(name, seats) for name in SETTINGS} | {
            "sum": str(total) if rules.scores(total) else "",
            "worth": str(rules.worth(total)),
            "players": str(seats),
            "set": "28",
            "tiles": str(rules.tiles_for(seats)),
            "boneyard": "yes" if rules.drawable_for(seats) else "no",
            "partners": game.partners if seats == 4 else Partners.NEVER,
        }
        fact, *values = self.name.split(".")
        is_one = not values or facts[fact] in values[0].split("+")
        return is_one and all(facts[name] == str(number) for name, number in self.numbers.items())


class GameDescription(NamedTuple):
    """What someone typed about a game, and what of it was understood."""

    typed: str
    clues: tuple[Clue, ...]

    @classmethod
    def read(cls, typed: str) -> Self:
        """A description as it was typed, misspelt or not."""
        typed = unicodedata.normalize("NFC", typed[:LONGEST_DESCRIPTION])
        words = [*typed_words(typed)]
        if called := games_called(typed):
            return cls(typed, (Clue(0, len(typed), *called),))
        clues = [*_clues_in([*_plain(words)])]
        rest = [each for each in words if not any(c.start <= each.start < c.stop for c in clues)]
        # A name that is only like what was typed goes first if nothing fits.
        for alike in (LIKE_A_NAME, 1):
            names = (Clue(start, stop, *called) for called, start, stop in names_in(rest, alike))
            said = cls(typed, tuple(sorted([*clues, *names], key=lambda clue: clue.start)))
            if said.fitting:
                return said
        return said

    @property
    def fitting(self) -> tuple[str, ...]:
        """The ids of the games that fit all clues for some number of players."""

        def fits(game: Preset) -> bool:
            return any(all(clue.fits(game, seats) for clue in self.clues) for seats in game.seats)

        named = dict.fromkeys(id for clue in self.clues for id in clue.games)
        return tuple(id for id in named or GAMES if fits(GAMES[id]))

    @property
    def nearly(self) -> Iterator[tuple[Clue, Text]]:
        """The clues without which a few games fit, each with those games."""
        for left_out in self.clues:
            rest = self._replace(clues=tuple(c for c in self.clues if c is not left_out))
            if 0 < len(rest.fitting) < 4:
                yield left_out, listed((GAMES[id].title for id in rest.fitting), "or")

    def without(self, clue: Clue) -> str:
        """What was typed without the words of a clue."""
        return " ".join(f"{self.typed[: clue.start]} {self.typed[clue.stop :]}".split()).strip(" ,")


def _clues_in(words: list[TypedWord]) -> Iterator[Clue]:
    """The clues among words, longer phrases first; each word is read once."""
    for name, phrase in _phrases(current()):
        while found := phrase.search(text := "".join(f"{word.plain} " for word in words)):
            first, last = (text.count(" ", 0, at) for at in (found.start(), found.end() - 1))
            start, stop = words[first].start, words[last].stop
            numbers = {of: int(number) for of, number in found.groupdict().items()}
            yield Clue(start, stop, message(f"which.clue.{name}", **numbers), (), name, numbers)
            words[first : last + 1] = [TypedWord("·", start, stop)]


def _plain(words: Iterable[TypedWord]) -> Iterator[TypedWord]:
    """The words as phrases have them, spelt right, without those that make no difference."""
    same = _same_words(current())
    for word in words:
        alike = _ALIKE if len(word.plain) >= _LONG else 1
        (like,) = get_close_matches(word.plain, same, 1, alike) or [word.plain]
        if (plain := same.get(like, like)) != "-":
            yield word._replace(plain=plain)


@cache
def _phrases(catalogue: Catalogue) -> list[tuple[str, re.Pattern[str]]]:
    """All phrases with the names of their clues, those of more words first."""
    names = catalogue.wordings("which.clue.")
    typed = [(name, each) for name in names for each in str(message(f"which.typed.{name}")).split()]
    # Some words weigh less than one, and more than none.
    typed.sort(key=lambda each: (each[1].count("…") / 2 - len(each[1].split("_")), each[0]))
    parts = [(name, [_PARTS.get(of, f"{of} ") for of in each.split("_")]) for name, each in typed]
    return [(name, re.compile("".join([r"(?<!\S)", *phrase]))) for name, phrase in parts]


@cache
def _same_words(catalogue: Catalogue) -> Mapping[str, str]:
    """The words of all phrases and those that mean the same; `-` for those that mean nothing."""
    phrases = " ".join(map(str, catalogue.wordings("which.typed.").values()))
    same = {word: word for word in re.findall(r"[^\W\d_]+", phrases)}
    for row in f"{message('which.words.same')} {message('which.words.numbers')}".split():
        first, *_ = words = row.split(",")
        same |= dict.fromkeys(words, first)
    return same
