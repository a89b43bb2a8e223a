"""The questions that people ask the referee: one function each, and each returns a `Ruling`.

Under which rules two games part is asked in `companion.referee.under`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import Statement, TileSet
from companion.referee.audit import Audit, count_tiles, describe_prospect
from companion.referee.book import Book
from companion.referee.explain import ANSWERS, Count, explain_count
from companion.referee.options import tried
from companion.referee.prover import prove
from companion.referee.reason import Reason
from companion.referee.reneges import Finding
from companion.referee.ruling import About, Position, Row, Ruling, Section, Share, Table
from companion.referee.why_not import reasons_against, why_unreadable
from companion.referee.words import describe_earned, describe_entry
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.layout import Layout, Placement
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile
from companion.words import Text, message

Laid = tuple[Placement, ...]


class Explained(NamedTuple):
    """An entry that stands: what it came to in a sentence or two, and the count of a tile."""

    entry: Entry
    told: Text
    counted: Count | None


def why(book: Book, before: Game, entry: Entry, laid: Laid = ()) -> Ruling:
    """Why an accepted entry came to what it did; `laid` are the tiles on the table after it."""
    hand, told = entry.game.hand, describe_entry(before, entry)
    sections = [
        Section(message(f"asked.{about}"), reasons, about=about)
        for about, answer in ANSWERS.items()
        if (reasons := tuple(answer(book, before, entry)))
    ]
    ruling = Ruling(
        message("asked.why"),
        told,
        positions=_positions(hand.layout if hand else None, laid),
        sections=tuple(sections),
        found=Explained(entry, told, None),
    )
    statement = entry.statement
    if not isinstance(statement, TileSet):
        return ruling
    assert hand is not None and hand.play is not None and before.hand is not None
    count = explain_count(book, before.hand.layout, hand.layout)
    spots = sorted((*count.spots, *count.covered), key=lambda spot: spot.end.counts == 0)
    return replace(
        ruling,
        title=message("asked.why-count", total=count.total),
        headline=message("ruling.sum", sum=count.written),
        earned=describe_earned(hand.rules, hand.play, statement.claim),
        told=told,
        notes=(count.change.sentence,),
        sections=(
            Section(message("asked.count"), spots=tuple(spots), about=About.COUNT),
            *sections,
        ),
        found=Explained(entry, told, count),
    )


def why_not(
    book: Book, game: Game, statement: Statement, refusal: Refusal, laid: Laid = ()
) -> Ruling:
    """Why a statement, refused so, could not be entered in the game as it stood."""
    layout = game.hand.layout if game.hand else None
    return _refused(refusal, reasons_against(book, game, statement, refusal), layout, laid)


def why_not_read(refusal: Refusal) -> Ruling:
    """Why a line of a record, or its header as a whole, could not be read."""
    return _refused(refusal, (why_unreadable(refusal),), None, ())


def what_if(
    book: Book,
    game: Game,
    tile: Tile,
    host: Tile | None = None,
    *,
    player: str | None = None,
    laid: Laid = (),
) -> Ruling:
    """What the tile would do on that host, or why it cannot go there; nothing is entered.

    It is set by whose turn it is, or by that player. Without a host it goes
    where a record would put it. `laid` are the tiles on the table before.
    """
    by = player or game.seating.players[game.turn or 0]
    try:
        entry = tried(game, by, tile, host)
    except Refusal as refusal:
        return why_not(book, game, TileSet(by, tile, host), refusal, laid)
    assert entry.game.hand is not None and entry.game.hand.play is not None
    return why(book, game, entry, (*laid, (tile, entry.game.hand.play.host)))


def proof(start: Game, entries: Sequence[Entry], finding: Finding) -> Ruling:
    """How it is proved, line by line, that somebody held back a tile or an entry is wrong."""
    found = prove(start, entries, finding)
    return Ruling(
        message("proof.title"),
        message("proof.method"),
        steps=found.steps,
        conclusion=found.conclusion,
        found=found,
    )


def audit(hand: Hand, laid: Laid = ()) -> Ruling:
    """Where all 28 tiles and 168 pips of a hand are, and what can still come."""
    found = count_tiles(hand)
    first, *others = found.sentences
    return Ruling(
        message("audit.title"),
        first,
        notes=tuple(others),
        positions=_positions(hand.layout, laid),
        sections=tuple(_audit_sections(found, hand)),
        found=found,
    )


# How an answer is put together


def _refused(
    refusal: Refusal, reasons: tuple[Reason, ...], layout: Layout | None, laid: Laid
) -> Ruling:
    question = message("asked.why-not")
    return Ruling(
        question,
        refusal.message,
        positions=_positions(layout, laid),
        sections=(Section(question, reasons, about=About.WHY_NOT),),
        code=refusal.code,
    )


def _positions(layout: Layout | None, laid: Laid) -> tuple[Position, ...]:
    if layout is None or not layout.tiles or not laid:
        return ()
    return (Position(layout, laid, last=layout.tiles[-1]),)


def _audit_sections(found: Audit, hand: Hand) -> Iterator[Section]:
    unseen = message("audit.not-seen", number=len(found.unseen))
    yield Section(unseen, tiles=found.unseen)
    heads = message("audit.place"), message("audit.tiles-head"), message("audit.pips-head")
    yield Section(message("audit.where"), table=Table(heads, tuple(_whereabouts(found, hand))))
    numbers = (Row(number.pips, (Share(number.seen, 7),)) for number in found.numbers)
    heads_of_numbers = message("audit.number"), message("audit.seen")
    yield Section(message("audit.numbers"), table=Table(heads_of_numbers, tuple(numbers)))
    if found.prospects:
        yield Section(
            message("audit.prospects"), notes=tuple(map(describe_prospect, found.prospects))
        )


def _whereabouts(found: Audit, hand: Hand) -> Iterator[Row]:
    hidden = message("audit.hidden")
    yield Row(message("audit.on-the-table"), (found.tiles_set, found.pips_set))
    for seat, held in enumerate(found.holdings):
        pips = hidden if held.pips is None else held.pips
        yield Row(held.player, (held.tiles, pips), side=hand.seating.side_of[seat])
    pips = hidden if found.boneyard_pips is None else found.boneyard_pips
    yield Row(message("audit.boneyard"), (found.boneyard, pips))
    yield Row(message("audit.together"), (len(ALL_TILES), ALL_PIPS), is_marked=True)
