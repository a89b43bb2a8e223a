"""A comparison as plain data: what `companion score --under GAME --json` prints."""

from typing import Any

from companion.record.replay import LineRefused
from companion.referee.comparison import AsPlayed, ComparedHand, ComparedLine, Comparison, Outcome
from companion.referee.parting import Difference, Parting, RefusedPlay, Telling
from companion.referee.reason import Rule
from companion.referee.verdicts import verdict_of_hand
from companion.rules.seating import Seating
from companion.rules.settlement import HandResult

Data = dict[str, Any]


def comparison_verdict(comparison: Comparison) -> Data:
    """The two tellings of a record, ready for `json.dumps`."""
    return {
        "here": _telling(comparison.here),
        "there": _telling(comparison.there),
        "differences": [_difference(found) for found in comparison.differences],
        "parting": None if comparison.parting is None else _parting(comparison.parting),
        "refused": None if comparison.refused is None else _refused(comparison.refused),
        "as_played": None if comparison.refused is None else _as_played(comparison.as_played),
        "hands": [_hand(hand, comparison) for hand in comparison.hands],
    }


def with_refusal(data: Data, refused: LineRefused | None) -> Data:
    """The same with the line that the record's own game refuses, if it does."""
    if refused is None:
        return data
    line, refusal = refused
    return data | {"error": {"line": line, "code": refusal.code, "message": refusal.sentence}}


def _telling(telling: Telling) -> Data:
    game = telling.game
    names = game.seating.side_names
    return {
        "game": telling.header.game,
        "rules": dict(telling.header.changes),
        "scores": _amounts(game.scores, game.seating),
        "over": game.is_over,
        "winner": None if game.winner is None else names[game.winner],
    }


def _difference(found: Difference) -> Data:
    return {"name": found.name, "here": _rule(found.here), "there": _rule(found.there)}


def _rule(rule: Rule) -> Data:
    return {"value": rule.value, "sentence": str(rule.sentence), "source": str(rule.source)}


def _parting(parted: Parting) -> Data:
    return {
        "line": parted.line,
        "statement": str(parted.statement),
        "here": str(parted.here),
        "there": str(parted.there),
        "because": [_difference(cause) for cause in parted.causes],
    }


def _refused(refused: RefusedPlay) -> Data:
    return {
        "line": refused.line,
        "statement": str(refused.statement),
        "code": refused.code,
        "message": str(refused.sentence),
        "because": [_difference(cause) for cause in refused.causes],
    }


def _as_played(played: AsPlayed) -> Data:
    there = played.comparison.there
    return {
        "taken_over": [taken.name for taken in played.taken_over],
        "left_out": [
            {"name": out.difference.name, "line": out.line, "message": str(out.sentence)}
            for out in played.left_out
        ],
        "scores": _amounts(there.game.scores, there.start.seating),
    }


def _hand(hand: ComparedHand, comparison: Comparison) -> Data:
    here, there = comparison.here.start.seating, comparison.there.start.seating
    return {
        "number": hand.number,
        "here": _result(hand.here, here),
        "there": _result(hand.there, there),
        "lines": [_line(line, here, there) for line in hand.lines],
    }


def _result(result: HandResult | None, seating: Seating) -> Data | None:
    return None if result is None else verdict_of_hand(seating, result)


def _line(line: ComparedLine, here: Seating, there: Seating) -> Data:
    return {
        "line": line.line,
        "statement": str(line.statement),
        "here": _outcome(line.here, here),
        "there": None if line.there is None else _outcome(line.there, there),
    }


def _outcome(outcome: Outcome, seating: Seating) -> Data:
    return {"told": str(outcome.sentence), "scores": _amounts(outcome.scores, seating)}


def _amounts(amounts: tuple[int, ...], seating: Seating) -> dict[str, int]:
    return dict(zip(seating.side_names, amounts, strict=True))
