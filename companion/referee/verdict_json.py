"""The referee's answers as plain data for `json.dumps`: the stable form for programs."""

from collections.abc import Sequence
from typing import Any

from companion.i18n import Text, in_json
from companion.record import replay, statements
from companion.referee.compare.comparison import AsPlayed, Comparison, Difference, Parting
from companion.referee.compare.replay_under_rules import RulesReplay
from companion.referee.count_reasons import Count, Spot
from companion.referee.proof.renege import Finding
from companion.referee.rule_book import Reason, Rule
from companion.referee.ruling import About, Ruling
from companion.rules.game import Game
from companion.rules.layout import End
from companion.rules.tile import ALL_TILES, Tile

VerdictJson = dict[str, Any]

_WRITTEN: dict[Tile | None, str | None] = {None: None} | {tile: str(tile) for tile in ALL_TILES}


@replay.no_search_for_garbage()
def verdict_of_record(transcript: replay.Transcript, found: Sequence[Finding]) -> VerdictJson:
    """The object that the record format describes: what `companion score --json` prints."""
    game, entries = transcript.game, transcript.entries
    hands = [_hand(entries[hand.stop - 1].game) for hand in replay.cut_into_hands(entries)]
    verdict: VerdictJson = {
        "game": transcript.game_id,
        "entries": [
            verdict_of_entry(entry)
            for entry in entries
            if not isinstance(entry.statement, statements.HandLed)
        ],
        "hands": [hand for hand in hands if hand],
        "findings": [
            {
                "code": finding.code,
                "line": finding.line,
                "player": finding.player,
                "tile": _WRITTEN[finding.tile],
                "since": finding.since,
                **in_json("message", finding.message),
            }
            for finding in found
        ],
        "scores": game.named_scores if game else {},
        "over": game is not None and game.is_over,
        "winner": game.winning_side if game else None,
    }
    return verdict | _error(transcript.refused)


def verdict_of_entry(entry: replay.Entry) -> VerdictJson:
    """The referee's verdict on one accepted entry."""
    line, statement, game = entry
    player = None if isinstance(statement, statements.PointsRuled) else statement.player
    verdict: VerdictJson = {"line": line, "player": player}
    match statement:
        case statements.TileSet():
            play = entry.play
            verdict |= {
                "do": "set",
                "tile": _WRITTEN[play.tile],
                "on": _WRITTEN[play.host],
                "ends": [
                    {"on": _WRITTEN[host], "pips": pips, "counts": counts}
                    for host, pips, counts, _ in entry.hand.layout.ends
                ],
                "total": play.total,
                "points": play.points,
                "again": play.again,
            }
        case statements.TilesDrawn(_, tiles):
            verdict |= {"do": "draw", "tiles": tiles}
        case statements.TurnPassed():
            verdict |= {"do": "pass"}
        case statements.TilesLeft() | statements.PipsLeft():
            verdict |= {"do": "left", "pips": statement.pips}
        case statements.PointsRuled(side, points):
            name = game.seating.side_names[game.seating.side(side)]
            verdict |= {"do": "ruling", "side": name, "points": points}
        case statements.HandLed():
            verdict |= {"do": "lead"}
    turn = None if game.turn is None else game.seating.players[game.turn]
    return verdict | {"turn": turn, "scores": game.named_scores}


def _hand(game: Game) -> VerdictJson | None:
    """The result of the hand just settled; None if it is not settled."""
    result, names = game.result, game.seating.side_names
    return result and {
        "ended": str(result.ending),
        "winners": [names[side] for side in result.winners],
        "points": dict(zip(names, result.points, strict=True)),
    }


def _error(refused: replay.LineRefused | None) -> VerdictJson:
    if refused is None:
        return {}
    line, refusal = refused
    return {"error": {"line": line, "code": refusal.code, **in_json("message", refusal.message)}}


def verdict_of_line(line: int, written: str, ruling: Ruling) -> VerdictJson:
    """A line, the tiles up to it, its ruling: what `companion score --why LINE --json` prints."""
    laid = [
        {"tile": str(tile), "on": _WRITTEN[host]}
        for position in ruling.positions
        for tile, host in position.laid
    ]
    return {"line": line, "said": written, "laid": laid} | data_of_ruling(ruling)


def data_of_ruling(ruling: Ruling) -> VerdictJson:
    """Why an entry was allowed or refused."""
    if ruling.entry is None:
        refused = {"code": ruling.code, **in_json("message", ruling.headline)}
        return {"refused": refused | {"reasons": list(map(_reason, ruling.reasons))}}
    return {
        **in_json("told", ruling.answer or ruling.headline),
        "verdict": verdict_of_entry(ruling.entry),
        "count": None if ruling.count is None else _count(ruling.count),
        "answers": [
            {"about": str(section.about), "reasons": list(map(_reason, section.reasons))}
            for section in ruling.sections
            if section.about is not About.COUNT
        ],
    }


def _count(count: Count) -> VerdictJson:
    change = count.change
    return {
        "total": count.total,
        "written": count.written,
        "spots": list(map(_spot, count.spots)),
        "covered": list(map(_spot, count.covered)),
        "change": {
            "before": change.before,
            "went": list(map(_end, change.went)),
            "came": list(map(_end, change.came)),
            "total": count.total,
            **in_json("sentence", change.sentence),
        },
    }


def _reason(reason: Reason) -> VerdictJson:
    rule = reason.rule
    return {
        **in_json("sentence", reason.sentence),
        "rule": rule.name,
        "value": rule.value or None,
        **in_json("rule_sentence", rule.sentence),
        **in_json("because", rule.because),
        **_ground(rule),
        "ends": list(map(_end, reason.ends)),
        "amounts": list(reason.amounts),
    }


def _spot(spot: Spot) -> VerdictJson:
    return _end(spot.end) | {"reasons": list(map(_reason, spot.reasons))}


def _end(end: End) -> VerdictJson:
    return {"on": str(end.host), "pips": end.pips, "counts": end.counts, "places": end.places}


@replay.no_search_for_garbage()
def comparison_verdict(
    comparison: Comparison, refused: replay.LineRefused | None = None
) -> VerdictJson:
    """A record under two rules, and what its own refused: `companion score --under --json`."""
    here, there = comparison.here, comparison.there
    parted, ends = comparison.parting, comparison.refused
    verdict = {
        "here": _replay(here),
        "there": _replay(there),
        "differences": list(map(_difference, comparison.differences)),
        "parting": parted and _split(parted, here=parted.here, there=parted.there),
        "refused": ends
        and there.refused
        and {"code": there.refused.refusal.code, **_split(ends, message=ends.there)},
        "as_played": _as_played(comparison.as_played) if ends else None,
        "hands": [
            {
                "number": number,
                "here": _result(here, hand),
                "there": _result(there, hand),
                "lines": [
                    {
                        "line": here.entries[at].line,
                        "statement": str(here.entries[at].with_host),
                        "here": _outcome(here, at),
                        "there": _outcome(there, at),
                    }
                    for at in hand
                ],
            }
            for number, hand in enumerate(comparison.hands, 1)
        ],
    }
    return verdict | _error(refused)


def _replay(replayed: RulesReplay) -> VerdictJson:
    return {
        "game": replayed.header.game,
        "rules": dict(replayed.header.changes),
        "scores": replayed.game.named_scores,
        "over": replayed.game.is_over,
        "winner": replayed.game.winning_side,
    }


def _difference(found: Difference) -> VerdictJson:
    def choice(rule: Rule) -> VerdictJson:
        return {"value": rule.value, **in_json("sentence", rule.sentence), **_ground(rule)}

    return {"name": found.name, "here": choice(found.here), "there": choice(found.there)}


def _ground(rule: Rule) -> VerdictJson:
    return {"leg": str(rule.ground.leg), **in_json("source", rule.ground.cited)}


def _split(at: Parting, **texts: Text) -> VerdictJson:
    """The line where the two rules part, or one of them refuses, and the settings behind it."""
    written = [pair for name, text in texts.items() for pair in in_json(name, text).items()]
    causes = list(map(_difference, at.causes))
    return {"line": at.line, "statement": str(at.statement), **dict(written), "because": causes}


def _as_played(played: AsPlayed) -> VerdictJson:
    def left_out(rule: Difference, refused: replay.LineRefused | None) -> VerdictJson:
        why = refused.refusal.message if refused else rule.there.sentence
        return {"name": rule.name, "line": refused and refused.line, **in_json("message", why)}

    return {
        "taken_over": [taken.name for taken in played.taken_over],
        "left_out": [left_out(*each) for each in played.left_out],
        "scores": played.there.game.named_scores,
    }


def _result(replayed: RulesReplay, hand: range) -> VerdictJson | None:
    last = replayed.entries[hand.stop - 1 : hand.stop]
    return _hand(last[0].game) if last else None


def _outcome(replayed: RulesReplay, at: int) -> VerdictJson | None:
    if at >= len(replayed.entries):
        return None
    return {**in_json("told", replayed.says(at)), "scores": replayed.entries[at].game.named_scores}
