"""Why, why not, and what if: questions about an entry, or a tile before it is played."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from companion.i18n import Text, message
from companion.record.replay import Entry, apply
from companion.record.statements import Statement, TileSet
from companion.referee.count_reasons import explain_count
from companion.referee.explain.entry_text import describe_entry
from companion.referee.explain.why_allowed import why_allowed
from companion.referee.explain.why_ended import why_ended, why_game, why_next_lead
from companion.referee.explain.why_points import why_points
from companion.referee.explain.why_refused import why_refused, why_unreadable
from companion.referee.explain.why_settled import why_settled
from companion.referee.explain.why_turn import why_turn
from companion.referee.rule_book import Book, Reason
from companion.referee.ruling import About, Ruling, Section, positions_of
from companion.referee.scoring_text import describe_earned, describe_worth
from companion.rules.choices import Announce
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand, Play
from companion.rules.layout import Placement
from companion.rules.settings import Rules
from companion.rules.tile import Tile

Laid = tuple[Placement, ...]

#: What answers each question about an entry; without reasons the question does not arise.
ANSWERS: Mapping[About, Callable[[Book, Game, Entry], Iterator[Reason]]] = {
    About.ALLOWED: why_allowed,
    About.POINTS: why_points,
    About.TURN: why_turn,
    About.ENDED: why_ended,
    About.SETTLED: why_settled,
    About.GAME: why_game,
    About.NEXT_LEAD: why_next_lead,
}


def why(book: Book, before: Game, entry: Entry, laid: Laid = ()) -> Ruling:
    """Why an accepted entry did what it did; `laid` are the tiles on the table after it."""
    answer, positions = describe_entry(entry), positions_of(entry.hand, laid)
    sections = tuple(
        Section(message(f"asked.{about}"), reasons, about=about)
        for about, reasons_for in ANSWERS.items()
        if (reasons := tuple(reasons_for(book, before, entry)))
    )
    if not isinstance(entry.statement, TileSet):
        title = message("asked.why")
        return Ruling(title, answer, positions=positions, sections=sections, entry=entry)
    assert before.hand is not None
    count = explain_count(book, before.hand.layout, entry.hand.layout)
    spots = sorted((*count.spots, *count.covered), key=lambda spot: spot.end.counts == 0)
    counted = Section(message("asked.count"), spots=tuple(spots), about=About.COUNT)
    return Ruling(
        message("asked.why-count", total=count.total),
        message("ruling.sum", sum=count.written),
        earned=describe_earned(entry.game, entry.play, entry.statement.claim),
        answer=answer,
        notes=(count.change.sentence,),
        positions=positions,
        sections=(counted, *sections),
        entry=entry,
        count=count,
    )


def why_not(
    book: Book, game: Game, statement: Statement, refusal: Refusal, laid: Laid = ()
) -> Ruling:
    """Why a statement was refused in this game."""
    return _refused(refusal, tuple(why_refused(book, game, statement, refusal)), game.hand, laid)


def why_not_read(refusal: Refusal, hand: Hand | None = None, laid: Laid = ()) -> Ruling:
    """Why a line of a record, or its header, could not be read."""
    return _refused(refusal, (why_unreadable(refusal),), hand, laid)


def _refused(
    refusal: Refusal, reasons: tuple[Reason, ...], hand: Hand | None, laid: Laid
) -> Ruling:
    question, code, positions = message("asked.why-not"), refusal.code, positions_of(hand, laid)
    sections = (Section(question, reasons),)
    return Ruling(question, refusal.message, positions=positions, sections=sections, code=code)


def what_if(
    book: Book, game: Game, tile: Tile, host: Tile | None = None, *, laid: Laid = ()
) -> Ruling:
    """What this tile would do if whoever acts played it, or why not; `laid` are those before it."""
    player = game.seating.players[game.turn or 0]
    try:
        entry = tried(game, player, tile, host)
    except Refusal as refusal:
        return why_not(book, game, TileSet(player, tile, host), refusal, laid)
    return why(book, game, entry, (*laid, (tile, entry.play.host)))


def tried(game: Game, player: str, tile: Tile, host: Tile | None) -> Entry:
    """The entry of playing this tile, called rightly if it must be; raises `Refusal`."""
    statement = TileSet(player, tile, host)
    entry = Entry(0, statement, apply(game, statement))
    if game.rules.announce is Announce.REQUIRED and game.rules.scores(entry.play.total):
        statement = statement._replace(claim=entry.play.total)
        entry = Entry(0, statement, apply(game, statement))
    return entry


def right_claim(game: Game, tile: Tile, host: Tile | None) -> int | None:
    """The count in pips to call with this tile, None if it does not score; raises `Refusal`."""
    assert game.hand is not None and game.hand.turn is not None
    total = game.hand.set_tile(game.hand.turn, tile, host).layout.total
    return total if game.rules.scores(total) else None


def options_for(game: Game, tile: Tile) -> tuple[Play, ...]:
    """The places for a tile that are not alike, the earliest host first, counts called rightly."""
    if game.hand is None or game.turn is None:
        return ()
    layout, found = game.hand.layout, list[Play]()
    hosts = [end.host for end in layout.choices_for(tile)] if layout.tiles else [None]
    for host in hosts:
        with suppress(Refusal):
            found.append(tried(game, game.seating.players[game.turn], tile, host).play)
    return tuple(found)


def describe_option(rules: Rules, option: Play) -> Text:
    """A place for a tile in a few words: `on 6-6 → 15, 3 pegs`."""
    if option.disregarded:
        points = describe_worth(rules, option.total)
        return message("option.disregarded", host=option.host, total=option.total, points=points)
    if not option.points:
        return message("option.counts", host=option.host, total=option.total)
    points = describe_worth(rules, option.total)
    return message("option.earns", host=option.host, total=option.total, points=points)
