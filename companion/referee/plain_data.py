"""Explanations as plain data, ready for `json.dumps`: the stable form for programs and pages."""

from typing import Any

from companion.referee.asked_line import AskedLine
from companion.referee.explanation import Change, Count, Explanation, Spot, WhyNot
from companion.referee.reason import Reason
from companion.referee.verdicts import verdict_of_entry
from companion.rules.layout import End

Data = dict[str, Any]


def data_of_line(asked: AskedLine) -> Data:
    """A line somebody asked about: what `companion score --json --why LINE` prints."""
    told: Data = {
        "line": asked.line,
        "said": asked.said,
        "laid": [
            {"tile": str(tile), "on": None if host is None else str(host)}
            for tile, host in asked.laid
        ],
    }
    if asked.explanation is not None:
        return told | data_of_explanation(asked.explanation)
    assert asked.why_not is not None
    return told | {"refused": data_of_refusal(asked.why_not)}


def data_of_explanation(explanation: Explanation) -> Data:
    """An entry with its verdict, its count and its answers."""
    verdict = verdict_of_entry(explanation.entry)
    if not explanation.entry.line:
        del verdict["line"]  # A mere thought stands on no line.
    return {
        "told": explanation.told,
        "verdict": verdict,
        "count": None if explanation.count is None else data_of_count(explanation.count),
        "answers": [
            {"about": str(answer.about), "reasons": list(map(data_of_reason, answer.reasons))}
            for answer in explanation.answers
        ],
    }


def data_of_refusal(why_not: WhyNot) -> Data:
    """A refusal with its code, its sentence and its reasons."""
    return {
        "code": why_not.code,
        "message": why_not.sentence,
        "reasons": list(map(data_of_reason, why_not.reasons)),
    }


def data_of_count(count: Count) -> Data:
    """A count with the reasons for every spot, and the change that led to it."""
    return {
        "total": count.total,
        "written": count.written,
        "spots": list(map(_spot, count.spots)),
        "covered": list(map(_spot, count.covered)),
        "change": _change(count.change),
    }


def data_of_reason(reason: Reason) -> Data:
    """A reason with the rule it rests on."""
    rule = reason.rule
    return {
        "sentence": reason.sentence,
        "rule": rule.name,
        "value": rule.value or None,
        "rule_sentence": rule.sentence,
        "because": rule.because or None,
        "source": rule.source,
        "ends": list(map(_end, reason.ends)),
        "amounts": list(reason.amounts),
    }


def _spot(spot: Spot) -> Data:
    return _end(spot.end) | {"reasons": list(map(data_of_reason, spot.reasons))}


def _change(change: Change) -> Data:
    return {
        "before": change.before,
        "went": list(map(_end, change.went)),
        "came": list(map(_end, change.came)),
        "total": change.total,
        "sentence": change.sentence,
    }


def _end(end: End) -> Data:
    return {"on": str(end.host), "pips": end.pips, "counts": end.counts, "places": end.places}
