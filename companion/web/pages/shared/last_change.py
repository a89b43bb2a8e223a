"""The last change in a word or two: what undo and redo do, and what others hear of it."""

from companion.record import statements
from companion.record.statements import Statement
from companion.tables.rows import ChangeKind
from companion.tables.state import Change, TableState
from companion.words import Signed, Text, message


def describe_undo(state: TableState) -> Text | None:
    """What undo takes back: `Undo Ana's 6-3`; None where there is nothing."""
    change = state.undo
    if change is None or (state.is_pegs_only and isinstance(change.statement, statements.HandLed)):
        # Where points are pegged alone nobody led; the record needs a lead all the same.
        return None
    return message("change.undo", change=describe_change(change))


def describe_redo(state: TableState) -> Text | None:
    """What redo brings back: `Redo Ana's 6-3`; None where there is nothing."""
    return message("change.redo", change=describe_change(state.redo)) if state.redo else None


def describe_change(change: Change) -> Text:
    """A change in a word or two: what it did to the record, or its entry."""
    if change.kind is ChangeKind.CORRECTED:
        return message("change.correction")
    if change.kind is ChangeKind.DELETED:
        return message("change.deletion")
    return describe_statement(change.statement)


def describe_statement(statement: Statement | None) -> Text:
    """An entry in a word or two: `Ana's 6-3`, `Ben's draw`, `the change`."""
    match statement:
        case statements.HandLed(player):
            return message("change.lead", player=player)
        case statements.TileSet(player, tile):
            return message("change.tile", player=player, tile=tile)
        case statements.TilesDrawn(player):
            return message("change.draw", player=player)
        case statements.TurnPassed(player):
            return message("change.pass", player=player)
        case statements.TilesLeft(player) | statements.PipsLeft(player):
            return message("change.left", player=player)
        case statements.PointsRuled(side, points):
            return message("change.points", side=side, points=Signed(points))
        case None:
            return message("change.other")
