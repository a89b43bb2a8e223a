"""Answers of the referee about literal records, as tests read them."""

import textwrap
from typing import Any

from companion.i18n import Listed, Message, Sentences
from companion.record.replay import replay
from companion.referee.count_reasons import Count
from companion.referee.explain.why_and_what_if import what_if, why
from companion.referee.rule_book import Book
from companion.referee.ruling import About, Ruling
from companion.rules.game import Game
from companion.rules.tile import Tile

TWO = "game: race-horse\nplayers: Ana, Ben\n"
ALONE = TWO + "rule: another-turn = none\nrule: tiles-each = 14\nlead: Ana\n"
FOUR = "players: Ana, Ben, Cyd, Dee\n"


def named(text: Any) -> str:
    """A text by the id and the arguments of its message: `why.between-fives total=11 below=10`."""
    match text:
        case Message(id, arguments):
            return " ".join([id, *(f"{name}={_argument(value)}" for name, value in arguments)])
        case Listed(things, joint):
            return f" {joint} ".join(map(_argument, things))
        case Sentences(parts):
            return " / ".join(map(named, parts))
    return str(text)


def _argument(value: Any) -> str:
    return f"({named(value)})" if isinstance(value, Message | Listed) else named(value)


def last(record: str) -> Ruling:
    """Why the last entry of a record, which has to stand, came to what it did."""
    transcript = replay(textwrap.dedent(record))
    assert transcript.refused is None, transcript.refused
    assert transcript.header is not None and transcript.start is not None
    games = [transcript.start, *(entry.game for entry in transcript.entries)]
    return why(Book.of(transcript.header), games[-2], transcript.entries[-1])


def count(record: str) -> Count:
    found = last(record).count
    assert isinstance(found, Count)
    return found


def spots(record: str) -> list[tuple[str, int, str]]:
    """Every spot with what it counts and the first reason."""
    told = count(record)
    return [
        (str(spot.end.host), spot.end.counts, named(spot.reasons[0].sentence))
        for spot in (*told.spots, *told.covered)
    ]


def answer(record: str, about: About) -> list[tuple[str, str]]:
    """The reasons of one answer: the rule and the sentence."""
    sections = last(record).sections
    section = next((section for section in sections if section.about is about), None)
    reasons = section.reasons if section else ()
    return [(reason.rule.name, named(reason.sentence)) for reason in reasons]


def what_ifs(book: Book, game: Game, tile: Tile) -> tuple[Ruling, ...]:
    """What the tile would do in each place that differs; if it has none, why it has none."""
    ends = game.hand.layout.choices_for(tile) if game.hand else ()
    hosts = [end.host for end in ends] or [None]
    return tuple(what_if(book, game, tile, host) for host in hosts)
