"""The last change in a word or two: what undo and redo do, and what others hear of it."""

from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.tables.rows import ChangeKind
from companion.tables.sitting import Change


def change_told(verb: str, change: Change | None) -> str:
    """What a button does to a change: `Undo Ana's 6-3`; empty where there is none."""
    if change is None:
        return ""
    if change.kind is ChangeKind.CORRECTED:
        return f"{verb} the correction"
    if change.kind is ChangeKind.DELETED:
        return f"{verb} the deletion"
    return f"{verb} {statement_told(change.statement)}"


def statement_told(statement: Statement | None) -> str:
    """An entry in a word or two: `Ana's 6-3`, `Ben's draw`, `the ruling`."""
    match statement:
        case HandLed(player):
            return f"{player}'s lead"
        case TileSet(player, tile):
            return f"{player}'s {tile}"
        case TilesDrawn(player):
            return f"{player}'s draw"
        case TurnPassed(player):
            return f"{player}'s pass"
        case TilesLeft(player) | PipsLeft(player):
            return f"what {player} had left"
        case PointsRuled(side, points):
            return f"{side} {points:+d}"
        case None:
            return "the change"
