"""Rulings as plain data, ready for `json.dumps`: the stable form for programs."""

from typing import Any

from companion.referee.change import Change
from companion.referee.explain import Count
from companion.referee.reason import Reason
from companion.referee.record import AskedLine
from companion.referee.ruling import About, Ruling, Spot
from companion.referee.rulings import Explained
from companion.referee.verdicts import verdict_of_entry
from companion.rules.layout import End

Data = dict[str, Any]


def data_of_line(asked: AskedLine) -> Data:
    """A line somebody asked about: what `companion score --json --why LINE` prints."""
    laid = [
        {"tile": str(tile), "on": None if host is None else str(host)} for tile, host in asked.laid
    ]
    line = {"line": asked.line, "said": asked.written, "laid": laid}
    return line | data_of_ruling(asked.ruling)


def data_of_ruling(ruling: Ruling) -> Data:
    """Why an entry came to what it did, or was refused."""
    if ruling.is_refusal:
        return {"refused": _refusal(ruling)}
    entry, sentence, count = Explained(*ruling.found)
    return {
        "told": str(sentence),
        "verdict": verdict_of_entry(entry),
        "count": None if count is None else data_of_count(count),
        "answers": [
            {"about": str(section.about), "reasons": list(map(data_of_reason, section.reasons))}
            for section in ruling.sections
            if section.about is not About.COUNT
        ],
    }


def _refusal(ruling: Ruling) -> Data:
    reasons = [reason for section in ruling.sections for reason in section.reasons]
    return {
        "code": ruling.code,
        "message": str(ruling.headline),
        "reasons": list(map(data_of_reason, reasons)),
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
        "sentence": str(reason.sentence),
        "rule": rule.name,
        "value": rule.value or None,
        "rule_sentence": str(rule.sentence),
        "because": None if rule.because is None else str(rule.because),
        "source": str(rule.source),
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
        "sentence": str(change.sentence),
    }


def _end(end: End) -> Data:
    return {"on": str(end.host), "pips": end.pips, "counts": end.counts, "places": end.places}
