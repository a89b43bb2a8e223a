"""The hands of a record and its entries: as they are listed, and in a word or two."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.db.table_models import ChangeKind
from companion.i18n import Signed, Text, message
from companion.record import statements
from companion.record.header import Header
from companion.record.replay import Entry, cut_into_hands
from companion.record.statements import Statement
from companion.referee.explain.why_settled import describe_settlement
from companion.referee.scoring_text import is_knock
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.seating import Seating
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from companion.tables.table_state import RecordChange, TableState


class HandStory(NamedTuple):
    """One hand of the record: the game before it, its lead and all that followed."""

    number: int
    before: Game
    entries: tuple[Entry, ...]

    @property
    def game(self) -> Game:
        """The game after its last entry."""
        return self.entries[-1].game

    @property
    def ended(self) -> Text:
        """How it ended, in a word or two: `Ana dominoed`."""
        hand = self.game.dealt
        match hand.ending:
            case None:
                return message("hand.still-on")
            case Ending.DOMINO:
                assert hand.dominoer is not None
                return message("hand.dominoed", name=hand.seating.players[hand.dominoer])
            case Ending.TARGET:
                assert self.game.winner is not None
                name = hand.seating.side_names[self.game.winner]
                return message("hand.reached", name=name, target=self.game.rules.target)
            case Ending.BLOCKED:
                return message("hand.blocked")
            case Ending.WASHED_UP:
                return message("hand.washed-up")

    @property
    def settled(self) -> Text | None:
        """What the settlement came to; None while the hand is on."""
        hand = self.game.hand
        result = self.game.result
        if result is None:
            return message("hand.not-settled") if hand is not None and hand.is_over else None
        if result.ending is Ending.TARGET:
            return message("hand.ended-at-once")
        return describe_settlement(self.game) or message("hand.nobody-scores")


def hands_of(start: Game, entries: Sequence[Entry]) -> Iterator[HandStory]:
    """The hands of a record, one after another."""
    for number, hand in enumerate(cut_into_hands(entries), 1):
        yield hand_at(start, entries, number, hand)


def hand_at(start: Game, entries: Sequence[Entry], number: int, places: range) -> HandStory:
    """The hand that is at these places of a record, the `number`-th."""
    before = entries[places.start - 1].game if places.start else start
    return HandStory(number, before, tuple(entries[places.start : places.stop]))


def numbered(entries: Sequence[Entry], first: int = 1) -> tuple[Entry, ...]:
    """The entries of a table by the numbers that people call them by."""
    return tuple(entry._replace(line=number) for number, entry in enumerate(entries, first))


class EntryLine(NamedTuple):
    """An entry as it is listed; `number` is what people call it, `seq` the change behind it."""

    number: int
    seq: int
    who: str
    side: int
    #: What was entered, without the name: `6-4 on 4-4`.
    what: Text
    tiles: tuple[Tile, ...] = ()
    #: What that came to; None for a lead.
    verdict: Text | None = None
    #: The sides that got or lost points by it, and how many.
    gains: tuple[tuple[int, Signed], ...] = ()
    scores: tuple[int, ...] = ()
    #: What the referee can prove with this entry.
    finding: Text | None = None


def line_of(
    number: int, seq: int, statement: Statement, seating: Seating, rules: Rules
) -> EntryLine:
    """A statement as it is listed, before anything is known of its verdict."""
    if isinstance(statement, statements.PointsRuled):
        who, side = statement.side, seating.side(statement.side)
    else:
        who, side = statement.player, seating.side_of[seating.seat(statement.player)]
    tiles: tuple[Tile, ...] = ()
    if isinstance(statement, statements.TileSet):
        tiles = (statement.tile,)
    elif isinstance(statement, statements.TilesLeft):
        tiles = statement.tiles
    return EntryLine(number, seq, who, side, _describe_what(statement, seating, rules), tiles)


def _describe_what(statement: Statement, seating: Seating, rules: Rules) -> Text:
    match statement:
        case statements.HandLed():
            return message("line.leads")
        case statements.TileSet(_, tile, host, claim):
            place = message("entry.tile", tile=tile)
            if host is not None:
                place = message("entry.tile-on", tile=tile, host=host)
            return place if claim is None else message("entry.claims", tile=place, claim=claim)
        case statements.TilesDrawn(_, tiles):
            return message("line.draws", count=tiles)
        case statements.TurnPassed():
            knocks = is_knock(rules, len(seating.players))
            return message("line.knocks" if knocks else "line.passes")
        case statements.TilesLeft(_, left):
            return message("entry.left-tiles", tiles=" ".join(map(str, left)))
        case statements.PipsLeft(_, pips):
            return message("entry.left-pips", pips=message("unit.pips", count=pips))
        case statements.PointsRuled(_, points, ""):
            return message("entry.by-agreement", points=Signed(points))
        case statements.PointsRuled(_, points, reason):
            return message("entry.ruled-because", points=Signed(points), why=reason)


# The last change in a word or two: what undo and redo do, and what others hear of it


def describe_undo(state: TableState) -> Text | None:
    """The words for undo: `Undo Ana's 6-3`; None if there is nothing."""
    change = state.undo
    if change is None or change.is_bound:
        return None
    # If a table only pegs points, nobody led, but the record needs a lead all the same.
    if state.is_pegs_only and isinstance(change.statement, statements.HandLed):
        return None
    return message("change.undo", change=describe_change(change, state))


def describe_bound(state: TableState) -> Text | None:
    """What undo would do if another phone didn't have to accept it; None if none has to."""
    if state.undo is None or not state.undo.is_bound:
        return None
    return message("change.ask-to-undo", change=describe_change(state.undo, state))


def describe_redo(state: TableState) -> Text | None:
    """What redo brings back: `Redo Ana's 6-3`; None if there is nothing."""
    if state.redo is None or state.redo.is_bound:
        return None
    return message("change.redo", change=describe_change(state.redo, state))


def describe_change(change: RecordChange, state: TableState) -> Text:
    """A change in a word or two: what it did to the record, or its entry."""
    if change.kind is ChangeKind.CORRECTED:
        return message("change.correction")
    if change.kind is ChangeKind.DELETED:
        return message("change.deletion")
    return describe_statement(change.statement, state.header)


def describe_statement(statement: Statement | None, header: Header) -> Text:
    """An entry in a word or two: `Ana's 6-3`, `Ben's draw`, `the change`."""
    match statement:
        case statements.HandLed(player):
            return message("change.lead", player=player)
        case statements.TileSet(player, tile):
            return message("change.tile", player=player, tile=tile)
        case statements.TilesDrawn(player):
            return message("change.draw", player=player)
        case statements.TurnPassed(player):
            knocks = is_knock(header.rules, len(header.players))
            return message("change.knock" if knocks else "change.pass", player=player)
        case statements.TilesLeft(player) | statements.PipsLeft(player):
            return message("change.left", player=player)
        case statements.PointsRuled(side, points):
            return message("change.points", side=side, points=Signed(points))
        case None:
            return message("change.other")
