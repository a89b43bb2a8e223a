"""The verdict of a whole record as plain data: what `companion score --json` prints."""

from collections.abc import Sequence
from typing import Any

from companion.record.replay import Entry, Transcript, no_search_for_garbage
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.reneges import Finding
from companion.rules.game import Game
from companion.rules.layout import Layout
from companion.rules.seating import Seating
from companion.rules.settlement import HandResult
from companion.rules.tile import ALL_TILES, Tile

Verdict = dict[str, Any]

_WRITTEN = {tile: str(tile) for tile in ALL_TILES}


def verdict_of_record(transcript: Transcript, found: Sequence[Finding]) -> Verdict:
    """The object that the record format describes, ready for `json.dumps`."""
    with no_search_for_garbage():
        return _verdict(transcript, found)


def _verdict(transcript: Transcript, found: Sequence[Finding]) -> Verdict:
    game = transcript.game
    verdict: Verdict = {
        "game": transcript.game_id,
        "entries": [
            verdict_of_entry(entry)
            for entry in transcript.entries
            if not isinstance(entry.statement, HandLed)
        ],
        "hands": [verdict_of_hand(game.seating, result) for result in transcript.results]
        if game
        else [],
        "findings": [_finding(finding) for finding in found],
        "scores": _scores(game) if game else {},
        "over": game is not None and game.is_over,
        "winner": _winner(game) if game else None,
    }
    if transcript.refused is not None:
        line, refusal = transcript.refused
        verdict["error"] = {"line": line, "code": refusal.code, "message": refusal.sentence}
    return verdict


def verdict_of_entry(entry: Entry) -> Verdict:
    """What the referee says of one accepted entry."""
    line, statement, game = entry
    verdict: Verdict = {"line": line, "player": None}
    match statement:
        case TileSet(player):
            assert game.hand is not None and game.hand.play is not None
            play = game.hand.play
            verdict |= {
                "player": player,
                "do": "set",
                "tile": _WRITTEN[play.tile],
                "on": _tile(play.host),
                "ends": _ends(game.hand.layout),
                "total": play.total,
                "points": play.points,
                "again": play.again,
            }
        case TilesDrawn(player, tiles):
            verdict |= {"player": player, "do": "draw", "tiles": tiles}
        case TurnPassed(player):
            verdict |= {"player": player, "do": "pass"}
        case TilesLeft(player, left):
            verdict |= {"player": player, "do": "left", "pips": sum(tile.pips for tile in left)}
        case PipsLeft(player, pips):
            verdict |= {"player": player, "do": "left", "pips": pips}
        case PointsRuled(side, points):
            name = game.seating.side_names[game.seating.side(side)]
            verdict |= {"do": "ruling", "side": name, "points": points}
        case HandLed(player):
            verdict |= {"player": player, "do": "lead"}
    turn = None if game.turn is None else game.seating.players[game.turn]
    return verdict | {"turn": turn, "scores": _scores(game)}


def _ends(layout: Layout) -> list[Verdict]:
    return [
        {"on": _WRITTEN[host], "pips": pips, "counts": counts}
        for host, pips, counts, _ in layout.ends
    ]


def verdict_of_hand(seating: Seating, result: HandResult) -> Verdict:
    """What a finished hand came to."""
    names = seating.side_names
    return {
        "ended": str(result.ending),
        "winners": [names[side] for side in result.winners],
        "points": dict(zip(names, result.points, strict=True)),
    }


def _finding(finding: Finding) -> Verdict:
    return {
        "code": finding.code,
        "line": finding.line,
        "player": finding.player,
        "tile": _tile(finding.tile),
        "since": finding.since,
        "message": str(finding.message),
    }


def _scores(game: Game) -> dict[str, int]:
    return dict(zip(game.seating.side_names, game.scores, strict=True))


def _winner(game: Game) -> str | None:
    return None if game.winner is None else game.seating.side_names[game.winner]


def _tile(tile: Tile | None) -> str | None:
    return None if tile is None else _WRITTEN[tile]
