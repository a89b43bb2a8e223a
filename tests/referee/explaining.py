"""Explanations of literal records, as tests read them."""

import textwrap

from companion.record.replay import replay
from companion.referee.book import Book
from companion.referee.explain import explain
from companion.referee.explanation import About, Count, Explanation, WhatIf
from companion.referee.options import places_for
from companion.referee.what_if import what_if
from companion.rules.game import Game
from companion.rules.tile import Tile

TWO = "game: race-horse\nplayers: Ana, Ben\n"
ALONE = TWO + "rule: another-turn = none\nrule: tiles-each = 14\nlead: Ana\n"
FOUR = "players: Ana, Ben, Cyd, Dee\n"


def last(record: str) -> Explanation:
    """The last entry of a record that has to stand, explained."""
    transcript = replay(textwrap.dedent(record))
    assert transcript.refused is None, transcript.refused
    assert transcript.header is not None and transcript.start is not None
    games = [transcript.start, *(entry.game for entry in transcript.entries)]
    return explain(Book.of(transcript.header), games[-2], transcript.entries[-1])


def count(record: str) -> Count:
    found = last(record).count
    assert found is not None
    return found


def spots(record: str) -> list[tuple[str, int, str]]:
    """Every spot with what it counts and the first reason."""
    told = count(record)
    return [
        (str(spot.end.host), spot.end.counts, spot.reasons[0].sentence)
        for spot in (*told.spots, *told.covered)
    ]


def change(record: str) -> str:
    return count(record).change.sentence


def answer(record: str, about: About) -> list[tuple[str, str]]:
    """The reasons of one answer: the rule and the sentence."""
    for each in last(record).answers:
        if each.about is about:
            return [(reason.rule.name, reason.sentence) for reason in each.reasons]
    return []


def what_ifs(book: Book, game: Game, tile: Tile) -> tuple[WhatIf, ...]:
    """What the tile would do in each place that differs; if it has none, why it has none."""
    places = places_for(game, tile) or (None,)
    return tuple(what_if(book, game, tile, host) for host in places)
